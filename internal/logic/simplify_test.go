package logic

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

var widthSets = [][]int{
	{1, 8, 16}, {1, 2, 3}, {4, 8, 32}, {8, 16, 32, 64}, {1, 32, 64}, {3, 64, 65}, {1, 64, 130}, {5, 7, 96, 128},
}

// TestSimplifierAgainstReference compares simplifier, evaluator and reference on 80,000 random terms, 5,000,000 in the long run.
func TestSimplifierAgainstReference(t *testing.T) {
	const perRun = 400
	terms := tooltest.Count(t, 80_000, 5_000_000)
	runs := terms / perRun / 2
	for seed := range int64(runs) {
		g := newGen(seed, widthSets[int(seed)%len(widthSets)], seed%3 != 0)
		g.ring = seed%4 == 2
		if seed%4 == 1 { // the paths without fuel
			g.s.limit = int(seed/4) % 5
		}
		compare(t, g, seed, perRun)
	}
	// Small worlds, in which terms meet themselves and their own constants.
	for seed := range int64(terms / 2 / 25) {
		g := newGen(seed, [][]int{{1}, {2}, {3}, {1, 2}, {1, 4}, {8}, {66}}[seed%7], seed%5 == 0)
		g.ring = seed%4 == 2
		compare(t, g, seed, 25)
	}
}

func compare(t *testing.T, g *gen, seed int64, steps int) {
	t.Helper()
	evS, evR, evW := make([]*Evaluator, assignments), make([]*Evaluator, assignments), make([]*Evaluator, assignments)
	for i := range assignments {
		evS[i] = NewEvaluator(g.s, g.assignS[i])
		evR[i] = NewEvaluator(g.r, g.assignR[i])
		evW[i] = NewEvaluator(g.r, g.assignR[i])
		evW[i].wide = true
	}
	for range steps {
		it := g.step()
		if g.s.Sort(it.s) != it.vals[0].Sort() || g.r.Sort(it.r) != it.vals[0].Sort() {
			t.Fatalf("seed %d, %s: sort %v, want %v", seed, g.last, g.s.Sort(it.s), it.vals[0].Sort())
		}
		for i := range assignments {
			want := it.vals[i]
			if got := evR[i].Value(it.r); !got.Equal(want) {
				t.Fatalf("seed %d, %s: evaluated to %v, want %v", seed, g.last, got, want)
			}
			if got := evW[i].Value(it.r); !got.Equal(want) {
				t.Fatalf("seed %d, %s: wide evaluation gives %v, want %v", seed, g.last, got, want)
			}
			if got := evS[i].Value(it.s); !got.Equal(want) {
				t.Fatalf("seed %d, %s: simplified to %s, which is %v, want %v", seed, g.last, dump(g.s, it.s), got, want)
			}
			if s := want.Sort(); s.IsBV() {
				zeros, ones := g.s.KnownBits(it.s)
				low := new(big.Int).And(want.Big(), maskBig(64)).Uint64()
				if low&zeros != 0 || ^low&ones != 0 {
					t.Fatalf("seed %d, %s: known zeros %x ones %x, value %v", seed, g.last, zeros, ones, want)
				}
			}
		}
	}
}

// Conjunctions and Ites over bounds by constants, all of them of three bits, under all values.
func TestBoundsExhaustively(t *testing.T) {
	const w = 3
	b := NewBuilder(Options{})
	x := b.Var("x", BVSort(w))
	type bound struct {
		t  Term
		in uint8 // the values in it
	}
	var evs [8]*Evaluator
	for v := range evs {
		evs[v] = NewEvaluator(b, Assignment{x: BVValue(w, uint64(v))})
	}
	set := func(f Term) uint8 {
		var in uint8
		for v, ev := range evs {
			if ev.Bool(f) {
				in |= 1 << v
			}
		}
		return in
	}
	var all []bound
	for k := range uint64(8) {
		c := b.BV(w, k)
		for _, f := range []Term{b.Eq(x, c), b.ULt(x, c), b.ULt(c, x), b.SLt(x, c), b.SLt(c, x)} {
			for _, f := range []Term{f, b.Not(f)} {
				all = append(all, bound{f, set(f)})
			}
		}
	}
	for i, p := range all {
		for j, q := range all {
			and := b.And(p.t, q.t)
			if got := set(and); got != p.in&q.in {
				t.Fatalf("%s and %s: %08b, want %08b", dump(b, p.t), dump(b, q.t), got, p.in&q.in)
			}
			if p.in&q.in == 0 && and != termFalse && !mixed(b, p.t, q.t) {
				t.Errorf("%s and %s is not seen to be false", dump(b, p.t), dump(b, q.t))
			}
			ite := b.Ite(p.t, b.Ite(q.t, b.BV(2, 1), b.BV(2, 2)), b.BV(2, 3))
			for v := range uint64(8) {
				want := uint64(3)
				if p.in>>v&1 == 1 {
					want = 2 - uint64(q.in>>v&1)
				}
				if got, _ := evs[v].Value(ite).Uint64(); got != want {
					t.Fatalf("Ite(%s, Ite(%s)) at %d: %d, want %d", dump(b, p.t), dump(b, q.t), v, got, want)
				}
			}
			if k := all[(i*7+j*13)%len(all)]; set(b.And(p.t, k.t, q.t)) != p.in&q.in&k.in {
				t.Fatalf("%s and %s and %s", dump(b, p.t), dump(b, q.t), dump(b, k.t))
			}
		}
	}
}

// mixed reports whether one formula is in the signed order and the other in the unsigned one, or about the sign alone:
// these are not compared.
func mixed(b *Builder, p, q Term) bool {
	ap, ok := b.atomOf(p)
	aq, ok2 := b.atomOf(q)
	return !ok || !ok2 || ap.x != aq.x || ap.signed != aq.signed && !ap.point() && !aq.point()
}

// dump shows a term two levels deep.
func dump(b *Builder, t Term) string {
	s := fmt.Sprintf("%d:(%v", t, b.Kind(t))
	for _, a := range b.Args(t) {
		s += fmt.Sprintf(" %d:%v", a, b.Kind(a))
		for _, c := range b.Args(a) {
			s += fmt.Sprintf("[%d:%v]", c, b.Kind(c))
		}
		if b.IsConst(a) {
			s += b.Value(a).String()
		}
	}
	return s + ")"
}
