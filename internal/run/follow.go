package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// The engines of a plan at work: who has a part in which round, what is entered, and who begins anew.

// seat is an engine at work.
type seat struct {
	Turn
	asked   []verdict.Property
	facts   *verdict.Facts
	task    *budget.Task // nil: it has not begun
	end     context.CancelCauseFunc
	answer  *engine.Result
	err     error
	over    bool        // it has answered, or is asked for nothing any more
	counted budget.Work // of what it spent
}

// table is the engines of a plan at work.
type table struct {
	job   *Job
	prog  *ir.Program
	rep   *report.Report
	soFar *latest
	seats []*seat
	open  []verdict.Property
	facts *verdict.Facts
	all   *reach.Set // what the executions of all engines reached
	whole budget.Work
	spent budget.Work
}

// decide asks the engines.
func (job *Job) decide(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) error {
	turns, ok := Plan(job.Engine)
	if !ok {
		return fmt.Errorf("no engine is called %q", job.Engine)
	}
	job.follow(ctx, turns, prog, rep, soFar)
	return nil
}

// follow asks the engines of a plan.
func (job *Job) follow(ctx context.Context, turns []Turn, prog *ir.Program, rep *report.Report, soFar *latest) {
	t := &table{job: job, prog: prog, rep: rep, soFar: soFar, open: job.Request.Properties, facts: job.Request.Facts}
	for _, turn := range turns {
		t.seats = append(t.seats, &seat{Turn: turn})
	}
	t.whole, _ = budget.Left(ctx)
	for round := 0; len(t.open) > 0; round++ {
		if t.spent < t.whole {
			t.makeRoom(ctx)
		}
		parts := t.parts(round)
		t.ask(ctx, parts)
		if ctx.Err() != nil || t.spent >= t.whole || !t.goesOn() {
			break
		}
		t.step(ctx, parts)
	}
	t.finish(ctx)
	budget.Advance(ctx, t.spent)
}

// parts is what each seat has in a round: twice that of the round before, and no more than is left of the work. One
// alone is cut within its step: what it does side by side has parts of the whole.
func (t *table) parts(round int) []budget.Work {
	if len(t.seats) == 1 {
		return []budget.Work{budget.Unlimited}
	}
	parts, sum, first := make([]budget.Work, len(t.seats)), budget.Work(0), budget.Work(0)
	for i, s := range t.seats {
		if s.over {
			continue
		}
		parts[i] = s.Part
		for range round {
			parts[i] = min(2*parts[i], budget.Unlimited)
		}
		sum, first = min(sum+parts[i], budget.Unlimited), min(first+s.Part, budget.Unlimited)
	}
	if left := max(t.whole-t.spent, 0); sum > left {
		for i, s := range t.seats {
			if !s.over {
				parts[i] = budget.Work(float64(left)*(float64(s.Part)/float64(first))) + 1
			}
		}
	}
	return parts
}

// ask lets engines begin, leaves those that are asked for nothing any more, and lets those begin anew whose work is
// less now.
func (t *table) ask(ctx context.Context, parts []budget.Work) {
	for i, s := range t.seats {
		if s.over {
			continue
		}
		asks := s.asks(t.open, t.rep.Claims)
		switch {
		case len(asks) == 0:
			t.leave(ctx, s)
			s.over = true
		case s.task == nil:
			t.begin(ctx, s, asks)
		case s.Anew && (!slices.Equal(asks, s.asked) || s.facts != t.facts) && s.task.Spent() <= parts[i]:
			t.leave(ctx, s)
			t.begin(ctx, s, asks)
		}
	}
	var on []outstanding
	for _, s := range t.seats {
		if !s.over {
			on = append(on, outstanding{s.Name, s.asked})
		}
	}
	t.soFar.put(t.rep)
	t.soFar.begin(on...)
}

// makeRoom lets those begin anew that come last in the plan, where engines keep too much between their steps. What they keep they count themselves, so it is the same on any machine; the guard of the memory,
// which looks at the process, is left for what nobody counts.
func (t *table) makeRoom(ctx context.Context) {
	room, kept := t.job.Request.Memory/2, int64(0)
	if room <= 0 {
		return
	}
	for _, s := range t.seats {
		if s.over || s.task == nil {
			continue
		}
		own := s.task.Kept()
		if own == 0 || kept == 0 || kept+own <= room { // one alone has a limit of its own
			kept += own
			continue
		}
		t.leave(ctx, s)
		s.task = nil
	}
}

// jobs is how many things are done at once.
func (job *Job) jobs() int { return max(job.Request.Jobs, 1) }

// begin makes a task of an engine.
func (t *table) begin(ctx context.Context, s *seat, asks []verdict.Property) {
	req := t.job.Request
	req.Program, req.Properties, req.Facts, req.Step, req.Progress = t.prog, asks, t.facts, t.job.step, t.soFar.progress(t.job.Progress)
	req.Fields = nil // the program is restricted to them; by the names alone an engine would miss other ways to the same memory
	job := *t.job
	limit, most := t.whole, budget.Work(0)
	if len(t.seats) > 1 {
		if limit = budget.Unlimited; t.whole < budget.Unlimited {
			var parts budget.Work
			for _, s := range t.seats {
				parts += s.Part
			}
			most = budget.Work(float64(t.whole) * (float64(s.Part) / float64(parts)))
		}
		req.Jobs, req.Memory = 1, req.Memory/2 // engines are beside one another, and what they hold
		job.paused = func() bool { return !s.task.On() }
	}
	ctx, s.end = context.WithCancelCause(ctx)
	s.asked, s.facts, s.answer, s.err, s.counted = asks, t.facts, nil, nil, 0
	s.task = budget.Begin(ctx, most, func(ctx context.Context) {
		if job.Progress != nil {
			job.Progress(s.Name)
		}
		ctx, cancel := budget.WithinCause(ctx, limit, job.spent("the run", job.Effort))
		defer cancel()
		s.answer, s.err = job.turn(ctx, s.Turn, &req)
	})
}

// goesOn reports whether somebody is at work from whom an answer comes, or would be welcome.
func (t *table) goesOn() bool {
	idle := false
	for _, s := range t.seats {
		if !s.over && !s.Idle {
			return true
		}
		idle = idle || !s.over
	}
	return idle && t.whole < budget.Unlimited && len(t.rep.Undecided(t.open)) > 0
}

// step lets all engines go on, several at a time, and takes what they say in the order of the plan. Once everything
// is settled nobody hears the others: whether they had their step depends on the number of jobs.
func (t *table) step(ctx context.Context, parts []budget.Work) {
	var on []int
	for i, s := range t.seats {
		if !s.over {
			on = append(on, i)
		}
	}
	for some := range slices.Chunk(on, min(t.job.jobs(), wave.Size)) {
		wave.Wave{Jobs: len(some)}.Run(ctx, len(some), func(_ context.Context, n int, _ budget.Work) {
			s := t.seats[some[n]]
			defer t.job.watch.time(s.Name)()
			s.task.Step(parts[some[n]])
		})
		for _, i := range some {
			if t.take(ctx, t.seats[i]); len(t.open) == 0 {
				return
			}
		}
	}
}

// take counts what an engine did, and enters what it says once it is over.
func (t *table) take(ctx context.Context, s *seat) {
	t.count(s)
	if !s.task.Over() {
		return
	}
	if s.over = true; s.answer == nil && s.err == nil {
		return // it had no step
	}
	if s.err != nil {
		t.rep.Add(s.Name, undecided(s.asked, s.err))
		return
	}
	t.enter(ctx, s, s.answer)
	t.open = left(t.open, s.answer)
}

// enter adds an answer to the report.
func (t *table) enter(ctx context.Context, s *seat, answer *engine.Result) {
	t.rep.Add(s.Name, answer)
	t.job.keepProofs(ctx, t.prog, answer, t.rep)
	t.facts = t.facts.With(answer.Facts)
	if answer.Reached != nil {
		if t.all == nil {
			t.all = &reach.Set{Partial: true}
		}
		t.all.Union(answer.Reached)
		t.rep.Coverage = reach.Of(t.prog, t.all)
	}
}

// count counts what an engine spent since it was counted last.
func (t *table) count(s *seat) {
	t.spent += s.task.Spent() - s.counted
	s.counted = s.task.Spent()
}

// errLeft ends an engine that is asked for nothing any more, or begins anew.
var errLeft = errors.New("the rest is left to others")

// leave ends an engine, and keeps the failures that it has found.
func (t *table) leave(ctx context.Context, s *seat) {
	if s.task == nil {
		return
	}
	s.end(errLeft)
	s.task.Finish()
	t.count(s)
	if s.answer == nil {
		return
	}
	shown := &engine.Result{Assumed: s.answer.Assumed}
	for _, f := range s.answer.Findings {
		if f.Verdict == verdict.Bug {
			shown.Findings = append(shown.Findings, f)
		}
	}
	for _, c := range s.answer.Claims {
		if c.Verdict == verdict.Bug && !slices.ContainsFunc(t.rep.Claims, func(d verdict.Claim) bool { return d.Property == c.Property && d.Verdict == verdict.Bug }) {
			c.Reason = errLeft.Error()
			shown.Claims = append(shown.Claims, c)
		}
	}
	if len(shown.Findings) > 0 {
		t.enter(ctx, s, shown)
	}
}

// finish ends all engines. If the work is spent, or somebody ends the run, they say what they have.
func (t *table) finish(ctx context.Context) {
	for _, s := range t.seats {
		switch {
		case s.over || s.task == nil:
		case len(t.open) == 0:
			s.end(errLeft)
			s.task.Finish()
		case ctx.Err() == nil && t.spent < t.whole:
			t.leave(ctx, s)
		default:
			s.end(t.job.spent("the run", t.job.Effort))
			s.task.Finish()
			t.take(ctx, s)
		}
	}
	all := slices.Clone(t.rep.Claims)
	t.rep.Claims = slices.DeleteFunc(t.rep.Claims, func(c verdict.Claim) bool { // of an engine that began anew and says more now
		return c.Reason == errLeft.Error() && slices.ContainsFunc(all, func(d verdict.Claim) bool {
			return d.Engine == c.Engine && d.Property == c.Property && d.Verdict == c.Verdict && d.Reason != c.Reason
		})
	})
	t.soFar.put(t.rep)
}

// left is the properties about which something is open after an answer.
func left(open []verdict.Property, answer *engine.Result) []verdict.Property {
	settled := map[verdict.Property]bool{}
	for _, c := range answer.Claims {
		settled[c.Property] = c.Verdict == verdict.Proved || c.Verdict == verdict.Bug && c.Reason == ""
	}
	return slices.DeleteFunc(slices.Clone(open), func(p verdict.Property) bool { return settled[p] })
}
