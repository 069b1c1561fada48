package decide

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Found collects findings, each once.
type Found struct {
	List []verdict.Finding     // in the order in which they were found
	Tell func(verdict.Finding) // is told of each at once; may be nil
	Left bool                  // something was left undecided because the time for more findings was over

	known  map[string]bool
	began  budget.Work // of a part: when the search for it began
	limits *limits     // nil: there is all the time for more
}

// After the first failure of a property the search for more of it gets as much work again, but at least leastExtra. Other properties are not touched by
// that: a data race must not hide an assertion that fails.
const leastExtra = budget.Second

// ErrEnough says that the time for more findings is over.
var ErrEnough = fmt.Errorf("a failure was found, and the search for more got as much work again%w", silent{budget.ErrSpent})

// limits say until when more failures of each property are looked for, once it has one.
type limits struct {
	mu    sync.Mutex
	meter *budget.Meter
	start budget.Work
	first map[verdict.Property]failed
}

// failed is when the first failure of a property was found, and how long more are looked for.
type failed struct {
	at    budget.Work
	extra budget.Work
}

// Limit bounds the search for more findings of a property that has one, in a search that began at start.
func (f *Found) Limit(ctx context.Context, start budget.Work) {
	f.limits = &limits{meter: budget.Of(ctx), start: start, first: map[verdict.Property]failed{}}
}

// Part collects findings apart, within the limits as they are, in a search of its own that began when the clock said so much. One that began after the first failure has what
// there is for more from then on: what waits for its turn loses nothing.
func (f *Found) Part(ctx context.Context, began budget.Work) *Found {
	return &Found{Tell: f.Tell, began: began, limits: f.limits.copy(ctx)}
}

// copy is the limits for a search beside others, which see nothing of what it finds.
func (l *limits) copy(ctx context.Context) *limits {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return &limits{meter: budget.Of(ctx), start: l.start, first: maps.Clone(l.first)}
}

// hit notes that a property has a finding.
func (l *limits) hit(p verdict.Property) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.first[p]; !known {
		l.first[p] = failed{l.meter.Spent(), max(l.meter.Spent()-l.start, leastExtra)}
	}
}

// last is the time until which some of the properties is looked for; false: there is no limit for one of them.
func (f *Found) last(ps []verdict.Property) (until budget.Work, limited bool) {
	l := f.limits
	if l == nil || len(ps) == 0 {
		return until, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range ps {
		first, ok := l.first[p]
		if !ok {
			return until, false
		}
		from := first.at
		until = max(until, max(from, f.began)+first.extra)
	}
	return until, true
}

// Time is the time that questions about some properties have: less if all of them have failed.
func (f *Found) Time(ctx context.Context, ps ...verdict.Property) (context.Context, context.CancelFunc) {
	if until, limited := f.last(ps); limited {
		return budget.WithinCause(ctx, until-budget.Spent(ctx), ErrEnough)
	}
	return context.WithCancel(ctx)
}

// Over reports whether an error came because the time for more findings of a property is over, which ends no search, and takes note of it.
func (f *Found) Over(ctx context.Context, err error, p verdict.Property) bool {
	var l *solve.LimitError
	if ctx.Err() != nil || !errors.Is(err, context.Canceled) && !errors.As(err, &l) {
		return false
	}
	until, limited := f.last([]verdict.Property{p})
	over := limited && budget.Spent(ctx) >= until
	f.Left = f.Left || over
	return over
}

// Enter keeps a finding, unless it is known. One that needs something of the outside gives way to one that needs nothing.
func (f *Found) Enter(g verdict.Finding) {
	key := g.Key()
	if f.known[key] {
		if i := slices.IndexFunc(f.List, func(h verdict.Finding) bool { return h.Key() == key }); i >= 0 && len(g.Needs) == 0 && len(f.List[i].Needs) > 0 {
			f.List[i] = g
			if f.Tell != nil {
				f.Tell(g)
			}
		}
		return
	}
	if f.known == nil {
		f.known = map[string]bool{}
	}
	f.limits.hit(g.Kind.Property())
	f.known[key] = true
	if f.Tell != nil {
		f.Tell(g)
	}
	f.List = append(f.List, g)
}

// Has reports whether the check has failed before, at lower bounds or in another copy, by an execution that needs nothing of the outside.
func (f *Found) Has(a *ir.Assert) bool {
	if a.Kind == string(verdict.KindRace) {
		return false // told apart by two places
	}
	for _, g := range f.List {
		if len(g.Needs) == 0 && string(g.Kind) == a.Kind && g.Location.Pos == a.Pos.Pos {
			return true
		}
	}
	return false
}
