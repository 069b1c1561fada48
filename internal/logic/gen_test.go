package logic

// Random terms for the tests, made three times over: by the simplifying builder, by one that keeps terms as written,
// and as plain values under a few assignments, by arithmetic written down here. All three must agree after each
// step, so a failure names the one construction that is wrong.

import (
	"fmt"
	"math/big"
	"math/rand"
)

type item struct {
	s, r Term    // simplified, raw
	vals []Value // one per assignment
}

type gen struct {
	rng     *rand.Rand
	s, r    *Builder
	assignS []Assignment
	assignR []Assignment
	pool    map[Sort][]item
	sorts   []Sort
	widths  []int
	last    string
	arrays  bool
	ring    bool // sums and products, and what compares them
}

const assignments = 6

func newGen(seed int64, widths []int, arrays bool) *gen {
	g := &gen{
		rng: rand.New(rand.NewSource(seed)), s: NewBuilder(Options{}), r: NewBuilder(Options{NoSimplify: true}),
		pool: map[Sort][]item{}, widths: widths, arrays: arrays,
	}
	for range assignments {
		g.assignS = append(g.assignS, Assignment{})
		g.assignR = append(g.assignR, Assignment{})
	}
	g.variable("p", BoolSort)
	g.variable("q", BoolSort)
	for _, w := range widths {
		g.variable(fmt.Sprintf("x%d", w), BVSort(w))
		g.variable(fmt.Sprintf("y%d", w), BVSort(w))
	}
	if arrays {
		for i, w := range widths {
			g.variable(fmt.Sprintf("a%d", i), ArraySort(w, widths[(i+1)%len(widths)]))
		}
	}
	return g
}

func (g *gen) put(it item) item {
	s := it.vals[0].Sort()
	if len(g.pool[s]) == 0 {
		g.sorts = append(g.sorts, s)
	}
	g.pool[s] = append(g.pool[s], it)
	return it
}

func (g *gen) value(s Sort) Value {
	switch s.Kind {
	case BoolKind:
		return BoolValue(g.rng.Intn(2) == 0)
	case BVKind:
		return BVBigValue(s.Width, g.number(s.Width))
	default:
		v := ArrayValue(s, g.value(s.Elem()))
		for range g.rng.Intn(4) {
			v = v.With(g.value(s.IndexSort()), g.value(s.Elem()))
		}
		return v
	}
}

// number is a number of w bits, often one at which things change.
func (g *gen) number(w int) *big.Int {
	r := new(big.Int)
	switch g.rng.Intn(7) {
	case 0:
		return r
	case 1:
		return r.SetInt64(int64(g.rng.Intn(5)))
	case 2:
		return r.SetInt64(-1 - int64(g.rng.Intn(3)))
	case 3:
		return r.Lsh(big.NewInt(1), uint(g.rng.Intn(w)))
	case 4:
		return r.Sub(r.Lsh(big.NewInt(1), uint(g.rng.Intn(w)+1)), big.NewInt(int64(1+g.rng.Intn(2))))
	}
	return r.Rand(g.rng, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

func (g *gen) variable(name string, s Sort) {
	it := item{s: g.s.Var(name, s), r: g.r.Var(name, s)}
	for i := range assignments {
		v := g.value(s)
		g.assignS[i][it.s] = v
		g.assignR[i][it.r] = v
		it.vals = append(it.vals, v)
	}
	g.put(it)
}

// pick is a term of the sort: an old one, or a constant.
func (g *gen) pick(s Sort) item {
	p := g.pool[s]
	if len(p) == 0 || (s.Kind != ArrayKind && g.rng.Intn(4) == 0) {
		v := g.value(s)
		it := item{s: g.s.Const(v), r: g.r.Const(v)}
		for range assignments {
			it.vals = append(it.vals, v)
		}
		if len(p) == 0 {
			g.put(it)
		}
		return it
	}
	if g.rng.Intn(2) == 0 && len(p) > 6 {
		return p[len(p)-1-g.rng.Intn(6)]
	}
	return p[g.rng.Intn(len(p))]
}

func (g *gen) width() int { return g.widths[g.rng.Intn(len(g.widths))] }

func boolVal(f func(v []Value) bool) func([]Value) Value {
	return func(v []Value) Value { return BoolValue(f(v)) }
}

func ucmp(v []Value) int { return v[0].Big().Cmp(v[1].Big()) }
func scmp(v []Value) int { return v[0].Signed().Cmp(v[1].Signed()) }

// bvRef is the reference for operations on two bit-vectors, through unbounded integers.
func bvRef(name string, v []Value) Value {
	w := v[0].Sort().Width
	x, y := v[0].Big(), v[1].Big()
	sx, sy := v[0].Signed(), v[1].Signed()
	r := new(big.Int)
	bitwise := func(f func(p, q bool) bool) {
		for i := range w {
			if f(v[0].Bit(i), v[1].Bit(i)) {
				r.SetBit(r, i, 1)
			}
		}
	}
	switch name {
	case "Add":
		r.Add(x, y)
	case "Sub":
		r.Sub(x, y)
	case "Mul":
		r.Mul(x, y)
	case "UDiv":
		if y.Sign() == 0 {
			return BVBigValue(w, big.NewInt(-1))
		}
		r.Quo(x, y)
	case "URem":
		if y.Sign() == 0 {
			return v[0]
		}
		r.Rem(x, y)
	case "SDiv":
		if sy.Sign() == 0 {
			if sx.Sign() < 0 {
				return BVValue(w, 1)
			}
			return BVBigValue(w, big.NewInt(-1))
		}
		r.Quo(sx, sy)
	case "SRem":
		if sy.Sign() == 0 {
			return v[0]
		}
		r.Rem(sx, sy)
	case "SMod":
		if sy.Sign() == 0 {
			return v[0]
		}
		r.Rem(sx, sy)
		if r.Sign() != 0 && r.Sign() != sy.Sign() {
			r.Add(r, sy)
		}
	case "BVAnd":
		bitwise(func(p, q bool) bool { return p && q })
	case "BVOr":
		bitwise(func(p, q bool) bool { return p || q })
	case "BVXor":
		bitwise(func(p, q bool) bool { return p != q })
	case "Shl", "LShr", "AShr":
		n := w
		if y.Cmp(big.NewInt(int64(w))) < 0 {
			n = int(y.Int64())
		}
		for i := range w {
			bit := false
			switch {
			case name == "Shl":
				bit = i >= n && v[0].Bit(i-n)
			case i+n < w:
				bit = v[0].Bit(i + n)
			default:
				bit = name == "AShr" && v[0].Bit(w-1)
			}
			if bit {
				r.SetBit(r, i, 1)
			}
		}
	default:
		panic(name)
	}
	return BVBigValue(w, r)
}

// apply makes a term by an operation in both builders and as values.
func (g *gen) apply(name string, args []item, mk func(b *Builder, a []Term) Term, ref func(v []Value) Value) item {
	g.last = name
	st := make([]Term, len(args))
	rt := make([]Term, len(args))
	for i, a := range args {
		st[i], rt[i] = a.s, a.r
		g.last += fmt.Sprintf(" %d", a.s)
	}
	it := item{s: mk(g.s, st), r: mk(g.r, rt)}
	for j := range assignments {
		v := make([]Value, len(args))
		for i, a := range args {
			v[i] = a.vals[j]
		}
		it.vals = append(it.vals, ref(v))
	}
	return g.put(it)
}

var bvOps = []struct {
	name string
	mk   func(b *Builder, x, y Term) Term
}{
	{"Add", (*Builder).Add},
	{"Sub", (*Builder).Sub},
	{"Mul", (*Builder).Mul},
	{"UDiv", (*Builder).UDiv},
	{"URem", (*Builder).URem},
	{"SDiv", (*Builder).SDiv},
	{"SRem", (*Builder).SRem},
	{"SMod", (*Builder).SMod},
	{"BVAnd", (*Builder).BVAnd},
	{"BVOr", (*Builder).BVOr},
	{"BVXor", (*Builder).BVXor},
	{"Shl", (*Builder).Shl},
	{"LShr", (*Builder).LShr},
	{"AShr", (*Builder).AShr},
	{"Add", (*Builder).Add},
	{"BVAnd", (*Builder).BVAnd},
	{"BVOr", (*Builder).BVOr},
}

var relOps = []struct {
	name string
	mk   func(b *Builder, x, y Term) Term
	ref  func([]Value) bool
}{
	{"Eq", (*Builder).Eq, func(v []Value) bool { return ucmp(v) == 0 }},
	{"Distinct", func(b *Builder, x, y Term) Term { return b.Distinct(x, y) }, func(v []Value) bool { return ucmp(v) != 0 }},
	{"ULt", (*Builder).ULt, func(v []Value) bool { return ucmp(v) < 0 }},
	{"ULe", (*Builder).ULe, func(v []Value) bool { return ucmp(v) <= 0 }},
	{"SLt", (*Builder).SLt, func(v []Value) bool { return scmp(v) < 0 }},
	{"SLe", (*Builder).SLe, func(v []Value) bool { return scmp(v) <= 0 }},
}

// binary applies an operation on two bit-vectors.
func (g *gen) binary(name string, mk func(b *Builder, x, y Term) Term, x, y item) item {
	return g.apply(name, []item{x, y},
		func(b *Builder, a []Term) Term { return mk(b, a[0], a[1]) },
		func(v []Value) Value { return bvRef(name, v) })
}

// ringStep makes a term that is a polynomial of older ones, or compares two that may well be equal: an old term is taken apart by one of the laws
// of rings, and compared with the result.
func (g *gen) ringStep() item {
	w := g.width()
	bv := BVSort(w)
	add := func(x, y item) item { return g.binary("Add", (*Builder).Add, x, y) }
	sub := func(x, y item) item { return g.binary("Sub", (*Builder).Sub, x, y) }
	mul := func(x, y item) item { return g.binary("Mul", (*Builder).Mul, x, y) }
	x, y, z := g.pick(bv), g.pick(bv), g.pick(bv)
	var l, r item
	switch g.rng.Intn(12) {
	case 0:
		return add(x, y)
	case 1:
		return sub(x, y)
	case 2:
		return mul(x, y)
	case 3:
		n := g.rng.Intn(w)
		return g.apply(fmt.Sprint("Shl ", n), []item{x},
			func(b *Builder, a []Term) Term { return b.Shl(a[0], b.BV(w, uint64(n))) },
			func(v []Value) Value { return BVBigValue(w, new(big.Int).Lsh(v[0].Big(), uint(n))) })
	case 4:
		return g.slice(w)
	case 5:
		return g.extend(w, max(g.width(), w))
	case 6:
		return g.apply("BVNot", []item{x},
			func(b *Builder, a []Term) Term { return b.BVNot(a[0]) },
			func(v []Value) Value { return BVBigValue(w, new(big.Int).Not(v[0].Big())) })
	case 7:
		l, r = mul(x, add(y, z)), add(mul(x, y), mul(z, x))
	case 8:
		l, r = mul(mul(x, y), z), mul(x, mul(z, y))
	case 9:
		l, r = mul(add(x, y), sub(x, y)), sub(mul(x, x), mul(y, y))
	case 10:
		l, r = add(x, add(y, z)), add(add(z, x), y)
	default:
		l, r = sub(x, y), sub(z, y)
	}
	if g.rng.Intn(3) == 0 {
		r = add(r, g.pick(bv)) // mostly not equal, after all
	}
	op := relOps[g.rng.Intn(len(relOps))]
	return g.apply(op.name, []item{l, r},
		func(b *Builder, a []Term) Term { return op.mk(b, a[0], a[1]) }, boolVal(op.ref))
}

// step makes one random term.
func (g *gen) step() item {
	if g.ring && g.rng.Intn(8) > 0 {
		return g.ringStep()
	}
	w := g.width()
	bv := BVSort(w)
	n := 20
	if g.arrays {
		n = 26
	}
	switch g.rng.Intn(n) {
	case 0, 1, 2, 3, 4:
		op := bvOps[g.rng.Intn(len(bvOps))]
		return g.apply(op.name, []item{g.pick(bv), g.pick(bv)},
			func(b *Builder, a []Term) Term { return op.mk(b, a[0], a[1]) },
			func(v []Value) Value { return bvRef(op.name, v) })
	case 5, 6, 7, 8:
		op := relOps[g.rng.Intn(len(relOps))]
		return g.apply(op.name, []item{g.pick(bv), g.pick(bv)},
			func(b *Builder, a []Term) Term { return op.mk(b, a[0], a[1]) }, boolVal(op.ref))
	case 9, 10:
		s := bv
		if g.rng.Intn(4) == 0 {
			s = BoolSort
		}
		return g.apply("Ite", []item{g.pick(BoolSort), g.pick(s), g.pick(s)},
			func(b *Builder, a []Term) Term { return b.Ite(a[0], a[1], a[2]) },
			func(v []Value) Value {
				if v[0].Bool() {
					return v[1]
				}
				return v[2]
			})
	case 11, 12:
		return g.connective()
	case 13:
		return g.apply("BVNot", []item{g.pick(bv)},
			func(b *Builder, a []Term) Term { return b.BVNot(a[0]) },
			func(v []Value) Value { return BVBigValue(w, new(big.Int).Not(v[0].Big())) })
	case 14:
		return g.apply("Neg", []item{g.pick(bv)},
			func(b *Builder, a []Term) Term { return b.Neg(a[0]) },
			func(v []Value) Value { return BVBigValue(w, new(big.Int).Neg(v[0].Big())) })
	case 15, 16:
		return g.slice(w)
	case 17:
		if g.rng.Intn(2) == 0 {
			// Two terms extended to one width, and compared.
			t := max(w, g.width())
			x, y := g.extend(w, t), g.extend(min(g.width(), t), t)
			op := relOps[g.rng.Intn(len(relOps))]
			return g.apply(op.name, []item{x, y},
				func(b *Builder, a []Term) Term { return op.mk(b, a[0], a[1]) }, boolVal(op.ref))
		}
		return g.extend(w, max(g.width(), w))
	case 18:
		x := g.pick(bv)
		i := g.rng.Intn(w)
		return g.apply(fmt.Sprint("Bit ", i), []item{x}, func(b *Builder, a []Term) Term { return b.Bit(a[0], i) },
			func(v []Value) Value { return BoolValue(v[0].Bit(i)) })
	case 19:
		return g.apply(fmt.Sprint("FromBool ", w), []item{g.pick(BoolSort)},
			func(b *Builder, a []Term) Term { return b.FromBool(w, a[0]) },
			func(v []Value) Value { return BVValue(w, v[0].u) })
	default:
		return g.arrayStep()
	}
}

func (g *gen) connective() item {
	var args []item
	for range 2 + g.rng.Intn(3) {
		args = append(args, g.pick(BoolSort))
	}
	switch g.rng.Intn(6) {
	case 0:
		return g.apply("Not", args[:1], func(b *Builder, a []Term) Term { return b.Not(a[0]) },
			boolVal(func(v []Value) bool { return !v[0].Bool() }))
	case 1, 2:
		return g.apply("And", args, func(b *Builder, a []Term) Term { return b.And(a...) },
			boolVal(func(v []Value) bool {
				for _, x := range v {
					if !x.Bool() {
						return false
					}
				}
				return true
			}))
	case 3:
		return g.apply("Or", args, func(b *Builder, a []Term) Term { return b.Or(a...) },
			boolVal(func(v []Value) bool {
				for _, x := range v {
					if x.Bool() {
						return true
					}
				}
				return false
			}))
	case 4:
		return g.apply("Xor", args[:2], func(b *Builder, a []Term) Term { return b.Xor(a[0], a[1]) },
			boolVal(func(v []Value) bool { return v[0].Bool() != v[1].Bool() }))
	default:
		return g.apply("Implies", args[:2], func(b *Builder, a []Term) Term { return b.Implies(a[0], a[1]) },
			boolVal(func(v []Value) bool { return !v[0].Bool() || v[1].Bool() }))
	}
}

// slice extracts, and sometimes puts the pieces together again.
func (g *gen) slice(w int) item {
	x := g.pick(BVSort(w))
	cut := func(x item, w, hi, lo int) item {
		return g.apply(fmt.Sprintf("Extract %d %d", hi, lo), []item{x},
			func(b *Builder, a []Term) Term { return b.Extract(hi, lo, a[0]) },
			func(v []Value) Value { return BVBigValue(hi-lo+1, new(big.Int).Rsh(v[0].Big(), uint(lo))) })
	}
	if w > 1 && g.rng.Intn(2) == 0 {
		m := 1 + g.rng.Intn(w-1)
		y := x
		if g.rng.Intn(2) == 0 {
			y = g.pick(BVSort(w))
		}
		hi, lo := cut(x, w, w-1, m), cut(y, w, m-1, 0)
		return g.apply("Concat", []item{hi, lo}, func(b *Builder, a []Term) Term { return b.Concat(a[0], a[1]) },
			func(v []Value) Value {
				r := new(big.Int).Lsh(v[0].Big(), uint(v[1].Sort().Width))
				return BVBigValue(w, r.Add(r, v[1].Big()))
			})
	}
	// To a width in use, so that the result takes part in what follows.
	t := min(g.width(), w)
	lo := g.rng.Intn(w - t + 1)
	return cut(x, w, lo+t-1, lo)
}

func (g *gen) extend(w, t int) item {
	x := g.pick(BVSort(w))
	if g.rng.Intn(2) == 0 {
		return g.apply(fmt.Sprint("ZExt ", t), []item{x}, func(b *Builder, a []Term) Term { return b.ZExt(t, a[0]) },
			func(v []Value) Value { return BVBigValue(t, v[0].Big()) })
	}
	return g.apply(fmt.Sprint("SExt ", t), []item{x}, func(b *Builder, a []Term) Term { return b.SExt(t, a[0]) },
		func(v []Value) Value { return BVBigValue(t, v[0].Signed()) })
}

func (g *gen) arrayStep() item {
	k := g.rng.Intn(len(g.widths))
	s := ArraySort(g.widths[k], g.widths[(k+1)%len(g.widths)])
	switch g.rng.Intn(8) {
	case 0, 1, 2:
		return g.apply("Select", []item{g.pick(s), g.pick(s.IndexSort())},
			func(b *Builder, a []Term) Term { return b.Select(a[0], a[1]) },
			func(v []Value) Value { return v[0].At(v[1]) })
	case 3, 4, 5:
		return g.apply("Store", []item{g.pick(s), g.pick(s.IndexSort()), g.pick(s.Elem())},
			func(b *Builder, a []Term) Term { return b.Store(a[0], a[1], a[2]) },
			func(v []Value) Value { return v[0].With(v[1], v[2]) })
	case 6:
		return g.apply("Ite", []item{g.pick(BoolSort), g.pick(s), g.pick(s)},
			func(b *Builder, a []Term) Term { return b.Ite(a[0], a[1], a[2]) },
			func(v []Value) Value {
				if v[0].Bool() {
					return v[1]
				}
				return v[2]
			})
	default:
		if g.rng.Intn(3) == 0 {
			return g.apply("ConstArray", []item{g.pick(s.Elem())},
				func(b *Builder, a []Term) Term { return b.ConstArray(s.Index, a[0]) },
				func(v []Value) Value { return ArrayValue(s, v[0]) })
		}
		return g.apply("Eq", []item{g.pick(s), g.pick(s)}, func(b *Builder, a []Term) Term { return b.Eq(a[0], a[1]) },
			boolVal(func(v []Value) bool { return v[0].Equal(v[1]) }))
	}
}
