package verdict

import (
	"fmt"
	"strings"
)

// Text is the bounds in words.
func (b Bounds) Text() string {
	var parts []string
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	some := func(n int, what string) {
		if n == 1 {
			add(n, "%d "+what)
		} else {
			add(n, "%d "+what+"s")
		}
	}
	some(b.Rounds, "round")
	add(b.Unwind, "unwind %d")
	some(b.Threads, "thread")
	add(b.UnwindAll, "unwind-all %d")
	add(b.ThreadsAll, "threads-all %d")
	if b.TS != nil {
		parts = append(parts, fmt.Sprintf("ts %d", *b.TS))
	}
	some(b.States, "state")
	if len(parts) == 0 {
		return "the stated bounds"
	}
	return strings.Join(parts, ", ")
}

// Least is what lies within all of some bounds: the least number of each kind. A bound that is 0 cuts nothing off.
func Least(all []Bounds) (least Bounds) {
	lower := func(n *int, other int) {
		if *n == 0 || other > 0 && other < *n {
			*n = other
		}
	}
	for _, b := range all {
		lower(&least.Rounds, b.Rounds)
		lower(&least.Unwind, b.Unwind)
		lower(&least.Threads, b.Threads)
		lower(&least.UnwindAll, b.UnwindAll)
		lower(&least.ThreadsAll, b.ThreadsAll)
		lower(&least.States, b.States)
		if b.TS != nil && (least.TS == nil || *b.TS < *least.TS) {
			least.TS = b.TS
		}
	}
	return least
}
