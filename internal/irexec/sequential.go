package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Sequential runs (CBUGS, section 4): at a spawn the new thread, with all that it spawns, runs to its end at once, or it waits until its parent has ended. One thread
// runs at a time and none is left in the middle: where one has to wait for another, or an assumption does not hold, the run is over, and that is no failure.
//
// A run keeps a stack: the thread at its bottom was waiting before, the others run at once, each within the spawn of the one below it. A thread that starts inside
// another that runs at once runs at once too; so there is something to decide only at the bottom. When the stack is empty, any thread that waits may go on.

// Compiled is a program that is run more than once.
type Compiled struct{ p *program }

// Compile prepares a program for runs.
func Compile(p *ir.Program) (*Compiled, error) {
	cp, err := compile(p)
	if err != nil {
		return nil, err
	}
	return &Compiled{cp}, nil
}

// Asyncs is which sequential runs are made: the filters of sections 4.1 to 4.3.
type Asyncs uint8

// The filters.
const (
	AsyncGeneral  Asyncs = iota // all sequential runs
	AsyncAsSync                 // a new thread runs at once
	AsyncAsEvents               // a new thread waits until its parent has ended
)

// Sequential says how a sequential run goes.
type Sequential struct {
	Asyncs
	External map[uint64]byte // the input; what is not there is zero
	// Decide chooses among n ways. At a spawn 0 is that the new thread runs at once, 1 that it waits; when a thread has ended, it is the place of the next among those
	// that wait, in the order of their creation; a free choice among waiters, or whether a weak exchange succeeds, is decided here too.
	Decide func(n int) int
	// Value chooses a value that is free.
	Value    func(thread, width int) ir.Const
	Watch    Watcher     // may be nil
	Stop     func() bool // asked before each visible operation whether the run has to end there, at a limit; may be nil
	MaxSteps int         // instructions
	Options
}

// Sequence is a sequential run.
type Sequence struct {
	*Outcome
	Order    []int // threads, in the order in which they began to run
	AtOnce   bool  // no thread had to wait
	Schedule trace.Schedule
	Inputs   trace.Inputs
}

// Threads names the threads of the run.
func (s *Sequence) Threads() []string {
	var out []string
	for _, th := range s.m.threads {
		out = append(out, th.name)
	}
	return out
}

// decided serves and records the choices of a sequential run.
type decided struct {
	queues
	how *Sequential
	out *Sequence
}

func (d *decided) record(t int, v ir.Const) ir.Const {
	for len(d.out.Inputs.Havoc) <= t {
		d.out.Inputs.Havoc = append(d.out.Inputs.Havoc, nil)
	}
	d.out.Inputs.Havoc[t] = append(d.out.Inputs.Havoc[t], v)
	return v
}

func (d *decided) value(t, width int) ir.Const {
	return d.record(t, d.how.Value(t, width).Truncate(width))
}

func (d *decided) pick(t, n int) int {
	return int(d.record(t, ir.Const{Lo: uint64(d.how.Decide(n))}).Lo)
}
func (d *decided) flip(t int) bool         { return d.pick(t, 2) == 1 }
func (d *decided) base(int) (uint64, bool) { return 0, false }

// Run makes a sequential run.
func (c *Compiled) Run(how Sequential) *Sequence {
	out := &Sequence{AtOnce: true, Inputs: trace.Inputs{External: how.External}}
	d := &decided{queues: queues{in: trace.Inputs{External: how.External}}, how: &how, out: out}
	r := &runner{q: &d.queues, max: how.MaxSteps, out: &Outcome{}}
	r.m = newMachine(c.p, machineOptions{volatileIsAtomic: how.VolatileIsAtomic}, d)
	r.m.watcher = how.Watch
	r.out.m, out.Outcome = r.m, r.out
	if r.start() {
		r.sequential(&how, out)
	}
	return out
}

// sequential runs the threads one by one, after the first has come to its first visible operation.
func (r *runner) sequential(how *Sequential, out *Sequence) {
	stack, waiting := []int{0}, []int{}
	out.Order = []int{0}
	for {
		if len(stack) == 0 {
			if len(waiting) == 0 {
				r.out.End = AllEnded
				return
			}
			i := 0
			if len(waiting) > 1 {
				i = how.Decide(len(waiting))
			}
			stack = append(stack, waiting[i])
			out.Order = append(out.Order, waiting[i])
			waiting = append(waiting[:i:i], waiting[i+1:]...)
		}
		t := stack[len(stack)-1]
		switch r.m.threads[t].status {
		case ended:
			stack = stack[:len(stack)-1]
			continue
		case stuck:
			r.end(Blocked, t, "an assumption does not hold")
			return
		}
		if how.Stop != nil && how.Stop() {
			r.end(Limited, t, "the time is over")
			return
		}
		before := len(r.m.threads)
		out.Schedule = append(out.Schedule, t)
		if !r.step(t) {
			if r.out.End == Blocked || r.out.End == WrongSchedule {
				out.Schedule = out.Schedule[:len(out.Schedule)-1]
			}
			return
		}
		first := len(stack)
		for u := before; u < len(r.m.threads); u++ {
			if first == 1 && (how.Asyncs == AsyncAsEvents || how.Asyncs == AsyncGeneral && how.Decide(2) == 1) {
				waiting = append(waiting, u)
				out.AtOnce = false
				continue
			}
			stack = append(stack[:first], append([]int{u}, stack[first:]...)...)
		}
		for i := len(stack) - 1; i >= first; i-- {
			out.Order = append(out.Order, stack[i])
		}
	}
}
