package run

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Interleaved bugs: Algorithm 1 of CBUGS around the engines. They look at the program as always. Then every finding is judged: if a sequential run of its input fails too, the inputs
// that fail in this way are filtered, and the engines look at the program without these inputs. What they find then is judged again, until every finding that is left
// is interleaved, or cannot be decided. A check that no longer fails fails on no input that the harness should allow.
//
// As long as there is something to filter, one engine looks with low bounds; only then all of them look as far as they can.

// Interleaved is what is done about bugs that sequential runs show too.
type Interleaved uint8

// The ways.
const (
	Off  Interleaved = iota // nobody looks
	Rank                    // the verdict is as without; findings are put into order
	Only                    // they are set aside, outside of the verdict
)

// everyInput is said before anything else.
const everyInput = "every input fails sequentially, so no failure can be told from one of the harness"

// leastJudging is how long judging may take that nobody asked for, if the engines were faster.
const leastJudging = 5 * budget.Second

var errJudging error = spentError("it took more work than the search; --interleaved rank takes as much as there is")

// Low bounds, with which inputs are filtered.
const lowRounds, lowUnwind = 3, 2

// judgement is Algorithm 1 at work.
type judgement struct {
	*Job
	prog    *ir.Program
	judge   *judge
	last    *report.Report             // of the engines' last look
	settled map[string]*report.Finding // interleaved, or undecided
	missing map[string][]*filter
	seq     map[string]*verdict.Interleaving // of findings that fail sequentially: the run
	doubts  map[string]*verdict.Interleaving // of findings on inputs about which nothing is known: why
	whole   bool                             // the last look was with all engines
	every   bool                             // the filters are all inputs
}

// judged asks the engines, and judges what they find.
func (job *Job) judged(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) error {
	began := budget.Spent(ctx)
	if err := job.decide(ctx, prog, rep, soFar); err != nil || job.Interleaved == Off {
		return err
	}
	if job.Implied {
		if !hasInputs(prog) || !slices.ContainsFunc(rep.Findings, func(f report.Finding) bool { return f.Verdict == verdict.Bug }) {
			return nil
		}
		limited, cancel := budget.WithinCause(ctx, max(leastJudging, budget.Since(ctx, began)), errJudging)
		defer cancel()
		ctx = limited
	}
	if !hasInputs(prog) {
		rep.Notes = append(rep.Notes, note("--interleaved: the program has no input, so every failure is one of the program: give --harness"))
		return nil
	}
	j, err := job.judge(ctx, prog)
	if err != nil {
		rep.Notes = append(rep.Notes, note("--interleaved: %v", err))
		return nil
	}
	defer j.Close()
	w := &judgement{
		Job: job, prog: prog, judge: j, last: rep, whole: true,
		settled: map[string]*report.Finding{}, missing: map[string][]*filter{}, seq: map[string]*verdict.Interleaving{}, doubts: map[string]*verdict.Interleaving{},
	}
	stopped := ""
	for {
		fresh, err := w.look(ctx)
		if err != nil {
			stopped = stopReason(ctx)
			break
		}
		if !fresh && w.whole {
			if err := w.covered(ctx); err != nil {
				return err
			}
			if err := w.doubted(ctx); err != nil {
				return err
			}
			if ctx.Err() != nil {
				stopped = stopReason(ctx)
			}
			break
		}
		if err := w.again(ctx, !fresh); err != nil {
			return err
		}
		if ctx.Err() != nil {
			stopped = stopReason(ctx)
			break
		}
	}
	w.conclude(rep, stopped)
	soFar.put(rep)
	return nil
}

// look judges the findings of the last look, and reports whether there is something new to filter.
func (w *judgement) look(ctx context.Context) (fresh bool, err error) {
	before := slices.Clone(w.judge.Filters)
	for i := range w.last.Findings {
		f := &w.last.Findings[i]
		key := f.Key()
		if f.Verdict != verdict.Bug || w.settled[key] != nil {
			continue
		}
		in, filter, err := w.judge.Decide(ctx, &f.Finding)
		switch {
		case err != nil && ctx.Err() == nil:
			panic(fmt.Sprintf("interleaved: %s at %s: %v", f.Kind, f.Location.Pos, err))
		case err != nil:
			return fresh, err
		case slices.Contains(before, filter): // a solver that does not know all of a filter found it
			g := *f
			g.Interleaving = &verdict.Interleaving{Reason: "whether it fails on an input that is not filtered is not known"}
			w.settled[key] = &g
		case filter != nil && filter.Doubt:
			fresh = true
			w.doubts[key] = in
		case filter != nil:
			fresh = true
			w.seq[key] = in
			if !slices.Contains(w.missing[key], filter) {
				w.missing[key] = append(w.missing[key], filter)
			}
		default:
			g := *f
			g.Interleaving = in
			w.settled[key] = &g
		}
	}
	return fresh, nil
}

// again lets engines look at the program without the inputs that are filtered: one with low bounds, or all.
func (w *judgement) again(ctx context.Context, whole bool) error {
	job := *w.Job
	job.Request.KeepGoing = true
	if low := &job.Request.Bounds; !whole && job.Engine == Auto {
		job.Engine = Printed
		if low.Rounds == 0 {
			low.Rounds = lowRounds
		}
		if low.Unwind == 0 {
			low.Unwind = lowUnwind
		}
	} else {
		whole = true
	}
	p := w.judge.Program()
	whole = whole || p.Quantified()
	rep := &report.Report{}
	if err := job.without(ctx, p, rep); err != nil {
		return err
	}
	q := verdict.Question{Program: w.prog, Properties: job.Request.Properties, VolatileIsAtomic: job.Request.VolatileIsAtomic}
	for i := range rep.Findings {
		f := &rep.Findings[i]
		if f.Verdict != verdict.Bug {
			continue
		}
		err := p.Original(&f.Finding)
		if err == nil {
			_, err = replay.Judge(&q, &f.Finding)
		}
		if err != nil {
			panic(fmt.Sprintf("a trace without filtered inputs does not replay: %v", err))
		}
		f.Lines = report.Lines(f.Trace)
	}
	w.last, w.whole = rep, whole
	return nil
}

// without asks about a program without filtered inputs: the engines, or, where quantifiers say which these are, one formula.
func (job *Job) without(ctx context.Context, p *without, rep *report.Report) error {
	if !p.Quantified() {
		return job.decide(ctx, p.Program, rep, &latest{})
	}
	turn := Turn{Engine: p.Engine()}
	req := job.Request
	req.Program, req.Properties, req.Facts, req.Step = p.Program, turn.asks(job.Request.Properties, nil), nil, job.step
	answer, err := job.turn(ctx, turn, &req)
	if err != nil {
		answer = undecided(req.Properties, err)
	}
	for _, other := range job.Request.Properties {
		if !slices.Contains(req.Properties, other) {
			answer.Claims = append(answer.Claims, verdict.Claim{Property: other, Cause: verdict.Limit, Reason: "free choices are quantified for assertions and memory alone"})
		}
	}
	rep.Add(turn.Name, answer)
	if answer.Reached != nil {
		rep.Coverage = reach.Of(p.Program, answer.Reached)
	}
	return nil
}

// covered finds out whether the filters leave no input, if the last look found no execution that means something.
func (w *judgement) covered(ctx context.Context) error {
	if !slices.ContainsFunc(w.last.Claims, func(c verdict.Claim) bool { return c.Vacuous }) || len(w.judge.Filters) == 0 || len(w.doubts) > 0 {
		return nil
	}
	job := *w.Job
	job.Engine = Printed
	job.Request.Properties, job.Request.Facts = []verdict.Property{verdict.Assert}, nil
	job.Request.Bounds = verdict.Bounds{Rounds: 1, Unwind: 1, Threads: 1}
	rep := &report.Report{}
	if err := job.without(ctx, w.judge.Left(), rep); err != nil {
		return err
	}
	w.every = slices.ContainsFunc(rep.Claims, func(c verdict.Claim) bool {
		return c.Verdict == verdict.Proved || c.Vacuous && len(c.BoundsHit) == 0
	})
	return nil
}

// doubted finds out which checks fail sequentially, and also on inputs about which nothing is known: the program is looked at once more, with these inputs. Whether such a check has an interleaved failure is
// undecided.
func (w *judgement) doubted(ctx context.Context) error {
	if len(w.doubts) == 0 || len(w.seq) == 0 {
		return nil
	}
	job := *w.Job
	job.Request.KeepGoing = true
	rep := &report.Report{}
	if err := job.without(ctx, w.judge.Sure(), rep); err != nil {
		return err
	}
	for key := range w.seq {
		if w.doubts[key] != nil {
			continue
		}
		at := slices.IndexFunc(rep.Findings, func(f report.Finding) bool { return f.Key() == key && f.Verdict == verdict.Bug })
		clear := !slices.ContainsFunc(rep.Claims, func(c verdict.Claim) bool {
			return c.Verdict == verdict.Unknown && !c.Vacuous || c.Verdict == verdict.Bug && c.Reason != ""
		})
		if at >= 0 || !clear {
			w.doubts[key] = &verdict.Interleaving{Reason: "it may also fail on inputs about which sequential runs say nothing"}
		}
	}
	return nil
}

// conclude puts what was found out into the report.
func (w *judgement) conclude(rep *report.Report, stopped string) {
	w.judge.Explain()
	all := w.judge.Filters
	var list, aside []report.Finding
	at := map[string]int{}
	for _, f := range rep.Findings {
		key := f.Key()
		at[key] = len(list) + len(aside)
		if g := w.settled[key]; g != nil {
			list = append(list, *g)
			continue
		}
		in := w.seq[key]
		if f.Verdict == verdict.Bug {
			if in == nil {
				in = &verdict.Interleaving{}
			}
			if d := w.doubts[key]; d != nil {
				in = d
			} else if why := w.open(f.Kind.Property(), stopped); why != "" || w.seq[key] == nil {
				in = &verdict.Interleaving{Reason: why}
			} else {
				no := false
				in.Interleaved = &no
				for _, x := range w.missing[key] {
					in.Preconditions = append(in.Preconditions, x.Text)
				}
			}
			f.Interleaving = in
		}
		if w.Interleaved == Only && in != nil && in.Interleaved != nil && !*in.Interleaved {
			aside = append(aside, f)
		} else {
			list = append(list, f)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w.settled)) {
		if _, known := at[key]; !known {
			list = append(list, *w.settled[key])
		}
	}
	rep.Findings = list
	atOnce := 0
	for _, x := range all {
		rep.Preconditions = append(rep.Preconditions, x.Text)
		if x.AtOnce {
			atOnce++
		}
	}
	if w.every {
		rep.Notes = append([]string{note("--interleaved: %s", everyInput)}, rep.Notes...)
	}
	if w.Implied {
		return
	}
	rep.Notes = append(rep.Notes, note("interleaved: %d sequential runs, %d filters, %d of them AsyncAsSync; %d calls of a solver, none for %d failures that permute the threads of an execution",
		w.judge.Runs, len(all), atOnce, w.judge.Calls, w.judge.Saved))
	if w.Interleaved != Only {
		return
	}
	rep.SetAside = aside
	if len(all) > 0 {
		rep.Claims = w.last.Claims
		rep.Coverage = w.last.Coverage
	}
	for i := range rep.Claims {
		c := &rep.Claims[i]
		left := slices.ContainsFunc(list, func(f report.Finding) bool { return f.Verdict == verdict.Bug && f.Kind.Property() == c.Property })
		switch {
		case w.every:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, everyInput
		case stopped != "" && c.Verdict != verdict.Bug:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Limit, stopped
		case len(w.doubts) > 0 && c.Verdict != verdict.Bug:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Limit, "sequential runs of some inputs say nothing, and these were left out"
		case c.Verdict == verdict.Bug && !left:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Limit, "inputs were still to be filtered"
			if stopped != "" {
				c.Reason = stopped
			}
		case c.Verdict == verdict.Proved:
			c.Verdict, c.Reason = verdict.Bounded, "--interleaved only: failures that sequential runs show are left out"
		}
	}
}

// open says why it is not known whether a check of a property fails on inputs that are not filtered.
func (w *judgement) open(p verdict.Property, stopped string) string {
	if stopped != "" {
		return stopped
	}
	if len(w.judge.Filters) == 0 {
		return ""
	}
	known := func(c verdict.Claim) bool { return c.Property == p && c.Vacuous }
	if w.every || slices.ContainsFunc(w.last.Claims, known) {
		return ""
	}
	for _, c := range verdict.Strongest(w.last.Claims) {
		switch {
		case c.Property != p, c.Verdict == verdict.Proved, c.Verdict == verdict.Bounded, c.Verdict == verdict.Bug && c.Reason == "":
		case c.Reason != "":
			return "without the inputs that are filtered: " + c.Reason
		default:
			return "without the inputs that are filtered nothing is known"
		}
	}
	return ""
}
