package engine

import (
	"context"

	"github.com/heddle-dev/heddle/internal/analysis/fields"
	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Request is the question.
type Request struct {
	verdict.Question
	Fields     []string            // property race is asked about these alone; fields.Restrict puts that into the program, engines need not look
	Restricted *fields.Restriction // then: what is known of its memory
	Solver     string              // "embedded", "z3" or "cvc5"; empty: embedded
	Schedule   string              // of engine rounds: "eager" or "lazy"; empty: its default
	Slice      string              // of engine rounds: "auto", "on" or "off"; empty: off
	Track      []string            // the fields that slices follow, and no others; empty: found by refinement
	KeepGoing  bool                // after a first failure the search for more goes on as long as there is time
	Memory     int64               // bytes; 0: none
	Jobs       int
	Seed       int64
	Progress   func(string) // may be nil; called from any goroutine
	// Found is told of each failure when it is found, with an execution that nobody has judged; may be nil.
	Found func(verdict.Finding)
	// SoFar is told what is known after each part of the work, for a run that has to end before the engine does; may be nil. What it is given changes no more.
	SoFar func(*Result)
	// Proof asks engines that have proofs which others can check for them. Such a proof rests on no facts of other engines.
	Proof bool
	// Step, if set, is told the program after every named step of the engine's pipeline. It may refuse it.
	Step func(name string, p *ir.Program) error
}

// Task is the question for an engine that puts it to a solver.
func (r *Request) Task() *decide.Task {
	return &decide.Task{Question: r.Question, Solver: r.Solver, Memory: r.Memory, Seed: r.Seed}
}

// Result is the answer.
type Result struct {
	Findings []verdict.Finding
	Claims   []verdict.Claim // exactly one per property asked for
	Assumed  []string        // what the answer rests on beyond the program's own assumptions
	Fields   []verdict.Field // engines that answer for each field apart: races, sorted by name
	Notes    []string        // for people: work counters and the like, deterministic
	Proofs   []*proof.Proof  // of what is PROVED, if Request.Proof
	Facts    *verdict.Facts  // what the engine found out that others may rely on; may be nil
	// Reached is what the executions that were looked at got to. An engine that does not tell covers nothing: see
	// Meaningful.
	Reached *reach.Set
}

// Engine is a way to answer.
type Engine struct {
	Name       string
	Doc        string                     // one line for help texts
	Paper      string                     // the method's reference, or "-"
	Claim      map[verdict.Verdict]string // what each of its verdicts means; a verdict that is missing here is never given
	Properties []verdict.Property         // that it decides, of the command line's
	Options    []*Option                  // what it heeds
	Slices     bool                       // it heeds Request.Slice and Request.Track
	// Executed says that it is asked where executions are known which come to what is asked about, or are what is asked
	// about: what they reach besides and which bounds they hit it does not find out, and it proves nothing.
	Executed bool
	// Passes names the steps of its pipeline, for --dump; nil: it has none.
	Passes []string
	Run    func(context.Context, *Request) (*Result, error)
	// Sequential makes the program without threads that stands for the request's; nil: the engine makes none.
	Sequential func(context.Context, *Request) (*Sequence, error)
}

// Sequence is a sequential program, for people and for other tools.
type Sequence struct {
	Program *ir.Program
	Layout  place.Layout
	Covers  []string // lines that say what it covers and what its checks mean
	Cuts    []string // where the bounds cut something off, whether or not an execution gets there
	Notes   []string // what is not as it was asked for
}
