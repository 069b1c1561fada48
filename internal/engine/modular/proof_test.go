package modular

import (
	"os/exec"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/proof"
	checker "github.com/heddle-dev/heddle/internal/proof/check"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// checked holds that what is PROVED comes with a proof that other code checks, as it is read back from its text; in the long run with z3 too.
func checked(t *testing.T, p *ir.Program, res *engine.Result, src string) {
	t.Helper()
	if res.Claims[0].Verdict != verdict.Proved {
		return
	}
	if len(res.Proofs) != 1 {
		t.Errorf("PROVED without a proof: %v\n%s", res.Notes, src)
		return
	}
	text := proof.Print(&proof.File{Version: "1", Program: "1", Proofs: res.Proofs})
	f, err := proof.Parse(text)
	if err != nil {
		t.Errorf("%v\n%s\n%s", err, text, src)
		return
	}
	solvers := []string{"embedded"}
	if _, err := exec.LookPath("z3"); err == nil && tooltest.Long() {
		solvers = append(solvers, "z3")
	}
	for _, s := range solvers {
		a, err := checker.Check(tooltest.Context(t), p, f.Proofs[0], checker.Options{Solver: s})
		if err != nil {
			t.Errorf("%s: %v\n%s\n%s", s, err, text, src)
		} else if a.Failed != "" {
			t.Errorf("%s: a proof that is not CHECKED: %s\n%s\n%s", s, a.Failed, text, src)
		}
	}
}
