package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/report"
)

// Engines lists the engines that are there, in the order in which help texts name them.
func Engines() []engine.Engine { return []engine.Engine{explore.Engine} }

// Lookup finds an engine by name; "auto" is what `heddle check` does by default.
func Lookup(name string) (engine.Engine, bool) {
	if name == "auto" {
		return explore.Engine, true
	}
	for _, e := range Engines() {
		if e.Name == name {
			return e, true
		}
	}
	return engine.Engine{}, false
}

// Job is one question about one program.
type Job struct {
	Files   []cfront.File
	Compile cfront.Options
	Engine  string
	Request engine.Request // all but Program, Deadline, Progress and Step
	Timeout time.Duration  // 0: none
	Memory  int64          // bytes; 0: none
	Version string

	Check    bool         // check the program with ircheck after every step
	Dump     string       // print the program after this step to DumpTo
	DumpTo   io.Writer    // where Dump goes
	BugDir   string       // where the file for a bug report goes if heddle itself fails
	Progress func(string) // may be nil
}

// Why a run stopped early, as it stands in the report.
var (
	ErrInterrupted = errors.New("interrupted")
	errTimeout     = errors.New("timeout")
	errMemory      = errors.New("memory limit reached")
)

// grace is how long the engines may take to hand over what they have once time is up.
const grace = 700 * time.Millisecond

// Check does the job. It returns within grace of the context's end or of the time-out, with the report so far.
func Check(ctx context.Context, job Job) (*report.Report, error) {
	start := time.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if job.Timeout > 0 {
		job.Request.Deadline = start.Add(job.Timeout)
		timer := time.AfterFunc(job.Timeout, func() { cancel(fmt.Errorf("%w after %v", errTimeout, job.Timeout)) })
		defer timer.Stop()
	}
	if job.Memory > 0 {
		job.Request.Memory = job.Memory
		defer limitMemory(ctx, job.Memory, cancel)()
	}

	type answer struct {
		rep *report.Report
		err error
	}
	done := make(chan answer, 1)
	go func() {
		rep, err := guarded(ctx, &job)
		done <- answer{rep, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		select {
		case a = <-done:
		case <-time.After(grace):
			a.rep = &report.Report{Reason: stopReason(ctx)}
		}
	}
	if a.err != nil {
		return nil, a.err
	}
	a.rep.Version = job.Version
	a.rep.Finish()
	a.rep.Stats = report.Stats{Seconds: time.Since(start).Seconds(), PeakMB: peakMB()}
	return a.rep, nil
}

// stopReason says why the context ended.
func stopReason(ctx context.Context) string {
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		err = ErrInterrupted
	}
	return err.Error()
}

// guarded turns a broken invariant into an UNKNOWN with a file to attach to a bug report.
func guarded(ctx context.Context, job *Job) (rep *report.Report, err error) {
	var prog *ir.Program
	defer func() {
		if p := recover(); p != nil {
			rep, err = &report.Report{Reason: internalError(job, prog, fmt.Sprint(p), debug.Stack())}, nil
		}
	}()
	res, err := cfront.Compile(ctx, job.Files, job.Compile)
	if err != nil {
		var user diag.List
		if ctx.Err() != nil && !errors.As(err, &user) {
			return &report.Report{Reason: stopReason(ctx)}, nil
		}
		return nil, err
	}
	prog = res.Program
	rep = &report.Report{}
	for _, n := range res.Notes {
		rep.Notes = append(rep.Notes, n.Error())
	}
	if err := job.step("lower", prog); err != nil {
		return nil, err
	}
	for _, a := range prog.Assumed {
		rep.Assumed = append(rep.Assumed, a.Text)
	}
	return rep, job.decide(ctx, prog, rep)
}

// decide asks the engine and lets the judge replay what it found.
func (job *Job) decide(ctx context.Context, prog *ir.Program, rep *report.Report) error {
	eng, ok := Lookup(job.Engine)
	if !ok {
		return fmt.Errorf("no engine is called %q", job.Engine)
	}
	req := job.Request
	req.Program, req.Step, req.Progress = prog, job.step, job.Progress
	answer, err := eng.Run(ctx, &req)
	if err != nil {
		if ctx.Err() != nil {
			rep.Reason = stopReason(ctx)
			return nil
		}
		return fmt.Errorf("engine %s: %w", eng.Name, err)
	}
	for i := range answer.Findings {
		f := &answer.Findings[i]
		if f.Verdict != engine.Bug {
			continue
		}
		if err := replay.Judge(&req, f); err != nil {
			panic(fmt.Sprintf("a trace of engine %s does not replay: %s at %s: %v", eng.Name, f.Kind, f.Location.Pos, err))
		}
	}
	for _, c := range answer.Claims {
		if _, allowed := eng.Claim[c.Verdict]; !allowed {
			panic(fmt.Sprintf("engine %s claims %s, which it cannot", eng.Name, c.Verdict))
		}
	}
	rep.Add(eng.Name, answer)
	return nil
}

// step is told every program on the way from C to the solver.
func (job *Job) step(name string, p *ir.Program) error {
	if job.Check {
		if bad := ircheck.Check(p); len(bad) > 0 {
			panic(fmt.Sprintf("the program is malformed after step %s: %v", name, bad))
		}
	}
	if job.Dump == name {
		if _, err := io.WriteString(job.DumpTo, irtext.Print(p)); err != nil {
			return fmt.Errorf("dump of step %s: %w", name, err)
		}
	}
	return nil
}

// limitMemory ends the run when the process holds more than limit bytes. The collector is told to work harder before that.
func limitMemory(ctx context.Context, limit int64, cancel context.CancelCauseFunc) (stop func()) {
	old := debug.SetMemoryLimit(limit / 10 * 9)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if int64(m.Sys-m.HeapReleased) > limit {
				cancel(fmt.Errorf("%w: %d MiB", errMemory, limit>>20))
				return
			}
		}
	}()
	return func() {
		close(done)
		debug.SetMemoryLimit(old)
	}
}
