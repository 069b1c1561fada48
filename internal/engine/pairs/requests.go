package pairs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What a driver must not do with requests and locks, besides racing: touch a request that is completed, complete one
// twice, wait at raised level, return with a spin lock. Random executions of each entry point look for it; what they
// find is shown, and what they do not find is claimed by nobody.
//
// Rejected: these properties for each pair. A request is touched by its own thread and by those that it sets off,
// which the program of one entry point has already; as claims they would make nearly every driver UNKNOWN.

// requestTime is the part of the work that is for it.
const requestTime = 8

// checkRequests adds what random executions of the entry points find.
func (s *search) checkRequests(ctx context.Context) {
	if !s.Requests {
		return
	}
	var entries []ir.FuncID
	for _, k := range s.pairs {
		for _, f := range k {
			if !slices.Contains(entries, f) {
				entries = append(entries, f)
			}
		}
	}
	all, looked := newSpan(ctx, s.Effort/requestTime), 0
	for i, f := range entries {
		turn := Turn{Engine: s.Engines.Walks(barren, false), Tells: ofRequests} // of what is found some is no finding
		if all.end != 0 {
			if turn.Most = (all.end - budget.Spent(ctx)) / budget.Work(len(entries)-i); turn.Most < leastWalks {
				break
			}
		}
		alone := threads.Only(s.prog, [2]ir.FuncID{f, f})
		req := s.request(alone, verdict.Assert, verdict.Deadlock, verdict.Memory)
		req.StackLocks = true
		answer, err := s.Ask(ctx, turn, req)
		if err != nil {
			continue // nothing is claimed of them
		}
		looked++
		var list []verdict.Finding
		for _, found := range answer.Findings {
			if ofRequests(found) {
				list = append(list, found)
			}
		}
		s.known.Found = append(s.known.Found, Found{turn.Name, list})
	}
	at := fmt.Sprint(len(entries))
	if looked < len(entries) {
		at = fmt.Sprintf("%d of %d", looked, len(entries))
	}
	s.known.Notes = append(s.known.Notes, "requests that are touched after their completion, or completed "+
		"twice, waits at raised level and spin locks held at return were looked for by random executions of "+at+" entry "+
		"points: what they do not show is not claimed")
}

// ofRequests reports whether a finding is one of these, in the driver's own code.
func ofRequests(f verdict.Finding) bool {
	if f.Verdict != verdict.Bug || strings.HasPrefix(f.Location.Pos.File, cparse.AfterFile) {
		return false
	}
	return f.Kind == verdict.KindAssert || f.Kind == verdict.KindLockLeak || f.Kind == verdict.KindUseFree
}
