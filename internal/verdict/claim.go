package verdict

import "github.com/heddle-dev/heddle/internal/ir"

// Claim is what an engine says about a property as a whole.
type Claim struct {
	Property  Property
	Engine    string // who says it; empty inside of an engine
	Verdict   Verdict
	Bounds    Bounds
	BoundsHit []string // feasible cuts, each named
	Unreached []string // checks that no execution within the bounds reaches
	NotProved []string // what another engine, which proves, could not rule out, and this one did not find within its bounds
	Reason    string   // why not more; for Bug: why there may be others
	Why       []string // for Proved: what keeps failures away, a line each, as far as it can be told in words
	Cause     Cause    // of an Unknown: what kind of reason it is
	Shown     bool     // of a Possible: an execution shows it, which needs a hostile outside or its data; no other claim but a Bug says more
	Vacuous   bool     // of an Unknown: within the bounds nothing fails, but only because no execution gets anywhere
	Slicing   *Slicing // nil: the whole program was looked at
}

// Slicing says what a claim was decided on, if memory was left out of the program for it.
type Slicing struct {
	Fields     int      // that threads share, and that could be left out; the state of locks counts as one
	Tracked    []string // the others were left out of everything that was asked; sorted
	Iterations int      // programs that were made
	Points     int      // where threads can be interrupted, in the whole program at the last bounds
	Left       int      // and in the largest that was made there
	Loops      int      // that were summarized at the last bounds
	Unrolled   int      // that were not any more, as they turned out to matter
}

// Cause orders the reasons of an Unknown by what they tell a user: of several engines' reasons the most telling one stands for the run.
type Cause uint8

// The causes, least telling first.
const (
	Method   Cause = iota // what the engine cannot do for any program of the kind
	Limit                 // time, memory or another limit of the run
	Obstacle              // something in the program, with its place, or in heddle itself
)

// Pair is what is said about the races between two kinds of threads, which start at these functions.
type Pair struct {
	Threads [2]string // names in the program, or for people
	Verdict Verdict
	Reason  string
	Engine  string
	Bounds  Bounds     // of Bounded
	Races   []string   // memory that races, or may
	Left    [][2]ir.ID // the accesses that may race
	// It is proved but for an assumption that forbids to say so: a bounded engine may say less.
	Withheld bool
}

// Field is what an engine says about the races on one field or variable.
type Field struct {
	Name   string
	Engine string // who says it; empty inside of an engine
	Status string // one of the words below
	Reason string // for LimitHit: which limit; for NotProved: who else may access it
	Races  int
}

// What can be said about a field. The claim about property race says within which bounds.
const (
	Racy     = "racy"
	NoRace   = "no race found"
	LimitHit = "resource limit"
	// Of memory that is proved apart there are no races in any execution, whatever is said of the rest.
	ProvedApart = "proved"
	NotProved   = "not proved"
)
