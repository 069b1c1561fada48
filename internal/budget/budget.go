package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
)

// Work is an amount of work: nanoseconds on the machine on which the weights were fitted (bench/work).
type Work int64

// Amounts of work by the time that they took there.
const (
	Microsecond Work = 1000
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond

	// Unlimited is more than anybody spends.
	Unlimited Work = math.MaxInt64 / 4
)

// String gives the units that users know, of a microsecond each.
func (w Work) String() string { return fmt.Sprintf("%d units", w/Microsecond) }

// ErrSpent is the cause of a context that ended because its part was spent.
var ErrSpent = errors.New("its part of the work is spent")

// Kind is what is counted.
type Kind uint8

// The kinds.
const (
	Solving   Kind = iota // cache lines that the SAT solver touches (its ticks), and literals that it assigns and analyzes
	Blasting              // gates and clauses built
	Reading               // gates and variables that are given the value which a model has
	Terms                 // terms built
	Running               // instructions that the interpreter runs
	Keeping               // steps that a search takes
	Comparing             // accesses that a search compares with those of other threads
	Points                // edges that points-to follows
	Outside               // nanoseconds in which a solver that is another program works
	Passing               // instructions that passes and analyses go over
	kinds
)

var names = [kinds]string{"solving", "blasting", "models", "terms", "running", "keeping", "comparing", "points-to", "solver process", "passes"}

func (k Kind) String() string { return names[k] }

// Weight is what one of the kind takes.
func (k Kind) Weight() Work { return weights[k] }

// Kinds lists them.
func Kinds() (all []Kind) {
	for k := range kinds {
		all = append(all, k)
	}
	return all
}

// Meter is the clock of one line of work, which no two goroutines move at a time. The nil meter stands still.
type Meter struct {
	mu    sync.Mutex // the watch of a run looks at it from outside
	spent Work
	by    [kinds]Work
	parts []*part // those that are on
	next  Work    // when the first of them ends
	most  Work    // what the whole of it may expect; 0: no end
	task  *Task   // whose step it is; nil: it is not done in steps
}

// part is a context that ends when the meter reaches a number.
type part struct {
	end  Work
	stop context.CancelCauseFunc
	why  error
}

type meterKey struct{}

type endKey struct{}

// end is where the part of a context ends, and why.
type end struct {
	at  Work
	why error
}

func endOf(ctx context.Context) end {
	e, _ := ctx.Value(endKey{}).(end)
	return e
}

// New gives a context with a meter of its own.
func New(ctx context.Context) context.Context {
	return context.WithValue(context.WithValue(ctx, meterKey{}, &Meter{next: Unlimited}), endKey{}, end{at: Unlimited})
}

// Of is the meter of a context; nil: it has none, and nothing is counted.
func Of(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}

// Spend moves the clock by so many of a kind, and ends what is over then. In a task it returns when the task has a part again.
func (m *Meter) Spend(k Kind, n int64) {
	if m == nil || n <= 0 {
		return
	}
	w := Work(min(n, int64(Unlimited/weights[k]))) * weights[k]
	m.add(k, w)
	m.task.spend(w)
}

func (m *Meter) add(k Kind, w Work) {
	m.mu.Lock()
	m.by[k] += w
	m.mu.Unlock()
	m.move(w)
}

// move moves the clock.
func (m *Meter) move(w Work) {
	m.mu.Lock()
	m.spent += w
	var over []*part
	if m.spent >= m.next {
		m.next = Unlimited
		on := m.parts[:0]
		for _, p := range m.parts {
			if p.end <= m.spent {
				over = append(over, p)
				continue
			}
			on = append(on, p)
			m.next = min(m.next, p.end)
		}
		clear(m.parts[len(on):])
		m.parts = on
	}
	m.mu.Unlock()
	for _, p := range over {
		p.stop(p.why)
	}
}

// Spend moves the clock of a context.
func Spend(ctx context.Context, k Kind, n int64) { Of(ctx).Spend(k, n) }

// Advance moves the clock of a context by work that was counted elsewhere.
func Advance(ctx context.Context, w Work) {
	if m := Of(ctx); m != nil && w > 0 {
		m.move(w)
	}
}

// Spent is what the clock says.
func (m *Meter) Spent() Work {
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}

// By is what was spent on a kind.
func (m *Meter) By(k Kind) Work {
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.by[k]
}

// Spent is what the clock of a context says.
func Spent(ctx context.Context) Work { return Of(ctx).Spent() }

// Since is what was spent since the clock of a context said so much.
func Since(ctx context.Context, then Work) Work { return Spent(ctx) - then }

// Within gives a context that ends when so much more is spent, with ErrSpent as its cause.
func Within(ctx context.Context, w Work) (context.Context, context.CancelFunc) {
	return WithinCause(ctx, w, ErrSpent)
}

// WithinCause says why it ends then: an error that is ErrSpent, or wraps it.
func WithinCause(ctx context.Context, w Work, why error) (context.Context, context.CancelFunc) {
	m := Of(ctx)
	if m == nil {
		return context.WithCancel(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.spent + min(max(w, 0), Unlimited)
	if endOf(ctx).at <= at { // the outer part ends first
		return context.WithCancel(ctx)
	}
	ctx, stop := context.WithCancelCause(context.WithValue(ctx, endKey{}, end{at, why}))
	p := &part{at, stop, why}
	if w <= 0 {
		stop(why)
		return ctx, func() {}
	}
	m.parts = append(m.parts, p)
	m.next = min(m.next, at)
	return ctx, func() {
		m.mu.Lock()
		for i, q := range m.parts {
			if q == p {
				m.parts = append(m.parts[:i], m.parts[i+1:]...)
				break
			}
		}
		m.mu.Unlock()
		stop(context.Canceled)
	}
}

// Left is what is left of the part that a context is in; false: it has no end. What is done in steps, of which nobody knows how many will come, expects a part of the whole, and once
// it had that, as much again as it had.
func Left(ctx context.Context) (Work, bool) {
	m := Of(ctx)
	if m == nil {
		return Unlimited, false
	}
	at, spent := endOf(ctx).at, m.Spent()
	if m.most > 0 {
		at = min(at, max(m.most, 2*spent))
	}
	if at >= Unlimited {
		return Unlimited, false
	}
	return max(at-spent, 0), true
}

// Over reports whether a context ended because its part, or one around it, was spent.
func Over(ctx context.Context) bool {
	return ctx.Err() != nil && errors.Is(context.Cause(ctx), ErrSpent)
}

// Aside gives a context with a meter of its own for work that runs beside other work: it begins at what the clock says now, and has what is left of this part. join adds what was spent to the meter it came
// from.
func Aside(ctx context.Context) (_ context.Context, join func()) {
	m := Of(ctx)
	if m == nil {
		return ctx, func() {}
	}
	within := endOf(ctx)
	own := &Meter{next: Unlimited, spent: m.Spent(), most: m.most, task: m.task}
	ctx = context.WithValue(context.WithValue(ctx, meterKey{}, own), endKey{}, end{at: Unlimited})
	cancel := context.CancelFunc(func() {})
	if within.at < Unlimited {
		ctx, cancel = WithinCause(ctx, max(within.at-own.spent, 0), within.why)
	}
	return ctx, func() {
		cancel()
		m.join(own)
	}
}

// join adds what another meter counted. The task has counted it.
func (m *Meter) join(own *Meter) {
	if m == nil {
		return
	}
	for _, k := range Kinds() {
		if w := own.By(k); w > 0 {
			m.add(k, w)
		}
	}
}
