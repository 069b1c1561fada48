package transform

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The kinds of assertions that passes add for the engine and that are no findings.
const (
	Bound       = "bound"       // a bound was hit; the message names the loop, recursion or spawn
	Unsupported = "unsupported" // a construct that heddle does not model was reached
	Ended       = "ended"       // a thread came to its end: some execution must, or the assumptions contradict one another
	Reached     = "reached"     // an assertion of the program was reached; the message is the assertion's
	Turn        = "turn"        // a thread did something in its turn of a round
	Busy        = "busy"        // a thread did something in a turn that began while a lock was held of which operations were left out
	Visited     = "visited"     // a mark: a segment of the program's code begins here. It never fails
	Used        = "used"        // a mark: a thread was started here, or a pointer called. It never fails
)

// Internal reports whether a kind of assertion is one of these, and no finding.
func Internal(kind string) bool {
	switch kind {
	case Bound, Unsupported, Ended, Reached, Turn, Busy, Visited, Used:
		return true
	}
	return false
}

// IsMark reports whether an instruction is a mark.
func IsMark(in ir.Instr) bool {
	a, ok := in.(*ir.Assert)
	return ok && (a.Kind == Visited || a.Kind == Used)
}

const ThreadsSpawned = " threads spawned at "

// ThreadBound reports whether the message of a bound is about the number of threads.
func ThreadBound(msg string) bool { return strings.Contains(msg, ThreadsSpawned) }
