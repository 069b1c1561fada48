package logic

import (
	"flag"
	"fmt"
	"math/big"
	"testing"
)

// The number of random terms; -logic.terms 5000000 for a long run.
var manyTerms = flag.Int("logic.terms", 120000, "random terms that the simplifier, the evaluator and the reference are compared on")

var widthSets = [][]int{
	{1, 8, 16}, {1, 2, 3}, {4, 8, 32}, {8, 16, 32, 64}, {1, 32, 64}, {3, 64, 65}, {1, 64, 130}, {5, 7, 96, 128},
}

func TestSimplifierAgainstReference(t *testing.T) {
	const perRun = 400
	runs := *manyTerms / perRun
	for seed := range int64(runs) {
		g := newGen(seed, widthSets[int(seed)%len(widthSets)], seed%3 != 0)
		evS, evR, evW := make([]*Evaluator, assignments), make([]*Evaluator, assignments), make([]*Evaluator, assignments)
		for i := range assignments {
			evS[i] = NewEvaluator(g.s, g.assignS[i])
			evR[i] = NewEvaluator(g.r, g.assignR[i])
			evW[i] = NewEvaluator(g.r, g.assignR[i])
			evW[i].wide = true
		}
		for range perRun {
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
