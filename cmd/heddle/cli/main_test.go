package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == readAloneName && filepath.Base(os.Args[0]) != "heddle" {
		os.Exit(1) // never the tests once more
	}
	testscript.Main(tooltest.Quick{M: m}, map[string]func(){
		"heddle": Process,
		"hungry": hungry,
	})
}

// TestScript runs the command lines in testdata/script: output, exit codes, bad input. `exits N cmd...` runs a command
// that must end with exactly that code. A script whose first line is `# tier: full` or `# tier: ci` is left out before.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("HEDDLE_UPDATE_SCRIPTS") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("TMPDIR", env.WorkDir)
			contrib, err := filepath.Abs("../../../contrib")
			env.Setenv("CONTRIB", contrib)
			return err
		},
	})
}

// scripts are those of this tier.
func scripts(t *testing.T) (out []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	tiers := map[string]tooltest.Tier{"": tooltest.Short, "full": tooltest.Full, "ci": tooltest.CI}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		name, marked := strings.CutPrefix(first, "# tier: ")
		if !marked {
			name = ""
		}
		tier, known := tiers[name]
		if !known {
			t.Fatalf("%s: %q is no tier", f, name)
		}
		if tooltest.In(tier) {
			out = append(out, f)
		}
	}
	return out
}

func TestParseSize(t *testing.T) {
	good := map[string]int64{"0": 0, "4GiB": 4 << 30, "512MiB": 512 << 20, "1GB": 1e9, "2g": 2 << 30, "100000000": 1e8, "1.5GiB": 3 << 29}
	for in, want := range good {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "GiB", "-1GiB", "4XiB", "1e400", "nan", "1KiB", "99999999TiB"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", in, got)
		}
	}
}

func TestMainCanBeCalledTwice(t *testing.T) {
	for range 2 {
		if code := Main(context.Background(), []string{"version"}, discard{}, discard{}); code != ExitSafe {
			t.Fatalf("exit code %d", code)
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
