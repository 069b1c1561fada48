package pairs

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Of code that never runs everything is true. A pair is proved, or bounded, only if some execution comes to each of
// the two.
//
// Who looks for the threads of entry points: random executions, of the whole program and then of each alone that was
// not met there; then, on one way after the other, the engine rounds, which finds what needs particular values, such
// as the name of a machine. Random executions have their part of the work, and so has rounds.

// How many instructions random executions have.
const (
	metTogether = 40_000_000
	metAlone    = 8_000_000
)

// metTime is the part of the work for each of the two.
const metTime = 12

// happening is the kinds of threads that some execution comes to.
type happening struct {
	begins map[ir.FuncID]kinds.Arrival
	met    map[ir.FuncID]bool
}

// has reports whether an execution comes to threads of a kind.
func (h *happening) has(f ir.FuncID) bool { return h.met[f] }

// learn takes over what some executions got to.
func (h *happening) learn(reached *reach.Set) {
	for f, a := range h.begins {
		if reached != nil && a.In(reached) {
			h.met[f] = true
		}
	}
}

// missing lists the kinds that were not met.
func (h *happening) missing() (out []ir.FuncID) {
	for f := range h.begins {
		if !h.met[f] {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// until is where executions of some kinds may end: all of them were met.
func (h *happening) until(fs ...ir.FuncID) (out []ir.ID) {
	for _, f := range fs {
		if a := h.begins[f]; len(a.Calls) == 1 {
			out = append(out, a.Calls[0])
		} else {
			out = append(out, a.Begins)
		}
	}
	return out
}

// happen looks for executions that come to the threads of the pairs.
func (s *search) happen(ctx context.Context) {
	s.happens = &happening{begins: map[ir.FuncID]kinds.Arrival{}, met: map[ir.FuncID]bool{}}
	h := s.happens
	for _, k := range s.pairs {
		for _, f := range k {
			if b := s.prog.Funcs[f].Blocks; len(b) > 0 && len(b[0].Instrs) > 0 {
				h.begins[f] = kinds.ArrivalAt(s.prog, f)
			}
		}
	}
	h.learn(s.reached)
	some, cancel := s.part(ctx, metTime)
	defer cancel()
	walk := func(p *ir.Program, instrs int64, fs ...ir.FuncID) {
		x, err := irexec.Explore(some, p, irexec.ExploreOptions{
			Walks: math.MaxInt, MaxInstrs: instrs, Until: h.until(fs...), Seed: s.Request.Seed, NoShorten: true,
		})
		if err != nil {
			return // they are looked for in other ways
		}
		set := &reach.Set{}
		for _, id := range x.Reached {
			set.Add(id)
		}
		h.learn(set)
	}
	if left := h.missing(); len(left) > 0 {
		walk(s.prog, metTogether, left...)
	}
	for _, f := range h.missing() {
		if !h.met[f] && some.Err() == nil {
			walk(threads.Only(s.prog, [2]ir.FuncID{f, f}), metAlone, f)
		}
	}
	for f := range s.routes(ctx, h.missing(), s.Effort/metTime) {
		h.met[f] = true
	}
}

// part is a part of all the work.
func (s *search) part(ctx context.Context, n budget.Work) (context.Context, context.CancelFunc) {
	if s.Effort == 0 {
		return context.WithCancel(ctx)
	}
	return budget.Within(ctx, s.Effort/n)
}

// doubt takes back what is said of a pair that nothing is known to come to.
func (s *search) doubt(p *verdict.Pair, pair [2]ir.FuncID) {
	if p.Verdict != verdict.Proved && p.Verdict != verdict.Bounded {
		return
	}
	for _, f := range pair {
		if !s.happens.has(f) {
			p.Verdict = verdict.Unknown
			p.Reason = fmt.Sprintf("no execution was found that comes to %s: of what never runs everything is true",
				s.prog.Funcs[f].Display)
		}
	}
}
