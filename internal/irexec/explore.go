package irexec

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// ExploreOptions says what to look for and how far to go. Zero limits are none.
type ExploreOptions struct {
	Assert, Race, Deadlock, Memory bool
	VolatileIsAtomic, StackLocks   bool
	Friendly                       bool // leave out the executions in which the outside makes a hostile choice

	Unreduced   bool // switch before every visible operation
	Rounds      int  // K rounds, exactly as docs/semantics.md#rounds defines them; implies Unreduced, but for walks, whose steps are some of these executions: races that they see are not limited
	Switches    int  // at most so many context switches, if LimitSwitches; implies Unreduced
	MaxStates   int
	MaxInstrs   int64 // instructions of all executions together, of walks
	MaxMemory   int64
	AfterFirst  float64          // after the first failure at most so many times the time it took, 0: no such limit
	NoShorten   bool             // keep the first trace of a failure, do not look for one with fewer switches
	FirstOnly   bool             // stop at the first failure
	LimitSwitch bool             // Switches counts, also if it is 0
	Walks       int              // run so many random executions instead of a search; 0: only if work is limited and runs short
	InOrder     bool             // and not then either
	Barren      int              // these end after so many steps that showed no new failure; 0: no such limit
	ByThreads   bool             // of races, keep one for each two names of threads and each memory that they race on, instead of one for each two places
	Until       []ir.ID          // these end once they came to all of these instructions; empty: they do not
	Cover       bool             // these are about what is reached: Reached has nothing that was only tried, as what comes after an assumption that fails, or too many rounds
	Seed        int64            // of these
	Like        []Choice         // half of these prefer what some execution chose
	Told        func(states int) // is told now and then how many states were visited; may be nil
	Found       func(*Found)     // is told of each failure at once, when an execution shows it that needs nothing of the outside; may be nil
	Early       bool             // choose inputs when they are made, not when they are examined: slower, for comparison

	// PrivateAllocs and PrivateGlobals never leave their thread. They save work; a wrong entry loses interleavings.
	PrivateAllocs  map[ir.ID]bool
	PrivateGlobals map[ir.GlobalID]bool
}

// Found is a failure with an execution that shows it.
type Found struct {
	verdict.Failure
	Schedule trace.Schedule
	Inputs   trace.Inputs
	Switches int
	Choices  []Choice // of a walk

	needy bool // it needs something of the outside
	met   int  // how many other executions of it there were
}

// Exploration is what a search found.
type Exploration struct {
	Failures []*Found
	// Exhausted: every state within the limits on rounds and switches was visited.
	Exhausted bool
	Stopped   string // why not: "state limit", "timeout", ...
	Sampled   bool   // inputs wider than 8 bits were tried at some values only
	SampledAt string // where the first of them was examined
	Layout    []string
	Torn      []string // operations on ranges that another thread could have interrupted; here they are one step
	Renewed   []string // where a synchronization object is initialized or destroyed while it is in use
	Assumed   []string // invalid operations that ended executions
	Unknown   []string // unsupported constructs and interpreter limits that executions reached
	Unreached []string // checks that no execution reached
	Ended     bool     // some execution reached the end of a thread, a loop, or a state in which threads are blocked: not vacuous
	GoesOn    bool     // some execution reached the end of the process or of its first thread, or a failure, or goes on forever
	Reached   []ir.ID  // instructions that some execution reached, in the order of the program
	Sites     []ir.ID  // instructions of the user's, at which some execution started a thread or called through a pointer
	Threads   int      // the most threads that an execution started, not counting the first
	SwitchCut bool     // the limit on rounds or switches cut something off

	States, Transitions, Passes int
}

// Before is what a search in all executions found, with the failures that one in some of them showed before.
func (x *Exploration) Before(all *Exploration) *Exploration {
	known := map[string]bool{}
	out := *all
	out.Failures = slices.Clone(x.Failures)
	for _, f := range x.Failures {
		known[f.Key()] = true
	}
	for _, f := range all.Failures {
		if !known[f.Key()] {
			out.Failures = append(out.Failures, f)
		}
	}
	sortFailures(out.Failures)
	return &out
}

// Explore visits the states of a program.
func Explore(ctx context.Context, p *ir.Program, o ExploreOptions) (*Exploration, error) {
	cp, err := compile(p)
	var large SizeError
	if errors.As(err, &large) {
		return &Exploration{Stopped: large.msg}, nil
	}
	if err != nil {
		return nil, err
	}
	if o.Rounds > 0 && o.Walks == 0 || o.LimitSwitch {
		o.Unreduced = true
	}
	e := &explorer{
		prog: cp, ctx: ctx, opts: o, begin: budget.Spent(ctx), racy: make([]bool, len(cp.code)), dom: newDomains(p),
		found: map[string]*Found{}, races: map[racers]string{}, seen: make([]bool, len(cp.code)), passed: make([]bool, len(cp.code)), sites: make([]bool, len(cp.code)), assumed: map[string]bool{}, unknown: map[string]bool{}, layout: map[string]bool{}, torn: map[string]bool{}, renewed: map[string]bool{},
	}
	e.setPrivate()
	e.until = cp.at(o.Until)
	e.all()
	return e.result(), nil
}

type explorer struct {
	prog  *program
	judge *program // to judge failures with, which is asked for many executions
	ctx   context.Context
	opts  ExploreOptions
	dom   *domains

	racy          []bool
	private       []bool
	privateGlobal []bool

	found   map[string]*Found
	seen    []bool // asserts reached
	passed  []bool // instructions reached
	sites   []bool // where threads were started and pointers called
	threads int    // the most that were started
	assumed map[string]bool
	unknown map[string]bool
	layout  map[string]bool
	torn    map[string]bool
	renewed map[string]bool
	ended   bool
	goesOn  bool // see Exploration

	sampledAt string

	sampled bool
	cut     bool // by a limit on rounds or switches

	begin       budget.Work
	firstAt     budget.Work // when the first failure was found; 0: not yet
	until       []int       // code positions that are not reached yet, of those that walks look for
	lastAt      int         // turns when the last failure was found
	soft        budget.Work // when walks begin, 0: never
	stopped     string
	ticks       int               // of runs
	turns       int               // of the search
	races       map[racers]string // the identities of those that were seen; of ByThreads none, as these have other ones
	compared    int64             // accesses, since they were counted as work
	kept        int64             // of both, what was counted as work
	states      int
	transitions int
	passes      int
	exhausted   bool
}

func (e *explorer) setPrivate() {
	if len(e.opts.PrivateAllocs) > 0 {
		e.private = make([]bool, len(e.prog.code))
		for pc := range e.prog.code {
			e.private[pc] = e.opts.PrivateAllocs[e.prog.code[pc].src.Base().ID]
		}
	}
	if len(e.opts.PrivateGlobals) > 0 {
		e.privateGlobal = make([]bool, len(e.prog.src.Globals))
		for g := range e.privateGlobal {
			e.privateGlobal[g] = e.opts.PrivateGlobals[ir.GlobalID(g)]
		}
	}
}

// hunts are the searches for failures with few switches that come before the full one: the number of switches between
// blocks and the states each may take. Most bugs need one or two, and a trace with few switches is one people can read.
var hunts = []struct{ switches, states int }{{0, 2_000}, {1, 20_000}, {2, 60_000}}

// all runs the searches. Without reduction there is one. With it, a search that finds conflicts inside blocks is started
// again with these as switch points, until there are none.
func (e *explorer) all() {
	if e.opts.Unreduced {
		e.search(searchLimits{rounds: e.opts.Rounds, switches: e.opts.Switches, limited: e.opts.LimitSwitch})
		return
	}
	if e.opts.Walks > 0 {
		e.walks()
		return
	}
	if e.opts.InOrder {
		e.inOrder()
		return
	}
	e.half(e.inOrder)
}

// inOrder hunts for short failures and then visits everything.
func (e *explorer) inOrder() {
	if !e.opts.NoShorten {
		for _, h := range hunts {
			e.cut = false
			if e.fixpoint(searchLimits{switches: h.switches, limited: true, states: h.states}) && !e.cut {
				return
			}
			if e.stopped != "" {
				return
			}
		}
		e.exhausted, e.cut = false, false
	}
	e.fixpoint(searchLimits{})
}

// fixpoint repeats the search until it finds no new conflicts, and reports whether the search was exhausted.
func (e *explorer) fixpoint(l searchLimits) bool {
	for {
		again := e.search(l)
		if e.stopped != "" || !again {
			return e.exhausted
		}
	}
}

// leastAfterFirst is what the search for more failures after the first one has.
const leastAfterFirst = 2 * budget.Second

// tick checks the limits now and then.
func (e *explorer) tick(bytes int64) bool {
	if e.opts.Told != nil {
		e.opts.Told(e.states)
	}
	switch {
	case e.stopped != "":
	case e.ctx.Err() != nil:
		switch cause := context.Cause(e.ctx); cause {
		case context.Canceled:
			e.stopped = "interrupted"
		case context.DeadlineExceeded:
			e.stopped = "timeout"
		default:
			e.stopped = cause.Error()
		}
	case e.opts.MaxMemory > 0 && bytes > e.opts.MaxMemory:
		e.stopped = "memory limit"
	case e.soft != 0 && budget.Spent(e.ctx) >= e.soft:
		e.stopped = softStop
	case e.opts.AfterFirst > 0 && e.firstAt != 0:
		used := e.firstAt - e.begin
		if budget.Since(e.ctx, e.firstAt) > max(budget.Work(float64(used)*e.opts.AfterFirst), leastAfterFirst) {
			e.stopped = "work for more failures after the first one is spent"
		}
	}
	return e.stopped == ""
}

func (e *explorer) result() *Exploration {
	x := &Exploration{
		Exhausted: e.exhausted && e.stopped == "", Stopped: e.stopped, Sampled: e.sampled, SampledAt: e.sampledAt, Ended: e.ended, SwitchCut: e.cut,
		Threads: e.threads, GoesOn: e.goesOn,
		Layout: sortedKeys(e.layout), Torn: sortedKeys(e.torn), Renewed: sortedKeys(e.renewed), Assumed: sortedKeys(e.assumed), Unknown: sortedKeys(e.unknown),
		Reached: e.prog.ids(e.passed), Sites: e.prog.ids(e.sites),
		States: e.states, Transitions: e.transitions, Passes: e.passes,
	}
	for _, key := range slices.Sorted(maps.Keys(e.found)) {
		x.Failures = append(x.Failures, e.found[key])
	}
	sortFailures(x.Failures)
	missing := map[string]bool{}
	reached := map[string]bool{}
	for pc := range e.prog.code {
		in := &e.prog.code[pc]
		if in.op != opAssert || e.prog.funcs[in.fn].model {
			continue
		}
		a := in.src.(*ir.Assert)
		k := fmt.Sprintf("%s: %s", a.Pos.Pos, a.Msg)
		if e.seen[pc] {
			reached[k] = true
		} else {
			missing[k] = true
		}
	}
	for k := range reached {
		delete(missing, k)
	}
	x.Unreached = sortedKeys(missing)
	return x
}

func sortedKeys(m map[string]bool) []string {
	return slices.Sorted(maps.Keys(m))
}
