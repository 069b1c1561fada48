package tooltest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Require gives the path of a program, or skips the test. Tests that need one begin in tier full.
func Require(t testing.TB, name string) string {
	t.Helper()
	From(t, Full)
	path, err := exec.LookPath(name)
	if err != nil {
		Lacking(t, "%s is not installed", name)
	}
	return path
}

// GCC gives the path of a gcc that makes running programs for a target, -m64 or -m32, with the C library's headers, or skips the test. That gcc
// takes the flag says little: without the other target's C library it still compiles files that include nothing.
func GCC(t testing.TB, target string) string {
	t.Helper()
	path := Require(t, "gcc")
	if err := works(path, target); err != nil {
		Lacking(t, "gcc %s makes no programs here: %v", target, err)
	}
	return path
}

// Lacking says that something is not there that the test needs: the test is skipped, or fails where everything has been installed.
func Lacking(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("HEDDLE_REQUIRE_TOOLS") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// tried remembers what each target came to, for the tests of one package.
var tried sync.Map // of gcc's path and the target: func() error

func works(gcc, target string) error {
	once, _ := tried.LoadOrStore(gcc+" "+target, sync.OnceValue(func() error { return try(gcc, target) }))
	return once.(func() error)()
}

// try builds and runs a program that needs headers, libraries and the machine.
func try(gcc, target string) error {
	dir, err := os.MkdirTemp("", "tooltest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	src, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.out")
	if err := os.WriteFile(src, []byte("#include <stdio.h>\nint main(void) { return puts(\"hello\") < 0; }\n"), 0o600); err != nil {
		return err
	}
	if out, err := exec.Command(gcc, target, "-o", exe, src).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		if i := strings.Index(string(out), "fatal error: "); i >= 0 {
			first, _, _ = strings.Cut(string(out)[i:], "\n")
		}
		return fmt.Errorf("%w: %s", err, first)
	}
	if err := exec.Command(exe).Run(); err != nil {
		return fmt.Errorf("the program does not run: %w", err)
	}
	return nil
}
