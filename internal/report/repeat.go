package report

// Loops in traces for people: of many iterations that go through the same lines the first ones and the last are shown. Values differ from one to the next, so
// only places are compared. A line with a note is always shown.

const (
	shownIterations = 3  // from the first on
	leastIterations = 10 // below that all are shown
	longestBody     = 30 // lines
)

// repeats finds, at line i, iterations of the same lines: how many lines an iteration has, and how many of them come after one another. 0: none.
func repeats(lines []Line, i int) (body, times int) {
	for body = 1; body <= longestBody; body++ {
		n := 0
		for j := i; j+body < len(lines) && sameLine(&lines[j], &lines[j+body]); j++ {
			n++
		}
		if times = n/body + 1; times >= leastIterations {
			return body, times
		}
	}
	return 0, 0
}

func sameLine(a, b *Line) bool {
	return a.Thread == b.Thread && a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line && a.Func == b.Func && len(a.Notes) == 0 && len(b.Notes) == 0
}

// hidden says, for each line that stands for lines not shown, how many iterations of how many lines begin there.
func hidden(lines []Line) map[int][2]int {
	out := map[int][2]int{}
	for i := 0; i < len(lines); i++ {
		if body, times := repeats(lines, i); times > 0 {
			from := i + shownIterations*body
			out[from] = [2]int{body, times - shownIterations - 1}
			i += body*times - 1
		}
	}
	return out
}
