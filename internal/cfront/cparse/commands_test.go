package cparse

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestSplit: commands of a compilation database, by the rules of POSIX shells and of Windows. A nil list is a command that is refused.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		command        string
		posix, windows []string
	}{
		{`gcc  -c	a.c`, []string{"gcc", "-c", "a.c"}, []string{"gcc", "-c", "a.c"}},
		{`cc "-DX=a b" ""`, []string{"cc", "-DX=a b", ""}, []string{"cc", "-DX=a b", ""}},
		{`C:\bin\cc.exe -IC:\inc\ a.c`, []string{"C:bincc.exe", "-IC:inc a.c"}, []string{`C:\bin\cc.exe`, `-IC:\inc\`, "a.c"}},
		{`"C:\a b\\" x`, []string{`C:\a b\`, "x"}, []string{`C:\a b\`, "x"}},
		{`-DS=\"x\"`, []string{`-DS="x"`}, []string{`-DS="x"`}},
		{`-DS=\\\"x`, []string{`-DS=\"x`}, []string{`-DS=\"x`}},
		{`it's b'c`, []string{"its bc"}, []string{"it's", "b'c"}},
		{`'a b'`, []string{"a b"}, []string{"'a", "b'"}},
		{`"a`, nil, nil},
		{`a\`, nil, []string{`a\`}},
	} {
		for name, f := range map[string]struct {
			split func(string) ([]string, error)
			want  []string
		}{"posix": {splitPOSIX, c.posix}, "windows": {splitWindows, c.windows}} {
			got, err := f.split(c.command)
			if (err != nil) != (f.want == nil) || !slices.Equal(got, f.want) {
				t.Errorf("%s: %s: %q, %v; want %q", name, c.command, got, err, f.want)
			}
		}
	}
}

// FuzzCompileCommands: no database makes the reader fail otherwise than with an error, and no command it takes is without a file.
func FuzzCompileCommands(f *testing.F) {
	f.Add([]byte(`[{"directory": "/w", "file": "a.c", "command": "cc -DX=\"a b\" 'y z' -c a.c"}]`), "*.c")
	f.Add([]byte(`[{"directory": "", "file": "../b.c", "arguments": ["cc", "-I", "i"]}, {"file": "x.cc"}]`), "**/b.c")
	f.Add([]byte(`[{"file": "a.c", "command": "cc \\"}]`), "[")
	name := filepath.Join(f.TempDir(), "compile_commands.json")
	f.Fuzz(func(t *testing.T, data []byte, glob string) {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		list, err := CompileCommands(name, glob)
		for _, c := range list {
			if err != nil || c.File == "" {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
