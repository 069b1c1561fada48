package logic

// The arena of terms.
//
// A node is 24 bytes in one slice, a term is its index: no pointers for the garbage collector to follow, no
// allocation per term, and handles that are a topological order. Up to three arguments stand in the node itself; only
// conjunctions with more use the shared argument slice. The hash table is open addressing over handles; the hash
// is kept in the node so that growing it touches no arguments. A map[node]Term was three times slower and
// twice as large; pointers per node cost a garbage collector scan over everything at each cycle.
//
// Beside each node stand the bits known of its value (knownbits.go): they are computed from the arguments' at
// construction, which is the only moment when that is one step.

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
)

// Term is a handle of a node of one Builder. The zero Term is no term.
type Term uint32

// Options of a Builder.
type Options struct {
	// NoSimplify keeps terms as they are written: no rewriting, no folding of constants, no ordering of arguments.
	NoSimplify bool
	// MaxFloatSig bounds the significand (hidden bit included) for which multiplication, division, square root and
	// remainder of floats are exact circuits; above it they become marked fresh variables. Zero means 64: all of
	// C's formats but the 128-bit one. Negative means that all of these are approximated.
	MaxFloatSig int
	// MaxFloatRem bounds the width of the integer remainder that an exact float remainder needs (about 2^Exp + Sig
	// bits: 280 for 32-bit floats, 2100 for 64-bit ones). Zero means 300.
	MaxFloatRem int
}

// node flags.
const (
	flagApprox uint8 = 1 << iota // an approximated operation is in the cone
)

// nary marks a node whose arguments are args[0:2] = offset, length in Builder.extra.
const nary = 255

type node struct {
	kind   Kind
	nargs  uint8
	flags  uint8
	leaves uint8 // of a tree of Ites over constants, the number of leaves; 0 for all else
	sort   uint32
	hash   uint32
	args   [3]Term // arguments first; then, for Extract hi, lo; for Const and Var see below
}

// Constants of 64 bits or fewer keep the value in args[1] (low half) and args[2]; wider ones have args[1] = index in
// Builder.bigs. Variables have args[1] = index in Builder.names.

// arrayBit marks an encoded sort as an index in Builder.arrays; otherwise it is the width, 0 for Bool.
const arrayBit = 1 << 31

// Builder makes terms and owns them.
type Builder struct {
	counted  int // terms that Fresh has told of
	opts     Options
	raw      bool
	nodes    []node
	known    []knownBits // parallel to nodes
	extra    []Term
	table    []Term
	mask     uint32
	bigs     []*big.Int
	names    []string
	vars     []Term
	byName   map[string]Term
	arrays   []Sort
	approx   map[Term]approximation // marked variables, and what each stands for
	standIns map[approximation]Term
	refining bool // build float circuits whatever their size
	limit    int  // fuel of one construction: maxFuel, less in tests
	fuel     int  // rewriting steps left in this construction; see simplify.go
	fresh    int
	poly     polynomials // scratch of difference
	bytes    int64       // outside of the node arena: names, wide constants
	seen     []uint32    // for Cone: the epoch in which a term was last seen
	epoch    uint32
	rebuilt  table[Term]      // scratch of rebuild
	imported map[foreign]Term // marked variables of other builders

	definitions map[Term]*definition
	hasDefined  table[uint8] // of arrays, once asked for
}

// foreign names a term of another builder.
type foreign struct {
	from *Builder
	t    Term
}

// NewBuilder makes an empty builder.
func NewBuilder(opts Options) *Builder {
	if opts.MaxFloatSig == 0 {
		opts.MaxFloatSig = 64
	}
	if opts.MaxFloatRem == 0 {
		opts.MaxFloatRem = 300
	}
	b := &Builder{limit: maxFuel, opts: opts, raw: opts.NoSimplify, byName: map[string]Term{}, approx: map[Term]approximation{}, standIns: map[approximation]Term{}, imported: map[foreign]Term{}, definitions: map[Term]*definition{}}
	b.nodes = make([]node, 1, 256) // handle 0 is no term
	b.known = make([]knownBits, 1, 256)
	b.table = make([]Term, 512)
	b.mask = 511
	if f, t := b.constant(0, 0), b.constant(0, 1); f != termFalse || t != termTrue {
		panic("logic: constants out of place")
	}
	return b
}

const (
	termFalse Term = 1
	termTrue  Term = 2
)

// Options are the options the builder was made with, defaults filled in.
func (b *Builder) Options() Options { return b.opts }

// Fresh is the number of terms made since it was asked last: work that nobody has counted yet.
func (b *Builder) Fresh() int64 {
	n := b.NumTerms() - b.counted
	b.counted += n
	return int64(n)
}

// NumTerms is the number of terms made so far; handles are 1..NumTerms.
func (b *Builder) NumTerms() int { return len(b.nodes) - 1 }

// Memory is the number of bytes that the terms occupy, about.
func (b *Builder) Memory() int64 {
	return int64(cap(b.nodes))*24 + int64(cap(b.known))*16 + int64(len(b.table)+cap(b.extra))*4 + b.bytes
}

// Kind is the operator of t.
func (b *Builder) Kind(t Term) Kind { return b.nodes[t].kind }

// Args are the arguments of t, none for constants and variables. The slice stays valid and must not be changed.
func (b *Builder) Args(t Term) []Term {
	n := &b.nodes[t]
	if n.nargs == nary {
		off, l := n.args[0], n.args[1]
		return b.extra[off : off+l : off+l]
	}
	return n.args[:n.nargs:n.nargs]
}

// Arg is the i-th argument of t.
func (b *Builder) Arg(t Term, i int) Term {
	n := &b.nodes[t]
	if n.nargs == nary {
		return b.extra[int(n.args[0])+i]
	}
	if i >= int(n.nargs) {
		panic("logic: no such argument")
	}
	return n.args[i]
}

// NumArgs is the number of arguments of t.
func (b *Builder) NumArgs(t Term) int {
	n := &b.nodes[t]
	if n.nargs == nary {
		return int(n.args[1])
	}
	return int(n.nargs)
}

// Sort is the sort of t.
func (b *Builder) Sort(t Term) Sort { return b.decodeSort(b.nodes[t].sort) }

// Width is the width of a bit-vector, 0 for all else.
func (b *Builder) Width(t Term) int {
	if s := b.nodes[t].sort; s&arrayBit == 0 {
		return int(s)
	}
	return 0
}

// ExtractBounds are the highest and lowest bit that an Extract takes.
func (b *Builder) ExtractBounds(t Term) (hi, lo int) {
	n := &b.nodes[t]
	if n.kind != KExtract {
		panic("logic: ExtractBounds of " + n.kind.String())
	}
	return int(n.args[1]), int(n.args[2])
}

// Name is the name of a variable.
func (b *Builder) Name(t Term) string {
	n := &b.nodes[t]
	if n.kind != KVar {
		panic("logic: Name of " + n.kind.String())
	}
	return b.names[n.args[1]]
}

// Vars are all variables made so far, oldest first. The slice must not be changed.
func (b *Builder) Vars() []Term { return b.vars[:len(b.vars):len(b.vars)] }

// IsConst reports whether t is a Bool or BV constant.
func (b *Builder) IsConst(t Term) bool { return b.nodes[t].kind == KConst }

// IsTrue reports whether t is the constant true.
func (b *Builder) IsTrue(t Term) bool { return t == termTrue }

// IsFalse reports whether t is the constant false.
func (b *Builder) IsFalse(t Term) bool { return t == termFalse }

// Uint64 is the value of a Bool constant (0 or 1) or of a BV constant of at most 64 bits.
func (b *Builder) Uint64(t Term) (v uint64, ok bool) {
	n := &b.nodes[t]
	if n.kind != KConst || n.sort > 64 {
		return 0, false
	}
	return n.value(), true
}

func (n *node) value() uint64 { return uint64(n.args[1]) | uint64(n.args[2])<<32 }

// Value is the value of a Bool or BV constant; t must be one.
func (b *Builder) Value(t Term) Value {
	n := &b.nodes[t]
	if n.kind != KConst {
		panic("logic: Value of " + n.kind.String())
	}
	if n.sort > 64 {
		return Value{sort: b.decodeSort(n.sort), big: b.bigs[n.args[1]]}
	}
	return Value{sort: b.decodeSort(n.sort), u: n.value()}
}

// bigValue is the value of a constant as a big.Int that must not be changed.
func (b *Builder) bigValue(t Term) *big.Int {
	n := &b.nodes[t]
	if n.sort > 64 {
		return b.bigs[n.args[1]]
	}
	return new(big.Int).SetUint64(n.value())
}

// Approximated reports whether the value of t may depend on a float operation that was approximated.
func (b *Builder) Approximated(t Term) bool { return b.nodes[t].flags&flagApprox != 0 }

// ApproximatedBy lists the marked variables in the cone of t, oldest first.
func (b *Builder) ApproximatedBy(t Term) []Term {
	var out []Term
	if !b.Approximated(t) {
		return nil
	}
	for _, v := range b.VarsOf(t) {
		if _, ok := b.approx[v]; ok {
			out = append(out, v)
		}
	}
	return out
}

// ApproxOf says what a marked variable stands for, and "" for any other term.
func (b *Builder) ApproxOf(t Term) string {
	if a, ok := b.approx[t]; ok {
		return a.String()
	}
	return ""
}

// Var is the variable with that name, made if it does not exist. A name has one sort.
func (b *Builder) Var(name string, s Sort) Term {
	if t, ok := b.byName[name]; ok {
		if b.Sort(t) != s {
			panic(fmt.Sprintf("logic: variable %q has sort %v, not %v", name, b.Sort(t), s))
		}
		return t
	}
	n := node{kind: KVar, sort: b.encodeSort(s)}
	n.args[1] = Term(len(b.names))
	b.names = append(b.names, name)
	b.bytes += int64(len(name)) + 64
	t := b.intern(n)
	b.vars = append(b.vars, t)
	b.byName[name] = t
	return t
}

// LookupVar finds a variable by its name.
func (b *Builder) LookupVar(name string) (Term, bool) {
	t, ok := b.byName[name]
	return t, ok
}

// FreshVar is a new variable, named after the prefix and a number.
func (b *Builder) FreshVar(prefix string, s Sort) Term {
	for {
		b.fresh++
		name := prefix + "!" + strconv.Itoa(b.fresh)
		if _, ok := b.byName[name]; !ok {
			return b.Var(name, s)
		}
	}
}

func (b *Builder) encodeSort(s Sort) uint32 {
	switch s.Kind {
	case BoolKind:
		return 0
	case BVKind:
		return uint32(BVSort(s.Width).Width)
	case ArrayKind:
		for i, a := range b.arrays {
			if a == s {
				return arrayBit | uint32(i)
			}
		}
		b.arrays = append(b.arrays, ArraySort(s.Index, s.Width))
		return arrayBit | uint32(len(b.arrays)-1)
	}
	panic("logic: no sort")
}

func (b *Builder) decodeSort(s uint32) Sort {
	switch {
	case s == 0:
		return BoolSort
	case s&arrayBit != 0:
		return b.arrays[s&^arrayBit]
	}
	return Sort{Kind: BVKind, Width: int(s)}
}

// constant is the constant of an encoded sort of at most 64 bits; v must fit.
func (b *Builder) constant(sort uint32, v uint64) Term {
	n := node{kind: KConst, sort: sort, leaves: 1}
	n.args[1], n.args[2] = Term(v), Term(v>>32)
	return b.intern(n)
}

// constantBig is the constant of any width; v is reduced modulo 2^width.
func (b *Builder) constantBig(width int, v *big.Int) Term {
	if v.Sign() < 0 || v.BitLen() > width {
		v = new(big.Int).And(v, maskBig(width))
	}
	if width <= 64 {
		return b.constant(uint32(width), v.Uint64())
	}
	h := uint32(2166136261)
	for _, w := range v.Bits() {
		h = mix(h, uint32(w))
		h = mix(h, uint32(uint64(w)>>32))
	}
	h = finish(mix(h, uint32(width)))
	for i := h & b.mask; ; i = (i + 1) & b.mask {
		t := b.table[i]
		if t == 0 {
			break
		}
		n := &b.nodes[t]
		if n.hash == h && n.kind == KConst && n.sort == uint32(width) && b.bigs[n.args[1]].Cmp(v) == 0 {
			return t
		}
	}
	n := node{kind: KConst, sort: uint32(width), leaves: 1, hash: h}
	n.args[1] = Term(len(b.bigs))
	b.bigs = append(b.bigs, new(big.Int).Set(v))
	b.bytes += int64(width/8) + 56
	return b.push(n)
}

func maskBig(width int) *big.Int {
	m := big.NewInt(1)
	return m.Sub(m.Lsh(m, uint(width)), big.NewInt(1))
}

func mask64(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(width) - 1
}

func mix(h, x uint32) uint32 {
	h ^= x * 0x9e3779b1
	return (h<<13 | h>>19) * 0x85ebca6b
}

func finish(h uint32) uint32 {
	h ^= h >> 16
	h *= 0xc2b2ae35
	return h ^ h>>13
}

// intern returns the node equal to n, or adds it. Not for wide constants and for conjunctions with more than three
// arguments, whose identity is not in the node.
func (b *Builder) intern(n node) Term {
	h := mix(uint32(n.kind), n.sort)
	h = mix(h, uint32(n.args[0]))
	h = mix(h, uint32(n.args[1]))
	h = finish(mix(h, uint32(n.args[2])))
	for i := h & b.mask; ; i = (i + 1) & b.mask {
		t := b.table[i]
		if t == 0 {
			break
		}
		m := &b.nodes[t]
		if m.hash == h && m.kind == n.kind && m.sort == n.sort && m.nargs == n.nargs && m.args == n.args {
			return t
		}
	}
	n.hash = h
	return b.push(n)
}

// internNary is intern for a node with more than three arguments.
func (b *Builder) internNary(k Kind, sort uint32, args []Term) Term {
	h := mix(uint32(k), sort)
	for _, a := range args {
		h = mix(h, uint32(a))
	}
	h = finish(mix(h, uint32(len(args))))
search:
	for i := h & b.mask; ; i = (i + 1) & b.mask {
		t := b.table[i]
		if t == 0 {
			break
		}
		m := &b.nodes[t]
		if m.hash == h && m.kind == k && m.sort == sort && m.nargs == nary && int(m.args[1]) == len(args) {
			for j, a := range b.Args(t) {
				if a != args[j] {
					continue search
				}
			}
			return t
		}
	}
	n := node{kind: k, nargs: nary, sort: sort, hash: h}
	n.args[0], n.args[1] = Term(len(b.extra)), Term(len(args))
	b.extra = append(b.extra, args...)
	return b.push(n)
}

func (b *Builder) push(n node) Term {
	t := Term(len(b.nodes))
	if t == 1<<32-1 {
		panic("logic: too many terms")
	}
	if len(b.nodes) == cap(b.nodes) { // append would grow by a quarter, and copy five times as often
		b.nodes = slices.Grow(b.nodes, len(b.nodes))
		b.known = slices.Grow(b.known, len(b.nodes))
	}
	b.nodes = append(b.nodes, n)
	b.known = append(b.known, knownBits{})
	p := &b.nodes[t]
	for _, a := range b.Args(t) {
		p.flags |= b.nodes[a].flags & flagApprox
	}
	if p.kind == KIte && p.sort&arrayBit == 0 {
		x, y := b.nodes[p.args[1]].leaves, b.nodes[p.args[2]].leaves
		if x > 0 && y > 0 && x+y <= maxLeaves {
			p.leaves = x + y
		}
	}
	b.known[t] = b.knownOf(t)
	if uint32(len(b.nodes))*2 > b.mask {
		b.grow()
		return t // grow enters all nodes
	}
	b.enter(t)
	return t
}

func (b *Builder) enter(t Term) {
	i := b.nodes[t].hash & b.mask
	for b.table[i] != 0 {
		i = (i + 1) & b.mask
	}
	b.table[i] = t
}

func (b *Builder) grow() {
	size := len(b.table) * 2
	b.table = make([]Term, size)
	b.mask = uint32(size - 1)
	for t := 1; t < len(b.nodes); t++ {
		b.enter(Term(t))
	}
}

func (b *Builder) mk1(k Kind, sort uint32, x Term) Term {
	return b.intern(node{kind: k, nargs: 1, sort: sort, args: [3]Term{x}})
}

func (b *Builder) mk2(k Kind, sort uint32, x, y Term) Term {
	return b.intern(node{kind: k, nargs: 2, sort: sort, args: [3]Term{x, y}})
}

func (b *Builder) mk3(k Kind, sort uint32, x, y, z Term) Term {
	return b.intern(node{kind: k, nargs: 3, sort: sort, args: [3]Term{x, y, z}})
}

func (b *Builder) mkAnd(args []Term) Term {
	switch len(args) {
	case 2:
		return b.mk2(KAnd, 0, args[0], args[1])
	case 3:
		return b.mk3(KAnd, 0, args[0], args[1], args[2])
	}
	return b.internNary(KAnd, 0, args)
}

func (b *Builder) mkExtract(hi, lo int, x Term) Term {
	return b.intern(node{kind: KExtract, nargs: 1, sort: uint32(hi - lo + 1), args: [3]Term{x, Term(hi), Term(lo)}})
}

func (b *Builder) mkIte(c, x, y Term) Term { return b.mk3(KIte, b.nodes[x].sort, c, x, y) }
