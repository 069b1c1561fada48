package sequence

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/trace"
)

// points is the program points of threads at the end of a trace of a deadlock, read from the marks of deadlock_points.go: per thread, how many of the
// steps that the caller counts lie before.
type points struct {
	begun   []bool
	at      []int // -1: right behind its last step
	passed  []int // the last visible operation that is no step, since the last step; -1: none
	waiting []*waiting
}

func newPoints(threads int) *points {
	f := &points{begun: make([]bool, threads), at: make([]int, threads), passed: make([]int, threads)}
	for t := range threads {
		f.at[t], f.passed[t] = -1, -1
	}
	return f
}

// read takes a mark; n is how many steps of its thread come before it.
func (f *points) read(m *note, s trace.Step, n int) {
	t := m.thread
	switch {
	case m.point == passesOp:
		f.passed[t] = n
	case m.point == passesStep:
		f.passed[t] = -1
	case !held(s):
	case m.waits != nil:
		f.waiting = append(f.waiting, m.waits)
	case m.point == pointHere:
		f.at[t] = n
	case m.point == pointLast:
		f.at[t] = f.passed[t]
	}
}

// stops is the program points of the deadlocked set, in the order of the threads.
func (f *points) stops(number []int) (out []trace.Stop) {
	slices.SortStableFunc(f.waiting, func(a, b *waiting) int { return a.thread - b.thread })
	for _, w := range f.waiting {
		out = append(out, trace.Stop{Thread: number[w.thread], Instr: w.stop})
	}
	return out
}
