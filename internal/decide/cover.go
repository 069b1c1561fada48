package decide

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
)

// What executions reach. One question is about all places that no model has come to yet, and a model answers for every place that it comes to: a few
// questions, where one for each place would be thousands. Two of them are always asked to the end, as a verdict hangs on them: whether any
// thread is started, and whether the process comes to an end. The rest may take a share of the time; what it did not get to counts as
// not reached, and the set says that it is not all.

// places are the marks of a problem, and the conditions under which an execution comes to them.
type places struct {
	*sequence.Visits
	from     []reachPlace
	started  []logic.Term
	segments reach.Segments
}

type reachPlace struct {
	cond  logic.Term
	visit *sequence.Visit
	ends  bool // of the process or a thread
	seen  bool
}

// enough says how long the questions may take that no verdict hangs on, if all that came before took so long.
func enough(before budget.Work) budget.Work { return max(before/8, 100*budget.Millisecond) }

// Reached finds out what executions reach, beyond what is known of lower bounds.
func (q *Questions) Reached(ctx context.Context, known *reach.Set) (*reach.Set, error) {
	into := &reach.Set{}
	if known != nil {
		into.Union(known)
	}
	into.Partial = false
	if !q.Ends && len(q.Hit) == 0 {
		// Executions that wait for one another go on as long as there are turns, and may need more than there are to come to an end. Only where the first
		// thread cannot even come to where it may be interrupted is there no execution at all.
		st, err := q.Session.Check(ctx, q.given()...)
		if err != nil {
			return into, While(err, "solving: whether there are executions")
		}
		if q.Runs = st == solve.Sat; !q.Runs {
			return into, While(q.furthest(ctx, into), "solving: how far executions get")
		}
	}
	return into, While(q.cover(ctx, into), "solving: what executions reach")
}

// cover asks.
func (q *Questions) cover(ctx context.Context, into *reach.Set) error {
	began := budget.Spent(ctx)
	into.Union(&q.glimpsed)
	pl := q.places(into)
	b := q.Formula.B
	given := q.given()
	ask := func(ctx context.Context, all ...logic.Term) (bool, error) {
		if slices.ContainsFunc(all, b.IsFalse) {
			return false, nil
		}
		st, err := q.Session.Check(ctx, append(all, given...)...)
		if err != nil || st != solve.Sat {
			return false, err
		}
		pl.note(q, q.Model(), into)
		return true, nil
	}
	if into.Threads == 0 {
		any := b.False()
		for _, s := range pl.started {
			any = b.Or(any, s)
		}
		if _, err := ask(ctx, any); err != nil {
			return err
		}
	}
	into.Ends = into.Ends || len(q.Hit) > 0
	if !into.Ends {
		if _, err := ask(ctx, pl.open(b, true, 1)...); err != nil {
			return err
		}
	}
	short, cancel := budget.Within(ctx, enough(began-q.Start))
	defer cancel()
	for parts := spread; parts > 0; {
		more, err := ask(short, pl.open(b, false, parts)...)
		if err != nil {
			into.Partial = true
			return ctx.Err()
		}
		if !more {
			parts /= 4
		}
	}
	for n := into.Threads; n < len(pl.started); n = into.Threads {
		more, err := ask(short, pl.moreThan(b, n))
		if err != nil || !more {
			return ctx.Err()
		}
	}
	return nil
}

// glimpse takes over what a model comes to that was asked for something else, if it is an execution that counts. Where a bound is hit, threads often have started.
func (q *Questions) glimpse(m *solve.Model) {
	if q.Seq.Visits == nil {
		return
	}
	for _, t := range q.given() {
		if !m.Bool(t) {
			return
		}
	}
	if q.glimpses == nil {
		q.glimpses = q.places(&q.glimpsed)
	}
	q.glimpses.note(q, m, &q.glimpsed)
}

// given is what holds in every execution that counts.
func (q *Questions) given() []logic.Term {
	given := q.noFault()
	for _, o := range q.Seq.Visits.Given {
		given = append(given, q.Formula.Register(o))
	}
	return given
}

// places lists the marks that say something that the set does not know.
func (q *Questions) places(into *reach.Set) *places {
	pl := &places{Visits: q.Seq.Visits, segments: q.segments}
	b := q.Formula.B
	for _, o := range q.Seq.Visits.Started {
		pl.started = append(pl.started, q.Formula.Register(o))
	}
	for i := range q.Seq.Visits.List {
		v := &q.Seq.Visits.List[i]
		from := q.Origin(v.From)
		if v.Site && into.HasSite(from) || !v.Site && into.Has(from) {
			continue
		}
		c := q.Formula.Reaches(v.At)
		for _, o := range v.If {
			c = b.And(c, q.Formula.Register(o))
		}
		if !b.IsFalse(c) {
			pl.from = append(pl.from, reachPlace{cond: c, visit: v, ends: q.ends[from]})
		}
	}
	return pl
}

// spread is in how many parts of the text a model has to come to something new, as long as there are such models. A model that is asked for something new anywhere goes where the one before went, but for one branch.
const spread = 16

// open is the conditions that an execution comes to a place that none has come to yet, in each of so many parts of the text.
func (pl *places) open(b *logic.Builder, ends bool, parts int) (out []logic.Term) {
	var conds []logic.Term
	for i := range pl.from {
		if p := &pl.from[i]; !p.seen && (p.ends || !ends) {
			conds = append(conds, p.cond)
		}
	}
	for i := range parts {
		out = append(out, b.Or(conds[i*len(conds)/parts:(i+1)*len(conds)/parts]...))
	}
	return out
}

// moreThan is the condition that more than n threads are started.
func (pl *places) moreThan(b *logic.Builder, n int) logic.Term {
	width := 1
	for 1<<width <= len(pl.started) {
		width++
	}
	sum := b.BV(width, 0)
	for _, s := range pl.started {
		sum = b.Add(sum, b.Ite(s, b.BV(width, 1), b.BV(width, 0)))
	}
	return b.ULt(b.BV(width, uint64(n)), sum)
}

// note takes over what a model comes to.
func (pl *places) note(q *Questions, m *solve.Model, into *reach.Set) {
	n := 0
	for _, s := range pl.started {
		if m.Bool(s) {
			n++
		}
	}
	into.Threads = max(into.Threads, n)
	for i := range pl.from {
		p := &pl.from[i]
		if p.seen || !m.Bool(p.cond) {
			continue
		}
		p.seen = true
		pl.add(q, p, into)
	}
}

func (pl *places) add(q *Questions, p *reachPlace, into *reach.Set) {
	from := q.Origin(p.visit.From)
	if p.visit.Site {
		into.AddSite(from)
		return
	}
	pl.segments.Add(into, from)
	into.Ends = into.Ends || p.ends
}

// furthest is cover for a problem without any execution: all that the first thread can do before it starts another ends at assumptions. It adds how far
// it gets.
func (q *Questions) furthest(ctx context.Context, into *reach.Set) error {
	b := q.Formula.B
	s, err := q.task.Open(ctx, b)
	if err != nil {
		return err
	}
	defer s.Close()
	pl, terms := &places{Visits: q.Seq.Visits, segments: q.segments}, map[encode.Path]logic.Term{}
	for i := range q.Seq.Visits.List {
		if v := &q.Seq.Visits.List[i]; v.Solo && !v.Site {
			if path, ok := q.Formula.PathTo(v.At); ok {
				pl.from = append(pl.from, reachPlace{cond: path.Term(b, terms), visit: v})
			}
		}
	}
	short, cancel := budget.Within(ctx, enough(budget.Since(ctx, q.Start)))
	defer cancel()
	for {
		st, err := s.Check(short, pl.open(b, false, 1)...)
		if err != nil {
			into.Partial = true
			return ctx.Err()
		}
		if st != solve.Sat {
			return nil
		}
		pl.note(q, s.Model(), into)
	}
}
