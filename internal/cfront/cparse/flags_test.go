package cparse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/heddle-dev/heddle/internal/ir"
)

func TestParseFlags(t *testing.T) {
	f, err := ParseFlags(strings.Fields(`-Iinc -I inc2 -isystem sys -iquote q -DX -D Y=2 -DZ(a)=a -UX -include pre.h -std=c99 -m32
		-O2 -Wall -g -c a.c -o a.o -fno-strict-aliasing -mllvm opt`))
	if err != nil {
		t.Fatal(err)
	}
	want := Flags{
		Options: Options{
			Model: ir.ILP32, QuoteDirs: []string{"q"}, IncludeDirs: []string{"inc", "inc2"}, SystemDirs: []string{"sys"},
			Defines: []string{"Y=2", "Z(a)=a"}, Undefs: []string{"X"}, Includes: []string{"pre.h"}, Std: "c99",
		},
		HasModel: true, Files: []string{"a.c"}, Ignored: []string{"-fno-strict-aliasing", "-mllvm"},
	}
	if d := cmp.Diff(want, f, cmpopts.IgnoreUnexported(Options{})); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	for _, bad := range []string{"-I", "-D", "-D=3", "-D3x", "-U+", "-include", "-fshort-enums", "-mms-bitfields", "-fpack-struct=2"} {
		if _, err := ParseFlags([]string{bad}); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	o := f.Merge(Options{Model: ir.LP64, IncludeDirs: []string{"first"}, Std: "gnu11"})
	if o.Model != ir.LP64 || o.Std != "c99" || strings.Join(o.IncludeDirs, " ") != "first inc inc2" {
		t.Errorf("Merge = %+v", o)
	}
}

func TestCompileCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(s string) {
		if err := os.WriteFile(filepath.Join(dir, "compile_commands.json"), []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(`[
 {"directory": "/b", "file": "src/a.c", "command": "gcc -DS=\"a b\" -D'T=\"x\"' -I inc\\ dir -c src/a.c -o a.o"},
 {"directory": "sub", "file": "/abs/b.c", "arguments": ["cc", "-DX", "-c", "/abs/b.c"]},
 {"directory": "/b", "file": "c.cpp", "command": "g++ c.cpp"}
]`)
	got, err := CompileCommands(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []Command{
		{File: "src/a.c", Dir: "/b", Args: []string{"-DS=a b", `-DT="x"`, "-I", "inc dir", "-c", "-o", "a.o"}},
		{File: "/abs/b.c", Dir: filepath.Join(dir, "sub"), Args: []string{"-DX", "-c"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if p := got[0].Path(); p != "/b/src/a.c" {
		t.Errorf("Path = %s", p)
	}
	for glob, n := range map[string]int{"a.c": 1, "*.c": 2, "src/*": 1, "/b/**/a.c": 1, "**/b.c": 1, "x*": 0} {
		if l, err := CompileCommands(filepath.Join(dir, "compile_commands.json"), glob); err != nil || len(l) != n {
			t.Errorf("%s: %v %v, want %d", glob, l, err, n)
		}
	}
	for _, bad := range []string{"", "{}", "[{}]", `[{"file": "a.c", "command": "gcc 'x"}]`, `[{"file": "a.c", "command": "gcc \""}]`, `[{"file": "a.c", "command": "gcc \\"}]`} {
		write(bad)
		if _, err := CompileCommands(dir, ""); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	if _, err := CompileCommands(filepath.Join(dir, "none"), ""); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("missing database: %v", err)
	}
	write("[]")
	if _, err := CompileCommands(dir, "[x"); err == nil {
		t.Error("a bad pattern is accepted")
	}
}
