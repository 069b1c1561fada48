package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

func TestMain(m *testing.M) {
	testscript.Main(tooltest.Quick{M: m}, map[string]func(){
		"heddle": main,
		"hungry": hungry,
	})
}

// TestScript runs the command lines in testdata/script: output, exit codes, bad input. `exits N cmd...` runs a command
// that must end with exactly that code.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("HEDDLE_UPDATE_SCRIPTS") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("TMPDIR", env.WorkDir)
			contrib, err := filepath.Abs("../../contrib")
			env.Setenv("CONTRIB", contrib)
			return err
		},
	})
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
		if code := Main(context.Background(), []string{"version"}, discard{}, discard{}); code != exitSafe {
			t.Fatalf("exit code %d", code)
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
