package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// An instance that a solver refuses would count as not solved, and flatter us: both must read all of them.
func TestBothReadAllFormulas(t *testing.T) {
	z3 := tooltest.Require(t, "z3")
	read := 0
	for _, in := range instances() {
		if !in.smt {
			continue
		}
		text := in.smtlib()
		s, err := logic.ParseSMTLIB(logic.NewBuilder(logic.Options{}), strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", in.name, err)
		} else if len(s.Asserts) != 1 {
			t.Errorf("%s: %d assertions", in.name, len(s.Asserts))
		}
		cmd := exec.Command(z3, "-in")
		cmd.Stdin = strings.NewReader(strings.Replace(text, "(check-sat)", `(echo "read")`, 1))
		if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "read" {
			t.Errorf("%s: z3 says %v: %s", in.name, err, out)
		}
		read++
	}
	if read < 30 {
		t.Errorf("%d formulas", read)
	}
}
