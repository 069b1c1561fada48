package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A driver pair by pair. `lockset` decides all pairs of entry points on the whole program. For a pair that it leaves, the bounded engines get the program in which the threads of
// this pair are started, and no others but those that lead to them.

// proofTime is the part of the time that proofs get. What comes before the search for races (executions that come to the entry points, requests) has a third at most, so that the pairs have some.
const proofTime = 0.4

// decidePairs answers for each pair of kinds of threads.
func (job *Job) decidePairs(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) error {
	soFar.put(rep)
	names := map[string]ir.FuncID{}
	for i, f := range prog.Funcs {
		names[f.Name] = ir.FuncID(i)
	}
	kinds, assumed := job.askedPairs(prog)
	rep.Assumed = append(rep.Assumed, assumed...)
	if job.Requests {
		rep.Notes = append(rep.Notes, underSpinLocks(prog)...)
	}
	job.begin(rep, soFar, prog, kinds, nil)
	races, reached := job.together(ctx, prog, kinds)
	shown := shownPairs(prog, kinds, races)
	job.begin(rep, soFar, prog, kinds, races)
	answer := job.proofs(ctx, prog, shown, rep, soFar)
	kinds = nil // in the order of the answer
	for _, p := range answer.Pairs {
		k := [2]ir.FuncID{names[p.Threads[0]], names[p.Threads[1]]}
		p.Threads = [2]string{prog.Funcs[k[0]].Display, prog.Funcs[k[1]].Display}
		if asked, _ := job.asks(prog.Funcs[k[0]], prog.Funcs[k[1]]); asked {
			rep.Pairs, kinds = append(rep.Pairs, p), append(kinds, k)
		}
	}
	shown = shownPairs(prog, kinds, races)
	convict(prog, rep.Pairs, kinds, shown)
	happens := job.happen(ctx, prog, kinds, reached)
	if job.Requests {
		job.checkRequests(ctx, prog, kinds, rep)
	}
	known := *rep
	enter := func(looks []*look) {
		*rep = known
		rep.Findings, rep.Turns, rep.Pairs = slices.Clone(known.Findings), slices.Clone(known.Turns), slices.Clone(known.Pairs)
		for i, l := range looks {
			if l != nil {
				rep.Pairs[i] = l.pair
			}
		}
		blameAll(rep, races)
		for _, l := range looks {
			if l != nil {
				blameAll(rep, l.found)
				happens.learn(&l.reached)
			}
		}
		for i := range rep.Pairs {
			doubt(&rep.Pairs[i], prog, kinds[i], happens)
		}
		rep.Pairs = append(rep.Pairs, strangers(prog, rep.Pairs)...)
		rep.Claims = []verdict.Claim{together(rep, answer.Callback)}
		soFar.put(rep)
	}
	enter(nil)
	job.lookAtAll(ctx, prog, known.Pairs, kinds, races, answer.Facts, enter)
	var possible []verdict.Finding
	for _, f := range answer.Findings {
		if len(f.Accesses) == 2 && slices.ContainsFunc(rep.Pairs, func(p verdict.Pair) bool {
			return p.Verdict == verdict.Possible && between(p, f.Accesses[0].Thread, f.Accesses[1].Thread)
		}) {
			possible = append(possible, f)
		}
	}
	if slices.ContainsFunc(rep.Pairs, func(p verdict.Pair) bool { return p.Verdict == verdict.Proved }) {
		rep.Assumed = append(rep.Assumed, noNumbers)
	}
	rep.Claims = nil
	claim := together(rep, answer.Callback)
	by := lockset.Engine.Name
	if len(possible) == 0 { // all is decided: who found it, or looked for it
		by = decidedBy(rep.Pairs, claim.Verdict)
	}
	rep.Add(by, &engine.Result{Findings: possible, Claims: []verdict.Claim{claim}})
	return nil
}

// strangers are the pairs of functions that were given away, and that nobody knows to be called: nothing is known of them. What is proved of the others is proved with calls of these functions at any time.
func strangers(prog *ir.Program, pairs []verdict.Pair) (out []verdict.Pair) {
	var others []string
	for _, p := range pairs {
		for _, name := range p.Threads {
			if !slices.Contains(others, name) {
				others = append(others, name)
			}
		}
	}
	for i, f := range prog.Funcs {
		if f.Given == "" {
			continue
		}
		name := stranger(f, others)
		why := fmt.Sprintf(noCaller+"%s (%s): --model FILE.c can say it, with a body for what registers it; --harness %[1]s,OTHER looks at it beside another", f.Display, f.Given)
		for _, other := range others {
			out = append(out, verdict.Pair{Threads: [2]string{name, other}, Verdict: verdict.Unknown, Reason: why})
		}
		for _, g := range prog.Funcs[i:] {
			if g.Given != "" {
				out = append(out, verdict.Pair{Threads: [2]string{name, stranger(g, others)}, Verdict: verdict.Unknown, Reason: why})
			}
		}
	}
	return out
}

// stranger is what a function that nobody knows to be called is called in a pair: with its place, if others call it too.
func stranger(f *ir.Func, others []string) string {
	if slices.Contains(others, f.Display) {
		return fmt.Sprintf("%s (%s)", f.Display, f.Given)
	}
	return f.Display
}

// unheard names the first function that nobody knows to be called.
func unheard(pairs []verdict.Pair) string {
	for _, p := range pairs {
		if p.Verdict == verdict.Unknown && strings.HasPrefix(p.Reason, noCaller) {
			return "; " + p.Reason
		}
	}
	return ""
}

const noCaller = "heddle does not know when the system calls "

// noNumbers is what proofs about pairs rest on besides.
const noNumbers = "the driver takes no address as a number by way of memory, through a union or a copy"

// decidedBy is the engine whose answer about some pair is that about all of them.
func decidedBy(pairs []verdict.Pair, v verdict.Verdict) string {
	for _, p := range pairs {
		if p.Verdict == v && p.Engine != "" {
			return p.Engine
		}
	}
	return lockset.Engine.Name
}

// excuseOthers lets nothing race but some accesses. If there is none, all may.
func excuseOthers(p *ir.Program, left [][2]ir.ID) *ir.Program {
	if len(left) == 0 {
		return p
	}
	watched := map[ir.ID]bool{}
	for _, l := range left {
		watched[l[0]], watched[l[1]] = true, true
	}
	for _, in := range p.Instrs() {
		if watched[in.Base().ID] {
			continue
		}
		if m, _, _ := ir.AccessOf(in); m != nil {
			m.Excused = true
		}
		if m := ir.SourceOf(in); m != nil {
			m.Excused = true
		}
	}
	return p
}

// open reports a pair that may race as far as is known: there is no proof that was only not allowed.
func open(p verdict.Pair) bool {
	return p.Verdict == verdict.Possible || p.Verdict == verdict.Unknown && strings.HasPrefix(p.Reason, noProof)
}

const noProof = "no proof: "

// between reports whether two threads are those of a pair.
func between(p verdict.Pair, a, b string) bool {
	return p.Threads == [2]string{a, b} || p.Threads == [2]string{b, a}
}

// racers names the threads of a race that is shown.
func racers(f verdict.Finding) (a, b string, ok bool) {
	if len(f.Threads) != 2 {
		return "", "", false
	}
	name := func(i int) string {
		t := f.Trace.Threads[f.Threads[i]]
		return cmp.Or(t.Start, t.Name)
	}
	return name(0), name(1), true
}

// together is what is said about all pairs; and callback that a function is called from outside of them. A race that is shown may be one with a thread of the system, which is in no pair.
func together(rep *report.Report, callback bool) verdict.Claim {
	pairs := rep.Pairs
	c := verdict.Claim{Property: verdict.Race, Engine: lockset.Engine.Name, Verdict: verdict.Proved}
	n := map[verdict.Verdict]int{}
	for _, p := range pairs {
		n[p.Verdict]++
		c.Verdict = verdict.Worse(c.Verdict, p.Verdict)
	}
	for _, f := range rep.Findings {
		if f.Kind == verdict.KindRace {
			c.Verdict = verdict.Worse(c.Verdict, f.Verdict)
		}
	}
	c.Reason = fmt.Sprintf("%d of %d pairs of entry points are proved", n[verdict.Proved], len(pairs))
	switch {
	case len(pairs) == 0:
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "no two entry points are known to be called (heddle entrypoints lists them)"
	case c.Verdict == verdict.Proved && callback:
		c.Verdict, c.Cause = verdict.Unknown, verdict.Method
		c.Reason = "all pairs of entry points are proved, but functions that nothing defines may call others that they were given, and these were not shown to race with nothing"
	case c.Verdict == verdict.Proved:
		c.Reason = ""
	case c.Verdict == verdict.Unknown:
		c.Cause = verdict.Limit
		c.Reason += unheard(pairs)
	}
	return c
}

// proofs asks lockset. If it cannot say anything, all pairs are open.
func (job *Job) proofs(ctx context.Context, prog *ir.Program, shown map[[2]ir.FuncID]bool, rep *report.Report, soFar *latest) *engine.Result {
	req := job.Request
	req.Program, req.Properties, req.Step, req.Pairs, req.Progress = prog, []verdict.Property{verdict.Race}, job.step, true, soFar.progress(job.Progress)
	req.Fields, req.Shown = nil, shown
	soFar.begin(outstanding{lockset.Engine.Name, req.Properties})
	turn := Turn{Engine: lockset.Engine}
	if left, limited := budget.Left(ctx); limited {
		turn.Most = budget.Work(proofTime * float64(left))
	}
	answer, err := job.turn(ctx, turn, &req)
	why := ""
	switch {
	case err != nil:
		why = err.Error()
	case len(answer.Pairs) == 0:
		why = answer.Claims[0].Reason
	default:
		rep.Notes = append(rep.Notes, answer.Notes...)
		return answer
	}
	all, _ := job.askedPairs(prog)
	return &engine.Result{Pairs: undecidedPairs(prog, all, noProof+why)}
}

// undecidedPairs says the same of all pairs.
func undecidedPairs(prog *ir.Program, kinds [][2]ir.FuncID, why string) (out []verdict.Pair) {
	for _, k := range kinds {
		out = append(out, verdict.Pair{Threads: [2]string{prog.Funcs[k[0]].Name, prog.Funcs[k[1]].Name}, Verdict: verdict.Unknown, Reason: why})
	}
	return out
}

// begin notes what is known before the proofs, for a run that ends before them.
func (job *Job) begin(rep *report.Report, soFar *latest, prog *ir.Program, kinds [][2]ir.FuncID, races []found) {
	early := *rep
	early.Findings, early.Turns = slices.Clone(rep.Findings), slices.Clone(rep.Turns)
	early.Pairs = undecidedPairs(prog, kinds, noProof+"there was no time")
	for i, k := range kinds {
		early.Pairs[i].Threads = [2]string{prog.Funcs[k[0]].Display, prog.Funcs[k[1]].Display}
	}
	blameAll(&early, races)
	if len(races) > 0 {
		early.Claims = []verdict.Claim{together(&early, false)}
	}
	soFar.put(&early)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// blameAll enters findings, each with the pair whose threads make it.
func blameAll(rep *report.Report, all []found) {
	for _, by := range all {
		rep.Add(by.by, &engine.Result{Findings: by.list})
		for _, f := range by.list {
			blame(rep.Pairs, f, by.by)
		}
	}
}

// blame notes a race that is shown with the pair whose threads make it.
func blame(pairs []verdict.Pair, f verdict.Finding, by string) {
	a, b, ok := racers(f)
	for i := range pairs {
		p := &pairs[i]
		if !ok || !between(*p, a, b) || f.Verdict != verdict.Bug && p.Verdict == verdict.Bug {
			continue
		}
		if f.Verdict != verdict.Bug { // it takes a hostile outside
			if p.Verdict != verdict.Possible || p.Engine != by {
				p.Verdict, p.Engine, p.Reason, p.Races = verdict.Possible, by, rests(f), nil
			}
		} else if p.Verdict != verdict.Bug {
			p.Verdict, p.Engine, p.Reason, p.Races = verdict.Bug, by, "", nil
		}
		if name := racing(f.Message); !slices.Contains(p.Races, name) {
			p.Races = append(p.Races, name)
		}
	}
}

// rests is what a failure needs of the outside.
func rests(f verdict.Finding) string {
	if len(f.Needs) == 0 {
		return ""
	}
	return "if " + f.Needs[0].Who + " " + f.Needs[0].Text
}

// racing is what a message is about.
func racing(message string) string {
	_, rest, _ := strings.Cut(message, " on ")
	name, _, _ := strings.Cut(rest, ":")
	return name
}
