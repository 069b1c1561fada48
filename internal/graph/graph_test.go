package graph

import (
	"math/rand"
	"slices"
	"testing"
)

// random makes a graph of a few nodes.
func random(r *rand.Rand) [][]int {
	g := make([][]int, 1+r.Intn(8))
	for n := range g {
		for range r.Intn(4) {
			g[n] = append(g[n], r.Intn(len(g)))
		}
	}
	return g
}

// closure says who leads to whom in one step or more.
func closure(g [][]int) [][]bool {
	out := make([][]bool, len(g))
	for a := range g {
		out[a] = make([]bool, len(g))
		for _, b := range g[a] {
			out[a][b] = true
		}
	}
	for m := range g {
		for a := range g {
			for b := range g {
				out[a][b] = out[a][b] || out[a][m] && out[m][b]
			}
		}
	}
	return out
}

// TestAgainstClosure: what the three say of random graphs follows from who leads to whom.
func TestAgainstClosure(t *testing.T) {
	for seed := range int64(2000) {
		g := random(rand.New(rand.NewSource(seed)))
		leads := closure(g)
		next := func(n int) []int { return g[n] }
		mutual := func(a, b int) bool { return a == b || leads[a][b] && leads[b][a] }

		reach, order := Reach(next, 0), Order(next, 0)
		for n := range g {
			want := n == 0 || leads[0][n]
			if slices.Contains(reach, n) != want || slices.Contains(order, n) != want {
				t.Fatalf("seed %d: %v: from 0, Reach gives %v and Order %v", seed, g, reach, order)
			}
		}
		cyclic := slices.ContainsFunc(order, func(n int) bool { return leads[n][n] })
		for i, a := range order {
			for _, b := range order[:i] {
				if a == b || leads[a][b] && !cyclic {
					t.Fatalf("seed %d: %v: Order gives %v", seed, g, order)
				}
			}
		}

		var met []int
		for _, comp := range Components(next, 0) {
			for _, b := range comp {
				if !mutual(comp[0], b) || slices.Contains(met, b) {
					t.Fatalf("seed %d: %v: Components gives a set %v", seed, g, comp)
				}
			}
			met = append(met, comp...)
			for n := range g {
				if leads[comp[0]][n] && !slices.Contains(met, n) {
					t.Fatalf("seed %d: %v: Components gives %v before what it leads to", seed, g, comp)
				}
			}
		}
		if len(met) != len(reach) {
			t.Fatalf("seed %d: %v: Components gives %v", seed, g, met)
		}
	}
}

// TestOrders: where there is a choice, the lists are those that goldens rest on.
func TestOrders(t *testing.T) {
	g := map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": {"a"}}
	next := func(n string) []string { return g[n] }
	if got, want := Reach(next, "a"), []string{"a", "b", "c", "d"}; !slices.Equal(got, want) {
		t.Errorf("Reach gives %q, want %q", got, want)
	}
	if got, want := Order(next, "a"), []string{"a", "b", "c", "d"}; !slices.Equal(got, want) {
		t.Errorf("Order gives %q, want %q", got, want)
	}
	if got := Components(next, "b"); len(got) != 1 || got[0][0] != "b" {
		t.Errorf("Components gives %q, want one set with b first", got)
	}
}
