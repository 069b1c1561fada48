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
