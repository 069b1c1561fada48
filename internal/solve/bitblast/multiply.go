// Multiplication.
//
// Two unknown factors: the partial products are added row by row with ripple carries, each row as wide as what is left of the
// result (an array multiplier). A constant factor: its non-adjacent form, so that a run of ones costs one addition and one
// subtraction. A square shares its symmetric partial products, which the graph's hashing finds by itself.
//
// Rejected after measuring (decision 0026 has the figures): carry-save columns, Wallace and Dadda trees. They are shallower
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
	return g.product(g, a, b)
}

// rows is the array multiplier.
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
