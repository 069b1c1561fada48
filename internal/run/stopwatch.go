package run

import (
	"context"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/report"
)

// stopwatch notes what each part of a run did, in work and in seconds. Nothing but stats reads it.
type stopwatch struct {
	mu    sync.Mutex
	parts []*report.Spent
}

// The parts of a run that are no engines.
const (
	frontEnd = "front end"
	judging  = "judge"
)

// measure counts a part of the work on a meter of its own, and its seconds, until done is called.
func (w *stopwatch) measure(ctx context.Context, name string) (_ context.Context, done func()) {
	over := w.time(name)
	ctx, counted := w.count(ctx, name)
	return ctx, func() { counted(); over() }
}

// time counts the seconds of a part of the work until done is called.
func (w *stopwatch) time(name string) (done func()) {
	if w == nil {
		return func() {}
	}
	began, part := time.Now(), w.part(name)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		part.Seconds += time.Since(began).Seconds()
	}
}

// count counts a part of the work on a meter of its own, until done is called.
func (w *stopwatch) count(ctx context.Context, name string) (_ context.Context, done func()) {
	if w == nil {
		return ctx, func() {}
	}
	ctx, join := budget.Aside(ctx)
	meter := budget.Of(ctx)
	part := w.part(name)
	return ctx, func() {
		w.mu.Lock()
		for _, k := range budget.Kinds() {
			if n := int64(meter.By(k) / budget.Microsecond); n > 0 {
				part.By[k.String()] += n
				part.Units += n
			}
		}
		w.mu.Unlock()
		join()
	}
}

func (w *stopwatch) part(name string) *report.Spent {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		if p.Name == name {
			return p
		}
	}
	w.parts = append(w.parts, &report.Spent{Name: name, By: map[string]int64{}})
	return w.parts[len(w.parts)-1]
}

// spent is how many units that was.
func (w *stopwatch) spent() (units budget.Work) {
	for _, p := range w.read() {
		units += budget.Work(p.Units)
	}
	return units
}

// read is all that was noted so far.
func (w *stopwatch) read() (out []report.Spent) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.parts {
		one := *p
		one.By = map[string]int64{}
		for k, n := range p.By {
			one.By[k] = n
		}
		out = append(out, one)
	}
	return out
}
