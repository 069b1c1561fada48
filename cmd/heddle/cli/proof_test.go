package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestEditedProofs: a proof that was changed is refused, or the obligation that fails is named. It is CHECKED only if what it says then is proved, too.
func TestEditedProofs(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	const program = "../../../testdata/c/modular/handover_ok.c"
	dir := t.TempDir()
	path := filepath.Join(dir, "p.txt")
	run := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := Main(context.Background(), args, &stdout, &stderr)
		return code, stdout.String(), stderr.String()
	}
	if code, _, stderr := run("check", "--engine", "modular", "--property", "race", "--proof", path, program); code != ExitSafe {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new, say string
		code          int
	}{
		{"", "", "CHECKED race", ExitSafe},
		{"data = 1;\n    flag == 0", "data = 1;\n    true", "NOT CHECKED race: this does not hold: ", ExitOpen},
		{"data = 1;\n    flag == 0", "data = 1;\n    flag != 0", "NOT CHECKED race: this does not hold: ", ExitOpen},
		{"data = 1;\n    flag == 0", "data = 1;\n    false", "NOT CHECKED race: this does not hold: the step of produce#1 from ", ExitOpen},
		{"assume flag\n  by produce#1\n    flag == 0", "assume flag\n  by produce#1\n    flag == 1", " changes flag as it is assumed", ExitOpen},
		{"  by consume#2\n    flag == 1\n", "", " changes flag as it is assumed", ExitOpen},
		{"property race", "property assert", "CHECKED assert", ExitSafe}, // which has none that could fail
		{"property race", "property deadlock", `"deadlock", which is no property that has proofs`, ExitUsage},
		{"thread produce#1\n", "thread produce#3\n", "no threads", ExitUsage},
		{"thread consume#2", "thread produce#1", "or the proof has them twice", ExitUsage},
		{"data = 1;", "data = 2;", "stands", ExitUsage},
		{"place 2.0 ", "place 2.1 ", "stands", ExitUsage},
		{"place 2.0 ", "place 77.0 ", "has no place 77.0", ExitUsage},
		{"flag == 0", "flags == 0", `"flags" is no name`, ExitUsage},
		{"flag == 0", "flag == me", "things of two types", ExitUsage},
		{"flag == 0", "me <u owner(m)", "no name", ExitUsage},
		{"flag == 0", "writer(flag) < nobody", "orders what has no order", ExitUsage},
		{"flag == 0", "flag == 4294967296", "does not fit 32 bits", ExitUsage},
		{"flag == 0", "flag", "is no condition", ExitUsage},
		{"flag == 0", "past(produce#1,0.0,1.0) < 3", "counts nothing", ExitUsage},
		{"\nthread heddle.entry", "\nrule flag: cell == 0\nthread heddle.entry", "no array that may have rules", ExitUsage},
		{"heddle 0", "option x\nheddle 0", "the version of heddle is missing", ExitUsage},
		{"\nproperty", "option x\nproperty", `the option "x" is not known`, ExitUsage},
		{"end of proof", "", "cut off", ExitUsage},
		{"heddle proof 1\n", strings.Repeat("\x00\xff", 5_000_000), "no proof", ExitUsage},
		{"flag == 0", strings.Repeat("(", 5_000_000), "brackets in brackets", ExitUsage},
	} {
		edited := strings.Replace(string(text), c.old, c.new, 1)
		if c.new != c.old && edited == string(text) {
			t.Errorf("%q is not there", c.old)
			continue
		}
		if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run("proof", path, program)
		if code != c.code || !strings.Contains(stdout+stderr, c.say) || c.code == ExitUsage && stdout != "" {
			t.Errorf("%.60q for %.60q: exit %d, want %d and %q\n%s%s", c.new, c.old, code, c.code, c.say, stdout, stderr)
		}
	}
}
