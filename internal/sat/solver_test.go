package sat_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/sat/drat"
)

// pigeons adds the clauses of n+1 pigeons in n holes.
func pigeons(s *sat.Solver, n int) {
	for range n * (n + 1) {
		s.NewVar()
	}
	at := func(p, h int) sat.Lit { return sat.MkLit(sat.Var(p*n+h), false) }
	for p := range n + 1 {
		var cl []sat.Lit
		for h := range n {
			cl = append(cl, at(p, h))
		}
		s.AddClause(cl...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				s.AddClause(at(p, h).Neg(), at(q, h).Neg())
			}
		}
	}
}

func random3(s *sat.Solver, n int, ratio float64, seed int64) {
	r := rand.New(rand.NewSource(seed))
	for range n {
		s.NewVar()
	}
	for range int(float64(n) * ratio) {
		s.AddClause(randomLit(r, n), randomLit(r, n), randomLit(r, n))
	}
}

func TestZeroValues(t *testing.T) {
	var st sat.Status
	if st != sat.Unknown || st.String() != "unknown" {
		t.Errorf("the zero status is %v", st)
	}
	s := sat.New(sat.Options{})
	if st, err := s.Solve(context.Background()); st != sat.Sat || err != nil {
		t.Errorf("the empty formula: %v, %v", st, err)
	}
}

func TestUnsatIsLatched(t *testing.T) {
	s := sat.New(sat.Options{})
	a := sat.MkLit(s.NewVar(), false)
	b := sat.MkLit(s.NewVar(), false)
	if !s.AddClause(a) || s.AddClause(a.Neg()) {
		t.Fatal("contradicting units")
	}
	for range 3 {
		if s.AddClause(b) {
			t.Error("AddClause after unsatisfiability returned true")
		}
		if st, err := s.Solve(context.Background(), b); st != sat.Unsat || err != nil || len(s.Core()) != 0 {
			t.Errorf("got %v, %v, core %v", st, err, s.Core())
		}
		if core, err := s.MinimizeCore(context.Background(), 100); len(core) != 0 || err != nil {
			t.Errorf("minimized core %v, %v", core, err)
		}
		s.Freeze(b.Var())
		s.Melt(b.Var())
	}
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if p, ok := recover().(string); !ok || !strings.Contains(p, want) {
			t.Errorf("panic %q, want one about %q", p, want)
		}
	}()
	f()
}

func TestMisuse(t *testing.T) {
	s := sat.New(sat.Options{})
	v := s.NewVar()
	mustPanic(t, "Value without a model", func() { s.Value(sat.MkLit(v, false)) })
	mustPanic(t, "not frozen", func() { s.Melt(v) })
	mustPanic(t, "never made", func() { s.AddClause(sat.MkLit(5, false)) })
	if st, err := s.Solve(context.Background()); st != sat.Sat || err != nil {
		t.Fatal(st, err)
	}
	s.AddClause(sat.MkLit(v, false))
	mustPanic(t, "Value without a model", func() { s.Value(sat.MkLit(v, false)) })
}

func TestPhaseAndFixed(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b := s.NewVar(), s.NewVar()
	s.AddClause(sat.MkLit(a, false), sat.MkLit(b, false))
	for _, want := range []bool{true, false, true} {
		s.SetPhase(b, want)
		if st, err := s.Solve(context.Background(), sat.MkLit(a, false)); st != sat.Sat || err != nil {
			t.Fatal(st, err)
		}
		if s.Value(sat.MkLit(b, false)) != want {
			t.Errorf("phase %v was not taken", want)
		}
	}
	s.AddClause(sat.MkLit(a, true))
	if s.Fixed(sat.MkLit(b, false)) != 1 || s.Fixed(sat.MkLit(b, true)) != -1 {
		t.Error("a unit is not fixed")
	}
}

// stopper is a proof that nobody reads, and ends the search at one of its lemmas.
type stopper struct {
	sat.ProofWriter
	s      *sat.Solver
	at, n  int
	cancel func()
	ticks  int64 // of the search when it was ended
}

func (p *stopper) Lemma([]sat.Lit) {
	if p.n++; p.n == p.at {
		p.ticks = ticks(p.s)
		p.cancel()
	}
}
func (*stopper) Input([]sat.Lit)   {}
func (*stopper) Delete([]sat.Lit)  {}
func (*stopper) Weaken([]sat.Lit)  {}
func (*stopper) Restore([]sat.Lit) {}
func (*stopper) Theory([]sat.Lit)  {}

func ticks(s *sat.Solver) int64 {
	st := s.Stats()
	return st.Ticks + st.InprocessingTicks
}

// Cancellation must be noticed within 100 ms. A tick is an access to memory, a million of which take less.
func TestCancel(t *testing.T) {
	for _, opts := range []sat.Options{{}, {InprocessAlways: true}} {
		for _, at := range []int{1, 100, 1000, 5000} {
			ctx, cancel := context.WithCancel(t.Context())
			p := &stopper{at: at, cancel: cancel}
			opts.Proof = p
			p.s = sat.New(opts)
			pigeons(p.s, 13)
			st, err := p.s.Solve(ctx)
			cancel()
			if st != sat.Unknown || !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, %v", st, err)
			}
			if late := ticks(p.s) - p.ticks; p.n < at || p.n > at+10_000 || late > 1_000_000 {
				t.Errorf("took %d ticks and %d lemmas to stop", late, p.n-at)
			}
			if st, err := p.s.Solve(t.Context(), sat.MkLit(0, false), sat.MkLit(0, true)); st != sat.Unsat || err != nil {
				t.Errorf("unusable after cancellation: %v, %v", st, err)
			}
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	s := sat.New(sat.Options{Memory: 1 << 20})
	random3(s, 20000, 4, 1)
	st, err := s.Solve(context.Background())
	var le *sat.LimitError
	if st != sat.Unknown || !errors.As(err, &le) || le.What != "memory" {
		t.Fatalf("got %v, %v", st, err)
	}
	if b := s.Stats().Bytes; b > 4<<20 {
		t.Errorf("%d bytes in spite of the limit", b)
	}
	s.AddClause(sat.MkLit(0, false)) // harmless
	if st, err := s.Solve(context.Background()); st != sat.Unknown || !errors.As(err, &le) {
		t.Errorf("the limit was forgotten: %v, %v", st, err)
	}

	// A limit that is reached by learning.
	s = sat.New(sat.Options{Memory: 1 << 18})
	pigeons(s, 13)
	if st, err := s.Solve(context.Background()); st != sat.Unknown || !errors.As(err, &le) {
		t.Errorf("got %v, %v", st, err)
	}
	if b := s.Stats().Bytes; b > 1<<19 {
		t.Errorf("%d bytes in spite of the limit", b)
	}
	var f sat.CNF
	for range 1000 {
		f.Add(0, 2, 4)
	}
	f.NumVars = 1 << 26
	if err := f.Load(sat.New(sat.Options{Memory: 1 << 20})); !errors.As(err, &le) {
		t.Errorf("loading: %v", err)
	}
}

// The same calls give the same work and the same answers.
func TestDeterminism(t *testing.T) {
	run := func() (sat.Stats, []bool) {
		s := sat.New(sat.Options{Seed: 7})
		random3(s, 180, 4.2, 3)
		st, err := s.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var m []bool
		if st == sat.Sat {
			for v := range s.NumVars() {
				m = append(m, s.Value(sat.MkLit(sat.Var(v), false)))
			}
		}
		return s.Stats(), m
	}
	s1, m1 := run()
	s2, m2 := run()
	if s1 != s2 || !slices.Equal(m1, m2) {
		t.Errorf("two runs differ:\n%+v\n%+v", s1, s2)
	}
	if s1.Inprocessings == 0 {
		t.Error("too easy: inprocessing did not run")
	}
}

// A whole search whose lists have their final size allocates nothing: neither propagation nor analysis do.
func TestNoAllocation(t *testing.T) {
	s := sat.New(sat.Options{NoInprocessing: true})
	r := rand.New(rand.NewSource(5))
	const n = 100
	random3(s, n, 3.5, 2)
	ctx := context.Background()
	as := make([]sat.Lit, 6)
	solve := func() {
		for i := range as {
			as[i] = randomLit(r, n)
		}
		if _, err := s.Solve(ctx, as...); err != nil {
			t.Fatal(err)
		}
	}
	for range 2000 {
		solve()
	}
	before := s.Stats().Propagations
	if allocs := testing.AllocsPerRun(200, solve); allocs > 0 {
		t.Errorf("%v allocations per call", allocs)
	}
	if s.Stats().Propagations-before < 1000 {
		t.Error("nothing was propagated")
	}
}

// The text of a proof is accepted by the file checker, and not if a needed step is missing.
func TestDRATWriter(t *testing.T) {
	var text bytes.Buffer
	w := sat.NewDRATWriter(&text)
	s := sat.New(sat.Options{Proof: w})
	pigeons(s, 6)
	if st, err := s.Solve(context.Background()); st != sat.Unsat || err != nil {
		t.Fatal(st, err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var f sat.CNF
	for p := range 7 {
		var cl []sat.Lit
		for h := range 6 {
			cl = append(cl, sat.MkLit(sat.Var(p*6+h), false))
		}
		f.Add(cl...)
	}
	for h := range 6 {
		for p := range 7 {
			for q := range p {
				f.Add(sat.MkLit(sat.Var(p*6+h), true), sat.MkLit(sat.Var(q*6+h), true))
			}
		}
	}
	if err := drat.CheckFile(&f, bytes.NewReader(text.Bytes()), nil); err != nil {
		t.Error(err)
	}
	lines := strings.SplitAfter(text.String(), "\n")
	short := strings.Join(lines[len(lines)*9/10:], "")
	if err := drat.CheckFile(&f, strings.NewReader(short), nil); err == nil {
		t.Error("the last tenth of the proof was accepted alone")
	}
}

func BenchmarkTrivialChecks(b *testing.B) {
	s := sat.New(sat.Options{})
	var vs []sat.Var
	for range 20 {
		vs = append(vs, s.NewVar())
	}
	for i := range 19 {
		s.AddClause(sat.MkLit(vs[i], true), sat.MkLit(vs[i+1], false))
	}
	ctx := context.Background()
	for i := 0; b.Loop(); i++ {
		st, err := s.Solve(ctx, sat.MkLit(vs[i%10], false), sat.MkLit(vs[19], i%2 == 0))
		if err != nil || (st == sat.Unsat) != (i%2 == 0) {
			b.Fatal(st, err)
		}
	}
}
