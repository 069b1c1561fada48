// And-inverter graph with structural hashing and two-level rewriting.
//
// Every Boolean function that a term denotes becomes an edge into one graph whose nodes are two-input conjunctions and whose edges
// may be complemented. Equal structure is shared by a hash table over ordered pairs of edges, so a condition that occurs in a
// thousand guards is encoded once. Before a node is made, its two operands and their operands are matched against the local
// rules of Brummayer and Biere (contradiction, subsumption, idempotence, substitution, resolution): they never enlarge the graph
// and need no search, because each of them replaces an operand by a strictly smaller one.
//
// Rejected: native XOR and multiplexer nodes. They would make the CNF step simpler, but a rule set over three node kinds is far
// larger, and what is lost by looking only at conjunctions is recovered in cnf.go, which recognizes exclusive or, multiplexer and
// majority by their shape. Also rejected: global rewriting (cuts, refactoring): the solver below does bounded variable
// elimination, which finds most of the same, and the graph has to grow incrementally, where global passes do not pay.
//
// A node is 16 bytes, children always have smaller numbers than their parents, and node 0 is the constant false. Nodes are never
// removed: the graph lives as long as the solver, and the memory limit ends it.
package bitblast

// An edge is a node number times two, plus one if complemented.
type edge uint32

const (
	edgeFalse edge = 0
	edgeTrue  edge = 1
	maxNodes       = 1<<31 - 1
)

func (e edge) not() edge         { return e ^ 1 }
func (e edge) node() uint32      { return uint32(e >> 1) }
func (e edge) neg() bool         { return e&1 != 0 }
func (e edge) isConst() bool     { return e <= edgeTrue }
func (e edge) xorIf(c bool) edge { return e ^ boolEdge(c) }

func boolEdge(c bool) edge {
	if c {
		return edgeTrue
	}
	return edgeFalse
}

// inputMark in the left child tells an input from a conjunction; it is above every valid edge.
const inputMark edge = 1<<32 - 1

type node struct {
	left, right edge   // children, left < right; an input has inputMark on the left
	sat         uint32 // variable of the SAT solver plus one, 0 if there is none yet
	refs        uint8  // number of parents, saturating
	enc         uint8  // polarities already given to the SAT solver (cnf.go)
}

type aig struct {
	nodes []node
	table []uint32 // open addressing over conjunction nodes, 0 is empty
	ins   []uint32 // the input nodes
	ands  int
	// grow is called now and then while nodes are made, when there are as many as next; it panics with a stop to abandon the construction (limit.go).
	grow func()
	next uint32
	// product multiplies two unknown vectors (multiply.go); the benchmarks put rejected shapes here.
	product func(g *aig, a, b []edge) []edge
}

const growEvery = 1 << 12

func newAIG() *aig {
	return &aig{nodes: make([]node, 1, 1024), table: make([]uint32, 1024), grow: func() {}, product: (*aig).rows}
}

// bytes is what the graph occupies, for the memory limit.
func (g *aig) bytes() int64 {
	return int64(cap(g.nodes))*16 + int64(len(g.table)+cap(g.ins))*4
}

func (g *aig) newNode(l, r edge) uint32 {
	n := uint32(len(g.nodes))
	if n >= g.next {
		g.next = n + growEvery
		g.grow()
	}
	if n >= maxNodes {
		panic(stop{limitError("size", "more than 2^31 gates")})
	}
	g.nodes = append(g.nodes, node{left: l, right: r})
	return n
}

func (g *aig) input() edge {
	n := g.newNode(inputMark, 0)
	g.ins = append(g.ins, n)
	return edge(n) << 1
}

func (g *aig) isAnd(n uint32) bool { return n != 0 && g.nodes[n].left != inputMark }

func (g *aig) isInput(n uint32) bool { return n != 0 && g.nodes[n].left == inputMark }

// and returns the conjunction of a and b, rewritten as far as the local rules go.
func (g *aig) and(a, b edge) edge {
	for {
		if a > b {
			a, b = b, a
		}
		switch {
		case a == edgeFalse || a == b.not():
			return edgeFalse
		case a == edgeTrue || a == b:
			return b
		}
		x, y, done := g.rewrite(a, b)
		if done {
			return x
		}
		if x == a && y == b {
			return g.hashed(a, b)
		}
		a, b = x, y
	}
}

// rewrite applies one rule. It returns the result with done set, or the operands to go on with (a and b themselves if no rule fits).
func (g *aig) rewrite(a, b edge) (x, y edge, done bool) {
	aAnd, bAnd := g.isAnd(a.node()), g.isAnd(b.node())
	if aAnd {
		if x, y, done = g.oneSided(a, b); done || x != a || y != b {
			return x, y, done
		}
	}
	if bAnd {
		if x, y, done = g.oneSided(b, a); done || x != b || y != a {
			return x, y, done
		}
	}
	if !aAnd || !bAnd {
		return a, b, false
	}
	switch {
	case !a.neg() && !b.neg():
		return g.bothPositive(a, b)
	case a.neg() && b.neg():
		return g.bothNegative(a, b)
	case a.neg():
		return g.mixed(b, a)
	default:
		return g.mixed(a, b)
	}
}

// oneSided looks into a only. (p&q)&b: contradiction, idempotence; !(p&q)&b: subsumption, substitution.
func (g *aig) oneSided(a, b edge) (x, y edge, done bool) {
	n := &g.nodes[a.node()]
	p, q := n.left, n.right
	nb := b.not()
	if !a.neg() {
		switch {
		case p == nb || q == nb:
			return edgeFalse, 0, true
		case p == b || q == b:
			return a, 0, true
		}
		return a, b, false
	}
	switch {
	case p == nb || q == nb:
		return b, 0, true
	case p == b:
		return q.not(), b, false
	case q == b:
		return p.not(), b, false
	}
	return a, b, false
}

// bothPositive: (p&q)&(r&s) is false if a pair is complementary; a shared operand is dropped from one side.
func (g *aig) bothPositive(a, b edge) (x, y edge, done bool) {
	p, q := g.nodes[a.node()].left, g.nodes[a.node()].right
	r, s := g.nodes[b.node()].left, g.nodes[b.node()].right
	switch {
	case p == r.not() || p == s.not() || q == r.not() || q == s.not():
		return edgeFalse, 0, true
	case p == r || q == r:
		return a, s, false
	case p == s || q == s:
		return a, r, false
	}
	return a, b, false
}

// mixed: (p&q)&!(r&s), subsumption and substitution.
func (g *aig) mixed(a, b edge) (x, y edge, done bool) {
	p, q := g.nodes[a.node()].left, g.nodes[a.node()].right
	r, s := g.nodes[b.node()].left, g.nodes[b.node()].right
	switch {
	case p == r.not() || p == s.not() || q == r.not() || q == s.not():
		return a, 0, true
	case p == r || q == r:
		return a, s.not(), false
	case p == s || q == s:
		return a, r.not(), false
	}
	return min(a, b), max(a, b), false
}

// bothNegative: !(p&q)&!(p&!q) is !p.
func (g *aig) bothNegative(a, b edge) (x, y edge, done bool) {
	p, q := g.nodes[a.node()].left, g.nodes[a.node()].right
	r, s := g.nodes[b.node()].left, g.nodes[b.node()].right
	switch {
	case p == r && q == s.not(), p == s && q == r.not():
		return p.not(), 0, true
	case q == s && p == r.not(), q == r && p == s.not():
		return q.not(), 0, true
	}
	return a, b, false
}

func hashPair(l, r edge) uint32 {
	h := uint64(l)<<32 | uint64(r)
	h *= 0x9e3779b97f4a7c15
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// hashed returns the node of the pair, making it if need be. The operands are ordered.
func (g *aig) hashed(l, r edge) edge {
	if (g.ands+1)*4 > len(g.table)*3 {
		g.rehash()
	}
	mask := uint32(len(g.table) - 1)
	i := hashPair(l, r) & mask
	for g.table[i] != 0 {
		if n := &g.nodes[g.table[i]]; n.left == l && n.right == r {
			return edge(g.table[i]) << 1
		}
		i = (i + 1) & mask
	}
	n := g.newNode(l, r)
	g.table[i] = n
	g.ands++
	g.ref(l)
	g.ref(r)
	return edge(n) << 1
}

func (g *aig) ref(e edge) {
	if n := &g.nodes[e.node()]; n.refs != 255 {
		n.refs++
	}
}

func (g *aig) rehash() {
	g.grow()
	g.table = make([]uint32, 2*len(g.table))
	mask := uint32(len(g.table) - 1)
	for n := range g.nodes {
		if !g.isAnd(uint32(n)) {
			continue
		}
		i := hashPair(g.nodes[n].left, g.nodes[n].right) & mask
		for g.table[i] != 0 {
			i = (i + 1) & mask
		}
		g.table[i] = uint32(n)
	}
}

func (g *aig) or(a, b edge) edge { return g.and(a.not(), b.not()).not() }

// xor strips the signs first, so that a^b, !a^b and the like share their nodes.
func (g *aig) xor(a, b edge) edge {
	flip := a.neg() != b.neg()
	a, b = a&^1, b&^1
	switch {
	case a == b:
		return edgeFalse.xorIf(flip)
	case a == edgeFalse:
		return b.xorIf(flip)
	case b == edgeFalse:
		return a.xorIf(flip)
	}
	return g.and(g.and(a, b).not(), g.and(a.not(), b.not()).not()).xorIf(flip)
}

func (g *aig) iff(a, b edge) edge { return g.xor(a, b).not() }

// ite is normalized to a positive condition and a positive first branch.
func (g *aig) ite(c, t, e edge) edge {
	if c.neg() {
		c, t, e = c.not(), e, t
	}
	switch {
	case c == edgeFalse:
		return e
	case t == e:
		return t
	case t == e.not():
		return g.iff(c, t)
	case t == edgeTrue || t == c:
		return g.or(c, e)
	case t == edgeFalse || t == c.not():
		return g.and(c.not(), e)
	case e == edgeTrue || e == c.not():
		return g.or(c.not(), t)
	case e == edgeFalse || e == c:
		return g.and(c, t)
	}
	flip := t.neg()
	t, e = t.xorIf(flip), e.xorIf(flip)
	return g.and(g.and(c, t).not(), g.and(c.not(), e).not()).not().xorIf(flip)
}

// maj is the majority of three: the carry of a full adder. It is its own dual, which is used to keep the smallest operand positive.
func (g *aig) maj(a, b, c edge) edge {
	a, b, c = sort3(a, b, c)
	switch {
	case a == b || a == c.not():
		if a == b {
			return a
		}
		return b
	case b == c:
		return b
	case a == b.not():
		return c
	case b == c.not():
		return a
	case a == edgeFalse:
		return g.and(b, c)
	case a == edgeTrue:
		return g.or(b, c)
	}
	flip := a.neg()
	a, b, c = a.xorIf(flip), b.xorIf(flip), c.xorIf(flip)
	return g.or(g.and(a, b), g.and(c, g.or(a, b))).xorIf(flip)
}

func sort3(a, b, c edge) (x, y, z edge) {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b, c = c, b
	}
	if a > b {
		a, b = b, a
	}
	return a, b, c
}

func (g *aig) fullAdder(a, b, c edge) (sum, carry edge) {
	a, b, c = sort3(a, b, c)
	return g.xor(g.xor(a, b), c), g.maj(a, b, c)
}
