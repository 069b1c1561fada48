package pairs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What is asked of all pairs at once: random executions, and then proofs.
//
// Random executions of all entry points at once come before anything is proved. Where a driver races it often does so
// in many pairs: forty attributes that fill one cache without a lock are eight hundred of them. A walk holds threads
// before an access that others make too, so one state shows the race of all that wait there; pair by pair the same
// takes a search each. What is shown here needs no proof, and what is proved all the same convicts the proof.

// togetherTime is the part of the work that these executions get.
const togetherTime = 6

// barrenTogether is after how many steps that show nothing new they end.
const barrenTogether = 200_000

// proofTime is the part of what is left then that proofs get. What comes before the search for races of single pairs
// (executions that come to the entry points, requests) has a third at most, so that the pairs have some.
const proofTime = 0.4

// asked lists the pairs of kinds of threads that are asked for, in order, and what the others rest on.
func (s *search) asked() (out [][2]ir.FuncID, assumed []string) {
	var list []ir.FuncID
	for f := range kinds.Starts(s.prog) {
		list = append(list, f)
	}
	later := func(f ir.FuncID) int {
		if f == s.prog.Entry {
			return 0
		}
		return 1
	}
	slices.SortFunc(list, func(a, b ir.FuncID) int { return cmp.Or(cmp.Compare(later(a), later(b)), cmp.Compare(a, b)) })
	for i, x := range list {
		for _, y := range list[max(i, 1):] {
			asked, why := s.asks(s.prog.Funcs[x], s.prog.Funcs[y])
			switch {
			case asked:
				out = append(out, [2]ir.FuncID{x, y})
			case why != "":
				assumed = append(assumed, why)
			}
		}
	}
	return out, assumed
}

// asks reports whether two kinds of threads are a pair that is asked for, or else what that rests on. Besides entry
// points these are the threads that models start, as for what is done after a grace period of RCU: no entry point
// runs there, and they run beside all of them.
func (s *search) asks(x, y *ir.Func) (asked bool, why string) {
	if !ofModel(x) && !ofModel(y) {
		return s.Asked(x.Display, y.Display)
	}
	return s.ofDriver(x) && s.ofDriver(y), ""
}

// ofDriver reports a thread that runs some of the driver's work: the harness has others, which only start and end
// such threads.
func (s *search) ofDriver(f *ir.Func) bool {
	if ofModel(f) {
		return true
	}
	asked, why := s.Asked(f.Display, f.Display)
	return asked || why != ""
}

// ofModel reports a function of a model; those of the harness count as models elsewhere.
func ofModel(f *ir.Func) bool { return f.Model && f.Pos.File != cparse.AfterFile }

// together looks for races of all pairs at once.
func (s *search) together(ctx context.Context) {
	turn := Turn{Engine: s.Engines.Walks(barrenTogether, true)}
	if s.Effort > 0 {
		turn.Most = s.Effort / togetherTime
	}
	req := s.request(threads.AllOf(s.prog, s.pairs), verdict.Race)
	req.KeepGoing = true
	answer, err := s.Ask(ctx, turn, req)
	if err != nil {
		return // what one pair shows is found again
	}
	if len(answer.Findings) > 0 {
		s.races = []Found{{turn.Name, answer.Findings}}
	}
	s.reached = answer.Reached
}

// prover is the engine that proves.
func (s *search) prover() string { return s.Engines.Lockset(nil, nil).Name }

// prove asks for proofs of the pairs that are not shown to race. If nothing can be said, all of them are open.
func (s *search) prove(ctx context.Context) {
	s.tellEarly(s.prover())
	var said []verdict.Pair
	turn := Turn{Engine: s.Engines.Lockset(s.shownPairs(), func(pairs []verdict.Pair, callback bool) {
		said, s.callback = pairs, callback
	})}
	if left, limited := budget.Left(ctx); limited {
		turn.Most = budget.Work(proofTime * float64(left))
	}
	req := s.request(s.prog, verdict.Race)
	req.Jobs = s.Request.Jobs
	answer, err := s.Ask(ctx, turn, req)
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case len(said) == 0:
		why = answer.Claims[0].Reason
	}
	if why != "" || len(said) == 0 {
		said, s.callback, answer = s.undecided(noProof+why), false, &engine.Result{}
	}
	s.known.Notes = append(s.known.Notes, answer.Notes...)
	s.facts, s.possible = answer.Facts, answer.Findings
	names := map[string]ir.FuncID{}
	for i, f := range s.prog.Funcs {
		names[f.Name] = ir.FuncID(i)
	}
	s.pairs = nil // in the order of the answer
	for _, p := range said {
		k := [2]ir.FuncID{names[p.Threads[0]], names[p.Threads[1]]}
		p.Threads = [2]string{s.prog.Funcs[k[0]].Display, s.prog.Funcs[k[1]].Display}
		if asked, _ := s.asks(s.prog.Funcs[k[0]], s.prog.Funcs[k[1]]); asked {
			s.known.Pairs, s.pairs = append(s.known.Pairs, p), append(s.pairs, k)
		}
	}
	s.convict(s.shownPairs())
}

// undecided says the same of all pairs.
func (s *search) undecided(why string) (out []verdict.Pair) {
	for _, k := range s.pairs {
		both := [2]string{s.prog.Funcs[k[0]].Name, s.prog.Funcs[k[1]].Name}
		out = append(out, verdict.Pair{Threads: both, Verdict: verdict.Unknown, Reason: why})
	}
	return out
}

const noProof = "no proof: "

// open reports a pair that may race as far as is known: there is no proof that was only not allowed.
func open(p verdict.Pair) bool {
	return p.Verdict == verdict.Possible || p.Verdict == verdict.Unknown && strings.HasPrefix(p.Reason, noProof)
}
