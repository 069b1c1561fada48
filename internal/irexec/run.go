package irexec

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// End is how an execution ended.
type End uint8

// The ends. The zero value claims nothing.
const (
	ScheduleOver  End = iota // the schedule was followed to its end; threads may be enabled or blocked
	AllEnded                 // every thread ended
	Halted                   // the process ended: main returned, exit, abort
	Failed                   // a check failed or an access was invalid: see Failure
	Invalid                  // an invalid operation that is no finding: the execution is assumed away
	Blocked                  // the scheduled thread is blocked, or without a schedule all threads are
	WrongSchedule            // the schedule names a thread that does not exist or has ended
	Unsupported              // a construct that makes the execution UNKNOWN
	Limited                  // a limit of the interpreter
)

func (e End) String() string {
	return [...]string{
		"schedule over", "all threads ended", "process ended", "failure", "invalid operation", "blocked", "wrong schedule", "unsupported", "limit",
	}[e]
}

// Options of a run.
type Options struct {
	VolatileIsAtomic bool
	StackLocks       bool // a lock on the stack that is held when its function returns is a leak
	MaxSteps         int  // instructions, 0: 200 million
	NoTrace          bool // leave Outcome.Trace empty
	Friendly         bool // hostile choices among the inputs are not made
}

// Outcome is an execution.
type Outcome struct {
	End     End
	Failure *verdict.Failure // for Failed
	Message string           // for Invalid, Unsupported, Limited, WrongSchedule, Blocked
	At      source.Range
	Trace   trace.Trace

	Exit    int  // the exit status, for Halted
	Aborted bool // it ended by abort

	// Races and Deadlocks of the last state: the accesses are pending, the threads blocked.
	Races     []verdict.Failure
	Deadlocks []verdict.Failure
	// Misuses are the locks that were misused on the way.
	Misuses []Misuse
	// Pending lists threads that would fail before their next visible operation.
	Pending []int

	// Inputs is those that were given, friendly ones if that was asked for.
	Inputs trace.Inputs

	m      *machine
	traced *tracer // nil: the execution was not traced
}

// Misuse is a misused lock, and how many entries of the schedule lead to it.
type Misuse struct {
	verdict.Failure
	After int
}

// Shows is the failure of the execution with a key, nil: it shows none.
func (o *Outcome) Shows(key string) *verdict.Failure {
	for _, f := range o.failures() {
		if f.Key() == key {
			return f
		}
	}
	return nil
}

// First is some failure that the execution shows, nil: there is none.
func (o *Outcome) First() *verdict.Failure {
	if all := o.failures(); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (o *Outcome) failures() (out []*verdict.Failure) {
	if o.Failure != nil {
		out = append(out, o.Failure)
	}
	for i := range o.Races {
		out = append(out, &o.Races[i])
	}
	for i := range o.Deadlocks {
		out = append(out, &o.Deadlocks[i])
	}
	for i := range o.Misuses {
		out = append(out, &o.Misuses[i].Failure)
	}
	return out
}

// Global gives the bytes of a global at the end, by its unique name. Unwritten bytes read as zero.
func (o *Outcome) Global(name string) ([]byte, bool) {
	for i, g := range o.m.prog.src.Globals {
		if g.Name != name || g.ThreadLocal {
			continue
		}
		obj := &o.m.spaces[0][i]
		b := make([]byte, obj.size)
		for k := range b {
			b[k] = byte(obj.data[k>>3] >> (8 * (k & 7)))
		}
		return b, true
	}
	return nil, false
}

// Reached lists the instructions that the execution reached, and the user's instructions at which it started a thread or called through a pointer, in the order
// of the program. Empty if there is no trace.
func (o *Outcome) Reached() (passed, sites []ir.ID) {
	return o.m.prog.ids(o.m.passed), o.m.prog.ids(o.m.sites)
}

// Started is the number of threads that the execution started, not counting the first.
func (o *Outcome) Started() int { return max(0, len(o.m.threads)-1) }

// Executed is how many instructions the execution took.
func (o *Outcome) Executed() int64 { return o.m.executed }

// ids is the instructions at which a list by code positions says yes.
func (p *program) ids(at []bool) (out []ir.ID) {
	for pc, yes := range at {
		if yes {
			out = append(out, p.code[pc].src.Base().ID)
		}
	}
	return out
}

// at is the code positions of instructions.
func (p *program) at(ids []ir.ID) (out []int) {
	for pc := range p.code {
		if slices.Contains(ids, p.code[pc].src.Base().ID) {
			out = append(out, pc)
		}
	}
	return out
}

// runner follows one execution.
type runner struct {
	m     *machine
	q     *queues
	steps int
	made  int // operations of the schedule
	max   int
	out   *Outcome
}

func newRunner(p *ir.Program, in trace.Inputs, o Options) (*runner, error) {
	cp, err := compile(p)
	if err != nil {
		return nil, err
	}
	return cp.runner(in, o), nil
}

// runner starts a program that may be started many times.
func (cp *program) runner(in trace.Inputs, o Options) *runner {
	if o.Friendly {
		in.Havoc = slices.Clone(in.Havoc)
		for i := range in.Havoc {
			in.Havoc[i] = slices.Clone(in.Havoc[i])
		}
		in.External = maps.Clone(in.External)
	}
	q := &queues{in: in}
	r := &runner{q: q, max: o.MaxSteps, out: &Outcome{}}
	if r.max == 0 {
		r.max = 200_000_000
	}
	r.m = newMachine(cp, machineOptions{volatileIsAtomic: o.VolatileIsAtomic, misuse: true, stackLocks: o.StackLocks, friendly: o.Friendly}, q)
	r.out.m = r.m
	if !o.NoTrace {
		r.m.tracer = &tracer{}
		r.m.tracer.origins = newOrigins(&r.m.tracer.rests)
		r.m.tracer.places = newElsewhere(&r.m.tracer.rests)
		r.m.lives = lives{of: map[uint64]*life{}, sites: map[string]int{}}
		r.m.passed, r.m.sites = make([]bool, len(cp.code)), make([]bool, len(cp.code))
	}
	return r
}

// Run runs a program under a schedule: one thread number per visible operation.
func Run(p *ir.Program, s trace.Schedule, in trace.Inputs, o Options) (*Outcome, error) {
	r, err := newRunner(p, in, o)
	if err != nil {
		return nil, err
	}
	return r.follow(s), nil
}

// follow runs under a schedule to its end.
func (r *runner) follow(s trace.Schedule) *Outcome {
	if r.start() {
		for i, t := range s {
			if t < 0 || t >= len(r.m.threads) || r.m.threads[t].status != ready {
				r.out.End = WrongSchedule
				r.out.Message = fmt.Sprintf("entry %d of the schedule names thread %d, which cannot run", i, t)
				break
			}
			if !r.step(t) {
				break
			}
			if i == len(s)-1 && r.failsNow(t) {
				tr := r.m.tracer
				r.m.tracer = nil
				r.lastState()
				r.m.tracer = tr
				r.step(t)
			}
		}
	}
	r.finish()
	return r.out
}

// failsNow reports whether the next instruction of a thread is a check that fails or an invalid operation. The thread of the
// last entry of a schedule goes on into it: a schedule names visible operations only.
func (r *runner) failsNow(t int) bool {
	m := r.m
	if m.threads[t].status != ready || m.prog.code[m.threads[t].frames[len(m.threads[t].frames)-1].pc].visible {
		return false
	}
	fails := false
	r.try(t, func(res result) { fails = res == resEvent && m.step.visible == 0 })
	return fails
}

// try makes the next step of a thread, with the inputs that are left, shows it and undoes it.
func (r *runner) try(t int, show func(result)) {
	m := r.m
	tr, n := m.tracer, len(m.threads)
	m.tracer = nil
	before, pos, bases := m.mark(), slices.Clone(r.q.pos), slices.Clone(r.q.bases)
	m.begin(t)
	show(m.exec(t))
	m.threads[t].atomic = 0
	m.undoTo(before)
	m.threads, m.tracer, r.q.pos, r.q.bases = m.threads[:n], tr, pos, bases
}

// Simulate runs a program to its end under a fixed scheduler: each thread, in order of creation, runs until it has to
// wait. All inputs are zero unless given.
func Simulate(p *ir.Program, in trace.Inputs, o Options) (*Outcome, error) {
	r, err := newRunner(p, in, o)
	if err != nil {
		return nil, err
	}
	if r.start() {
		r.simulate()
	}
	r.finish()
	return r.out, nil
}

func (r *runner) simulate() {
	for {
		moved := false
		for t := 0; t < len(r.m.threads); t++ {
			for r.m.threads[t].status == ready {
				if !r.step(t) {
					if r.out.End == Blocked {
						r.out.End = ScheduleOver
						break
					}
					return
				}
				moved = true
			}
		}
		if !moved {
			r.out.End = Blocked
			if r.m.alive == 0 {
				r.out.End = AllEnded
			}
			return
		}
	}
}

// start runs thread 0 up to its first visible operation.
func (r *runner) start() bool {
	r.m.undoing = true
	return r.exec(0, true)
}

func (r *runner) step(t int) bool { return r.exec(t, false) }

// exec runs one step, continuing over cuts, and reports whether the execution goes on.
func (r *runner) exec(t int, prefix bool) bool {
	m := r.m
	before := m.mark()
	pos := append([]int(nil), r.q.pos...)
	traced := 0
	if m.tracer != nil {
		m.tracer.close(m)
		m.tracer.places.step(m)
		traced = len(m.tracer.steps)
	}
	m.begin(t)
	if prefix {
		m.step.done, m.step.prefix = true, true
	}
	if !prefix {
		r.made++
	}
	for {
		res := m.exec(t)
		for _, u := range m.step.happened(res, false) {
			r.out.Misuses = append(r.out.Misuses, Misuse{m.failure(&u, t), r.made})
		}
		m.step.misuses = m.step.misuses[:0]
		switch res {
		case resNext:
		case resCut:
			if r.steps += stepFuel; r.steps > r.max {
				r.end(Limited, t, "the execution takes too many steps")
				return false
			}
			if !prefix && m.step.visible > 0 {
				// The operation is done; what follows goes on when the thread is scheduled again.
				break
			}
			m.step.fuel = stepFuel
			continue
		case resBlocked:
			m.undoTo(before)
			m.threads[t].atomic = 0
			r.q.pos = pos
			if m.tracer != nil {
				m.tracer.cut(traced)
				m.tracer.places.undo()
			}
			r.end(Blocked, t, fmt.Sprintf("thread %d cannot make its next step", t))
			return false
		case resStuck:
			m.threads[t].status = stuck
		case resEnded:
			if m.alive == 0 {
				r.end(AllEnded, t, "")
				r.clean()
				return false
			}
		case resHalted:
			r.out.Exit, r.out.Aborted = int(m.exit), m.aborted
			r.end(Halted, t, "")
			return false
		case resEvent:
			r.event(t)
			return false
		}
		break
	}
	if r.steps += stepFuel - m.step.fuel; r.steps > r.max {
		r.end(Limited, t, "the execution takes too many steps")
		return false
	}
	r.clean()
	return true
}

// clean empties the undo log: a run never goes back further than one step.
func (r *runner) clean() {
	m := r.m
	m.log, m.objLog, m.syncLog, m.hdrLog, m.frames, m.words = m.log[:0], m.objLog[:0], m.syncLog[:0], m.hdrLog[:0], m.frames[:0], m.words[:0]
}

func (r *runner) end(e End, t int, msg string) {
	r.out.End, r.out.Message = e, msg
	r.out.At = r.m.posOf(r.m.userPC(t))
}

func (r *runner) event(t int) {
	e := r.m.step.event
	end := map[eventKind]End{evFailure: Failed, evInvalid: Invalid, evUnsupported: Unsupported, evLimit: Limited}[e.what]
	r.end(end, t, e.msg)
	if e.what == evFailure {
		f := r.m.failureOf(t, &e)
		r.out.Failure = &f
	}
}

// finish completes the outcome: the trace, and what the last state shows.
func (r *runner) finish() {
	r.out.Inputs = r.q.in
	m := r.m
	if m.tracer != nil {
		m.tracer.close(m)
		m.tracer.origins.close()
		m.tracer.places.close(m)
		r.out.Trace = trace.Trace{Threads: m.threadNames(), Steps: m.tracer.steps, Unknown: m.tracer.unknown, Taken: m.tracer.inputs()}
		r.out.traced, m.tracer = m.tracer, nil
	}
	if r.out.End == ScheduleOver || r.out.End == Blocked {
		r.lastState()
	}
}

// lastState tries the next step of every thread.
func (r *runner) lastState() {
	m := r.m
	m.step.logging = true
	logs := make([][]access, len(m.threads))
	ws := make([]waiting, len(m.threads))
	for t, th := range m.threads {
		ws[t] = waiting{live: th.status != ended, caps: capAll}
		if th.status != ready {
			continue
		}
		ws[t].caps = m.capsOf(t)
		r.try(t, func(res result) {
			if res != resBlocked {
				logs[t] = append([]access(nil), m.step.log...)
			}
			// For deadlocks, a thread that could only wake without a signal is blocked.
			if w := m.step.wait.kind; res == resBlocked && w != waitAssume || res != resBlocked && w == waitSignal {
				ws[t].blocked, ws[t].wait, ws[t].caps = true, m.step.wait, m.step.wait.caps
			}
			if res == resEvent && m.step.visible == 0 {
				r.out.Pending = append(r.out.Pending, t)
			}
		})
	}
	for t := range logs {
		for u := t + 1; u < len(logs); u++ {
			for i := range logs[t] {
				for j := range logs[u] {
					if logs[t][i].races(&logs[u][j]) {
						r.out.Races = append(r.out.Races, m.raceOf(&logs[t][i], &logs[u][j], t, u))
					}
				}
			}
		}
	}
	for _, set := range m.deadlocks(ws) {
		r.out.Deadlocks = append(r.out.Deadlocks, m.deadlockOf(ws, set))
	}
}
