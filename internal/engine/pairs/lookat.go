package pairs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// One pair in its programs: those with one way to each thread first, in the one in which the two are known to meet;
// then all that lead to the two, on one object and on two.

// look is what came of looking at a pair.
type look struct {
	pair    verdict.Pair
	of      [2]ir.FuncID
	found   []Found
	reached reach.Set
	meets   *encounter // once it was asked
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

// barren is after how many steps that show nothing new random executions of a pair end.
const barren = 8000

// spare is the part of the work that is kept back, for engines that end late; fewest is the part below which no share
// of a pair falls: of many pairs some are decided then, and not none.
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
func (s *search) variants(l *look) []variant {
	out := []variant{{Program: threads.Watching(threads.Only(s.prog, l.of), l.pair.Left), kinds: l.of}}
	for i, m := range threads.Forked(s.prog, l.of) {
		p := threads.Watching(m, l.pair.Left)
		out = append(out, variant{Program: p, kinds: l.of, what: ", for two objects", wider: i + 1})
	}
	return out
}

// small are the programs of a pair for a first answer, and the bounds below which there is none, if the ways to the
// two are known.
func (s *search) small(l *look, known map[ir.FuncID]route) (out []variant, least verdict.Bounds) {
	out, least = lean(s.prog, l.of, known)
	for i := range out {
		out[i].Program = threads.Watching(out[i].Program, l.pair.Left)
	}
	return out, least
}

// turn is the engine of a method.
func (s *search) turn(by method) Turn {
	switch by {
	case asWalks:
		return Turn{Engine: s.Engines.Walks(barren, false)}
	case asKiss:
		return Turn{Engine: s.Engines.Kiss}
	}
	return Turn{Engine: s.Engines.Rounds}
}

// lookAt looks for a race of a pair, in its part of the work; left is how many are not looked at yet, with this one.
func (s *search) lookAt(ctx context.Context, l *look, known map[ir.FuncID]route, how pass, left int) *look {
	progs := s.variants(l)
	for i, by := range how.by {
		if by == asKiss && l.decided() {
			break
		}
		turn := s.turn(by)
		limit := func(parts int) bool {
			rest, limited := budget.Left(ctx)
			if !limited {
				return true
			}
			rest -= s.Effort / spare
			turn.Most = rest / how.part / budget.Work((left+i)*parts)
			if by == asRounds {
				turn.Most = max(turn.Most*3/4, min(rest, s.Effort/fewest))
			}
			if turn.Most < how.least {
				l.miss(parts == len(progs) || how.low, noTime)
				return false
			}
			return true
		}
		if by == asRounds && l.pair.Verdict != verdict.Bounded && !s.bounded() {
			if !limit(1) {
				return l
			}
			small, least := s.small(l, known)
			if !how.low || least.Rounds == 0 {
				small = append(small, progs...)
			}
			if how.again && (l.meets == nil || l.meets.why != "") {
				if v, ok := s.bothSeen(ctx, l.of, known, newSpan(ctx, turn.Most/2)); ok {
					v.Program = threads.Watching(v.Program, l.pair.Left)
					small, l.meets = []variant{v}, nil
				}
			}
			if s.first(ctx, small, least, l, turn); l.shown() {
				return l
			}
			if l.meets.why == "" && l.pair.Verdict != verdict.Bounded {
				continue // what is too much at the least bounds is too much at others
			}
		}
		if how.low {
			continue
		}
		if by == asRounds && l.meets != nil && l.meets.why == "" && l.meets.in.what == onOneWay {
			if l.meets.on != nil && limit(2*len(progs)+2) && l.widen(ctx) {
				s.raceIn(ctx, l.meets.in, l, by, turn, l.meets.at, true)
			}
			if l.meets.on == nil && !l.shown() && limit(len(progs)+1) {
				s.raceIn(ctx, l.meets.in, l, by, turn, verdict.Bounds{}, true)
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
			if by == asRounds {
				began := budget.Spent(ctx)
				if s.bounded() {
					l.meets = s.meet(ctx, progs, verdict.Bounds{}, l, turn.Most/2)
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
			if s.raceIn(ctx, v, l, by, turn, s.Request.Bounds, least); l.shown() {
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

// first looks for a race at the least bounds at which both threads run, in the first program in which they do.
func (s *search) first(ctx context.Context, progs []variant, least verdict.Bounds, l *look, turn Turn) {
	began := budget.Spent(ctx)
	if l.meets = s.meet(ctx, progs, least, l, turn.Most/2); l.meets.why != "" {
		l.miss(true, l.meets.why)
		return
	}
	if turn.Most > 0 {
		turn.Most -= budget.Since(ctx, began)
	}
	s.raceIn(ctx, l.meets.narrow(), l, asRounds, turn, l.meets.at, true)
}

// raceIn looks for a race in a program of the pair.
func (s *search) raceIn(
	ctx context.Context, v variant, l *look, by method, turn Turn, at verdict.Bounds, least bool,
) {
	req := s.request(v.Program, verdict.Race)
	req.Facts = copied(s.facts, v.of)
	if !s.bounded() && at.Rounds != 0 {
		req.Bounds.Rounds, req.Bounds.Unwind = at.Rounds, at.Unwind
		turn.Engine = s.Engines.Executed
	}
	answer, err := s.Ask(ctx, turn, req)
	if err == nil && answer.Reached != nil {
		l.reached.Union(answer.Reached)
	}
	switch {
	case err != nil:
		l.miss(least, err.Error())
	case answer.Claims[0].Verdict == verdict.Bug, answer.Claims[0].Shown:
		l.found = append(l.found, Found{turn.Name, answer.Findings})
	case by != asRounds: // the others say nothing if they show nothing
	case l.meets.why != "" || l.meets.on != nil && v.of == nil: // a race would have shown that they meet
	case answer.Claims[0].Bounds.Rounds < l.meets.at.Rounds || answer.Claims[0].Bounds.Unwind < l.meets.at.Unwind:
		l.miss(least, cmp.Or(answer.Claims[0].Reason, apart))
	default:
		l.take(least, turn.Name, answer.Claims[0], v.what)
	}
}

// copied is facts about a program, for one with copies of instructions: these do what the others do, in fewer
// executions.
func copied(facts *verdict.Facts, of map[ir.ID]ir.ID) *verdict.Facts {
	if facts == nil || len(of) == 0 {
		return facts
	}
	more := &verdict.Facts{Private: map[ir.ID]bool{}, Alone: map[ir.ID]bool{}}
	for id, old := range of {
		if facts.Private[old] {
			more.Private[id] = true
		}
		if facts.Alone[old] {
			more.Alone[id] = true
		}
	}
	return facts.With(more)
}

const noTime = "no time was left to look for a race"

// take enters what an engine says that found nothing. It is about fewer threads than there are, so it proves nothing.
func (l *look) take(least bool, by string, claim verdict.Claim, what string) {
	p := &l.pair
	calls := "one call of each"
	if p.Threads[0] == p.Threads[1] {
		calls = "two calls"
	}
	why := "no race found between " + calls + " with " + claim.Bounds.Text() + what
	if claim.Verdict == verdict.Proved {
		why = "no race between the two alone" + what
	}
	switch {
	case claim.Verdict != verdict.Bounded && claim.Verdict != verdict.Proved:
		l.miss(least, claim.Reason)
	case least:
		p.Verdict, p.Engine, p.Reason, p.Bounds = verdict.Bounded, by, why, claim.Bounds
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
		for _, f := range by.List {
			if a, b, ok := racers(f); ok && f.Verdict == verdict.Bug && between(l.pair, a, b) {
				on[racing(f.Message)] = true
			}
		}
	}
	return len(on) > 0 && !slices.ContainsFunc(l.pair.Races, func(name string) bool { return !on[name] })
}
