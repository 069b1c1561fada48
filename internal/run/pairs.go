package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A driver pair by pair. `lockset` decides all pairs of entry points on the whole program. For a pair that it leaves, the bounded engines get the program in which the threads of
// this pair are started, and no others but those that lead to them.

// proofTime is the part of the time that proofs get.
const proofTime = 0.5

// decidePairs answers for each pair of kinds of threads.
func (job *Job) decidePairs(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) error {
	soFar.put(rep)
	names := map[string]ir.FuncID{}
	for i, f := range prog.Funcs {
		names[f.Name] = ir.FuncID(i)
	}
	answer := job.proofs(ctx, prog, rep, soFar)
	var kinds [][2]ir.FuncID
	for _, p := range answer.Pairs {
		k := [2]ir.FuncID{names[p.Threads[0]], names[p.Threads[1]]}
		p.Threads = [2]string{prog.Funcs[k[0]].Display, prog.Funcs[k[1]].Display}
		asked, why := job.Pairs(p.Threads[0], p.Threads[1])
		if !asked {
			if why != "" {
				rep.Assumed = append(rep.Assumed, why)
			}
			continue
		}
		rep.Pairs, kinds = append(rep.Pairs, p), append(kinds, k)
	}
	happens := job.happen(ctx, prog, kinds)
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
		for _, l := range looks {
			if l != nil {
				blameAll(rep, l.found)
				happens.learn(&l.reached)
			}
		}
		for i := range rep.Pairs {
			doubt(&rep.Pairs[i], prog, kinds[i], happens)
		}
		rep.Claims = []verdict.Claim{together(rep.Pairs)}
		soFar.put(rep)
	}
	enter(nil)
	job.lookAtAll(ctx, prog, rep.Pairs, kinds, answer.Facts, enter)
	var shown []verdict.Finding
	for _, f := range answer.Findings {
		if len(f.Accesses) == 2 && slices.ContainsFunc(rep.Pairs, func(p verdict.Pair) bool {
			return p.Verdict == verdict.Possible && between(p, f.Accesses[0].Thread, f.Accesses[1].Thread)
		}) {
			shown = append(shown, f)
		}
	}
	if slices.ContainsFunc(rep.Pairs, func(p verdict.Pair) bool { return p.Verdict == verdict.Proved }) {
		rep.Assumed = append(rep.Assumed, noNumbers)
	}
	rep.Claims = nil
	claim := together(rep.Pairs)
	by := lockset.Engine.Name
	if len(shown) == 0 { // all is decided: who found it, or looked for it
		by = decidedBy(rep.Pairs, claim.Verdict)
	}
	rep.Add(by, &engine.Result{Findings: shown, Claims: []verdict.Claim{claim}})
	return nil
}

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
	name := func(i int) string { return f.Trace.Threads[f.Threads[i]].Name }
	return name(0), name(1), true
}

// together is what is said about all pairs.
func together(pairs []verdict.Pair) verdict.Claim {
	c := verdict.Claim{Property: verdict.Race, Engine: lockset.Engine.Name, Verdict: verdict.Proved}
	n := map[verdict.Verdict]int{}
	for _, p := range pairs {
		n[p.Verdict]++
		c.Verdict = verdict.Worse(c.Verdict, p.Verdict)
	}
	c.Reason = fmt.Sprintf("%d of %d pairs of entry points are proved", n[verdict.Proved], len(pairs))
	switch {
	case len(pairs) == 0:
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "no two entry points are known to be called (heddle entrypoints lists them)"
	case c.Verdict == verdict.Proved:
		c.Reason = ""
	case c.Verdict == verdict.Unknown:
		c.Cause = verdict.Limit
	}
	return c
}

// proofs asks lockset. If it cannot say anything, all pairs are open.
func (job *Job) proofs(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) *engine.Result {
	req := job.Request
	req.Program, req.Properties, req.Step, req.Pairs, req.Progress = prog, []verdict.Property{verdict.Race}, job.step, true, soFar.progress(job.Progress)
	req.Fields = nil
	soFar.begin(lockset.Engine.Name, req.Properties)
	answer, err := job.turn(ctx, Turn{Engine: lockset.Engine, Share: proofTime}, &req)
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
	var pairs []verdict.Pair
	var kinds []ir.FuncID
	for f := range starts(prog) {
		kinds = append(kinds, f)
	}
	slices.SortFunc(kinds, func(a, b ir.FuncID) int {
		return cmp.Or(-cmp.Compare(bit(a == prog.Entry), bit(b == prog.Entry)), cmp.Compare(a, b))
	})
	for i, x := range kinds {
		for _, y := range kinds[max(i, 1):] {
			pairs = append(pairs, verdict.Pair{Threads: [2]string{prog.Funcs[x].Name, prog.Funcs[y].Name}, Verdict: verdict.Unknown, Reason: noProof + why})
		}
	}
	return &engine.Result{Pairs: pairs}
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
		if !ok || !between(*p, a, b) {
			continue
		}
		if p.Verdict != verdict.Bug {
			p.Verdict, p.Engine, p.Reason, p.Races = verdict.Bug, by, "", nil
		}
		if name := racing(f.Message); !slices.Contains(p.Races, name) {
			p.Races = append(p.Races, name)
		}
	}
}

// racing is what a message is about.
func racing(message string) string {
	_, rest, _ := strings.Cut(message, " on ")
	name, _, _ := strings.Cut(rest, ":")
	return name
}
