package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
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
	left := 0
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
		left += bit(open(p))
	}
	happens := job.happen(ctx, prog, kinds)
	for i := range rep.Pairs {
		doubt(&rep.Pairs[i], prog, kinds[i], happens)
	}
	rep.Claims = []verdict.Claim{together(rep.Pairs)}
	soFar.put(rep)
	for i := range rep.Pairs {
		if p := &rep.Pairs[i]; open(*p) {
			job.lookAt(ctx, excuseOthers(only(prog, kinds[i]), p.Left), p, answer.Facts, left, rep, soFar)
			doubt(p, prog, kinds[i], happens)
			left--
			rep.Claims = []verdict.Claim{together(rep.Pairs)}
			soFar.put(rep)
		}
	}
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

// Of code that never runs everything is true. A pair is proved, or bounded, only if some execution comes to each of the two.

// Random executions that look for the threads of entry points: of the whole program, and of each alone that was not met there. Each may visit so many states; all of them have their
// part of the time.
const (
	metTogether = 10
	metAlone    = 400
	metStates   = 5000
	metTime     = 10
)

// happen runs the program a few times and gives the functions among those of the pairs that were met.
func (job *Job) happen(ctx context.Context, prog *ir.Program, pairs [][2]ir.FuncID) map[ir.FuncID]bool {
	if job.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, job.Timeout/metTime)
		defer cancel()
	}
	met := map[ir.FuncID]bool{}
	walk := func(p *ir.Program, seed int) {
		x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Walks: 1, Seed: job.Request.Seed + int64(seed), NoShorten: true, MaxStates: metStates})
		if err != nil {
			return
		}
		reached := map[ir.ID]bool{}
		for _, id := range x.Reached {
			reached[id] = true
		}
		for i, f := range p.Funcs {
			if len(f.Blocks) > 0 && len(f.Blocks[0].Instrs) > 0 && reached[f.Blocks[0].Instrs[0].Base().ID] {
				met[ir.FuncID(i)] = true
			}
		}
	}
	missing := func() (out []ir.FuncID) {
		for _, k := range pairs {
			for _, f := range k {
				if !met[f] && !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		return out
	}
	for i := 0; i < metTogether && len(missing()) > 0 && ctx.Err() == nil; i++ {
		walk(prog, i)
	}
	for _, f := range missing() {
		alone := only(prog, [2]ir.FuncID{f, f})
		for i := 0; i < metAlone && !met[f] && ctx.Err() == nil; i++ {
			walk(alone, i)
		}
	}
	return met
}

// doubt takes back what is said of a pair that nothing is known to come to.
func doubt(p *verdict.Pair, prog *ir.Program, kinds [2]ir.FuncID, happens map[ir.FuncID]bool) {
	if p.Verdict != verdict.Proved && p.Verdict != verdict.Bounded {
		return
	}
	for _, f := range kinds {
		if !happens[f] {
			p.Verdict, p.Reason = verdict.Unknown, fmt.Sprintf("no execution was found that comes to %s: of what never runs everything is true", prog.Funcs[f].Display)
		}
	}
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

// spare is the part of the time that is kept back, for engines that end late.
const spare = 15

// leastTime is what a pair needs for anything to come out of it.
const leastTime = 300 * time.Millisecond

// lookAt looks for a race of a pair that is not proved, in its part of the time.
func (job *Job) lookAt(ctx context.Context, prog *ir.Program, p *verdict.Pair, facts *verdict.Facts, left int, rep *report.Report, soFar *latest) {
	for i, turn := range []Turn{{Engine: explore.Engine, Share: 1}, {Engine: rounds.Engine, Share: 1}} {
		req := job.Request
		req.Program, req.Properties, req.Facts, req.Step, req.Progress = prog, []verdict.Property{verdict.Race}, facts, job.step, soFar.progress(job.Progress)
		req.Fields = nil
		if !req.Deadline.IsZero() {
			turn.Most = (time.Until(req.Deadline) - job.Timeout/spare) / time.Duration(left+i)
			if i == 0 {
				turn.Most /= 4
			}
			if turn.Most < leastTime {
				p.Reason = cmp.Or(p.Reason, "no time was left to look for a race")
				return
			}
		}
		soFar.begin(turn.Name, req.Properties)
		answer, err := job.turn(ctx, turn, &req)
		if err != nil {
			p.Reason = cmp.Or(p.Reason, err.Error())
			continue
		}
		claim := answer.Claims[0]
		switch claim.Verdict {
		case verdict.Bug:
			rep.Add(turn.Name, &engine.Result{Findings: answer.Findings})
			for _, f := range answer.Findings {
				blame(rep.Pairs, f, turn.Name)
			}
			if p.Verdict == verdict.Bug {
				return
			}
			continue
		case verdict.Bounded, verdict.Proved: // of fewer threads than there are
			p.Verdict, p.Engine, p.Reason = verdict.Bounded, turn.Name, "no race found with "+report.Bounds(claim.Bounds)
			if claim.Verdict == verdict.Proved {
				p.Reason = "no race between the two alone"
			}
			return
		}
		p.Reason = cmp.Or(p.Reason, claim.Reason)
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
