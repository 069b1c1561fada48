package verdict

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Failure is something that goes wrong, at a place in the user's code.
type Failure struct {
	Kind     Kind
	Message  string
	Location source.Range
	Related  []Place
	// Object is the whole object that it is about, if it is one; History is places of its life, for people. Both are known of a run with a trace
	// alone.
	Object  string
	History []Place
	// Threads are those that take part, in the order of the places; of a failed check or access, the one that failed.
	Threads []int
}

// Place is another place that belongs to a failure, such as the second access of a race.
type Place struct {
	Message  string
	Location source.Range
}

// Key is the identity of a failure: its kind and its places, not its messages.
func (f *Failure) Key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", f.Kind, f.Location.Pos)
	for _, r := range f.Related {
		fmt.Fprintf(&b, " %s", r.Location.Pos)
	}
	return b.String()
}

// Finding is a failure that an engine reports.
type Finding struct {
	Failure
	Verdict Verdict // Bug or Possible
	Bounds  Bounds
	// Trace, Schedule and Inputs show a Bug; Schedule and Inputs replay it.
	Trace    trace.Trace
	Schedule trace.Schedule
	Inputs   trace.Inputs
	Replayed bool // set by the judge, never by an engine
}
