package diag

import (
	"slices"
	"strings"
)

// Nearest is those of some names that a misspelled one may stand for, the likeliest first, at most three.
func Nearest(name string, among []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var list []candidate
	name = strings.ToLower(name)
	for _, n := range among {
		d := distance(name, strings.ToLower(n))
		if strings.HasPrefix(strings.ToLower(n), name) && name != "" {
			d = min(d, 1) // an abbreviation
		}
		if d <= max(1, min(len(name), len(n))/3) {
			list = append(list, candidate{n, d})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return a.distance - b.distance })
	var out []string
	for _, c := range list[:min(len(list), 3)] {
		out = append(out, c.name)
	}
	return out
}

// distance counts the letters to insert, remove, replace or swap with a neighbour to make one word of another.
func distance(a, b string) int {
	before, last, row := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+1)
			if a[i-1] == b[j-1] {
				row[j] = min(row[j], last[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, make([]int, len(b)+1)
	}
	return last[len(b)]
}
