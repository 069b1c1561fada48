package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What a driver must not do with requests and locks, besides racing: touch a request that is completed, complete one twice, wait at raised level, return with a spin lock. Random executions
// of each entry point look for it; what they find is shown, and what they do not find is claimed by nobody.
//
// Rejected: these properties for each pair. A request is touched by its own thread and by those that it sets off, which the program of one entry point has already; as claims
// they would make nearly every driver UNKNOWN.

// requestTime is the part of the time that is for it.
const requestTime = 8

// checkRequests adds what random executions of the entry points find.
func (job *Job) checkRequests(ctx context.Context, prog *ir.Program, kinds [][2]ir.FuncID, rep *report.Report) {
	var entries []ir.FuncID
	for _, k := range kinds {
		for _, f := range k {
			if !slices.Contains(entries, f) {
				entries = append(entries, f)
			}
		}
	}
	quiet := *job // of what is found some is no finding
	if job.Found != nil {
		quiet.Found = func(f *report.Finding) {
			if ofRequests(f.Finding) {
				job.Found(f)
			}
		}
	}
	all := newSpan(ctx, job.Effort/requestTime)
	for i, f := range entries {
		turn := Turn{Engine: explore.Walks}
		if all.end != 0 {
			if turn.Most = (all.end - budget.Spent(ctx)) / budget.Work(len(entries)-i); turn.Most < leastTime {
				break
			}
		}
		req := job.Request
		req.Program, req.Properties, req.Step, req.Progress = only(prog, [2]ir.FuncID{f, f}), []verdict.Property{verdict.Assert, verdict.Deadlock, verdict.Memory}, job.step, job.Progress
		req.Fields, req.Jobs, req.Barren, req.StackLocks = nil, 1, barren, true
		answer, err := quiet.turn(ctx, turn, &req)
		if err != nil {
			continue
		}
		var list []verdict.Finding
		for _, found := range answer.Findings {
			if ofRequests(found) {
				list = append(list, found)
			}
		}
		rep.Add(turn.Name, &engine.Result{Findings: list})
	}
	rep.Notes = append(rep.Notes, fmt.Sprintf("requests that are touched after their completion, or completed twice, waits at raised level and spin locks held at return were looked for by random executions of %d entry points: what they do not show is not claimed", len(entries)))
}

// ofRequests reports whether a finding is one of these, in the driver's own code.
func ofRequests(f verdict.Finding) bool {
	if f.Verdict != verdict.Bug || strings.HasPrefix(f.Location.Pos.File, cparse.AfterFile) {
		return false
	}
	return f.Kind == verdict.KindAssert || f.Kind == verdict.KindLockLeak || f.Kind == verdict.KindUseFree
}
