package irexec

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Following a trace that names only some of the visible operations. Engines leave out what no other thread can observe (accesses to private memory, say), but a
// schedule has an entry for each. Follow runs the threads from one named operation to
// the next, executing what lies between them, and writes down the schedule and inputs of that run, which Run then
// confirms or refutes without any of this.

// Guide answers what the program leaves open, by the instruction that asks.
type Guide struct {
	Value func(thread int, at ir.ID, width int) ir.Const
	Base  func(thread int, at ir.ID) (uint64, bool)
	// External is what external memory holds at the start, and Unwritten the content of other unwritten memory.
	External, Unwritten map[uint64]byte
	// Bytes is what a Fill with arbitrary bytes writes, by the distance from its start, where that matters.
	Bytes func(thread int, at ir.ID) map[uint64]byte
}

// Route is where to go: the named operations in order, then the program points to which threads are brought, then a thread that runs until it fails (-1: none).
type Route struct {
	Way   []Waypoint
	Stops []trace.Stop
	Fails int
	// Others lets threads that the route does not name run where one that it names has to wait.
	Others bool
}

// Waypoint is a visible operation to be made, with the value it reads or chooses if that is left open.
type Waypoint struct {
	trace.Stop
	Value ir.Const
	Bytes map[uint64]byte
	More  int // operations of the thread that follow it and have no name
}

// followLimit is how many operations a thread may make on the way to a named one.
const followLimit = 1_000_000

// Follow runs the program along a route.
func Follow(p *ir.Program, route Route, g Guide, o Options) (trace.Schedule, trace.Inputs, error) {
	o.NoTrace = true
	r, err := newRunner(p, trace.Inputs{External: g.External}, o)
	if err != nil {
		return nil, trace.Inputs{}, err
	}
	f := &follower{runner: r, guide: g}
	if route.Others {
		f.named = route.threads()
	}
	r.m.choices = f
	if !r.start() {
		return nil, r.q.in, f.stopped()
	}
	err = f.follow(route)
	return f.schedule, r.q.in, err
}

type follower struct {
	*runner
	guide    Guide
	schedule trace.Schedule
	point    *Waypoint    // the operation being made
	named    map[int]bool // nil: all threads are
}

// threads is those that a route names.
func (r *Route) threads() map[int]bool {
	out := map[int]bool{r.Fails: true}
	for _, w := range r.Way {
		out[w.Thread] = true
	}
	for _, s := range r.Stops {
		out[s.Thread] = true
	}
	return out
}

// advance makes a step of a thread. If it has to wait, threads that are not named run as far as they can, and it tries again.
func (f *follower) advance(t int) bool {
	f.schedule = append(f.schedule, t)
	if f.step(t) {
		return true
	}
	if f.out.End != Blocked || f.named == nil {
		return false
	}
	f.schedule = f.schedule[:len(f.schedule)-1]
	point := f.point
	f.point = nil
	for u := 0; u < len(f.m.threads); u++ {
		for n := 0; n < followLimit && !f.named[u] && f.canRun(u); n++ {
			f.out.End = ScheduleOver
			if !f.step(u) {
				if f.out.End != Blocked {
					return false
				}
				break
			}
			f.schedule = append(f.schedule, u)
		}
	}
	f.out.End = ScheduleOver
	f.point = point
	f.schedule = append(f.schedule, t)
	return f.step(t)
}

func (f *follower) follow(route Route) error {
	for i := range route.Way {
		if done, err := f.to(route.Way[i].Stop, &route.Way[i]); done || err != nil {
			return err
		}
		f.point = nil
		for range route.Way[i].More {
			t := route.Way[i].Thread
			if !f.canRun(t) {
				return fmt.Errorf("thread %d cannot run on from instruction %d", t, route.Way[i].Instr)
			}
			if !f.advance(t) {
				return f.stopped()
			}
		}
	}
	for _, s := range route.Stops {
		if done, err := f.to(s, nil); done || err != nil {
			return err
		}
	}
	f.point = nil
	for _, s := range route.Stops { // what they would access may depend on inputs that nothing has examined yet
		f.try(s.Thread, func(result) {})
	}
	for n := 0; route.Fails >= 0 && n < followLimit; n++ {
		if !f.canRun(route.Fails) {
			return nil // a thread that has not failed by now fails before its first operation, or not at all
		}
		if !f.advance(route.Fails) {
			return f.stopped()
		}
	}
	return nil
}

func (f *follower) canRun(t int) bool { return t < len(f.m.threads) && f.m.threads[t].status == ready }

// to runs a thread until an operation is pending, and executes the operation if it is a waypoint. done says that the execution is over.
func (f *follower) to(w trace.Stop, through *Waypoint) (done bool, err error) {
	for n := 0; n < followLimit; n++ {
		if !f.canRun(w.Thread) {
			return true, fmt.Errorf("thread %d cannot run to instruction %d", w.Thread, w.Instr)
		}
		here := f.at(w.Thread) == w.Instr
		if here && through == nil {
			return false, nil
		}
		f.point = nil
		if here {
			f.point = through
		}
		if !f.advance(w.Thread) {
			return true, f.stopped()
		}
		if here {
			return false, nil
		}
	}
	return true, fmt.Errorf("thread %d does not come to instruction %d", w.Thread, w.Instr)
}

// at is the program point of a thread.
func (f *follower) at(t int) ir.ID {
	th := f.m.threads[t]
	return f.m.prog.code[th.frames[len(th.frames)-1].pc].src.Base().ID
}

// stopped says why the execution ended other than by the expected failure.
func (f *follower) stopped() error {
	switch f.out.End {
	case Failed, Halted, AllEnded:
		return nil
	}
	return fmt.Errorf("the execution ends on the way: %s: %s at %s", f.out.End, f.out.Message, f.out.At.Pos)
}

// The choices of a run that follows are answered by the guide and written down.

func (f *follower) ask(t, width int) {
	q := f.q
	for len(q.pos) <= t {
		q.pos = append(q.pos, 0)
	}
	for len(q.in.Havoc) <= t {
		q.in.Havoc = append(q.in.Havoc, nil)
	}
	if q.pos[t] >= len(q.in.Havoc[t]) {
		at := f.at(t)
		var v ir.Const
		if f.point != nil && f.point.Instr == at {
			v = f.point.Value
		} else {
			v = f.guide.Value(t, at, width)
		}
		q.in.Havoc[t] = append(q.in.Havoc[t], v.Truncate(width))
	}
}

func (f *follower) value(t, width int) ir.Const {
	f.ask(t, width)
	return f.q.value(t, width)
}

func (f *follower) pick(t, n int) int {
	f.ask(t, 32)
	return f.q.pick(t, n)
}

func (f *follower) flip(t int) bool {
	f.ask(t, 1)
	return f.q.flip(t)
}

// memory is the value of some unwritten bytes, at most eight.
func (f *follower) memory(t int, o *object, off, n uint64) ir.Const {
	var v ir.Const
	for k := range n {
		b, ok := o.given[off+k]
		if !ok {
			b = f.guide.Unwritten[o.base+off+k]
		}
		v.Lo |= uint64(b) << (8 * k)
	}
	f.note(t, v)
	return f.q.take(t)
}

// note adds a value to the inputs of a thread.
func (f *follower) note(t int, v ir.Const) {
	for len(f.q.in.Havoc) <= t {
		f.q.in.Havoc = append(f.q.in.Havoc, nil)
	}
	for len(f.q.pos) <= t {
		f.q.pos = append(f.q.pos, 0)
	}
	f.q.in.Havoc[t] = append(f.q.in.Havoc[t], v)
}

// given takes note of what a Fill with arbitrary bytes writes.
func (f *follower) given(t int, in *inst, o *object, off, n uint64) {
	var bytes map[uint64]byte
	if at := in.src.Base().ID; f.point != nil && f.point.Instr == at {
		bytes = f.point.Bytes
	} else if f.guide.Bytes != nil {
		bytes = f.guide.Bytes(t, at)
	}
	if o.given == nil {
		o.given = map[uint64]byte{}
	}
	for k := range n {
		if b, ok := bytes[k]; ok {
			o.given[off+k] = b
		} else {
			delete(o.given, off+k)
		}
	}
}

// knows reports whether the trace gives a value to every arbitrary byte that was not examined yet.
func (f *follower) knows(o *object, off, n uint64) bool {
	for k := off; k < off+n && n <= 8; k++ {
		if _, ok := o.given[k]; o.untouchedByte(k) && !ok {
			return false
		}
	}
	return n <= 8
}

func (f *follower) external(addr uint64, n int) ir.Const { return f.q.external(addr, n) }

func (f *follower) incoming(addr uint64, in *incoming) uint64 { return f.q.incoming(addr, in) }

func (f *follower) base(t int) (uint64, bool) {
	b, ok := f.guide.Base(t, f.at(t))
	if !ok {
		return 0, false
	}
	for len(f.q.in.Bases) <= t {
		f.q.in.Bases = append(f.q.in.Bases, nil)
	}
	f.q.in.Bases[t] = append(f.q.in.Bases[t], b)
	return b, true
}
