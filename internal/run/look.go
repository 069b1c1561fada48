package run

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// The search for races of pairs that are not proved: several pairs at a time, each in a program of its own. Random executions of all of them come first, and end when they show nothing new: most
// races of drivers need no particular values, and are found in some thousand steps. What they do not find is for `rounds`, which decides. A pair that was too much for it is for `kiss`, whose programs
// are smaller and show less: it counts only if it shows a race. Pairs of which something is shown already come last: they may race on more.
//
// `rounds` looks at all pairs at the least bounds first (lean.go, meet.go), with half of the time, and climbs afterwards. Otherwise one pair had four rounds, and the next no time for one. Those come first of which it is known how both threads come: the others
// take most of the time, and little comes of it. Between the two come pairs that are proved but for something that is assumed: what is said of them, as of the others, is within bounds then. They take little, and a run that ends early has said it. And those for
// which the time was too short, or which were not found to meet, again: they have more each when the others are decided.
//
// What is found of one pair changes nothing for another while they are looked at, so that the report does not depend on how many are at a time; it is entered in their order.
//
// Rejected: all states in order before random executions. A driver has too many, so a search in order used whatever time it was given, and found what a walk finds in a tenth of it. And all engines for one pair
// before the next: where pairs are many, the first ones used the time in which walks decide the others.

// look is what came of looking at a pair.
type look struct {
	pair    verdict.Pair
	found   []found
	reached reach.Set
	meets   *encounter // once it was asked
}

// found is the findings of one engine.
type found struct {
	by   string
	list []verdict.Finding
}

// pass is one way of looking at many pairs.
type pass struct {
	engines []engine.Engine
	part    budget.Work // of the work that is left
	least   budget.Work // what a pair needs for anything to come out of it
	low     bool        // at the least bounds alone, in the smallest program
	again   bool        // they were not found to meet in the programs with one way to each
}

var (
	byWalks   = pass{engines: []engine.Engine{explore.Walks}, part: 2, least: 30 * budget.Millisecond}
	byLeast   = pass{engines: []engine.Engine{rounds.Engine}, part: 2, least: leastTime, low: true}
	againLow  = pass{engines: []engine.Engine{rounds.Engine}, part: 1, least: leastTime, low: true, again: true}
	bySolver  = pass{engines: []engine.Engine{rounds.Engine, kiss.Engine}, part: 1, least: leastTime}
	forBounds = pass{engines: []engine.Engine{rounds.Engine}, part: 1, least: leastTime, low: true}
)

// lookAtAll looks for races of the pairs that are open: those of which nothing is shown, and then those that may race on more than was shown.
func (job *Job) lookAtAll(ctx context.Context, prog *ir.Program, pairs []verdict.Pair, kinds [][2]ir.FuncID, races []found, facts *verdict.Facts, enter func([]*look)) {
	looks := make([]*look, len(pairs))
	var first, then, withheld []int
	shown := shownPairs(prog, kinds, races)
	for i, p := range pairs {
		switch {
		case p.Withheld:
			withheld = append(withheld, i)
		case !open(p):
		case !shown[kinds[i]]:
			first = append(first, i)
		case !covers(p, races):
			then = append(then, i)
		}
	}
	var mu sync.Mutex
	var known map[ir.FuncID]route
	at := func(group []int, how pass, behind int) {
		wave.Wave{Jobs: job.jobs()}.Run(ctx, len(group), func(ctx context.Context, n int, _ budget.Work) {
			i := group[n]
			mu.Lock()
			l := looks[i]
			mu.Unlock()
			if l == nil {
				l = &look{pair: pairs[i]}
			}
			left := len(group) - n/wave.Size*wave.Size // that the wave began with
			l = job.lookAt(ctx, prog, kinds[i], l.copy(), known, how, facts, left+behind)
			mu.Lock()
			defer mu.Unlock()
			looks[i] = l
			enter(looks)
		})
	}
	at(first, byWalks, 0)
	var none []int
	for _, i := range first {
		switch l := looks[i]; {
		case len(l.found) == 0:
			none = append(none, i)
		case !l.shown():
			then = append(then, i)
		}
	}
	var looked []ir.FuncID
	for _, i := range slices.Concat(none, withheld) {
		looked = append(looked, kinds[i][:]...)
	}
	slices.Sort(looked)
	if !job.bounded() {
		known = job.routes(ctx, prog, slices.Compact(looked), job.Effort/routeTime)
	}
	if !job.bounded() && job.Effort > 0 {
		at(slices.DeleteFunc(slices.Clone(none), func(i int) bool {
			return !known[kinds[i][0]].bounded() || !known[kinds[i][1]].bounded()
		}), byLeast, len(withheld))
	}
	at(withheld, forBounds, len(none)+len(then))
	if !job.bounded() && job.Effort > 0 {
		at(slices.DeleteFunc(slices.Concat(none, withheld), func(i int) bool { return looks[i].decided() }), againLow, len(then))
	}
	at(none, bySolver, len(then))
	at(slices.DeleteFunc(slices.Clone(then), func(i int) bool { return looks[i] != nil }), byWalks, 0)
	at(slices.DeleteFunc(then, func(i int) bool { return looks[i].shown() }), bySolver, 0)
}

// decided reports whether something is said of the pair.
func (l *look) decided() bool { return len(l.found) > 0 || l.pair.Verdict == verdict.Bounded }

// copy is a look that can be gone on with while others read this one.
func (l *look) copy() *look {
	c := *l
	c.found, c.reached = slices.Clone(l.found), reach.Set{}
	c.reached.Union(&l.reached)
	return &c
}

// jobs is how many things are done at once.
func (job *Job) jobs() int { return max(job.Request.Jobs, 1) }

// barren is after how many steps that show nothing new random executions of a pair end.
const barren = 8000

// leastTime is what an engine needs to build and solve anything.
const leastTime = 300 * budget.Millisecond

// spare is the part of the time that is kept back, for engines that end late; fewest is the part below which no share of a pair falls: of many pairs some are decided then, and not none.
const (
	spare  = 15
	fewest = 150
)

// variant is a program with the threads of a pair.
type variant struct {
	*ir.Program
	kinds [2]ir.FuncID
	what  string          // which of their threads it has, for a reason; empty: all on one object
	leads bool            // one of the two kinds leads to the other
	like  []irexec.Choice // of executions in which they come
	of    map[ir.ID]ir.ID // what instructions are copies of
	wider int             // which of the variants has all of its executions
}

// variants are the programs in which races of a pair are looked for: two calls on one object, then on two.
func variants(prog *ir.Program, kinds [2]ir.FuncID, p verdict.Pair) []variant {
	out := []variant{{Program: Pair(prog, kinds, p.Left), kinds: kinds}}
	for i, m := range forked(prog, kinds) {
		out = append(out, variant{Program: excuseOthers(m, p.Left), kinds: kinds, what: ", for two objects", wider: i + 1})
	}
	return out
}

// small are the programs of a pair for a first answer, and the bounds below which there is none, if the ways to the two are known.
func small(prog *ir.Program, kinds [2]ir.FuncID, p verdict.Pair, known map[ir.FuncID]route) (out []variant, least verdict.Bounds) {
	out, least = lean(prog, kinds, known)
	for _, v := range out {
		excuseOthers(v.Program, p.Left)
	}
	return out, least
}

// lookAt looks for a race of a pair, in its part of the time; left is how many are not looked at yet, with this one.
func (job *Job) lookAt(ctx context.Context, prog *ir.Program, kinds [2]ir.FuncID, l *look, known map[ir.FuncID]route, how pass, facts *verdict.Facts, left int) *look {
	progs := variants(prog, kinds, l.pair)
	for i, engine := range how.engines {
		if engine.Name == kiss.Engine.Name && (len(l.found) > 0 || l.pair.Verdict == verdict.Bounded) {
			break
		}
		solves := engine.Name == rounds.Engine.Name
		turn := Turn{Engine: engine}
		limit := func(parts int) bool {
			rest, limited := budget.Left(ctx)
			if !limited {
				return true
			}
			rest -= job.Effort / spare
			turn.Most = rest / how.part / budget.Work((left+i)*parts)
			if solves {
				turn.Most = max(turn.Most*3/4, min(rest, job.Effort/fewest))
			}
			if turn.Most < how.least {
				l.miss(parts == len(progs) || how.low, noTime)
				return false
			}
			return true
		}
		if solves && l.pair.Verdict != verdict.Bounded && !job.bounded() {
			if !limit(1) {
				return l
			}
			small, least := small(prog, kinds, l.pair, known)
			if !how.low || least.Rounds == 0 {
				small = append(small, progs...)
			}
			if how.again && (l.meets == nil || l.meets.why != "") {
				if v, ok := job.bothSeen(ctx, prog, kinds, known, newSpan(ctx, turn.Most/2)); ok {
					excuseOthers(v.Program, l.pair.Left)
					small, l.meets = []variant{v}, nil
				}
			}
			if job.first(ctx, small, least, l, turn, facts); l.shown() {
				return l
			}
			if l.meets.why == "" && l.pair.Verdict != verdict.Bounded {
				continue // what is too much at the least bounds is too much at others
			}
		}
		if how.low {
			continue
		}
		if solves && l.meets != nil && l.meets.why == "" && l.meets.in.what == onOneWay {
			if l.meets.on != nil && limit(2*len(progs)+2) && l.widen(ctx) {
				job.raceIn(ctx, l.meets.in, l, turn, l.meets.at, facts, true)
			}
			if l.meets.on == nil && !l.shown() && limit(len(progs)+1) {
				job.raceIn(ctx, l.meets.in, l, turn, verdict.Bounds{}, facts, true)
			}
			if l.shown() {
				return l
			}
		}
		for n, v := range progs {
			if !limit(len(progs) - n) {
				return l
			}
			least := n == 0
			if solves {
				began := budget.Spent(ctx)
				if job.bounded() {
					l.meets = job.meet(ctx, progs, verdict.Bounds{}, l, turn.Most/2)
				}
				if l.meets.why != "" {
					l.miss(true, l.meets.why)
				} else if !l.widen(ctx) {
					l.miss(true, apart)
				} else if least = n == l.meets.in.wider; n < l.meets.in.wider {
					continue // they do not meet there
				}
				if turn.Most > 0 {
					turn.Most -= budget.Since(ctx, began)
				}
			}
			if job.raceIn(ctx, v, l, turn, job.Request.Bounds, facts, least); l.shown() {
				return l
			}
		}
	}
	return l
}

// widen finds out whether the two meet in the program as a whole too, and not along a path alone.
func (l *look) widen(ctx context.Context) bool {
	if l.meets.on != nil && l.meets.wide(ctx) {
		whole := *l.meets
		whole.on = nil
		l.meets = &whole
	}
	return l.meets.on == nil
}

// bounded reports whether the bounds were asked for.
func (job *Job) bounded() bool {
	return job.Request.Bounds.Rounds != 0 || job.Request.Bounds.Unwind != 0
}

// first looks for a race at the least bounds at which both threads run, in the first program in which they do.
func (job *Job) first(ctx context.Context, progs []variant, least verdict.Bounds, l *look, turn Turn, facts *verdict.Facts) {
	began := budget.Spent(ctx)
	if l.meets = job.meet(ctx, progs, least, l, turn.Most/2); l.meets.why != "" {
		l.miss(true, l.meets.why)
		return
	}
	if turn.Most > 0 {
		turn.Most -= budget.Since(ctx, began)
	}
	job.raceIn(ctx, l.meets.narrow(), l, turn, l.meets.at, facts, true)
}

// raceIn looks for a race in a program of the pair.
func (job *Job) raceIn(ctx context.Context, v variant, l *look, turn Turn, at verdict.Bounds, facts *verdict.Facts, least bool) {
	req := job.Request
	req.Program, req.Properties, req.Facts, req.Step, req.Progress = v.Program, []verdict.Property{verdict.Race}, copied(facts, v.of), job.step, job.Progress
	req.Fields, req.Jobs, req.Barren = nil, 1, barren
	if !job.bounded() && at.Rounds != 0 {
		req.Bounds.Rounds, req.Bounds.Unwind, req.Executed = at.Rounds, at.Unwind, true
	}
	answer, err := job.turn(ctx, turn, &req)
	if err == nil && answer.Reached != nil {
		l.reached.Union(answer.Reached)
	}
	switch {
	case err != nil:
		l.miss(least, err.Error())
	case answer.Claims[0].Verdict == verdict.Bug, answer.Claims[0].Shown:
		l.found = append(l.found, found{turn.Name, answer.Findings})
	case turn.Name != rounds.Engine.Name: // the others say nothing if they show nothing
	case l.meets.why != "" || l.meets.on != nil && v.of == nil: // a race would have shown that they meet
	case answer.Claims[0].Bounds.Rounds < l.meets.at.Rounds || answer.Claims[0].Bounds.Unwind < l.meets.at.Unwind:
		l.miss(least, cmp.Or(answer.Claims[0].Reason, apart))
	default:
		l.take(least, turn.Name, answer.Claims[0], v.what)
	}
}

const noTime = "no time was left to look for a race"

// take enters what an engine says that found nothing. It is about fewer threads than there are, so it proves nothing.
func (l *look) take(least bool, by string, claim verdict.Claim, what string) {
	p := &l.pair
	why := "no race found with " + report.Bounds(claim.Bounds) + what
	if claim.Verdict == verdict.Proved {
		why = "no race between the two alone" + what
	}
	switch {
	case claim.Verdict != verdict.Bounded && claim.Verdict != verdict.Proved:
		l.miss(least, claim.Reason)
	case least:
		p.Verdict, p.Engine, p.Reason = verdict.Bounded, by, why
	}
}

// miss notes that a program of the pair was not decided. One with two objects is more than the pair has to have.
func (l *look) miss(least bool, why string) {
	switch {
	case least:
		if l.pair.Verdict != verdict.Bounded && !strings.HasSuffix(l.pair.Reason, why) {
			first, _, _ := strings.Cut(l.pair.Reason, besides)
			l.pair.Reason = strings.TrimPrefix(first+besides+why, besides)
		}
	case l.pair.Verdict == verdict.Bounded && !strings.HasSuffix(l.pair.Reason, alone):
		l.pair.Reason += alone
	}
}

// besides is between why there is no proof and why nothing was found.
const besides = "; besides, "

// alone ends a reason for which two objects were not looked at.
const alone = ", for one object (no time for two)"

// shown reports whether the findings show a race of the pair on everything that may race.
func (l *look) shown() bool {
	on := map[string]bool{}
	for _, by := range l.found {
		for _, f := range by.list {
			if a, b, ok := racers(f); ok && f.Verdict == verdict.Bug && between(l.pair, a, b) {
				on[racing(f.Message)] = true
			}
		}
	}
	return len(on) > 0 && !slices.ContainsFunc(l.pair.Races, func(name string) bool { return !on[name] })
}
