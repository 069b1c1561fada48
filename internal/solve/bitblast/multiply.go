// Multiplication.
//
// Two unknown factors: the partial products are added row by row with ripple carries, each row as wide as what is left of the
// result (an array multiplier). A constant factor: its non-adjacent form, so that a run of ones costs one addition and one
// subtraction. A square shares its symmetric partial products, which the graph's hashing finds by itself.
//
// Rejected after measuring (the decision record has the figures): carry-save columns, Wallace and Dadda trees. They are shallower
// and have as many gates, but the intermediate sums of rows are what learned clauses talk about, and reduction by columns
// destroys them.
package bitblast

func (g *aig) multiply(a, b []edge) []edge {
	if isConstVec(a) {
		a, b = b, a
	}
	if isConstVec(b) {
		return g.multiplyConst(a, b)
	}
	// The factor with more constant bits selects the rows: a constant zero is a row less.
	if countConst(a) > countConst(b) {
		a, b = b, a
	}
	return g.rows(a, b)
}

func (g *aig) rows(a, b []edge) []edge {
	n := len(a)
	sum := make([]edge, n)
	for i := range sum {
		sum[i] = g.and(a[i], b[0])
	}
	for r := 1; r < n; r++ {
		if b[r] == edgeFalse {
			continue
		}
		row := make([]edge, n-r)
		for i := range row {
			row[i] = g.and(a[i], b[r])
		}
		copy(sum[r:], g.add(sum[r:], row, edgeFalse))
	}
	return sum
}

// multiplyConst adds or subtracts a shifted by the positions of the non-zero digits of b's non-adjacent form.
func (g *aig) multiplyConst(a, b []edge) []edge {
	n := len(a)
	sum := make([]edge, n)
	carry := false
	for r := 0; r < n; r++ {
		bit := (b[r] == edgeTrue) != carry // the digit's parity once the carry is added
		carryOut := b[r] == edgeTrue && carry
		if bit {
			next := r+1 < n && b[r+1] == edgeTrue
			if next && r+1 < n {
				copy(sum[r:], g.sub(sum[r:], a[:n-r]))
				carryOut = true
			} else {
				copy(sum[r:], g.add(sum[r:], a[:n-r], edgeFalse))
			}
		}
		carry = carryOut
	}
	return sum
}

// columns is the carry-save alternative: all partial products of a weight are reduced by full adders, first in first out.
func (g *aig) columns(a, b []edge) []edge {
	n := len(a)
	cols := make([][]edge, n+1)
	for i := range a {
		for j := 0; i+j < n; j++ {
			if p := g.and(a[i], b[j]); p != edgeFalse {
				cols[i+j] = append(cols[i+j], p)
			}
		}
	}
	sum := make([]edge, n)
	for w := range sum {
		col := cols[w]
		for len(col) > 2 {
			s, c := g.fullAdder(col[0], col[1], col[2])
			col = append(col[3:], s)
			cols[w+1] = append(cols[w+1], c)
		}
		if len(col) == 2 {
			s, c := g.fullAdder(col[0], col[1], edgeFalse)
			cols[w+1] = append(cols[w+1], c)
			col = []edge{s}
		}
		if len(col) == 1 {
			sum[w] = col[0]
		}
	}
	return sum
}

func isConstVec(v []edge) bool { return countConst(v) == len(v) }

func countConst(v []edge) int {
	k := 0
	for _, e := range v {
		if e.isConst() {
			k++
		}
	}
	return k
}
