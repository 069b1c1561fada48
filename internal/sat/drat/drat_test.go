package drat_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/sat/drat"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

func cnf(t *testing.T, text string) *sat.CNF {
	t.Helper()
	f, err := sat.ParseDIMACS(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return &f
}

const square = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

func TestCheckFile(t *testing.T) {
	rat := "p cnf 2 2\n1 2 0\n-1 2 0\n"
	for _, c := range []struct{ name, cnf, proof, want string }{
		{"refutation", square, "1 0\n0\n", ""},
		{"conflict before the end", square, "c first\n1 0\n", ""},
		{"not implied", "p cnf 2 1\n1 2 0\n", "1 0\n", "the proof does not derive the empty clause"},
		{"wrong", rat, "-2 0\n", "step 3: lemma [-2] is not implied by unit propagation"},
		{"used after deletion", square, "d 1 2 0\nd 1 -2 0\n0\n", "step 5: lemma [] is not implied by unit propagation"},
		{"no final 0", square, "1 2", "1:4: step without final 0"},
		{"rubbish", square, "x", `1:1: unexpected 'x'`},
		{"theory", square, "t 1 0\n", "step 5: theory axiom [1] without a theory"},
		{"dash", square, "- 0\n", "1:1: expected digits after -"},
		{"huge", square, "9999999999 0\n", "1:1: literal exceeds 1048578"},
	} {
		err := drat.CheckFile(cnf(t, c.cnf), strings.NewReader(c.proof), nil)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// The definition of a fresh variable is RAT on it, and nothing may be added after.
func TestRAT(t *testing.T) {
	l := func(ns ...int) (out []sat.Lit) {
		for _, n := range ns {
			out = append(out, sat.FromDimacs(n))
		}
		return out
	}
	c := drat.New(nil)
	c.Input(l(1, 2))
	c.Lemma(l(3, -1, -2))
	c.Lemma(l(-3, 1))
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	if err := c.CheckCore(l(-1, -2)); err == nil {
		t.Error("a core after RAT steps was accepted")
	}
	c.Input(l(-3))
	if c.Err() == nil {
		t.Error("input after RAT steps was accepted")
	}

	// Not RAT: -1 resolves with (1 2) to (-1... 2), which is not implied.
	c = drat.New(nil)
	c.Input(l(1, 2))
	c.Input(l(-2, 3))
	c.Lemma(l(-1, -3))
	if c.Err() == nil {
		t.Error("a lemma that is neither RUP nor RAT was accepted")
	}
}

func TestIncremental(t *testing.T) {
	l := func(ns ...int) (out []sat.Lit) {
		for _, n := range ns {
			out = append(out, sat.FromDimacs(n))
		}
		return out
	}
	c := drat.New(nil)
	c.Input(l(1, 2))
	c.Input(l(-1, 3))
	c.Lemma(l(2, 3))
	c.Weaken(l(1, 2))
	c.Weaken(l(3, -1))
	c.Restore(l(2, 1))
	c.Delete(l(1, 2))
	c.Input(l(-2))
	c.Lemma(l(3))
	if err := c.CheckCore(l(-3)); err != nil {
		t.Fatal(err)
	}
	if err := c.CheckCore(l(-1)); err == nil {
		t.Error("wrong core accepted")
	}
	if err := c.CheckCore(nil); err == nil {
		t.Error("empty core accepted")
	}
	c.Restore(l(1, 2))
	if c.Err() == nil {
		t.Error("a deleted clause was restored")
	}
	for name, f := range map[string]func(*drat.Checker){
		"delete":  func(c *drat.Checker) { c.Delete(l(1)) },
		"weaken":  func(c *drat.Checker) { c.Weaken(l(1)) },
		"restore": func(c *drat.Checker) { c.Restore(l(1)) },
		"theory":  func(c *drat.Checker) { c.Theory(l(1)) },
		"lemma":   func(c *drat.Checker) { c.Lemma(nil) },
	} {
		c := drat.New(nil)
		if f(c); c.Err() == nil {
			t.Errorf("%s of nothing was accepted", name)
		}
	}
}

type never struct{}

func (never) CheckAxiom([]sat.Lit) error { return errors.New("no") }

func TestTheoryChecker(t *testing.T) {
	c := drat.New(never{})
	c.Theory([]sat.Lit{0})
	if c.Err() == nil {
		t.Error("an axiom that the theory rejects was accepted")
	}
}

// Proofs of another solver check, and a broken one does not.
func TestForeignProofs(t *testing.T) {
	tooltest.Require(t, "cadical")
	var sb strings.Builder
	const holes = 5
	sb.WriteString("p cnf 30 81\n")
	for p := range holes + 1 {
		for h := range holes {
			sb.WriteString(sat.MkLit(sat.Var(p*holes+h), false).String() + " ")
		}
		sb.WriteString("0\n")
	}
	for h := range holes {
		for p := range holes + 1 {
			for q := range p {
				sb.WriteString(sat.MkLit(sat.Var(p*holes+h), true).String() + " " + sat.MkLit(sat.Var(q*holes+h), true).String() + " 0\n")
			}
		}
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	if err := os.WriteFile(in, []byte(sb.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	err := exec.Command("cadical", "-q", "-n", "--no-binary", in, out).Run()
	var ee *exec.ExitError
	if !errors.As(err, &ee) || ee.ExitCode() != 20 {
		t.Fatal(err)
	}
	proof, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	f := cnf(t, sb.String())
	if err := drat.CheckFile(f, strings.NewReader(string(proof)), nil); err != nil {
		t.Error(err)
	}
	if err := drat.CheckFile(f, strings.NewReader("1 0\n2 0\n"), nil); err == nil {
		t.Error("a wrong proof was accepted")
	}
}

func FuzzCheckFile(f *testing.F) {
	f.Add("1 0\n0\n")
	f.Add("d 1 2 0\nc x\nt 1 0\n-1 -2 0")
	f.Fuzz(func(t *testing.T, proof string) {
		// A satisfiable formula has no proof.
		if err := drat.CheckFile(cnf(t, "p cnf 3 3\n1 2 0\n-1 2 3 0\n-2 -3 0\n"), strings.NewReader(proof), nil); err == nil {
			t.Fatal("refuted a satisfiable formula")
		}
	})
}
