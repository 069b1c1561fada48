package modular

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Predicates and what is known of them. A cube says of some predicates that they hold and of others that they do not. What a step makes of a cube is found by a solver: all combinations of
// the predicates that the step can change, one model each; where these are too many, each predicate by itself (Cartesian), which forgets how they hang together.

// mostPredicates is how many a proof may have.
const mostPredicates = 64

// mostCombined is how many combinations one step may lead to.
const mostCombined = 24

// predicate is a condition on the shared state and on the private state of one template.
type predicate struct {
	n     int
	term  [2]logic.Term // of the thread that is looked at, and of another
	vars  []*variable
	owner *template // nil: it is about what is shared alone
}

func (p *predicate) about(v map[*variable]logic.Term) bool {
	for _, x := range p.vars {
		if _, ok := v[x]; ok {
			return true
		}
	}
	return false
}

// cube is the predicates that are known, and which of those hold.
type cube struct{ known, holds uint64 }

// covers reports whether all states of another cube are in this one.
func (c cube) covers(d cube) bool { return c.known&^d.known == 0 && (c.holds^d.holds)&c.known == 0 }

// predicateOf adds a predicate; nil if it cannot be one: it is about inputs, or about two threads.
func (s *search) predicateOf(x logic.Term) *predicate {
	p := &predicate{n: len(s.predicates)}
	p.term[0] = x
	for _, y := range s.b.VarsOf(x) {
		v := s.byTerm[y]
		if v == nil || !v.shared && p.owner != nil && p.owner != v.owner {
			return nil
		}
		if !v.shared {
			p.owner = v.owner
		}
		p.vars = append(p.vars, v)
	}
	if len(p.vars) == 0 {
		return nil
	}
	p.term[1] = s.asOther(x)
	return p
}

// isKnown reports whether a condition or its negation is a predicate.
func (s *search) isKnown(x logic.Term) bool {
	for _, p := range s.predicates {
		if p.term[0] == x || p.term[0] == s.b.Not(x) {
			return true
		}
	}
	return false
}

// tracked is the predicates that are followed at a place: those about what is live there.
func (s *search) tracked(t *template, at *place) uint64 {
	if m, ok := s.masks[at]; ok {
		return m
	}
	m := uint64(0)
	for _, p := range s.predicates {
		ok := p.owner == nil || p.owner == t
		for _, v := range p.vars {
			ok = ok && (v.reg == ir.NoReg || at.live[v.reg])
		}
		if ok {
			m |= 1 << p.n
		}
	}
	s.masks[at] = m
	return m
}

// literals is what a cube says, of the thread that is looked at (0) or of another (1).
func (s *search) literals(c cube, side int) (out []logic.Term) {
	for k := c.known; k != 0; k &= k - 1 {
		n := bits.TrailingZeros64(k)
		x := s.predicates[n].term[side]
		if c.holds&(1<<n) == 0 {
			x = s.b.Not(x)
		}
		out = append(out, x)
	}
	return out
}

// numbered says that the number of a thread is none that is known.
func (s *search) numbered(t *template, side int) logic.Term {
	if t.single {
		return s.b.True()
	}
	return s.b.ULt(s.b.BV(numberWidth, uint64(len(s.templates))), t.me.term[side])
}

func (s *search) possible(ctx context.Context, terms ...logic.Term) (bool, error) {
	s.queries++
	st, err := s.session.Check(ctx, terms...)
	return st != solve.Unsat, err
}

// image finds the combinations of predicates behind something that happens: after gives each predicate as a term over the state before.
func (s *search) image(ctx context.Context, before []logic.Term, changed uint64, after func(*predicate) logic.Term) (out []cube, err error) {
	with := append([]logic.Term(nil), before...)
	var preds []*predicate
	var terms []logic.Term
	for k := changed; k != 0; k &= k - 1 {
		p := s.predicates[bits.TrailingZeros64(k)]
		preds = append(preds, p)
		terms = append(terms, after(p))
	}
	for {
		ok, err := s.possible(ctx, with...)
		if err != nil {
			return nil, err
		}
		if !ok {
			return out, nil
		}
		if len(out) == mostCombined {
			break
		}
		m := s.session.Model()
		c := cube{known: changed}
		var is []logic.Term
		for i, p := range preds {
			x := terms[i]
			if m.Bool(x) {
				c.holds |= 1 << p.n
			} else {
				x = s.b.Not(x)
			}
			is = append(is, x)
		}
		out = append(out, c)
		if len(preds) == 0 {
			return out, nil
		}
		with = append(with, s.b.Not(s.b.And(is...)))
	}
	// Too many: each by itself.
	all := out[0]
	for i, p := range preds {
		bit := uint64(1) << p.n
		for _, holds := range []bool{true, false} {
			x := terms[i]
			if !holds {
				x = s.b.Not(x)
			}
			ok, err := s.possible(ctx, append(append([]logic.Term(nil), before...), x)...)
			if err != nil {
				return nil, err
			}
			if ok && holds != (all.holds&bit != 0) {
				all.known &^= bit
			}
		}
	}
	all.holds &= all.known
	return []cube{all}, nil
}

// changes is the predicates among some that something may change.
func (s *search) changes(among uint64, post map[*variable]logic.Term) (out uint64) {
	for k := among; k != 0; k &= k - 1 {
		if n := bits.TrailingZeros64(k); s.predicates[n].about(post) {
			out |= 1 << n
		}
	}
	return out
}

// behind is a term over the state behind something as one over the state before it.
func (s *search) behind(x logic.Term, post map[*variable]logic.Term) logic.Term {
	m := map[logic.Term]logic.Term{}
	for _, y := range s.b.VarsOf(x) {
		if v := s.byTerm[y]; v != nil {
			if z, ok := post[v]; ok {
				m[y] = z
			}
		}
	}
	return s.b.Subst(x, m)
}

// initially is what holds of the shared state, and of the first thread's own, when the program begins.
func (s *search) initially() (out []logic.Term) {
	is := func(v *variable, x logic.Term) { out = append(out, s.b.Eq(v.term[0], x)) }
	zero := map[*variable]bool{}
	for _, v := range s.memory.all {
		zero[v] = v.shared && !(s.object != nil && v == s.object.base) // it is any object
	}
	for _, cells := range append(s.sortedData(), s.templates[0].locals) {
		for _, c := range cells {
			zero[c.variable] = false
			if c.chosen {
				continue // nobody asks before it is there
			}
			if x, known := s.begins(c); known {
				is(c.variable, x)
			}
		}
	}
	for _, v := range s.memory.all {
		if zero[v] {
			is(v, s.constant(v.width, new(big.Int)))
		}
	}
	return out
}

// begins is what a cell of a variable of the program holds at first.
func (s *search) begins(c cell) (x logic.Term, known bool) {
	p := s.threads.Program
	g := p.Globals[c.object]
	n, known := new(big.Int), true
	for i := int64(c.width/8) - 1; i >= 0; i-- {
		n.Lsh(n, 8)
		if at := c.offset + i; at < int64(len(g.Init)) {
			n.Or(n, big.NewInt(int64(g.Init[at])))
		}
	}
	for _, r := range g.Relocs {
		if r.Offset < c.offset+int64(c.width/8) && c.offset < r.Offset+int64(p.PtrWidth()/8) {
			known = false
			if r.Offset == c.offset && c.width == p.PtrWidth() {
				n, known = new(big.Int).SetUint64(s.layout.Address(r.Target)), true
			}
		}
	}
	return s.constant(c.width, n), known
}

// constant is a value of a variable.
func (s *search) constant(width int, n *big.Int) logic.Term {
	if width == 1 {
		return s.b.Bool(n.Sign() != 0)
	}
	return s.b.BVBig(width, n)
}
