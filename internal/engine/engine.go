package engine

import (
	"context"
	"time"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Verdict is one of the five words. The zero value is Unknown, so that nothing forgotten ever reads as safe.
type Verdict uint8

// The verdicts, weakest claim first.
const (
	Unknown Verdict = iota
	Bug
	Possible
	Bounded
	Proved
)

func (v Verdict) String() string {
	return [...]string{"UNKNOWN", "BUG", "POSSIBLE", "BOUNDED", "PROVED"}[v]
}

// rank orders verdicts from worst to best for a whole run: BUG, UNKNOWN, POSSIBLE, BOUNDED, PROVED.
func (v Verdict) rank() int { return [...]int{1, 0, 2, 3, 4}[v] }

// Worse returns the verdict that decides a run in which both were given.
func Worse(a, b Verdict) Verdict {
	if b.rank() < a.rank() {
		return b
	}
	return a
}

// Stronger reports whether claim a says more than claim b about the same property.
func Stronger(a, b Verdict) bool { return a.rank() > b.rank() }

// Property is what is looked for.
type Property string

// The properties of the command line.
const (
	Assert   Property = "assert"
	Race     Property = "race"
	Deadlock Property = "deadlock"
	Memory   Property = "memory"
)

// Properties lists all properties in the order in which reports name them.
func Properties() []Property { return []Property{Assert, Race, Deadlock, Memory} }

// Kind is what a finding is about; the kinds of one property stand together.
type Kind string

// The kinds of findings.
const (
	KindAssert      Kind = "assert"
	KindRace        Kind = "race"
	KindDeadlock    Kind = "deadlock"
	KindNullDeref   Kind = "null-deref"
	KindUseFree     Kind = "use-after-free"
	KindDoubleFree  Kind = "double-free"
	KindOutOfBounds Kind = "out-of-bounds"
	KindInvalidFree Kind = "invalid-free"
)

// Property tells which property a kind belongs to.
func (k Kind) Property() Property {
	switch k {
	case KindAssert:
		return Assert
	case KindRace:
		return Race
	case KindDeadlock:
		return Deadlock
	}
	return Memory
}

// Bounds is what an engine worked within. Zero means that the bound does not apply; so does nil, where zero is a bound.
type Bounds struct {
	Rounds  int `json:"rounds,omitempty"`
	Unwind  int `json:"unwind,omitempty"`
	Threads int `json:"threads,omitempty"` // of one spawn in a loop of unknown length; in an answer only where it was hit
	// UnwindAll and ThreadsAll bound loops and spawns of known number too.
	UnwindAll  int  `json:"unwind_all,omitempty"`
	ThreadsAll int  `json:"threads_all,omitempty"`
	TS         *int `json:"ts,omitempty"`
	States     int  `json:"states,omitempty"`
}

// Request is the question.
type Request struct {
	Program    *ir.Program
	Properties []Property
	Fields     []string // property race is asked about these alone; run.Restrict puts that into the program, engines need not look
	Bounds     Bounds   // zero fields: the engine's own default or ladder
	Solver     string   // "embedded", "z3" or "cvc5"; empty: embedded
	Schedule   string   // of engine rounds: "eager" or "lazy"; empty: its default
	// VolatileIsAtomic makes volatile accesses race-free.
	VolatileIsAtomic bool
	KeepGoing        bool      // after a first failure the search for more goes on as long as there is time
	Deadline         time.Time // zero: none
	Memory           int64     // bytes; 0: none
	Jobs             int
	Seed             int64
	Progress         func(string) // may be nil; called from any goroutine
	// Step, if set, is told the program after every named step of the engine's pipeline. It may refuse it.
	Step func(name string, p *ir.Program) error
}

// Wants reports whether a property was asked for.
func (r *Request) Wants(p Property) bool {
	for _, q := range r.Properties {
		if p == q {
			return true
		}
	}
	return false
}

// Result is the answer.
type Result struct {
	Findings []Finding
	Claims   []Claim  // exactly one per property asked for
	Assumed  []string // what the answer rests on beyond the program's own assumptions
	Fields   []Field  // engines that answer for each field apart: races, sorted by name
	Notes    []string // for people: work counters and the like, deterministic
	// Reached is what the executions that the engine considered reached. An engine that leaves it nil covers nothing: see run.
	Reached *reach.Set
}

// Field is what an engine says about the races on one field or variable.
type Field struct {
	Name   string
	Status string // one of the words below
	Reason string // for LimitHit: which limit
	Races  int
}

// What can be said about a field. The claim about property race says within which bounds.
const (
	Racy     = "racy"
	NoRace   = "no race found"
	LimitHit = "resource limit"
)

// Finding is one failure.
type Finding struct {
	Kind     Kind
	Verdict  Verdict // Bug or Possible
	Message  string
	Location source.Range
	Related  []Related
	Object   string    // the whole object that it is about, where the judge could name one
	History  []Related // what became of that object, for people
	Bounds   Bounds
	// Trace, Schedule and Inputs show a Bug; Schedule and Inputs replay it.
	Trace    trace.Trace
	Schedule trace.Schedule
	Inputs   trace.Inputs
	Replayed bool       // set by the judge, never by an engine
	Reached  *reach.Set // what the execution reached; set by the judge
}

// Related is another place that belongs to a finding, such as the second access of a race.
type Related struct {
	Message  string
	Location source.Range
}

// Claim is what an engine says about a property as a whole.
type Claim struct {
	Property  Property
	Verdict   Verdict
	Bounds    Bounds
	BoundsHit []string // feasible cuts, each named
	Unreached []string // checks that no execution within the bounds reaches
	Reason    string   // why not more; for Bug: why there may be others
	Cause     Cause    // for Unknown: the kind of reason
}

// Cause orders the reasons of an Unknown by what they tell a user: of several engines' reasons the most telling one stands for the run.
type Cause uint8

// The causes, least telling first.
const (
	Method   Cause = iota // what the engine cannot do for any program of the kind
	Limit                 // time, memory or another limit of the run
	Obstacle              // something in the program, with its place, or in heddle itself
)

// Engine is a way to answer.
type Engine struct {
	Name  string
	Doc   string             // one line for help texts
	Paper string             // the method's reference, or "-"
	Claim map[Verdict]string // what each of its verdicts means; a verdict that is missing here is never given
	// Bounds names the flags that bound it, for notes about flags that it ignores.
	Bounds []string
	Run    func(context.Context, *Request) (*Result, error)
}
