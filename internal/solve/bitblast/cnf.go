// From the graph to clauses: Tseitin's translation by polarity, with gates recognized by their shape.
//
// A node gets a variable when something above it is given to the SAT solver. Only the implications that its use needs are added
// (Plaisted and Greenbaum): variable implies function where it is used positively, function implies variable where negatively.
// The solver is incremental, so a node that is used in a second polarity later gets the other half then; enc remembers which
// halves are there. A consequence that the rest of the package lives with: in a model the variable of a gate need not equal the
// gate's function. Only inputs carry meaning; everything else is computed from them (eval.go).
//
// Four shapes are found and translated without variables for their inner nodes:
//
//	exclusive or      !(a&b) & !(!a&!b)            4 clauses; three inputs, 8, if the inner one is used nowhere else
//	multiplexer       !(c&t) & !(!c&e)             4 clauses and 2 redundant ones that let the result follow from t = e
//	majority          !(a&b) & !(c & !(!a&!b))     6 clauses
//	wide conjunction  trees of conjunctions whose inner nodes have one parent
//
// A full adder is thus 14 clauses over two variables, which propagate completely in all directions. Rejected: technology mapping
// over cuts (fewer clauses on control logic, but the solver's variable elimination gets nearly the same, and it is not incremental).
//
// All walks use an explicit stack: terms can be a million levels deep.
package bitblast

import "github.com/heddle-dev/heddle/internal/sat"

// Polarities, as a bit set.
const (
	pos  uint8 = 1 // the variable implies the function
	neg  uint8 = 2 // the function implies the variable
	both uint8 = pos | neg
)

func flipPol(p uint8) uint8 { return p&pos<<1 | p&neg>>1 }

type encoder struct {
	g       *aig
	solver  *sat.Solver
	stack   []todo
	leaves  []edge
	drained int // nodes encoded
	clause  []sat.Lit
	check   *checker // told of each clause, if there is one
}

type todo struct {
	node uint32
	pol  uint8
}

// lit returns the solver's literal of an edge that is not constant, making a variable if there is none.
func (c *encoder) lit(e edge) sat.Lit {
	n := &c.g.nodes[e.node()]
	if n.sat == 0 {
		n.sat = uint32(c.solver.NewVar()) + 1
	}
	return sat.MkLit(sat.Var(n.sat-1), e.neg())
}

// want schedules the clauses that make the literal of e mean e in the given polarity.
func (c *encoder) want(e edge, pol uint8) sat.Lit {
	if e.neg() {
		pol = flipPol(pol)
	}
	n := &c.g.nodes[e.node()]
	if n.left != inputMark && pol&^n.enc != 0 {
		c.stack = append(c.stack, todo{e.node(), pol &^ n.enc})
		n.enc |= pol
	}
	return c.lit(e)
}

func (c *encoder) add(lits ...sat.Lit) {
	if c.check != nil {
		c.check.given = append(c.check.given[:0], lits...)
	}
	c.solver.AddClause(lits...)
}

// drain encodes whatever is scheduled.
func (c *encoder) drain() {
	for len(c.stack) > 0 {
		t := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.encode(t.node, t.pol)
		if c.drained++; c.drained%growEvery == 0 {
			c.g.grow()
		}
	}
}

// assert makes e true for good: conjunctions are taken apart, a disjunction becomes one clause.
func (c *encoder) assert(e edge) {
	work := []edge{e}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case e == edgeTrue:
			continue
		case e == edgeFalse:
			c.add()
			continue
		case !e.neg() && c.g.isAnd(e.node()) && c.shape(e.node()).kind == gateAnd:
			n := &c.g.nodes[e.node()]
			if n.sat == 0 {
				work = append(work, n.left, n.right)
				continue
			}
		case e.neg() && c.g.isAnd(e.node()) && c.g.nodes[e.node()].sat == 0 && c.shape(e.node()).kind == gateAnd:
			c.clause = c.clause[:0]
			for _, l := range c.conjuncts(e.node()) {
				c.clause = append(c.clause, c.want(l.not(), pos))
			}
			c.add(c.clause...)
			c.drain()
			continue
		}
		c.add(c.want(e, pos))
		c.drain()
	}
}

type gateKind uint8

const (
	gateAnd  gateKind = iota
	gateXor           // a ^ b
	gateXor3          // a ^ b ^ c
	gateIte           // a ? b : c
	gateMaj           // at least two of a, b, c
)

type gate struct {
	kind    gateKind
	a, b, c edge
}

// shape recognizes the gate that a conjunction node is the root of.
func (c *encoder) shape(n uint32) gate {
	g := c.g
	l, r := g.nodes[n].left, g.nodes[n].right
	if !l.neg() || !r.neg() || !g.isAnd(l.node()) || !g.isAnd(r.node()) {
		return gate{}
	}
	if s := c.muxShape(l.node(), r.node()); s.kind != gateAnd {
		return s
	}
	if s, ok := c.majShape(l.node(), r.node()); ok {
		return s
	}
	s, _ := c.majShape(r.node(), l.node())
	return s
}

// muxShape matches !(s&t) & !(!s&e), which is s ? !t : !e.
func (c *encoder) muxShape(x, y uint32) gate {
	g := c.g
	p, q := g.nodes[x].left, g.nodes[x].right
	r, s := g.nodes[y].left, g.nodes[y].right
	var sel, t, e edge
	switch {
	case p == r.not():
		sel, t, e = p, q, s
	case p == s.not():
		sel, t, e = p, q, r
	case q == r.not():
		sel, t, e = q, p, s
	case q == s.not():
		sel, t, e = q, p, r
	default:
		return gate{}
	}
	if t != e.not() {
		return gate{gateIte, sel, t.not(), e.not()}
	}
	// sel ? !t : t is sel ^ t. Three inputs, if an operand is an exclusive or that only this one uses (twice: once in each half).
	for _, o := range [2][2]edge{{sel, t}, {t, sel}} {
		in := o[0].node()
		if !g.isAnd(in) || g.nodes[in].refs != 2 || g.nodes[in].sat != 0 {
			continue
		}
		if s := c.innerXor(in); s.kind == gateXor {
			return gate{gateXor3, s.a.xorIf(o[0].neg()), s.b, o[1]}
		}
	}
	return gate{kind: gateXor, a: sel, b: t}
}

func (c *encoder) innerXor(n uint32) gate {
	g := c.g
	l, r := g.nodes[n].left, g.nodes[n].right
	if !l.neg() || !r.neg() || !g.isAnd(l.node()) || !g.isAnd(r.node()) {
		return gate{}
	}
	p, q := g.nodes[l.node()].left, g.nodes[l.node()].right
	s, t := g.nodes[r.node()].left, g.nodes[r.node()].right
	if p == s.not() && q == t.not() || p == t.not() && q == s.not() {
		return gate{kind: gateXor, a: p, b: q}
	}
	return gate{}
}

// majShape matches !(a&b) & !(s & !(!a&!b)), which is the majority of !a, !b, !s.
func (c *encoder) majShape(x, y uint32) (gate, bool) {
	g := c.g
	a, b := g.nodes[x].left, g.nodes[x].right
	s, o := g.nodes[y].left, g.nodes[y].right
	for range 2 {
		if o.neg() && g.isAnd(o.node()) {
			p, q := g.nodes[o.node()].left, g.nodes[o.node()].right
			if p == a.not() && q == b.not() || p == b.not() && q == a.not() {
				return gate{gateMaj, a.not(), b.not(), s.not()}, true
			}
		}
		s, o = o, s
	}
	return gate{}, false
}

// conjuncts flattens a tree of conjunctions through nodes that nothing else uses. The result is valid until the next call.
func (c *encoder) conjuncts(n uint32) []edge {
	g := c.g
	c.leaves = append(c.leaves[:0], g.nodes[n].left, g.nodes[n].right)
	for i := 0; i < len(c.leaves); {
		e := c.leaves[i]
		m := &g.nodes[e.node()]
		if e.neg() || !g.isAnd(e.node()) || m.refs != 1 || m.sat != 0 || c.shape(e.node()).kind != gateAnd {
			i++
			continue
		}
		c.leaves[i] = m.left
		c.leaves = append(c.leaves, m.right)
	}
	return c.leaves
}

// encode adds the clauses of one node in the given polarities.
func (c *encoder) encode(n uint32, pol uint8) {
	out := c.lit(edge(n) << 1)
	no := out.Neg()
	s := c.shape(n)
	switch s.kind {
	case gateXor:
		a, b := c.want(s.a, both), c.want(s.b, both)
		if pol&pos != 0 {
			c.add(no, a, b)
			c.add(no, a.Neg(), b.Neg())
		}
		if pol&neg != 0 {
			c.add(out, a.Neg(), b)
			c.add(out, a, b.Neg())
		}
	case gateXor3:
		a, b, d := c.want(s.a, both), c.want(s.b, both), c.want(s.c, both)
		if pol&pos != 0 {
			c.add(no, a, b, d)
			c.add(no, a, b.Neg(), d.Neg())
			c.add(no, a.Neg(), b, d.Neg())
			c.add(no, a.Neg(), b.Neg(), d)
		}
		if pol&neg != 0 {
			c.add(out, a.Neg(), b, d)
			c.add(out, a, b.Neg(), d)
			c.add(out, a, b, d.Neg())
			c.add(out, a.Neg(), b.Neg(), d.Neg())
		}
	case gateIte:
		a, b, d := c.want(s.a, both), c.want(s.b, pol), c.want(s.c, pol)
		if pol&pos != 0 {
			c.add(no, a.Neg(), b)
			c.add(no, a, d)
			c.add(no, b, d)
		}
		if pol&neg != 0 {
			c.add(out, a.Neg(), b.Neg())
			c.add(out, a, d.Neg())
			c.add(out, b.Neg(), d.Neg())
		}
	case gateMaj:
		a, b, d := c.want(s.a, pol), c.want(s.b, pol), c.want(s.c, pol)
		if pol&pos != 0 {
			c.add(no, a, b)
			c.add(no, a, d)
			c.add(no, b, d)
		}
		if pol&neg != 0 {
			c.add(out, a.Neg(), b.Neg())
			c.add(out, a.Neg(), d.Neg())
			c.add(out, b.Neg(), d.Neg())
		}
	default:
		leaves := c.conjuncts(n)
		c.clause = append(c.clause[:0], out)
		for _, e := range leaves {
			l := c.want(e, pol)
			if pol&pos != 0 {
				c.add(no, l)
			}
			c.clause = append(c.clause, l.Neg())
		}
		if pol&neg != 0 {
			c.add(c.clause...)
		}
	}
}
