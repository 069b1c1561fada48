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
	// Accesses are the two of a race that was not shown to be apart; of others a trace says more.
	Accesses []Access
	// Object is the whole object that it is about, if it is one; History is places of its life, for people. Both are known of a run with a trace
	// alone.
	Object  string
	History []Place
	// Threads are those that take part, in the order of the places; of a failed check or access, the one that failed.
	Threads []int
	// Waits is the operations that the threads of a deadlock wait in, as steps that end its trace.
	Waits []trace.Step
}

// Access is one side of a race: how its thread gets there, and what it holds there.
type Access struct {
	Thread   string
	What     string // "plain write"
	Location source.Range
	Stack    []Frame // the function that the thread starts with first; each with the place it has got to
	Locks    []HeldLock
}

// Frame is a function in which a thread is.
type Frame struct {
	Function string
	Location source.Range
}

// HeldLock is a lock in the hands of a thread.
type HeldLock struct {
	Name    string // as the source has it
	Shared  bool   // others may hold it too, to read
	Perhaps bool   // not in every execution
	Useless string // why it excludes nobody; empty: it does
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
	// Needs is what the execution of a Possible takes of what the program does not contain: hostile choices, or data that is where it fails. Set by the judge.
	Needs []Need
	// Interleaving is what sequential runs of the same input say; nil: nobody looked.
	Interleaving *Interleaving
}

// Says reports whether a finding says more than one of the same failure: it is a Bug, or an execution shows it, or a shorter one.
func (f *Finding) Says(before *Finding) bool {
	strength := func(f *Finding) int { return 2*b2i(f.Verdict == Bug) + b2i(len(f.Trace.Steps) > 0) }
	if a, b := strength(f), strength(before); a != b {
		return a > b
	}
	return len(f.Trace.Steps) < len(before.Trace.Steps)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Need is something that a part of the outside does: a function that nothing defines, or memory that no file defines.
type Need struct {
	Who      string       // the function; empty: the text says it
	Text     string       // "returns NULL"
	Location source.Range // where the user's code is then
}

func (n Need) String() string {
	if n.Who == "" {
		return n.Text
	}
	return n.Who + " " + n.Text
}

// Interleaving says whether a failure takes threads that interrupt one another, or whether the same input fails without.
type Interleaving struct {
	Interleaved   *bool    // no sequential run of the input fails; nil: undecided
	Reason        string   // why it is undecided
	Orders        []Order  // the sequential runs, each order and end once; if one fails, that one alone
	Preconditions []string // of a failure that is not interleaved: what the harness would have to assume, in C
}

// Order is a sequential run: its threads, in the order in which they began to run, and how it ends.
type Order struct {
	Threads []string
	End     string
}
