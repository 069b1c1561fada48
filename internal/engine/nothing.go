package engine

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Nothing found must mean something. If all executions that an engine considers end early, or before any thread is started, it finds nothing, and its claim is
// true but worthless: a user who reads BOUNDED believes that the threads were checked. Such claims become UNKNOWN, with the place that is in the way. This is
// done here, once for all engines, from what each says it reached.
//
//   - A program with thread starts of which none was reached is not BOUNDED. It is PROVED only if an engine that covers everything
//     saw the process come to its end: then there are no threads. That it goes round an endless loop before is no such end.
//   - A program whose own code does nothing but call functions that nothing defines is neither: all that could fail is theirs.
//   - A program is neither if no execution ends, reaches a bound or goes round an endless loop, because all stop at an invalid operation, an assumption or a
//     blocking call. A blocking call counts only if it is the one place where they stop, and no thread was started or the engine covers all schedules: with few
//     rounds, main often does not get past its joins although the threads were checked.
//
// An engine whose proof is not about executions tries some at random. If none of them came to an end, and that was not for lack of work, they count as all. But where a
// thread was started, others that were not tried may let the first one go on.
//
// Rejected: leaving this to every engine. Each would have to find the places by itself, and a new one would forget it.

// Meaningful turns the claims of an answer that rest on nothing into UNKNOWN.
func Meaningful(p *ir.Program, answer *Result) {
	var cov *reach.Coverage
	var stops []reach.Stop
	for i := range answer.Claims {
		c := &answer.Claims[i]
		if c.Verdict != verdict.Bounded && c.Verdict != verdict.Proved {
			continue
		}
		if answer.Reached == nil {
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "the engine does not say what it reached"
			continue
		}
		if cov == nil {
			cov, stops = reach.Of(p, answer.Reached), reach.Stops(p, answer.Reached)
		}
		why := outsideAlone(p)
		if why == "" {
			why = vacuous(p, c, answer.Reached, cov, stops)
		}
		if why != "" {
			c.Verdict, c.Cause, c.Reason, c.Vacuous = verdict.Unknown, verdict.Obstacle, why, true
		}
	}
}

// vacuous says why a claim that nothing fails means nothing; empty: it does mean something.
func vacuous(p *ir.Program, c *verdict.Claim, s *reach.Set, cov *reach.Coverage, stops []reach.Stop) string {
	if cov.Starts.All > 0 && cov.Threads == 0 && !(c.Verdict == verdict.Proved && ended(p, s)) {
		return noThreads(p, c, s, cov, stops)
	}
	if s.Ends || s.Partial && !s.Tried {
		return ""
	}
	hard, waits := 0, 0 // of the first thread: that others wait is no end of it
	for _, st := range stops {
		switch {
		case !st.Main:
		case st.Blocks:
			waits++
		default:
			hard++
		}
	}
	if hard > 0 && waits == 0 || len(stops) == 1 && stops[0].Blocks && (c.Verdict == verdict.Proved && !s.Partial || cov.Threads == 0) {
		return reach.Where(stops)
	}
	return ""
}

// ended reports whether the process or its first thread was seen to end.
func ended(p *ir.Program, s *reach.Set) bool {
	for id := range reach.Ends(p) {
		if s.Has(id) {
			return true
		}
	}
	return false
}

// outsideAlone names a function that nothing defines if the program's own code does nothing but call such functions, and start threads with them.
func outsideAlone(p *ir.Program) string {
	named := ""
	for _, f := range p.Funcs {
		switch {
		case f.Unknown:
			named = f.Display
		case !f.Model && works(f):
			return ""
		}
	}
	if named == "" {
		return ""
	}
	return "the program does nothing of its own: " + named + " is defined nowhere (give its file too)"
}

// works reports whether a function has anything to check: an access but for one of a variable of its own by name, an assertion, an operation on a lock.
func works(f *ir.Func) bool {
	own := map[ir.Reg]bool{}
	for in := range f.Instrs() {
		if in, ok := in.(*ir.Alloc); ok {
			own[in.Dst] = true
		}
	}
	for in := range f.Instrs() {
		switch in.(type) {
		case *ir.Alloc, *ir.Free, *ir.Move, *ir.Call, *ir.Spawn, *ir.Jump, *ir.Return, *ir.Halt:
			continue
		}
		if m, _, _ := ir.AccessOf(in); m == nil || m.Addr.Kind != ir.KindReg || !own[m.Addr.Reg] {
			return true
		}
	}
	return false
}

// noThreads says which thread starts were not reached, and what is in the way.
func noThreads(prog *ir.Program, c *verdict.Claim, s *reach.Set, cov *reach.Coverage, stops []reach.Stop) string {
	const most = 3
	var places []string
	for _, p := range cov.NoStarts[:min(most, len(cov.NoStarts))] {
		places = append(places, fmt.Sprintf("%s at %s", p.Name, p.Pos))
	}
	if n := len(cov.NoStarts) - most; n > 0 {
		places = append(places, fmt.Sprintf("%d more", n))
	}
	text := "no thread was started: not reached: " + strings.Join(places, ", ")
	var ids []ir.ID
	for _, p := range cov.NoStarts {
		ids = append(ids, p.ID)
	}
	at, ok := reach.Toward(prog, s, ids...)
	switch {
	case ok && s.Partial:
		text += fmt.Sprintf("; no place nearer than %s is known to be reached: %s", at.Pos, at.What)
	case ok:
		text += "; " + at.String()
	case len(stops) > 0:
		text += "; " + reach.Where(stops)
	}
	if len(c.BoundsHit) > 0 {
		hit := 0 // the one that is in the way, if its place says so
		for i, b := range c.BoundsHit {
			if ok && strings.HasSuffix(b, at.Pos.String()) {
				hit = i
				break
			}
		}
		text += "; bound hit: " + c.BoundsHit[hit]
	}
	return text
}
