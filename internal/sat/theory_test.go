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

// A theory of acyclic graphs: each observed variable is an edge, and the edges that are true must not form a cycle.
// It is the smallest relative of the theory of event orders.

type edge struct{ from, to int }

type acyclic struct {
	nodes   int
	edges   []edge // by variable; the first len(edges) variables are edges
	stack   []sat.Lit
	lazy    bool            // only check complete assignments
	implied map[sat.Lit]int // how much of the stack was there
}

func (g *acyclic) Assign(l sat.Lit) { g.stack = append(g.stack, l) }
func (g *acyclic) Backtrack(n int)  { g.stack = g.stack[:n] }

// path returns edge variables that lead from a to b using true edges among the first n assigned.
func (g *acyclic) path(a, b, n int) ([]sat.Lit, bool) {
	via := make([]sat.Lit, g.nodes)
	for i := range via {
		via[i] = sat.LitUndef
	}
	work := []int{a}
	seen := map[int]bool{a: true}
	for len(work) > 0 && !seen[b] {
		u := work[0]
		work = work[1:]
		for _, l := range g.stack[:n] {
			if e := g.edges[l.Var()]; !l.Sign() && e.from == u && !seen[e.to] {
				seen[e.to] = true
				via[e.to] = l
				work = append(work, e.to)
			}
		}
	}
	if !seen[b] {
		return nil, false
	}
	var out []sat.Lit
	for at := b; at != a; at = g.edges[via[at].Var()].from {
		out = append(out, via[at])
	}
	return out, true
}

func (g *acyclic) cycle() []sat.Lit {
	for _, l := range g.stack {
		if l.Sign() {
			continue
		}
		e := g.edges[l.Var()]
		if p, ok := g.path(e.to, e.from, len(g.stack)); ok {
			out := []sat.Lit{l.Neg()}
			for _, q := range p {
				out = append(out, q.Neg())
			}
			return out
		}
	}
	return nil
}

func (g *acyclic) Propagate(h *sat.TheoryHost) {
	if g.lazy {
		return
	}
	if c := g.cycle(); c != nil {
		h.Lemma(c...)
		return
	}
	for v, e := range g.edges {
		l := sat.MkLit(sat.Var(v), true)
		if h.Assigned(l) != 0 {
			continue
		}
		if _, ok := g.path(e.to, e.from, len(g.stack)); ok {
			g.implied[l] = len(g.stack)
			h.Imply(l)
		}
	}
}

func (g *acyclic) Explain(l sat.Lit, buf []sat.Lit) []sat.Lit {
	e := g.edges[l.Var()]
	p, ok := g.path(e.to, e.from, min(g.implied[l], len(g.stack)))
	if !ok {
		panic("nothing to explain")
	}
	buf = append(buf, l)
	for _, q := range p {
		buf = append(buf, q.Neg())
	}
	return buf
}

func (g *acyclic) FinalCheck(h *sat.TheoryHost) bool {
	if c := g.cycle(); c != nil {
		h.Lemma(c...)
		return false
	}
	return true
}

// CheckAxiom accepts a clause whose negation contains a cycle. It shares nothing with cycle above: it removes
// edges from sources until none are left.
func (g *acyclic) CheckAxiom(lits []sat.Lit) error {
	var es []edge
	for _, l := range lits {
		if l.Sign() {
			es = append(es, g.edges[l.Var()])
		}
	}
	if isAcyclic(es) {
		return errors.New("no cycle")
	}
	return nil
}

func isAcyclic(es []edge) bool {
	for {
		n := len(es)
		es = slices.DeleteFunc(slices.Clone(es), func(e edge) bool {
			return !slices.ContainsFunc(es, func(f edge) bool { return f.to == e.from })
		})
		if len(es) == n {
			return n == 0
		}
	}
}

func theorySession(seed int64) error {
	r := rand.New(rand.NewSource(seed))
	g := &acyclic{nodes: 3 + r.Intn(3), lazy: r.Intn(4) == 0, implied: map[sat.Lit]int{}}
	proof := drat.New(g)
	s := sat.New(sat.Options{Proof: proof, InprocessAlways: r.Intn(3) > 0})
	s.SetTheory(g)
	o := newOracle()
	for range 3 + r.Intn(7) {
		g.edges = append(g.edges, edge{r.Intn(g.nodes), r.Intn(g.nodes)})
		s.Observe(s.NewVar())
		o.newVar()
	}
	nedges := len(g.edges)
	for range r.Intn(4) {
		s.NewVar()
		o.newVar()
	}
	o.models = slices.DeleteFunc(o.models, func(m uint32) bool {
		var es []edge
		for v, e := range g.edges {
			if m>>v&1 == 1 {
				es = append(es, e)
			}
		}
		return !isAcyclic(es)
	})
	for range 5 + r.Intn(15) {
		for range 1 + r.Intn(4) {
			var cl []sat.Lit
			for range 1 + r.Intn(3) {
				l := randomLit(r, o.n)
				if int(l.Var()) < nedges && r.Intn(3) > 0 {
					l &^= 1 // positive edges make cycles likely
				}
				cl = append(cl, l)
			}
			o.add(cl)
			s.AddClause(cl...)
		}
		var as []sat.Lit
		for range r.Intn(4) {
			as = append(as, randomLit(r, o.n))
		}
		st, err := s.Solve(context.Background(), as...)
		if err != nil {
			return err
		}
		if err := proof.Err(); err != nil {
			return err
		}
		if want := o.sat(as); (st == sat.Sat) != want {
			return fmt.Errorf("answer %v, oracle says sat=%v", st, want)
		}
		if st == sat.Unsat {
			if o.sat(s.Core()) {
				return fmt.Errorf("core %v is satisfiable", s.Core())
			}
			if err := proof.CheckCore(s.Core()); err != nil {
				return err
			}
			continue
		}
		m := uint32(0)
		for v := range o.n {
			if s.Value(sat.MkLit(sat.Var(v), false)) {
				m |= 1 << v
			}
		}
		if !slices.Contains(o.models, m) {
			return fmt.Errorf("model %b is none", m)
		}
	}
	return nil
}

func TestTheory(t *testing.T) {
	for _, seed := range tooltest.Seeds(t, 0, 2000, 100_000) {
		if err := theorySession(int64(seed)); err != nil {
			t.Fatalf("session %d: %v", seed, err)
		}
	}
}
