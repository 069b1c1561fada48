package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heddle-dev/heddle/internal/analysis/fields"
	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/quota"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Job is one question about one program.
type Job struct {
	Files   []cfront.File
	Compile cfront.Options
	Engine  string
	Request engine.Request // all but Program, Progress and Step
	Effort  budget.Work    // counted work; 0: as much as fits into Timeout on the machine on which the weights were fitted, or without that no end
	Timeout time.Duration  // 0: none
	Memory  int64          // bytes that an engine may use; 0: none
	Quota   *quota.Memory  // of the process, for all jobs that share it; nil: nobody watches what it holds
	Version string
	// Interleaved says what is done about bugs that sequential runs of the same input show.
	Interleaved Interleaved
	// Implied says that nobody asked for Interleaved: it takes at most as long again as the engines did, and says nothing about itself.
	Implied bool
	// Filter is the sequential runs that are made; all but the zero value are for comparison.
	Filter irexec.Asyncs
	// Quantify says when free choices of sequential runs are quantified, which takes z3.
	Quantify Quantify

	// Pairs, of a driver, is set if races are decided for each pair of kinds of threads. It says whether a pair, by the names of its threads for people, is asked for, and if not,
	// what that rests on; empty: nothing.
	Pairs func(a, b string) (asked bool, why string)
	// Requests, of a driver whose pairs are decided, has what it does with requests and locks looked at, too.
	Requests bool

	// Front compiles; nil is cfront.Compile. Who checks one program several times compiles it once.
	Front func(context.Context, []cfront.File, cfront.Options) (*cfront.Result, error)

	Check    bool         // check the program with ircheck after every step
	Dump     string       // print the program after this step to DumpTo
	DumpTo   io.Writer    // where Dump goes
	BugDir   string       // where the file for a bug report goes if heddle itself fails
	Progress func(string) // may be nil
	// Found is told of each BUG when it is found, once; may be nil. It is called from any goroutine, one call at a time.
	Found func(*report.Finding)

	// Tally is told how many pairs there are and how many are proved, when that changes; may be nil.
	Tally func(proved, pairs int)

	heard   *heard          // of Found
	against *ir.Program     // of Compile.Harness.Against: the program whose sequential runs findings are judged by
	dumped  *atomic.Bool    // the step that Dump names was reached
	share   *quota.Share    // of Quota
	paused  func() bool     // whether the engine waits for its next step; nil: it does not
	guard   context.Context // of the whole run: it ends when somebody interrupts it, or the clock does, or memory
	watch   *stopwatch
}

// Why a run stopped early, as it stands in the report.
var (
	ErrInterrupted = errors.New("interrupted")
	errTimeout     = errors.New("timeout")
)

// grace is how long the engines may take to hand over what they have once time is up.
const grace = 700 * time.Millisecond

// Check does the job. It returns within grace of the context's end or of the time-out, with the report so far. It
// changes nothing of the process: several run side by side.
func Check(ctx context.Context, job Job) (*report.Report, error) {
	start := time.Now()
	job.dumped, job.watch, job.heard = new(atomic.Bool), &stopwatch{}, &heard{known: map[string]bool{}}
	if job.Interleaved == Only {
		job.Found = nil // what is found may be set aside
	}
	if job.Effort == 0 {
		job.Effort = budget.Work(job.Timeout)
	}
	ctx = budget.New(ctx)
	if job.Dump != "" {
		job.Request.Jobs = 1 // programs are printed one after another
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if job.Timeout > 0 {
		timed, stop := context.WithTimeoutCause(ctx, job.Timeout, fmt.Errorf("%w after %v", errTimeout, job.Timeout))
		defer stop()
		ctx = timed
	}
	job.guard = ctx
	if job.Effort > 0 {
		within, stop := budget.WithinCause(ctx, job.Effort, job.spent("the run", job.Effort))
		defer stop()
		ctx = within
	}
	job.Request.Memory = job.Memory
	job.share = job.Quota.Join(cancel)
	defer job.share.Leave()

	type answer struct {
		rep *report.Report
		err error
	}
	done := make(chan answer, 1)
	soFar := &latest{front: true, tally: job.Tally}
	if len(job.Files) > 0 {
		name := "reading " + job.Files[0].Path
		soFar.doing.Store(&name)
	}
	go func() {
		rep, err := guarded(ctx, &job, soFar)
		done <- answer{rep, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-job.guard.Done():
		select {
		case a = <-done:
		case <-time.After(grace):
			a.rep = soFar.get(stopReason(job.guard))
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	if errors.Is(context.Cause(job.guard), errTimeout) {
		a.rep.Notes = append(a.rep.Notes, note("ended by the clock after %d%% of the work", min(100*job.watch.spent()/max(job.Effort/budget.Microsecond, 1), 99)))
	}
	a.rep.Version = job.Version
	a.rep.Finish()
	a.rep.Stats = report.Stats{Seconds: time.Since(start).Seconds(), PeakMB: peakMB(), Work: job.watch.read()}
	return a.rep, nil
}

// latest is the report so far, for a run that has to end before its engine answers.
type latest struct {
	mu    sync.Mutex
	rep   report.Report
	on    []outstanding          // the engines that have not answered
	doing atomic.Pointer[string] // the last that it said of its progress
	tally func(proved, pairs int)
	front bool // the front end is at work: doing is what it does
}

// outstanding is an engine that has not answered yet, and what it was asked.
type outstanding struct {
	name string
	open []verdict.Property
}

// begin notes that engines are at work.
func (l *latest) begin(on ...outstanding) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on, l.front = on, false
	l.doing.Store(nil)
}

// progress notes what an engine says and hands it on.
func (l *latest) progress(next func(string)) func(string) {
	return func(s string) {
		l.doing.Store(&s)
		if next != nil {
			next(s)
		}
	}
}

func (l *latest) put(r *report.Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tally != nil && len(r.Pairs) > 0 {
		proved := 0
		for _, p := range r.Pairs {
			if p.Verdict == verdict.Proved {
				proved++
			}
		}
		l.tally(proved, len(r.Pairs))
	}
	l.on = nil
	if l.front {
		l.front = false
		l.doing.Store(nil)
	}
	l.rep = report.Report{
		Program: r.Program, Findings: slices.Clone(r.Findings), Claims: slices.Clone(r.Claims), Fields: slices.Clone(r.Fields), Assumed: slices.Clone(r.Assumed), Notes: slices.Clone(r.Notes), Turns: slices.Clone(r.Turns), Pairs: slices.Clone(r.Pairs), Coverage: r.Coverage, Proof: r.Proof,
		SetAside: slices.Clone(r.SetAside), Preconditions: slices.Clone(r.Preconditions), RaceOf: r.RaceOf,
	}
}

// get is the report of a run that has to end now. The engine that did not answer in time has an outcome of its own that says so.
func (l *latest) get(why string) *report.Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	rep := l.rep
	if doing := l.doing.Load(); doing != nil && l.front {
		why += ", while " + *doing
	} else if doing != nil {
		why += ", while at " + *doing
	}
	if len(l.on) == 0 {
		rep.Reason = why
		return &rep
	}
	rep.Claims = slices.Clone(rep.Claims)
	for _, o := range l.on {
		rep.Add(o.name, undecided(o.open, errors.New(why)))
	}
	return &rep
}

// stopReason says why the context ended.
func stopReason(ctx context.Context) string {
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		err = ErrInterrupted
	}
	return err.Error()
}

// Stopped says why the front end was stopped, and which file it was reading if err says so.
func Stopped(ctx context.Context, err error) string {
	why := err.Error()
	if ctx.Err() != nil {
		why = stopReason(ctx)
	}
	var stop *cparse.Interrupted
	if errors.As(err, &stop) && ctx.Err() != nil {
		why += ", while reading " + stop.File
	}
	return why
}

// Read does a part of the front end's work that comes before Check, under the limits of a job. If these stop it, there is a report that says so.
func Read(ctx context.Context, job Job, work func(context.Context) error) (*report.Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	start := time.Now()
	if job.Timeout > 0 {
		timed, stop := context.WithDeadlineCause(ctx, start.Add(job.Timeout), fmt.Errorf("%w after %v", errTimeout, job.Timeout))
		defer stop()
		ctx = timed
	}
	defer job.Quota.Join(cancel).Leave()
	err := work(ctx)
	var stop *cparse.Interrupted
	if err == nil || ctx.Err() == nil || !errors.As(err, &stop) {
		return nil, err
	}
	rep := &report.Report{Reason: Stopped(ctx, err), Version: job.Version}
	rep.Finish()
	rep.Stats = report.Stats{Seconds: time.Since(start).Seconds(), PeakMB: peakMB()}
	return rep, nil
}

// guarded turns a broken invariant into an UNKNOWN with a file to attach to a bug report.
func guarded(ctx context.Context, job *Job, soFar *latest) (rep *report.Report, err error) {
	var prog *ir.Program
	defer func() {
		if p := recover(); p != nil {
			rep, err = &report.Report{Reason: internalError(job, prog, fmt.Sprint(p), debug.Stack())}, nil
		}
	}()
	compile := cfront.Compile
	if job.Front != nil {
		compile = job.Front
	}
	opts := job.Compile
	opts.Types = len(job.Request.Fields)+len(job.Request.Track) > 0
	reading, read := job.watch.measure(ctx, frontEnd)
	res, err := compile(reading, job.Files, opts)
	read()
	if err != nil {
		if ctx.Err() != nil { // the front end was interrupted: whatever it says now is incomplete
			return &report.Report{Reason: Stopped(ctx, err)}, nil
		}
		return nil, err
	}
	if prog, job.Request.Restricted, err = fields.Restrict(res.Program, res.Places, job.Request.Fields); err != nil {
		return nil, err
	}
	if err = fields.Tracked(prog, res.Places, job.Request.Track); err != nil {
		return nil, err
	}
	rep = &report.Report{Program: job.program(prog), RaceOf: job.Request.Fields}
	for _, n := range res.Notes {
		rep.Notes = append(rep.Notes, n.Error())
	}
	if err := job.step(Compiled, prog); err != nil {
		return nil, err
	}
	for _, a := range prog.Assumed {
		rep.Assumed = append(rep.Assumed, a.Text)
	}
	job.against = res.Against
	decide := job.judged
	if job.Pairs != nil {
		decide = job.decidePairs
	}
	if err := decide(ctx, prog, rep, soFar); err != nil {
		return nil, err
	}
	if job.Dump != "" && !job.dumped.Load() {
		rep.Notes = append(rep.Notes, note("--dump %s: engine %s did not come to such a step", job.Dump, job.Engine))
	}
	return rep, nil
}

// program is what was checked, as a replay of a finding needs to know it.
func (job *Job) program(prog *ir.Program) *confirm.Program {
	p := &confirm.Program{DataModel: prog.Model.String(), VolatileIsAtomic: job.Request.VolatileIsAtomic}
	for _, f := range job.Files {
		p.Files = append(p.Files, confirm.File{Path: f.Path, Dir: f.Dir, Flags: f.Flags})
	}
	switch {
	case job.Compile.Harness != nil:
		p.Open = "the program starts at a harness and has no main that could be run"
	case len(job.Compile.Models) > 0:
		p.Open = "functions of the program are replaced by --model"
	}
	p.Seal()
	return p
}

// broken is an invariant that does not hold.
type broken string

func (b broken) Error() string { return string(b) }

// undecided is the answer of an engine that failed.
func undecided(ps []verdict.Property, err error) *engine.Result {
	cause := verdict.Limit
	if _, ok := err.(broken); ok {
		cause = verdict.Obstacle
	}
	res := &engine.Result{}
	for _, p := range ps {
		res.Claims = append(res.Claims, verdict.Claim{Property: p, Cause: cause, Reason: err.Error()})
	}
	return res
}

// turn runs one engine within its share of the time and lets the judge replay what it found. A broken invariant is the
// engine's answer and not the end of the run.
func (job *Job) turn(ctx context.Context, turn Turn, req *engine.Request) (answer *engine.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			stack := debug.Stack()
			if f, ok := p.(failure); ok {
				p, stack = f.what, f.stack
			}
			if large, ok := p.(irexec.SizeError); ok {
				answer, err = nil, large
				return
			}
			answer, err = nil, broken(internalError(job, req.Program, fmt.Sprint(p), stack))
		}
	}()
	measure := job.watch.measure
	if job.paused != nil { // the seconds of each step are counted
		measure = job.watch.count
	}
	ctx, over := measure(ctx, turn.Name)
	defer over()
	if turn.Most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = budget.WithinCause(ctx, turn.Most, job.spent("the engine's share", turn.Most))
		defer cancel()
	}
	ctx, done := job.share.Turn(ctx, job.paused)
	defer done()
	asked := *req
	asked.Found = job.tell(turn.Name, &req.Question)
	answer, err = inTime(cmp.Or(job.guard, ctx), ctx, turn, &asked)
	if err != nil {
		if decide.Interrupted(ctx, err) {
			return nil, errors.New(stopReason(ctx))
		}
		if large := (irexec.SizeError{}); errors.As(err, &large) {
			return nil, large
		}
		panic(fmt.Sprintf("engine %s: %v", turn.Name, err))
	}
	var shown []*reach.Set // what the executions of the findings get to
	for i := range answer.Findings {
		f := &answer.Findings[i]
		if f.Verdict != verdict.Bug {
			continue
		}
		got, err := replay.Judge(&req.Question, f)
		if err != nil {
			panic(fmt.Sprintf("a trace of engine %s does not replay: %s at %s: %v", turn.Name, f.Kind, f.Location.Pos, err))
		}
		shown = append(shown, got)
		replay.Straighten(ctx, &req.Question, f)
	}
	for _, c := range answer.Claims {
		if _, allowed := turn.Claim[c.Verdict]; !allowed {
			panic(fmt.Sprintf("engine %s claims %s, which it cannot", turn.Name, c.Verdict))
		}
	}
	demote(answer)
	unbound(req.Program, answer)
	if !turn.Executed {
		engine.Meaningful(req.Program, answer)
	}
	for _, s := range shown {
		if answer.Reached == nil { // it ended before it could find out; what the executions that it shows got to was reached all the same
			answer.Reached = &reach.Set{Partial: true}
		}
		answer.Reached.Union(s)
	}
	return answer, nil
}

// heard is the failures that were told.
type heard struct {
	mu    sync.Mutex
	known map[string]bool
}

// tell judges what an engine finds and tells it, if it is a BUG; nil: nobody wants to know.
func (job *Job) tell(engine string, q *verdict.Question) func(verdict.Finding) {
	if job.Found == nil || job.heard == nil {
		return nil
	}
	return func(f verdict.Finding) {
		job.heard.mu.Lock()
		defer job.heard.mu.Unlock()
		if key := f.Key(); !job.heard.known[key] {
			if _, err := replay.Judge(q, &f); err == nil && f.Verdict == verdict.Bug {
				job.heard.known[key] = true
				job.Found(&report.Finding{Finding: f, Engine: engine, Lines: report.Lines(f.Trace)})
			}
		}
	}
}

// demote makes a claim Possible where the judge left no finding of its property a Bug.
func demote(answer *engine.Result) {
	for i := range answer.Claims {
		c := &answer.Claims[i]
		of := func(v verdict.Verdict) bool {
			return slices.ContainsFunc(answer.Findings, func(f verdict.Finding) bool { return f.Verdict == v && f.Replayed && f.Kind.Property() == c.Property })
		}
		if c.Verdict == verdict.Bug && !of(verdict.Bug) && of(verdict.Possible) {
			c.Verdict, c.Shown = verdict.Possible, true
		}
	}
}

// unbound takes back claims within bounds that rest on what functions that nothing defines do: heddle gives those a part of what they could do, to find failures with, and no claim covers the
// rest. An engine that lets them do anything says PROVED, or nothing.
func unbound(p *ir.Program, answer *engine.Result) {
	if p == nil {
		return
	}
	i := slices.IndexFunc(p.Assumed, func(a ir.Assumption) bool { return (a.Given || a.Open) && a.ForbidsProved })
	if i < 0 {
		return
	}
	for k := range answer.Claims {
		if c := &answer.Claims[k]; c.Verdict == verdict.Bounded {
			c.Verdict, c.Cause = verdict.Unknown, verdict.Obstacle
			c.Reason = fmt.Sprintf("nothing fails within %s, but that does not cover all that may happen outside of the program: %s", c.Bounds.Text(), p.Assumed[i].Text)
		}
	}
}

// inTime runs an engine. Where the whole run has to end and the engine does not, the answer is what it has said so far.
func inTime(whole, ctx context.Context, turn Turn, req *engine.Request) (*engine.Result, error) {
	type answer struct {
		res   *engine.Result
		err   error
		panic any
		stack []byte
	}
	var soFar atomic.Pointer[engine.Result]
	asked := *req
	asked.SoFar = func(r *engine.Result) { soFar.Store(r) }
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if a.panic = recover(); a.panic != nil {
				a.stack = debug.Stack()
			}
			done <- a
		}()
		a.res, a.err = turn.Run(ctx, &asked)
	}()
	take := func(a answer) (*engine.Result, error) {
		if a.panic != nil {
			panic(failure{a.panic, a.stack})
		}
		return a.res, a.err
	}
	select {
	case a := <-done:
		return take(a)
	case <-whole.Done():
	}
	select {
	case a := <-done:
		return take(a)
	case <-time.After(grace / 2):
	}
	if res := soFar.Load(); res != nil {
		for i := range res.Claims {
			if c := &res.Claims[i]; c.Reason == "" {
				c.Reason = stopReason(whole)
			}
		}
		return res, nil
	}
	return take(<-done)
}

// failure is a panic of another goroutine, with the stack that it had there.
type failure struct {
	what  any
	stack []byte
}

// spent says that a part of the work is spent.
func (job *Job) spent(what string, part budget.Work) error {
	return spentError(fmt.Sprintf("work: %s, %v, is spent", what, part))
}

// spentError is a budget.ErrSpent with other words.
type spentError string

func (e spentError) Error() string { return string(e) }

func (spentError) Unwrap() error { return budget.ErrSpent }

// step is told every program on the way from C to the solver.
func (job *Job) step(name string, p *ir.Program) error {
	if job.Check {
		if bad := ircheck.Check(p); len(bad) > 0 {
			panic(fmt.Sprintf("the program is malformed after step %s: %v", name, bad))
		}
	}
	if job.Dump == name {
		job.dumped.Store(true)
		if _, err := io.WriteString(job.DumpTo, irtext.Print(p)); err != nil {
			return fmt.Errorf("dump of step %s: %w", name, err)
		}
	}
	return nil
}
