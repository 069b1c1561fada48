package pairs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Answer is what is known of a driver.
type Answer struct {
	Pairs   []verdict.Pair
	Found   []Found // in the order in which engines were asked
	Claims  []verdict.Claim
	Assumed []string // what the answer rests on beyond the program's own assumptions
	Notes   []string
	Awaits  string // the engine that is at work, and has not answered; empty: none whose silence would be missed
}

// Found is the findings of one engine.
type Found struct {
	By   string
	List []verdict.Finding
}

// tellEarly tells what is known before the proofs, for a run that ends before them.
func (s *search) tellEarly(awaits string) {
	early := Answer{Found: slices.Clone(s.races), Assumed: s.known.Assumed, Notes: s.known.Notes, Awaits: awaits}
	early.Pairs = s.undecided(noProof + "there was no time")
	for i, k := range s.pairs {
		early.Pairs[i].Threads = [2]string{s.prog.Funcs[k[0]].Display, s.prog.Funcs[k[1]].Display}
	}
	blameAll(early.Pairs, s.races)
	if len(s.races) > 0 {
		early.Claims = []verdict.Claim{s.claim(&early)}
	}
	s.Tell(&early)
}

// tell tells what is known, with what came of looking at pairs.
func (s *search) tell(looks []*look) *Answer {
	all := s.known
	all.Found, all.Pairs = slices.Concat(s.known.Found, s.races), slices.Clone(s.known.Pairs)
	for i, l := range looks {
		if l != nil {
			all.Pairs[i] = l.pair
		}
	}
	blameAll(all.Pairs, s.races)
	for _, l := range looks {
		if l != nil {
			all.Found = append(all.Found, l.found...)
			blameAll(all.Pairs, l.found)
			s.happens.learn(&l.reached)
		}
	}
	for i := range all.Pairs {
		s.doubt(&all.Pairs[i], s.pairs[i])
	}
	all.Pairs = append(all.Pairs, strangers(s.prog, all.Pairs)...)
	all.Claims = []verdict.Claim{s.claim(&all)}
	s.Tell(&all)
	return &all
}

// conclude adds what is not proved of the pairs that nobody decided, and what proofs rest on.
func (s *search) conclude(all *Answer) *Answer {
	last := *all
	var possible []verdict.Finding
	for _, f := range s.possible {
		if len(f.Accesses) == 2 && slices.ContainsFunc(last.Pairs, func(p verdict.Pair) bool {
			return p.Verdict == verdict.Possible && between(p, f.Accesses[0].Thread, f.Accesses[1].Thread)
		}) {
			possible = append(possible, f)
		}
	}
	if slices.ContainsFunc(last.Pairs, func(p verdict.Pair) bool { return p.Verdict == verdict.Proved }) {
		last.Assumed = append(slices.Clone(last.Assumed), noNumbers)
	}
	c := s.claim(&last)
	if len(possible) == 0 { // all is decided: who found it, or looked for it
		c.Engine = s.decidedBy(last.Pairs, c.Verdict)
	}
	last.Claims = []verdict.Claim{c}
	last.Found = append(slices.Clone(last.Found), Found{c.Engine, possible})
	return &last
}

// noNumbers is what proofs about pairs rest on besides.
const noNumbers = "the driver takes no address as a number by way of memory, through a union or a copy"

// decidedBy is the engine whose answer about some pair is that about all of them.
func (s *search) decidedBy(pairs []verdict.Pair, v verdict.Verdict) string {
	for _, p := range pairs {
		if p.Verdict == v && p.Engine != "" {
			return p.Engine
		}
	}
	return s.prover()
}

// claim is what is said about all pairs. A race that is shown may be one with a thread of the system, which is in no
// pair.
func (s *search) claim(all *Answer) verdict.Claim {
	c := verdict.Claim{Property: verdict.Race, Engine: s.prover(), Verdict: verdict.Proved}
	n := map[verdict.Verdict]int{}
	var within []verdict.Bounds
	for _, p := range all.Pairs {
		n[p.Verdict]++
		c.Verdict = verdict.Worse(c.Verdict, p.Verdict)
		if p.Verdict == verdict.Bounded && p.Bounds != (verdict.Bounds{}) {
			within = append(within, p.Bounds)
		}
	}
	for _, by := range all.Found {
		for _, f := range by.List {
			if f.Kind == verdict.KindRace {
				c.Verdict = verdict.Worse(c.Verdict, f.Verdict)
			}
		}
	}
	c.Reason = fmt.Sprintf("%d of %d pairs of entry points are proved", n[verdict.Proved], len(all.Pairs))
	switch {
	case len(all.Pairs) == 0:
		c.Verdict, c.Cause = verdict.Unknown, verdict.Obstacle
		c.Reason = "no two entry points are known to be called (heddle entrypoints lists them)"
	case c.Verdict == verdict.Proved && s.callback:
		c.Verdict, c.Cause = verdict.Unknown, verdict.Method
		c.Reason = "all pairs of entry points are proved, but functions that nothing defines may call others that " +
			"they were given, and these were not shown to race with nothing"
	case c.Verdict == verdict.Proved:
		c.Reason = ""
	case c.Verdict == verdict.Bounded:
		c.Bounds = verdict.Least(within)
	case c.Verdict == verdict.Unknown:
		c.Cause = verdict.Limit
		c.Reason += unheard(all.Pairs)
	}
	return c
}

// strangers are the pairs of functions that were given away, and that nobody knows to be called: nothing is known of
// them. What is proved of the others is proved with calls of these functions at any time.
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
		why := fmt.Sprintf(noCaller+"%s (%s): --model FILE.c can say it, with a body for what registers it; "+
			"--harness %[1]s,OTHER looks at it beside another", f.Display, f.Given)
		for _, other := range others {
			out = append(out, verdict.Pair{Threads: [2]string{name, other}, Verdict: verdict.Unknown, Reason: why})
		}
		for _, g := range prog.Funcs[i:] {
			if g.Given != "" {
				both := [2]string{name, stranger(g, others)}
				out = append(out, verdict.Pair{Threads: both, Verdict: verdict.Unknown, Reason: why})
			}
		}
	}
	return out
}

// stranger is what a function that nobody knows to be called is called in a pair: with its place, if others call it
// too.
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
