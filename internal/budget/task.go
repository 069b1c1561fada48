package budget

import (
	"context"
	"sync"
	"sync/atomic"
)

// Task is work that is done in steps, so that others can be done in between. It is left in the call of Spend that reaches the end of a step and goes on there, so it comes to the same whatever its
// steps are, unless it looks around. Everything that it has stays in memory in between.
//
// Rejected: engines that begin anew with twice the work. They would do everything twice, and what they find would depend on where they were cut.
type Task struct {
	outer  *Task // whose step this is a part of
	meter  *Meter
	joined [kinds]Work // what other meters have of it
	kept   atomic.Int64

	mu    sync.Mutex
	moved *sync.Cond
	left  Work // of the step; below zero: what it spent too much
	spent Work
	begun bool // it had a step
	free  bool // it has no more steps, but goes on to its end
	on    bool // it has its step
	over  bool
	panic any // which ended it; Step and Finish raise it where they are
}

// Begin makes a task of a function, which is called with the first step. Its context has a meter of its own. most is what all of its steps may come to; 0: nobody knows.
func Begin(ctx context.Context, most Work, do func(context.Context)) *Task {
	t := &Task{}
	t.moved = sync.NewCond(&t.mu)
	if m := Of(ctx); m != nil {
		t.outer = m.task
	}
	ctx = New(ctx)
	m := Of(ctx)
	m.task, m.most, t.meter = t, most, m
	go func() {
		t.mu.Lock()
		t.wait()
		begun := t.begun
		t.mu.Unlock()
		defer func() {
			p := recover()
			t.mu.Lock()
			t.over, t.on, t.panic = true, false, p
			t.moved.Broadcast()
			t.mu.Unlock()
		}()
		if begun {
			do(ctx)
		}
	}()
	return t
}

// Step lets the task go on until it has spent so much more, and reports whether it is over.
func (t *Task) Step(w Work) (over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left += w
	t.on = t.left > 0
	t.begun = t.begun || t.on
	t.moved.Broadcast()
	for t.on && !t.over {
		t.moved.Wait()
	}
	t.raise()
	return t.over
}

func (t *Task) raise() {
	if p := t.panic; p != nil {
		t.panic = nil
		panic(p)
	}
}

// Finish lets the task go on to its end; one that had no step is not begun. Who wants that to be soon ends its context before.
func (t *Task) Finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free, t.on = true, true
	t.moved.Broadcast()
	for !t.over {
		t.moved.Wait()
	}
	t.raise()
}

// Join adds what a task did since it was joined last to the meter of a context: of the task around it, which has counted it. The task is in no step.
func (t *Task) Join(ctx context.Context) {
	m := Of(ctx)
	if m == nil {
		return
	}
	for _, k := range Kinds() {
		if w := t.meter.By(k) - t.joined[k]; w > 0 {
			t.joined[k] += w
			m.add(k, w)
		}
	}
}

// Spent is what all steps came to.
func (t *Task) Spent() Work {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.spent
}

// Over reports whether it came to its end.
func (t *Task) Over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}

// On reports whether the task is in a step.
func (t *Task) On() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.on
}

// spend counts in the task and in those around it, and waits where a step is over.
func (t *Task) spend(w Work) {
	for at := t; at != nil; at = at.outer {
		at.mu.Lock()
		at.spent += w
		at.left -= w
		at.mu.Unlock()
	}
	for at := t; at != nil; at = at.outer {
		at.mu.Lock()
		at.wait()
		at.mu.Unlock()
	}
}

// wait is for the next step, if this one is over.
func (t *Task) wait() {
	for t.left <= 0 && !t.free {
		t.on = false
		t.moved.Broadcast()
		t.moved.Wait()
	}
}
