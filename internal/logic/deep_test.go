package logic

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Terms a million levels deep go through everything.
func TestDeepTerms(t *testing.T) {
	for _, raw := range []bool{false, true} {
		b := NewBuilder(Options{NoSimplify: raw})
		x, y := b.Var("x", BVSort(32)), b.Var("y", BVSort(32))
		start := time.Now()
		v := x
		for range tooltest.Few(500_000) {
			v = b.BVXor(b.Add(v, y), x)
		}
		f := b.ULt(v, y)
		build := time.Since(start)
		deep(t, b, f, x, y)
		t.Logf("raw %v: %d terms built in %v, all in %v", raw, b.NumTerms(), build, time.Since(start))
	}
	// Stores, Ites and conjunctions.
	b := NewBuilder(Options{})
	x, y := b.Var("x", BVSort(32)), b.Var("y", BVSort(32))
	v, s, arr, p := x, b.Var("p", BoolSort), b.Var("a", ArraySort(32, 32)), b.Var("q", BoolSort)
	for i := range tooltest.Few(50_000) {
		v = b.Ite(b.Eq(v, y), b.Mul(v, x), b.Select(arr, v))
		arr = b.Store(arr, b.Add(x, b.BV(32, uint64(i%1000))), v)
		s = b.And(b.Or(s, p), b.ULt(v, b.BV(32, uint64(i))))
	}
	deep(t, b, b.And(b.Eq(b.Select(arr, y), v), s), x, y)
}

func deep(t *testing.T, b *Builder, f, x, y Term) {
	t.Helper()
	want := b.Eval(f, Assignment{x: BVValue(32, 12345), y: BVValue(32, 77)}).Bool()
	z := b.Var("z", BVSort(32))
	g := b.Subst(f, map[Term]Term{y: z})
	if got := b.Eval(g, Assignment{x: BVValue(32, 12345), z: BVValue(32, 77)}).Bool(); got != want {
		t.Errorf("substituted formula is %v, not %v", got, want)
	}
	if len(b.VarsOf(f)) < 2 || b.Approximated(f) {
		t.Errorf("variables %v", b.VarsOf(f))
	}
	var text bytes.Buffer
	script := &Script{Decls: b.VarsOf(f), Commands: []Command{{Kind: CmdAssert, Terms: []Term{f}}}}
	if err := PrintSMTLIB(&text, b, script); err != nil {
		t.Fatal(err)
	}
	again := parse(t, b, text.String())
	if got := b.Eval(again.Asserts[0], Assignment{x: BVValue(32, 12345), y: BVValue(32, 77)}).Bool(); got != want {
		t.Errorf("printed and read formula is %v, not %v", got, want)
	}
}

// Text nested deeper than any stack.
func TestDeepText(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	const depth = 100_000
	b := NewBuilder(Options{})
	var lets strings.Builder
	lets.WriteString("(declare-const v0 (_ BitVec 16))(declare-const p Bool)(assert ")
	for i := range depth {
		fmt.Fprintf(&lets, "(let ((v%d (bvmul v%d (bvnot v%d)))) ", i+1, i, i)
	}
	fmt.Fprintf(&lets, "(= v%d #x0001)%s)", depth, strings.Repeat(")", depth))
	for _, text := range []string{
		lets.String(),
		"(declare-const p Bool)(assert " + strings.Repeat("(not ", depth) + "p" + strings.Repeat(")", depth) + ")",
		"(declare-const p Bool)(assert " + strings.Repeat("(! (xor p ", depth) + "p" + strings.Repeat(") :a (b))", depth) + ")",
	} {
		b = NewBuilder(Options{})
		s := parse(t, b, text)
		if again := parse(t, b, fmt.Sprintf("(declare-const p Bool)(declare-const v0 (_ BitVec 16))(assert %s)", b.String(s.Asserts[0]))); again.Asserts[0] != s.Asserts[0] {
			t.Errorf("read again as another term")
		}
	}
	for _, text := range []string{strings.Repeat("(", depth), "(assert " + strings.Repeat("(not ", depth), strings.Repeat("(set-info :x (", depth)} {
		if _, err := ParseSMTLIB(b, strings.NewReader(text)); err == nil {
			t.Error("accepted")
		}
	}
}

// Substitution is evaluation under changed values.
func TestSubst(t *testing.T) {
	for seed := range int64(100) {
		g := newGen(seed, widthSets[int(seed)%len(widthSets)], seed%2 == 0)
		for range 60 {
			g.step()
		}
		for range 40 {
			target := g.step()
			vars := g.s.VarsOf(target.s)
			if len(vars) == 0 {
				continue
			}
			v := vars[g.rng.Intn(len(vars))]
			by := g.pick(g.s.Sort(v))
			got := g.s.Subst(target.s, map[Term]Term{v: by.s})
			raw := g.r.Subst(target.r, map[Term]Term{mustVar(g.r, g.s.Name(v)): by.r})
			for i := range assignments {
				a := Assignment{}
				maps.Copy(a, g.assignS[i])
				a[v] = by.vals[i]
				want := g.s.Eval(target.s, a)
				if have := g.s.Eval(got, g.assignS[i]); !have.Equal(want) {
					t.Fatalf("seed %d: %v, want %v", seed, have, want)
				}
				if have := g.r.Eval(raw, g.assignR[i]); !have.Equal(want) {
					t.Fatalf("seed %d raw: %v, want %v", seed, have, want)
				}
			}
		}
	}
}

func mustVar(b *Builder, name string) Term {
	v, ok := b.LookupVar(name)
	if !ok {
		panic(name)
	}
	return v
}

// Values of arrays behave like maps, whichever version is asked.
func TestArrayValues(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	s := ArraySort(3, 8)
	type version struct {
		v Value
		m [8]uint64
	}
	all := []version{{v: ArrayValue(s, BVValue(8, 5)), m: [8]uint64{5, 5, 5, 5, 5, 5, 5, 5}}}
	all = append(all, version{v: ArrayValue(s, BVValue(8, 6)), m: [8]uint64{6, 6, 6, 6, 6, 6, 6, 6}})
	for range 3000 {
		old := all[rng.Intn(len(all))]
		i, e := uint64(rng.Intn(8)), uint64(4+rng.Intn(3))
		n := version{v: old.v.With(BVValue(3, i), BVValue(8, e)), m: old.m}
		n.m[i] = e
		all = append(all, n)
		q := all[rng.Intn(len(all))]
		for i := range uint64(8) {
			if got, _ := q.v.At(BVValue(3, i)).Uint64(); got != q.m[i] {
				t.Fatalf("%v at %d: %d, want %d", q.v, i, got, q.m[i])
			}
		}
		r := all[rng.Intn(len(all))]
		if got, want := q.v.Equal(r.v), q.m == r.m; got != want {
			t.Fatalf("%v equals %v: %v, want %v", q.v, r.v, got, want)
		}
		if def, entries := q.v.Entries(); !ArrayValue(s, def, entries...).Equal(q.v) {
			t.Fatalf("%v rebuilt differs", q.v)
		}
	}
}

// Constructors refuse ill-sorted arguments.
func TestIllSorted(t *testing.T) {
	b := NewBuilder(Options{})
	x8, x16, p, a := b.Var("x8", BVSort(8)), b.Var("x16", BVSort(16)), b.Var("p", BoolSort), b.Var("a", ArraySort(8, 16))
	for name, f := range map[string]func(){
		"add": func() { b.Add(x8, x16) }, "and": func() { b.And(p, x8) }, "eq": func() { b.Eq(p, x8) }, "ite": func() { b.Ite(x8, p, p) },
		"ite2": func() { b.Ite(p, x8, x16) }, "extract": func() { b.Extract(8, 0, x8) }, "zext": func() { b.ZExt(4, x8) }, "select": func() { b.Select(a, x16) },
		"store": func() { b.Store(a, x8, x8) }, "not": func() { b.Not(x8) }, "none": func() { b.Not(0) }, "none2": func() { b.Add(0, 0) },
		"var": func() { b.Var("p", BVSort(1)) }, "width": func() { b.Var("w", BVSort(0)) }, "float": func() { b.FAdd(Float32, x8, x8) },
		"subst": func() { b.Subst(p, map[Term]Term{p: x8}) }, "bool2bv": func() { b.BVNot(p) }, "array": func() { b.ULt(a, a) },
		"noneEq": func() { b.Eq(0, 0) }, "noneIte": func() { b.Ite(p, 0, 0) }, "noneSelect": func() { b.Select(0, x8) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: accepted", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkConstruct(b *testing.B) {
	b.ReportAllocs()
	var lb *Builder
	var x, y, c Term
	for i := 0; b.Loop(); i++ {
		if i%1_000_000 == 0 {
			lb = NewBuilder(Options{})
			x, y, c = lb.Var("x", BVSort(32)), lb.Var("y", BVSort(32)), lb.Var("c", BoolSort)
		}
		// Five constructions of the kind that encoding makes.
		v := lb.Add(x, lb.BV(32, uint64(i)))
		c = lb.And(c, lb.ULt(y, v))
		x = lb.Ite(c, v, x)
		y = lb.BVXor(y, x)
	}
	b.ReportMetric(float64(b.N*5)/b.Elapsed().Seconds(), "terms/s")
}

func BenchmarkConstructShared(b *testing.B) {
	b.ReportAllocs()
	lb := NewBuilder(Options{})
	x, y := lb.Var("x", BVSort(32)), lb.Var("y", BVSort(32))
	for i := 0; b.Loop(); i++ {
		lb.Mul(lb.Add(x, y), lb.BV(32, uint64(i&1023)*2+1))
	}
}

func BenchmarkFloatCircuits(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		lb := NewBuilder(Options{})
		x, y := lb.Var("x", BVSort(64)), lb.Var("y", BVSort(64))
		lb.FDiv(Float64, lb.FMul(Float64, x, y), lb.FAdd(Float64, x, y))
	}
}

func BenchmarkEval(b *testing.B) {
	lb := NewBuilder(Options{})
	x, y := lb.Var("x", BVSort(64)), lb.Var("y", BVSort(64))
	t := lb.FDiv(Float64, x, y)
	n := len(lb.Cone(t))
	a := Assignment{x: BVValue(64, 0x400921fb54442d18), y: BVValue(64, 0x4005bf0a8b145769)}
	for b.Loop() {
		lb.Eval(t, a)
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "terms/s")
}
