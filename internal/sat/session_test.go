package sat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/sat/drat"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Random incremental sessions against an oracle that knows every model.
//
// A session adds clauses and variables, solves under assumptions, minimizes cores, freezes and melts, and goes on after
// unsatisfiability; with InprocessAlways every technique runs at every restart. The oracle keeps the set of all
// satisfying assignments. Every proof is checked live.

// oracle holds the models of the clauses so far, as bit masks.
type oracle struct {
	n       int
	models  []uint32
	clauses [][]sat.Lit
}

func newOracle() *oracle { return &oracle{models: []uint32{0}} }

func (o *oracle) newVar() {
	for _, m := range o.models {
		o.models = append(o.models, m|1<<o.n)
	}
	o.n++
}

func holds(m uint32, l sat.Lit) bool { return (m>>l.Var()&1 == 1) != l.Sign() }

func (o *oracle) add(cl []sat.Lit) {
	o.clauses = append(o.clauses, cl)
	o.models = slices.DeleteFunc(o.models, func(m uint32) bool {
		return !slices.ContainsFunc(cl, func(l sat.Lit) bool { return holds(m, l) })
	})
}

func (o *oracle) sat(assumptions []sat.Lit) bool {
	return slices.ContainsFunc(o.models, func(m uint32) bool {
		for _, l := range assumptions {
			if !holds(m, l) {
				return false
			}
		}
		return true
	})
}

func randomLit(r *rand.Rand, n int) sat.Lit {
	return sat.MkLit(sat.Var(r.Intn(n)), r.Intn(2) == 1)
}

type session struct {
	r     *rand.Rand
	s     *sat.Solver
	o     *oracle
	proof *drat.Checker
	log   []string
	froze []sat.Var
}

func (ss *session) logf(format string, args ...any) {
	ss.log = append(ss.log, fmt.Sprintf(format, args...))
}

func (ss *session) newVar() {
	ss.logf("var")
	ss.s.NewVar()
	ss.o.newVar()
}

func (ss *session) addClause() error {
	size := 1 + ss.r.Intn(4)
	if size == 1 && ss.r.Intn(3) > 0 {
		size = 2 // units make sessions short
	}
	if ss.r.Intn(400) == 0 {
		size = 0
	}
	var cl []sat.Lit
	for range size {
		cl = append(cl, randomLit(ss.r, ss.o.n))
	}
	ss.logf("add %v", cl)
	ss.o.add(cl)
	if ok := ss.s.AddClause(cl...); !ok && len(ss.o.models) > 0 {
		return errors.New("AddClause says unsatisfiable")
	}
	return nil
}

// gate adds the definition of a new variable, so that there is something to eliminate and substitute.
func (ss *session) gate() {
	a, b := randomLit(ss.r, ss.o.n), randomLit(ss.r, ss.o.n)
	c := randomLit(ss.r, ss.o.n)
	ss.newVar()
	x := sat.MkLit(sat.Var(ss.o.n-1), ss.r.Intn(2) == 0)
	var cls [][]sat.Lit
	switch ss.r.Intn(4) {
	case 0: // and
		cls = [][]sat.Lit{{x.Neg(), a}, {x.Neg(), b}, {x, a.Neg(), b.Neg()}}
	case 1: // xor
		cls = [][]sat.Lit{
			{x.Neg(), a, b},
			{x.Neg(), a.Neg(), b.Neg()},
			{x, a.Neg(), b},
			{x, a, b.Neg()},
		}
	case 2: // ite
		cls = [][]sat.Lit{
			{x.Neg(), c.Neg(), a},
			{x.Neg(), c, b},
			{x, c.Neg(), a.Neg()},
			{x, c, b.Neg()},
		}
	default: // equal
		cls = [][]sat.Lit{{x.Neg(), a}, {x, a.Neg()}}
	}
	for _, cl := range cls {
		ss.logf("gate %v", cl)
		ss.o.add(cl)
		ss.s.AddClause(cl...)
	}
}

func (ss *session) solve() error {
	var as []sat.Lit
	for range ss.r.Intn(5) {
		as = append(as, randomLit(ss.r, ss.o.n))
	}
	ss.logf("solve %v", as)
	if ss.r.Intn(50) == 0 {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if st, err := ss.s.Solve(ctx, as...); st == sat.Unknown && !errors.Is(err, context.Canceled) || st == sat.Sat {
			return fmt.Errorf("canceled call: %v, %v", st, err)
		}
	}
	st, err := ss.s.Solve(context.Background(), as...)
	if err != nil {
		return err
	}
	if want := ss.o.sat(as); (st == sat.Sat) != want || st == sat.Unknown {
		return fmt.Errorf("answer %v, oracle says sat=%v", st, want)
	}
	if st == sat.Sat {
		return ss.checkModel(as)
	}
	if err := ss.checkCore(as); err != nil {
		return err
	}
	if ss.r.Intn(3) == 0 {
		ss.logf("minimize %v", ss.s.Core())
		core, err := ss.s.MinimizeCore(context.Background(), 1<<20)
		if err != nil {
			return err
		}
		if err := ss.checkCore(as); err != nil {
			return fmt.Errorf("minimized: %w", err)
		}
		for i := range core {
			rest := append(append([]sat.Lit(nil), core[:i]...), core[i+1:]...)
			if !ss.o.sat(rest) && !slices.Contains(rest, core[i]) {
				return fmt.Errorf("core %v is not minimal: %v is enough", core, rest)
			}
		}
	}
	return nil
}

func (ss *session) checkModel(as []sat.Lit) error {
	for _, cl := range ss.o.clauses {
		if !slices.ContainsFunc(cl, ss.s.Value) {
			return fmt.Errorf("the model violates %v", cl)
		}
	}
	for _, l := range as {
		if !ss.s.Value(l) {
			return fmt.Errorf("the model violates the assumption %v", l)
		}
	}
	for v := range ss.o.n {
		if l := sat.MkLit(sat.Var(v), false); ss.s.Value(l) == ss.s.Value(l.Neg()) {
			return fmt.Errorf("variable %d has no value", v)
		}
	}
	return ss.proof.Err()
}

func (ss *session) checkCore(as []sat.Lit) error {
	core := ss.s.Core()
	for _, l := range core {
		if !slices.Contains(as, l) {
			return fmt.Errorf("core %v: %v is not an assumption", core, l)
		}
	}
	if ss.o.sat(core) {
		return fmt.Errorf("core %v is satisfiable", core)
	}
	return ss.proof.CheckCore(core)
}

func (ss *session) freeze() {
	if len(ss.froze) > 0 && ss.r.Intn(2) == 0 {
		i := ss.r.Intn(len(ss.froze))
		ss.logf("melt %d", ss.froze[i])
		ss.s.Melt(ss.froze[i])
		ss.froze = slices.Delete(ss.froze, i, i+1)
		return
	}
	v := sat.Var(ss.r.Intn(ss.o.n))
	ss.logf("freeze %d", v)
	ss.s.Freeze(v)
	ss.froze = append(ss.froze, v)
}

// runSession plays one session and returns the log of what was done with the error.
func runSession(seed int64) (log []string, err error) {
	r := rand.New(rand.NewSource(seed))
	ss := &session{r: r, o: newOracle(), proof: drat.New(nil)}
	opts := sat.Options{Seed: int64(r.Intn(3)), Proof: ss.proof, InprocessAlways: r.Intn(5) > 0}
	opts.NoInprocessing = r.Intn(10) == 0
	ss.s = sat.New(opts)
	defer func() {
		log = ss.log
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	for range 2 + r.Intn(7) {
		ss.newVar()
	}
	density := 1 + r.Intn(6)
	for range 6 + r.Intn(40) {
		switch k := r.Intn(20); {
		case k < 3 && ss.o.n < 12:
			ss.gate()
		case k == 3 && ss.o.n < 12:
			ss.newVar()
		case k == 4:
			ss.freeze()
		case k == 5:
			ss.s.SetPhase(sat.Var(r.Intn(ss.o.n)), r.Intn(2) == 0)
		case k < 9:
			if err := ss.solve(); err != nil {
				return nil, err
			}
		default:
			for range density {
				if err := ss.addClause(); err != nil {
					return nil, err
				}
			}
		}
		if err := ss.proof.Err(); err != nil {
			return nil, err
		}
	}
	return nil, ss.solve()
}

func TestSessions(t *testing.T) {
	for _, seed := range tooltest.Seeds(t, 0, 4000, 200_000) {
		if log, err := runSession(int64(seed)); err != nil {
			for _, l := range log {
				t.Log(l)
			}
			t.Fatalf("session %d: %v", seed, err)
		}
	}
}
