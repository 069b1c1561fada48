package irexec

import (
	"context"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The check on whoever says that no sequential run of an input fails: they are made again, by plain counting through all decisions and values, without terms, solver, or
// the code that made them before. Values of more than 8 bits are sampled, as in an exploration. What it finds is an error of ours; what it does not find says nothing new.

// attempts counts through the sequential runs of an input.
type attempts struct {
	queues
	ctx   context.Context
	kind  Asyncs
	given int // values of thread 0 that belong to the input
	dom   *domains
	tape  []attempt
	pos   int
	taken []int // by thread
	late  []int
	r     *runner
}

type attempt struct{ ways, way int }

func (a *attempts) next(ways int) int {
	if a.pos == len(a.tape) {
		a.tape = append(a.tape, attempt{ways: ways})
	}
	a.pos++
	return a.tape[a.pos-1].way
}

// advance moves on to the next run; false: that was the last.
func (a *attempts) advance() bool {
	for n := a.pos - 1; n >= 0; n-- {
		if t := &a.tape[n]; t.way+1 < t.ways {
			t.way++
			a.tape = a.tape[:n+1]
			return true
		}
	}
	return false
}

func (a *attempts) value(t, width int) ir.Const {
	for len(a.taken) <= t {
		a.taken = append(a.taken, 0)
	}
	a.taken[t]++
	if t == 0 && a.taken[0] <= a.given {
		return a.take(0).Truncate(width)
	}
	c := choice{width: uint8(width)}
	return a.dom.at(&c, a.next(a.dom.count(width)))
}

func (a *attempts) pick(_, n int) int       { return a.next(n) }
func (a *attempts) flip(int) bool           { return a.next(2) == 1 }
func (a *attempts) base(int) (uint64, bool) { return 0, false }

// thread runs a thread to its end; inside says that its parent waits for it. False: the run is over.
func (a *attempts) thread(t int, inside bool) bool {
	m := a.r.m
	for m.threads[t].status == ready && a.ctx.Err() == nil {
		before := len(m.threads)
		if !a.r.step(t) {
			return false
		}
		for u := before; u < len(m.threads); u++ {
			if !inside && a.kind != AsyncAsSync && (a.kind == AsyncAsEvents || a.next(2) == 1) {
				a.late = append(a.late, u)
			} else if !a.thread(u, true) {
				return false
			}
		}
	}
	return m.threads[t].status == ended
}

func (a *attempts) all() {
	if !a.r.start() || !a.thread(0, false) {
		return
	}
	for len(a.late) > 0 {
		i := 0
		if len(a.late) > 1 {
			i = a.next(len(a.late))
		}
		t := a.late[i]
		a.late = append(a.late[:i:i], a.late[i+1:]...)
		if !a.thread(t, false) {
			return
		}
	}
}

// FailsSequentially makes sequential runs of an input, those of a filter and at most so many, and gives the first failure of a kind that counts; nil: none was found. given is how many
// values of the first thread belong to the input. all says that there are no more runs (values of more than 8 bits are sampled all the same). When the context is over, what is not made is left out.
func (c *Compiled) FailsSequentially(ctx context.Context, in trace.Inputs, kind Asyncs, given, most int, counts func(verdict.Kind) bool, o Options) (f *verdict.Failure, all bool) {
	a := &attempts{ctx: ctx, kind: kind, given: given, dom: newDomains(c.p.src)}
	for range most {
		if ctx.Err() != nil {
			return nil, false
		}
		a.queues, a.pos, a.taken, a.late = queues{in: in}, 0, nil, nil
		a.r = &runner{q: &a.queues, max: 2_000_000, out: &Outcome{}}
		a.r.m = newMachine(c.p, machineOptions{volatileIsAtomic: o.VolatileIsAtomic}, a)
		a.r.out.m = a.r.m
		a.all()
		if f := a.r.out.Failure; a.r.out.End == Failed && f != nil && counts(f.Kind) {
			return f, false
		}
		if !a.advance() {
			return nil, true
		}
	}
	return nil, false
}
