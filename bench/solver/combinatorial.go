package main

import (
	"math/rand"

	"github.com/heddle-dev/heddle/internal/sat"
)

// Instances that are clauses from the start. Every random one has its seed in the list of instances.

// randomK is uniform random k-SAT.
func randomK(k, n int, ratio float64, seed int64) *sat.CNF {
	r := rand.New(rand.NewSource(seed))
	f := &sat.CNF{NumVars: n}
	for range int(float64(n)*ratio + 0.5) {
		var cl []sat.Lit
		used := map[int]bool{}
		for len(cl) < k {
			v := r.Intn(n)
			if !used[v] {
				used[v] = true
				cl = append(cl, sat.MkLit(sat.Var(v), r.Intn(2) == 1))
			}
		}
		f.Add(cl...)
	}
	return f
}

// planted is random k-SAT with a hidden model, balanced so that literal counts do not give it away.
func planted(k, n int, ratio float64, seed int64) *sat.CNF {
	r := rand.New(rand.NewSource(seed))
	f := &sat.CNF{NumVars: n}
	hidden := make([]bool, n)
	for i := range hidden {
		hidden[i] = r.Intn(2) == 1
	}
	for f.NumClauses() < int(float64(n)*ratio+0.5) {
		var cl []sat.Lit
		used := map[int]bool{}
		good := 0
		for len(cl) < k {
			v := r.Intn(n)
			if used[v] {
				continue
			}
			used[v] = true
			neg := r.Intn(2) == 1
			if hidden[v] != neg {
				good++
			}
			cl = append(cl, sat.MkLit(sat.Var(v), neg))
		}
		// An odd number of true literals has no first-order bias for k = 3.
		if good%2 == 1 {
			f.Add(cl...)
		}
	}
	return f
}

// pigeons puts n+1 pigeons into n holes.
func pigeons(n int) *sat.CNF {
	f := &sat.CNF{}
	at := func(p, h int) sat.Lit { return sat.MkLit(sat.Var(p*n+h), false) }
	for p := range n + 1 {
		var cl []sat.Lit
		for h := range n {
			cl = append(cl, at(p, h))
		}
		f.Add(cl...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.Add(at(p, h).Neg(), at(q, h).Neg())
			}
		}
	}
	return f
}

// parity puts an odd total charge on a random graph of the given degree (Tseitin, Urquhart).
func parity(nodes, degree int, seed int64) *sat.CNF {
	r := rand.New(rand.NewSource(seed))
	inc := make([][]sat.Var, nodes)
	next := sat.Var(0)
	for d := 0; d < degree; d += 2 {
		perm := r.Perm(nodes)
		for i, a := range perm {
			b := perm[(i+1)%nodes]
			inc[a] = append(inc[a], next)
			inc[b] = append(inc[b], next)
			next++
		}
	}
	f := &sat.CNF{NumVars: int(next)}
	for n, vs := range inc {
		addXor(f, vs, n == 0)
	}
	return f
}

// addXor says that the sum of the variables is odd (or even).
func addXor(f *sat.CNF, vs []sat.Var, odd bool) {
	for m := range 1 << len(vs) {
		ones := 0
		var cl []sat.Lit
		for i, v := range vs {
			bit := m>>i&1 == 1
			if bit {
				ones++
			}
			cl = append(cl, sat.MkLit(v, bit))
		}
		if (ones%2 == 1) != odd {
			f.Add(cl...)
		}
	}
}

// chess covers an n by n board without two opposite corners by dominoes.
func chess(n int) *sat.CNF {
	f := &sat.CNF{}
	hole := func(x, y int) bool { return x == 0 && y == 0 || x == n-1 && y == n-1 }
	cover := map[[2]int][]sat.Lit{}
	next := sat.Var(0)
	for y := range n {
		for x := range n {
			for _, d := range [][2]int{{1, 0}, {0, 1}} {
				u, v := x+d[0], y+d[1]
				if u >= n || v >= n || hole(x, y) || hole(u, v) {
					continue
				}
				l := sat.MkLit(next, false)
				next++
				cover[[2]int{x, y}] = append(cover[[2]int{x, y}], l)
				cover[[2]int{u, v}] = append(cover[[2]int{u, v}], l)
			}
		}
	}
	for y := range n {
		for x := range n {
			ls := cover[[2]int{x, y}]
			if hole(x, y) {
				continue
			}
			f.Add(ls...)
			for i := range ls {
				for j := range i {
					f.Add(ls[i].Neg(), ls[j].Neg())
				}
			}
		}
	}
	return f
}

// coloring asks for a coloring of a random graph with c colors.
func coloring(nodes, colors int, degree float64, seed int64) *sat.CNF {
	r := rand.New(rand.NewSource(seed))
	f := &sat.CNF{}
	col := func(n, c int) sat.Lit { return sat.MkLit(sat.Var(n*colors+c), false) }
	for n := range nodes {
		var cl []sat.Lit
		for c := range colors {
			cl = append(cl, col(n, c))
			for d := range c {
				f.Add(col(n, c).Neg(), col(n, d).Neg())
			}
		}
		f.Add(cl...)
	}
	edges := map[[2]int]bool{}
	for len(edges) < int(float64(nodes)*degree/2) {
		a, b := r.Intn(nodes), r.Intn(nodes)
		if a >= b || edges[[2]int{a, b}] {
			continue
		}
		edges[[2]int{a, b}] = true
		for c := range colors {
			f.Add(col(a, c).Neg(), col(b, c).Neg())
		}
	}
	return f
}

// quasigroup completes an n by n Latin square from which all but a few cells were removed.
func quasigroup(n, holes int, seed int64) *sat.CNF {
	r := rand.New(rand.NewSource(seed))
	rows, colsP, syms := r.Perm(n), r.Perm(n), r.Perm(n)
	grid := make([]int, n*n)
	for i := range n {
		for j := range n {
			grid[i*n+j] = syms[(rows[i]+colsP[j])%n]
		}
	}
	// Intercalate switches move the square away from the cyclic one.
	for range 40 * n * n {
		a, b, c := r.Intn(n), r.Intn(n), r.Intn(n)
		if a == b {
			continue
		}
		for d := range n {
			if d != c && grid[a*n+c] == grid[b*n+d] && grid[a*n+d] == grid[b*n+c] {
				grid[a*n+c], grid[a*n+d] = grid[a*n+d], grid[a*n+c]
				grid[b*n+c], grid[b*n+d] = grid[b*n+d], grid[b*n+c]
			}
		}
	}
	for _, k := range r.Perm(n * n)[:holes] {
		grid[k] = -1
	}
	f := &sat.CNF{}
	x := func(i, j, v int) sat.Lit { return sat.MkLit(sat.Var((i*n+j)*n+v), false) }
	exactly := func(g func(k int) sat.Lit) {
		var cl []sat.Lit
		for k := range n {
			cl = append(cl, g(k))
			for m := range k {
				f.Add(g(k).Neg(), g(m).Neg())
			}
		}
		f.Add(cl...)
	}
	for i := range n {
		for j := range n {
			exactly(func(v int) sat.Lit { return x(i, j, v) })
			exactly(func(k int) sat.Lit { return x(i, k, j) })
			exactly(func(k int) sat.Lit { return x(k, i, j) })
			if g := grid[i*n+j]; g >= 0 {
				f.Add(x(i, j, g))
			}
		}
	}
	return f
}

// waerden asks for a coloring of 1..n with two colors without arithmetic progressions of length a and b.
func waerden(a, b, n int) *sat.CNF {
	f := &sat.CNF{NumVars: n}
	for _, c := range []struct {
		len int
		neg bool
	}{{a, false}, {b, true}} {
		for s := 0; s < n; s++ {
			for d := 1; s+(c.len-1)*d < n; d++ {
				var cl []sat.Lit
				for k := range c.len {
					cl = append(cl, sat.MkLit(sat.Var(s+k*d), c.neg))
				}
				f.Add(cl...)
			}
		}
	}
	return f
}
