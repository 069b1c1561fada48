package modular

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What could not be excluded. A failure that every new predicate leaves possible is one that the program has, or one that only reasoning about several threads at once excludes: who has which ticket, how many hold a
// reference, which of two is at the door. The engine cannot tell which, so it says POSSIBLE, and where.

// perhaps is the answer if a failure is left.
func (s *search) perhaps(f *failure) *engine.Result {
	p := s.req.Properties[0]
	if f.check != nil && f.check.rests { // nothing is known about the property then
		why := fmt.Sprintf("not shown to be %s: what is initialized or destroyed at %s", f.check.in.Msg, f.check.in.Pos.Pos)
		return &engine.Result{Claims: []verdict.Claim{{Property: p, Verdict: verdict.Unknown, Cause: verdict.Method, Reason: why}}, Notes: s.notes()}
	}
	why, what := "", verdict.Failure{}
	if f.check != nil {
		in := f.check.in
		why = fmt.Sprintf("perhaps safe, but not thread by thread: no predicate excludes that the assertion at %s fails", in.Pos.Pos)
		what = verdict.Failure{Kind: verdict.KindAssert, Message: fmt.Sprintf("possible failure of an assertion: %s, by %s", in.Msg, f.a.t.name), Location: in.Pos}
	} else {
		x, y, a, b := f.x, f.y, f.a.t, f.b.t
		if !x.Write || y.Write && (y.Pos.Pos.Line < x.Pos.Pos.Line || y.Pos.Pos.Line == x.Pos.Pos.Line && y.Pos.Pos.Col < x.Pos.Pos.Col) {
			x, y, a, b = y, x, b, a
		}
		name := x.Name
		if name == "" {
			name = s.threads.Program.Regions[x.Region].Name
		}
		why = fmt.Sprintf("perhaps safe, but not thread by thread: no predicate keeps %s at %s and %s at %s apart, on %s", a.name, x.Pos.Pos, b.name, y.Pos.Pos, name)
		what = verdict.Failure{
			Kind: verdict.KindRace, Message: fmt.Sprintf("possible data race on %s: %s by %s and %s by %s", name, does(x), a.name, does(y), b.name), Location: x.Pos,
			Related: []verdict.Place{{Message: does(y) + " of the other thread", Location: y.Pos}},
		}
	}
	return &engine.Result{
		Claims: []verdict.Claim{{Property: p, Verdict: verdict.Possible, Reason: why}}, Findings: []verdict.Finding{{Failure: what, Verdict: verdict.Possible}}, Notes: s.notes(),
	}
}

func does(a access) string {
	how, what := "marked", "read"
	if a.plain {
		how = "plain"
	}
	if a.Write {
		what = "write"
	}
	return how + " " + what
}
