package bitblast

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

type fixture struct {
	*testing.T
	b *logic.Builder
	s *Solver
}

func newFixture(t *testing.T, opts solve.Options, cfg config) fixture {
	b := logic.NewBuilder(logic.Options{})
	return fixture{t, b, newSolver(b, opts, cfg)}
}

func (f fixture) assert(ts ...logic.Term) {
	f.Helper()
	for _, t := range ts {
		if err := f.s.Assert(t); err != nil {
			f.Fatal(err)
		}
	}
}

func (f fixture) want(want solve.Status, as ...logic.Term) {
	f.Helper()
	st, err := f.s.Check(tooltest.Context(f), as...)
	if st != want || err != nil {
		f.Fatalf("%v, %v; want %v", st, err, want)
	}
}

func (f fixture) wantCore(core ...logic.Term) {
	f.Helper()
	if got := f.s.Core(); !slices.Equal(got, core) {
		f.Fatalf("core %v, want %v", got, core)
	}
}

func (f fixture) wantLimit(what solve.Resource, st solve.Status, err error) {
	f.Helper()
	var le *solve.LimitError
	if st != solve.Unknown || !errors.As(err, &le) || le.What != what {
		f.Fatalf("%v, %v; want the limit of %s", st, err, what)
	}
	if f.s.Model() != nil || f.s.Core() != nil {
		f.Fatal("unknown, but with a model or a core")
	}
}

var checked = solve.Options{Check: true}

func TestSession(t *testing.T) {
	f := newFixture(t, solve.Options{Check: true, CoreConflicts: 1000}, defaultConfig())
	b := f.b
	x, y := b.Var("x", logic.BVSort(8)), b.Var("y", logic.BVSort(8))
	p := b.Var("p", logic.BoolSort)
	lt, gt := b.ULt(x, y), b.ULt(y, x)
	f.want(solve.Sat)
	f.assert(b.Implies(p, b.Eq(x, b.BV(8, 200))))
	f.want(solve.Sat, p, lt)
	m := f.s.Model()
	f.want(solve.Unsat, p, lt, gt)
	f.wantCore(lt, gt)
	if m.BV(x).Int64() != 200 || !m.Bool(lt) || m.BV(b.Add(x, b.BV(8, 100))).Int64() != 44 {
		t.Errorf("the model changed: x = %v", m.BV(x))
	}
	f.want(solve.Unsat, p, b.Not(p), p)
	f.want(solve.Unsat, b.False(), p)
	f.wantCore(b.False())
	f.want(solve.Sat, b.True())
	f.want(solve.Unsat, p, b.ULt(x, b.BV(8, 200)))
	f.assert(p)
	f.want(solve.Sat)
	f.want(solve.Unsat, b.ULt(b.BV(8, 200), x), lt)
	f.wantCore(b.ULt(b.BV(8, 200), x))
	f.assert(b.Not(p))
	for range 3 { // for good, whatever is said afterwards
		f.want(solve.Unsat, lt)
		f.wantCore()
		f.want(solve.Unsat)
		f.assert(gt)
	}
	if f.s.Model() != nil {
		t.Error("a model after unsat")
	}
}

func TestMisuse(t *testing.T) {
	f := newFixture(t, checked, defaultConfig())
	if err := f.s.Assert(f.b.BV(3, 1)); err == nil {
		t.Error("a bit-vector was asserted")
	}
	if _, err := f.s.Check(context.Background(), logic.Term(12345)); err == nil {
		t.Error("a term of nobody was assumed")
	}
	if err := f.s.Close(); err != nil {
		t.Error(err)
	}
	if err := f.s.Assert(f.b.True()); !errors.Is(err, solve.ErrClosed) {
		t.Error(err)
	}
	if st, err := f.s.Check(context.Background()); st != solve.Unknown || !errors.Is(err, solve.ErrClosed) {
		t.Error(st, err)
	}
}

// hard has no quick answer: the factors of a prime.
func hard(b *logic.Builder, w int) logic.Term {
	x, y := b.Var("x", logic.BVSort(w)), b.Var("y", logic.BVSort(w))
	p := b.Mul(b.ZExt(2*w, x), b.ZExt(2*w, y))
	return b.And(b.Eq(p, b.BV(2*w, 1<<61-1)), b.ULt(b.BV(w, 1), x), b.ULt(x, y))
}

func TestMemoryLimit(t *testing.T) {
	f := newFixture(t, solve.Options{Memory: 16 << 20}, defaultConfig())
	q := f.b.Var("q", logic.BoolSort)
	f.want(solve.Sat, q)
	big := hard(f.b, 2000)
	for range 2 {
		st, err := f.s.Check(context.Background(), big)
		f.wantLimit(solve.Memory, st, err)
	}
	f.want(solve.Sat, q) // what was built is still good
	f.want(solve.Unsat, q, f.b.Not(q))
	f.assert(big)
	st, err := f.s.Check(context.Background(), q)
	f.wantLimit(solve.Memory, st, err)
}

func TestSizeLimit(t *testing.T) {
	f := newFixture(t, solve.Options{}, defaultConfig())
	so := logic.BVSort(1 << 30)
	st, err := f.s.Check(context.Background(), f.b.Eq(f.b.Var("x", so), f.b.Var("y", so)))
	f.wantLimit(solve.Size, st, err)
}

func TestSatLimits(t *testing.T) {
	s := &Solver{}
	var le *solve.LimitError
	for what, want := range map[string]solve.Resource{"memory": solve.Memory, "size": solve.Size} {
		if err := s.satError(&sat.LimitError{What: what}); !errors.As(err, &le) || le.What != want {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestTimeLimits: what has no quick answer ends when the time is over, wherever it is then, and the solver is as good as before.
func TestTimeLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
	}{{"searching", 48}, {"building", 30000}} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, solve.Options{Timeout: 100 * time.Millisecond}, defaultConfig())
			st, err := f.s.Check(context.Background(), hard(f.b, c.width))
			f.wantLimit(solve.Time, st, err)
			f.s.opts.Timeout = 0
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			if st, err := f.s.Check(ctx, hard(f.b, c.width)); st != solve.Unknown || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v %v", st, err)
			}
			if st, err := f.s.Check(ctx); st != solve.Unknown || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a context that is over: %v %v", st, err)
			}
			f.want(solve.Sat, f.b.ULt(f.b.Var("z", logic.BVSort(8)), f.b.BV(8, 3)))
		})
	}
}

// polled is a context that ends when it has been asked so often whether it has, and notes the work between two questions.
type polled struct {
	context.Context
	left       int
	cancel     func()
	work       func() int
	last, most int
}

func (p *polled) Err() error {
	now := p.work()
	p.most, p.last = max(p.most, now-p.last), now
	if p.left--; p.left == 0 {
		p.cancel()
	}
	return p.Context.Err()
}

// TestCancelBuilding: the construction of a circuit asks after few gates whether it has to end, and ends there.
func TestCancelBuilding(t *testing.T) {
	f := newFixture(t, solve.Options{}, defaultConfig())
	ctx, cancel := context.WithCancel(t.Context())
	nodes := func() int { return len(f.s.g.nodes) }
	p := &polled{Context: ctx, left: 100, cancel: cancel, work: nodes}
	if st, err := f.s.Check(p, hard(f.b, 30000)); st != solve.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", st, err)
	}
	if p.left > 0 || nodes() != p.last || p.most > 4*growEvery {
		t.Errorf("%d gates when it was cancelled, %d in the end, up to %d between two questions", p.last, nodes(), p.most)
	}
	f.want(solve.Sat, f.b.ULt(f.b.Var("z", logic.BVSort(8)), f.b.BV(8, 3)))
}

// TestDeep: terms a million levels deep.
func TestDeep(t *testing.T) {
	f := newFixture(t, solve.Options{}, defaultConfig())
	b := f.b
	c := b.Var("c", logic.BoolSort)
	u := c
	x := b.Var("x", logic.BVSort(2))
	sum := x
	for i := range tooltest.Few(1_000_000) {
		u = b.Not(b.And(u, b.Var(fmt.Sprint("p", i%50), logic.BoolSort)))
		if i%50 == 0 {
			sum = b.Add(b.BVXor(sum, b.Var(fmt.Sprint("y", i%20), logic.BVSort(2))), x)
		}
	}
	f.want(solve.Sat, u, b.Eq(sum, b.BV(2, 1)))
	if m := f.s.Model(); !m.Bool(u) || m.BV(sum).Int64() != 1 {
		t.Error("not a model")
	}
}

// TestClauses: a full adder is 14 clauses over its two outputs, a multiplexer 6, and polarity halves them.
func TestClauses(t *testing.T) {
	for _, c := range []struct {
		name string
		mk   func(g *aig, v []edge) []edge
		pol  uint8
		want int
	}{
		{"full adder", func(g *aig, v []edge) []edge { s, c := g.fullAdder(v[0], v[1], v[2]); return []edge{s, c} }, both, 14},
		{"half of it", func(g *aig, v []edge) []edge { s, c := g.fullAdder(v[0], v[1], v[2]); return []edge{s, c} }, pos, 7},
		{"multiplexer", func(g *aig, v []edge) []edge { return []edge{g.ite(v[0], v[1], v[2])} }, both, 6},
		{"exclusive or", func(g *aig, v []edge) []edge { return []edge{g.xor(v[0], v[1])} }, both, 4},
		{"conjunction", func(g *aig, v []edge) []edge { return []edge{g.andAll(v)} }, both, 9},
		{"disjunction, used positively", func(g *aig, v []edge) []edge { return []edge{g.orAll(v)} }, pos, 1},
	} {
		g := newAIG()
		count := &counter{}
		e := encoder{g: g, solver: sat.New(sat.Options{Proof: count, NoInprocessing: true})}
		v := g.inputs(8)
		for _, out := range c.mk(g, v) {
			e.want(out, c.pol)
		}
		e.drain()
		if count.n != c.want {
			t.Errorf("%s: %d clauses, want %d", c.name, count.n, c.want)
		}
	}
}

type counter struct{ n int }

func (c *counter) Input([]sat.Lit)   { c.n++ }
func (c *counter) Lemma([]sat.Lit)   {}
func (c *counter) Delete([]sat.Lit)  {}
func (c *counter) Weaken([]sat.Lit)  {}
func (c *counter) Restore([]sat.Lit) {}
func (c *counter) Theory([]sat.Lit)  {}

// TestSelfCheck: the checks catch what they are there for.
func TestSelfCheck(t *testing.T) {
	f := newFixture(t, checked, defaultConfig())
	b := f.b
	p := b.Var("p", logic.BoolSort)
	f.want(solve.Sat, p)
	f.s.asserted = append(f.s.asserted, b.Not(p)) // asserted, but never told to the search
	f.s.roots = append(f.s.roots, edgeTrue)
	var ce *solve.CheckError
	if st, err := f.s.Check(context.Background(), p); st != solve.Unknown || !errors.As(err, &ce) || ce.Answer != solve.Sat {
		t.Errorf("a wrong model: %v %v", st, err)
	}

	f = newFixture(t, checked, defaultConfig())
	b = f.b
	p = b.Var("p", logic.BoolSort)
	q := b.Var("q", logic.BoolSort)
	f.want(solve.Sat, p, q)
	f.s.sat.AddClause(f.s.enc.lit(f.s.edgeOf(p)).Neg(), f.s.enc.lit(f.s.edgeOf(q)).Neg()) // a clause from nowhere
	f.s.kept.live = 0
	if st, err := f.s.Check(context.Background(), p, q); st != solve.Unknown || !errors.As(err, &ce) || ce.Answer != solve.Unsat {
		t.Errorf("a wrong unsat: %v %v", st, err)
	}
}

// TestDeterminism: the same calls give the same models.
func TestDeterminism(t *testing.T) {
	run := func() string {
		f := newFixture(t, solve.Options{Seed: 7}, defaultConfig())
		b := f.b
		x, y := b.Var("x", logic.BVSort(16)), b.Var("y", logic.BVSort(16))
		m := b.Var("m", logic.ArraySort(16, 16))
		f.assert(b.Eq(b.Mul(x, y), b.BV(16, 12345)), b.ULt(b.Select(m, x), b.Select(b.Store(m, y, x), b.Add(x, y))))
		f.want(solve.Sat)
		return fmt.Sprint(f.s.Model().Value(x), f.s.Model().Value(y), f.s.Model().Value(m))
	}
	if a, b := run(), run(); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}
