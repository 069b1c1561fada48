package logic

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// floatBits are bit patterns of a float at which things happen, and random ones.
func floatBits(rng *rand.Rand, f FloatFormat) uint64 {
	w := f.Width()
	frac := rng.Uint64() & mask64(f.frac())
	exp := rng.Uint64() & mask64(f.Exp)
	switch rng.Intn(10) {
	case 0:
		frac = 0
	case 1:
		frac = mask64(f.frac()) >> uint(rng.Intn(f.frac()))
	case 2:
		frac = 1 << uint(rng.Intn(f.frac()))
	}
	switch rng.Intn(12) {
	case 0:
		exp = 0 // zeros and subnormals
	case 1:
		exp = mask64(f.Exp) // infinities and NaN
		if rng.Intn(2) == 0 {
			frac = 0
		}
	case 2:
		exp = 1
	case 3:
		exp = mask64(f.Exp) - 1
	case 4, 5, 6, 7: // near one
		exp = uint64(f.bias()) - uint64(f.Sig) + uint64(rng.Intn(2*f.Sig))
	}
	return (uint64(rng.Intn(2))<<uint(w-1) | (exp&mask64(f.Exp))<<uint(f.frac()) | frac) & mask64(w)
}

// hardware is a float type of this machine.
type hardware struct {
	f          FloatFormat
	add, sub   func(x, y uint64) uint64
	mul, div   func(x, y uint64) uint64
	rem        func(x, y uint64) uint64
	lt, le, eq func(x, y uint64) bool
	sqrt       func(x uint64) uint64
	nan        func(x uint64) bool
	float      func(x uint64) float64
	fromS      func(x int64) uint64
	fromU      func(x uint64) uint64
	other      FloatFormat
	toOther    func(x uint64) uint64
	otherNaN   func(x uint64) bool
}

func f32(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func b32(x float32) uint64 { return uint64(math.Float32bits(x)) }

var machines = []hardware{
	{
		f:   Float32,
		add: func(x, y uint64) uint64 { return b32(f32(x) + f32(y)) }, sub: func(x, y uint64) uint64 { return b32(f32(x) - f32(y)) },
		mul: func(x, y uint64) uint64 { return b32(f32(x) * f32(y)) }, div: func(x, y uint64) uint64 { return b32(f32(x) / f32(y)) },
		rem: func(x, y uint64) uint64 { return b32(float32(math.Mod(float64(f32(x)), float64(f32(y))))) },
		lt:  func(x, y uint64) bool { return f32(x) < f32(y) }, le: func(x, y uint64) bool { return f32(x) <= f32(y) },
		eq: func(x, y uint64) bool { return f32(x) == f32(y) },
		// The square root of a float32 computed in float64 and rounded again is exact: 53 bits are more than 2*24+2.
		sqrt: func(x uint64) uint64 { return b32(float32(math.Sqrt(float64(f32(x))))) },
		nan:  func(x uint64) bool { return f32(x) != f32(x) }, float: func(x uint64) float64 { return float64(f32(x)) },
		fromS: func(x int64) uint64 { return b32(float32(x)) }, fromU: func(x uint64) uint64 { return b32(float32(x)) },
		other: Float64, toOther: func(x uint64) uint64 { return math.Float64bits(float64(f32(x))) },
		otherNaN: func(x uint64) bool { return math.IsNaN(math.Float64frombits(x)) },
	},
	{
		f:   Float64,
		add: func(x, y uint64) uint64 { return math.Float64bits(f64(x) + f64(y)) }, sub: func(x, y uint64) uint64 { return math.Float64bits(f64(x) - f64(y)) },
		mul: func(x, y uint64) uint64 { return math.Float64bits(f64(x) * f64(y)) }, div: func(x, y uint64) uint64 { return math.Float64bits(f64(x) / f64(y)) },
		lt: func(x, y uint64) bool { return f64(x) < f64(y) }, le: func(x, y uint64) bool { return f64(x) <= f64(y) },
		eq: func(x, y uint64) bool { return f64(x) == f64(y) }, sqrt: func(x uint64) uint64 { return math.Float64bits(math.Sqrt(f64(x))) },
		nan: func(x uint64) bool { return math.IsNaN(f64(x)) }, float: f64,
		fromS: func(x int64) uint64 { return math.Float64bits(float64(x)) }, fromU: func(x uint64) uint64 { return math.Float64bits(float64(x)) },
		other: Float32, toOther: func(x uint64) uint64 { return b32(float32(f64(x))) },
		otherNaN: func(x uint64) bool { return f32(x) != f32(x) },
	},
}

func f64(x uint64) float64 { return math.Float64frombits(x) }

func TestFloatsAgainstHardware(t *testing.T) {
	for _, m := range machines {
		for _, raw := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d raw=%v", m.f.Width(), raw), func(t *testing.T) {
				n := 1500
				if raw {
					n = 300
				}
				testMachine(t, m, NewBuilder(Options{NoSimplify: raw}), n)
			})
		}
	}
}

func testMachine(t *testing.T, m hardware, b *Builder, n int) {
	f, w := m.f, m.f.Width()
	x, y, i := b.Var("x", BVSort(w)), b.Var("y", BVSort(w)), b.Var("i", BVSort(64))
	type op struct {
		name string
		t    Term
		ref  func(x, y uint64) uint64
	}
	floats := []op{
		{"add", b.FAdd(f, x, y), m.add},
		{"sub", b.FSub(f, x, y), m.sub},
		{"mul", b.FMul(f, x, y), m.mul},
		{"div", b.FDiv(f, x, y), m.div},
		{"sqrt", b.FSqrt(f, x), func(x, _ uint64) uint64 { return m.sqrt(x) }},
		{"neg", b.FNeg(f, x), func(x, _ uint64) uint64 { return x ^ 1<<uint(w-1) }},
	}
	if m.rem != nil {
		floats = append(floats, op{"rem", b.FRem(f, x, y), m.rem})
	}
	bools := []struct {
		name string
		t    Term
		ref  func(x, y uint64) bool
	}{
		{"lt", b.FLt(f, x, y), m.lt},
		{"le", b.FLe(f, x, y), m.le},
		{"eq", b.FEq(f, x, y), m.eq},
		{"nan", b.FIsNaN(f, x), func(x, _ uint64) bool { return m.nan(x) }},
		{"inf", b.FIsInf(f, x), func(x, _ uint64) bool { return math.IsInf(m.float(x), 0) }},
		{"zero", b.FIsZero(f, x), func(x, _ uint64) bool { return m.float(x) == 0 }},
	}
	toS, toSok := b.FToS(f, 32, x), b.FToSValid(f, 32, x)
	toU, toUok := b.FToU(f, 64, x), b.FToUValid(f, 64, x)
	toOther := b.FToF(f, m.other, x)
	fromS, fromU := b.SToF(f, i), b.UToF(f, i)
	rng := rand.New(rand.NewSource(int64(w)))
	for range n {
		vx, vy := floatBits(rng, f), floatBits(rng, f)
		if rng.Intn(8) == 0 {
			vy = vx ^ uint64(rng.Intn(2))<<uint(w-1) ^ uint64(rng.Intn(3))
		}
		vi := rng.Uint64() >> uint(rng.Intn(64))
		if rng.Intn(2) == 0 {
			vi = -vi
		}
		ev := NewEvaluator(b, Assignment{x: BVValue(w, vx), y: BVValue(w, vy), i: BVValue(64, vi)})
		word := func(t Term) uint64 { v, _ := ev.Value(t).Uint64(); return v }
		same := func(name string, got, want uint64, nan func(uint64) bool) {
			if got != want && !(nan(got) && nan(want) && name != "neg") {
				t.Fatalf("%s(%#x, %#x; %#x) = %#x, want %#x", name, vx, vy, vi, got, want)
			}
		}
		for _, o := range floats {
			same(o.name, word(o.t), o.ref(vx, vy), m.nan)
		}
		for _, o := range bools {
			if got, want := ev.Bool(o.t), o.ref(vx, vy); got != want {
				t.Fatalf("%s(%#x, %#x) = %v, want %v", o.name, vx, vy, got, want)
			}
		}
		same("to other", word(toOther), m.toOther(vx), m.otherNaN)
		same("from signed", word(fromS), m.fromS(int64(vi)), m.nan)
		same("from unsigned", word(fromU), m.fromU(vi), m.nan)
		v := math.Trunc(m.float(vx))
		okS := v >= math.MinInt32 && v <= math.MaxInt32
		okU := v > -1 && v < 1<<64
		if ev.Bool(toSok) != okS || ev.Bool(toUok) != okU {
			t.Fatalf("%v fits: %v %v, want %v %v", m.float(vx), ev.Bool(toSok), ev.Bool(toUok), okS, okU)
		}
		if okS && int32(word(toS)) != int32(v) || !okS && word(toS) != 1<<31 {
			t.Fatalf("%v to signed: %d", m.float(vx), int32(word(toS)))
		}
		if okU && word(toU) != uint64(v) || !okU && word(toU) != math.MaxUint64 {
			t.Fatalf("%v to unsigned: %d", m.float(vx), word(toU))
		}
	}
}

// Constants fold: an operation on constants is a constant.
func TestFloatConstantsFold(t *testing.T) {
	b := NewBuilder(Options{MaxFloatSig: -1})
	c := func(v float64) Term { return b.BV(64, math.Float64bits(v)) }
	for _, o := range []struct{ got, want Term }{
		{b.FAdd(Float64, c(0.1), c(0.2)), c(0.1 + math.Float64frombits(math.Float64bits(0.2)))},
		{b.FMul(Float64, c(3), c(0.1)), c(0.30000000000000004)},
		{b.FDiv(Float64, c(1), c(3)), c(1.0 / 3)},
		{b.FSqrt(Float64, c(2)), c(math.Sqrt2)},
		{b.SToF(Float64, b.BVInt(32, -7)), c(-7)},
		{b.FToS(Float64, 16, c(-2.9)), b.BVInt(16, -2)},
	} {
		if o.got != o.want {
			t.Errorf("got %s, want %s", b.String(o.got), b.String(o.want))
		}
	}
}

// tiny is an exact model of a small format: all its values as rationals, rounding by search.
type tiny struct {
	f    FloatFormat
	vals []*big.Rat // by bits; nil for infinities and NaN
}

func newTiny(f FloatFormat) *tiny {
	m := &tiny{f: f, vals: make([]*big.Rat, 1<<f.Width())}
	for v := range uint64(len(m.vals)) {
		frac := int64(v & mask64(f.frac()))
		exp := int64(v >> uint(f.frac()) & mask64(f.Exp))
		if exp == int64(mask64(f.Exp)) {
			continue
		}
		if exp == 0 {
			exp = 1
		} else {
			frac += 1 << f.frac()
		}
		r := new(big.Rat).SetInt64(frac)
		scale := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(f.bias()+int64(f.frac()))))
		r.Mul(r, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(exp))))
		r.Quo(r, scale)
		if v>>uint(f.Width()-1) == 1 {
			r.Neg(r)
		}
		m.vals[v] = r
	}
	return m
}

func (m *tiny) nan() uint64 { return mask64(m.f.Exp+1) << uint(m.f.frac()-1) }

func (m *tiny) inf(neg bool) uint64 {
	v := mask64(m.f.Exp) << uint(m.f.frac())
	if neg {
		v |= 1 << uint(m.f.Width()-1)
	}
	return v
}

func (m *tiny) isNaN(v uint64) bool {
	return m.vals[v] == nil && v&mask64(m.f.frac()) != 0
}

// round finds the nearest value of the sign by looking at all; beyond half a step above the largest it is infinity.
func (m *tiny) round(r *big.Rat, negZero bool) uint64 {
	neg := r.Sign() < 0 || r.Sign() == 0 && negZero
	signBit := uint64(0)
	if neg {
		signBit = 1 << uint(m.f.Width()-1)
	}
	mag := new(big.Rat).Abs(r)
	inf := m.inf(false)
	// The value after the largest, as if there were one.
	beyond := new(big.Rat).Sub(m.vals[inf-1], m.vals[inf-2])
	beyond.Add(beyond, m.vals[inf-1])
	best, dist := uint64(0), (*big.Rat)(nil)
	for v := uint64(0); v <= inf; v++ {
		val := beyond
		if v < inf {
			val = m.vals[v]
		}
		d := new(big.Rat).Sub(val, mag)
		d.Abs(d)
		if dist == nil || d.Cmp(dist) < 0 || d.Cmp(dist) == 0 && v&1 == 0 {
			best, dist = v, d
		}
	}
	return best | signBit
}

// Every pair of floats of tiny formats, against exact arithmetic.
func TestTinyFloatsExhaustively(t *testing.T) {
	formats := []FloatFormat{{3, 3}, {2, 4}, {4, 2}}
	for _, f := range formats[:tooltest.Few(len(formats))] {
		m := newTiny(f)
		w := f.Width()
		b := NewBuilder(Options{})
		x, y := b.Var("x", BVSort(w)), b.Var("y", BVSort(w))
		wide := FloatFormat{5, 6}
		add, sub, mul, div, rem := b.FAdd(f, x, y), b.FSub(f, x, y), b.FMul(f, x, y), b.FDiv(f, x, y), b.FRem(f, x, y)
		there := b.FToF(f, wide, x)
		back := b.FToF(wide, f, there)
		n := uint64(len(m.vals))
		for vx := range n {
			for vy := range n {
				ev := NewEvaluator(b, Assignment{x: BVValue(w, vx), y: BVValue(w, vy)})
				check := func(name string, t1 Term, want uint64) {
					if got, _ := ev.Value(t1).Uint64(); got != want {
						t.Fatalf("%v: %s(%0*b, %0*b) = %0*b, want %0*b", f, name, w, vx, w, vy, w, got, w, want)
					}
				}
				check("add", add, m.sum(vx, vy))
				check("sub", sub, m.sum(vx, vy^1<<uint(w-1)))
				check("mul", mul, m.product(vx, vy))
				check("div", div, m.quotient(vx, vy))
				check("rem", rem, m.remainder(vx, vy))
				if vy == 0 {
					want := vx
					if m.isNaN(vx) {
						want = m.nan()
					}
					check("there and back", back, want)
				}
			}
		}
	}
}

func (m *tiny) neg(v uint64) bool { return v>>uint(m.f.Width()-1) == 1 }

func (m *tiny) sum(x, y uint64) uint64 {
	px, py := m.vals[x], m.vals[y]
	switch {
	case m.isNaN(x) || m.isNaN(y) || px == nil && py == nil && x != y:
		return m.nan()
	case px == nil:
		return x
	case py == nil:
		return y
	}
	return m.round(new(big.Rat).Add(px, py), m.neg(x) && m.neg(y))
}

func (m *tiny) product(x, y uint64) uint64 {
	px, py := m.vals[x], m.vals[y]
	neg := m.neg(x) != m.neg(y)
	switch {
	case m.isNaN(x) || m.isNaN(y):
		return m.nan()
	case px == nil || py == nil:
		if px != nil && px.Sign() == 0 || py != nil && py.Sign() == 0 {
			return m.nan()
		}
		return m.inf(neg)
	}
	return m.round(new(big.Rat).Mul(px, py), neg)
}

func (m *tiny) quotient(x, y uint64) uint64 {
	px, py := m.vals[x], m.vals[y]
	neg := m.neg(x) != m.neg(y)
	switch {
	case m.isNaN(x) || m.isNaN(y) || px == nil && py == nil:
		return m.nan()
	case px == nil:
		return m.inf(neg)
	case py == nil:
		return m.round(new(big.Rat), neg)
	case py.Sign() == 0:
		if px.Sign() == 0 {
			return m.nan()
		}
		return m.inf(neg)
	}
	return m.round(new(big.Rat).Quo(px, py), neg)
}

func (m *tiny) remainder(x, y uint64) uint64 {
	px, py := m.vals[x], m.vals[y]
	switch {
	case px == nil || m.isNaN(y) || py != nil && py.Sign() == 0:
		return m.nan()
	case py == nil:
		return x
	}
	q := new(big.Rat).Quo(px, py)
	n := new(big.Int).Quo(q.Num(), q.Denom()) // toward zero
	r := new(big.Rat).Mul(py, new(big.Rat).SetInt(n))
	return m.round(r.Sub(px, r), m.neg(x))
}

func TestApproximation(t *testing.T) {
	b := NewBuilder(Options{MaxFloatSig: 24})
	x, y := b.Var("x", BVSort(64)), b.Var("y", BVSort(64))
	s := b.Var("s", BVSort(32))
	if e := b.FMul(Float32, s, s); b.Approximated(e) {
		t.Error("32 bits approximated")
	}
	if b.Approximated(b.FAdd(Float64, x, y)) {
		t.Error("a sum approximated")
	}
	m := b.FMul(Float64, x, y)
	if !b.Approximated(m) || m != b.FMul(Float64, y, x) {
		t.Error("product: not marked, or not a function of its operands")
	}
	d := b.FDiv(Float64, m, b.FSqrt(Float64, b.FRem(Float64, y, x)))
	q := b.And(b.FLt(Float64, d, x), b.Eq(s, b.BV(32, 3)))
	if !b.Approximated(q) || len(b.ApproximatedBy(q)) != 4 {
		t.Errorf("marked: %v", b.ApproximatedBy(q))
	}
	if got := b.ApproxOf(b.ApproximatedBy(m)[0]); got != "fmul of 64 bits" {
		t.Errorf("ApproxOf %q", got)
	}
	// Special values stay exact.
	zero := b.BV(64, 0)
	if b.FMul(Float64, zero, b.FNaN(Float64)) != b.FNaN(Float64) || b.Approximated(b.FMul(Float64, zero, zero)) {
		t.Error("product of constants")
	}
	e := b.Exact(b.FMul(Float64, b.FMul(Float64, x, y), y))
	if b.Approximated(e) {
		t.Fatal("still approximated")
	}
	exact := NewBuilder(Options{})
	ex, ey := exact.Var("x", BVSort(64)), exact.Var("y", BVSort(64))
	if want := exact.FMul(Float64, exact.FMul(Float64, ex, ey), ey); exact.Import(b, e)[0] != want {
		rng := rand.New(rand.NewSource(1))
		for range 50 {
			vx, vy := BVValue(64, floatBits(rng, Float64)), BVValue(64, floatBits(rng, Float64))
			got, want := b.Eval(e, Assignment{x: vx, y: vy}), exact.Eval(want, Assignment{ex: vx, ey: vy})
			if !got.Equal(want) {
				t.Fatalf("refined to %v, want %v", got, want)
			}
		}
	}
}

// Names of marked variables mean nothing in another builder.
func TestImportApproximated(t *testing.T) {
	from, to := NewBuilder(Options{MaxFloatSig: -1}), NewBuilder(Options{MaxFloatSig: -1})
	m := from.FMul(Float32, from.Var("x", BVSort(32)), from.Var("y", BVSort(32)))
	d := to.FMul(Float32, to.Var("x", BVSort(32)), to.Var("x", BVSort(32)))
	if from.Name(from.ApproximatedBy(m)[0]) != to.Name(to.ApproximatedBy(d)[0]) {
		t.Fatal("the names do not even clash")
	}
	n := to.Import(from, m)[0]
	if !to.Approximated(n) || to.ApproximatedBy(n)[0] == to.ApproximatedBy(d)[0] {
		t.Errorf("%s became %s", from.String(m), to.String(n))
	}
	if again := to.Import(from, m)[0]; again != n {
		t.Errorf("imported twice, %s and %s", to.String(n), to.String(again))
	}
}
