package pairs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Which pair a race is of: the one whose threads, by their names for people, make it.

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

// racing is what a message is about.
func racing(message string) string {
	_, rest, _ := strings.Cut(message, " on ")
	name, _, _ := strings.Cut(rest, ":")
	return name
}

// rests is what a failure needs of the outside.
func rests(f verdict.Finding) string {
	if len(f.Needs) == 0 {
		return ""
	}
	return "if " + f.Needs[0].Who + " " + f.Needs[0].Text
}

// blameAll notes findings, each with the pair whose threads make it.
func blameAll(pairs []verdict.Pair, all []Found) {
	for _, by := range all {
		for _, f := range by.List {
			blame(pairs, f, by.By)
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
			p.Races = append(slices.Clip(p.Races), name) // others may have been told of them
		}
	}
}

// shownPairs gives the pairs of kinds whose threads are shown to race.
func (s *search) shownPairs() map[[2]ir.FuncID]bool {
	out := map[[2]ir.FuncID]bool{}
	for _, by := range s.races {
		for _, f := range by.List {
			a, b, ok := racers(f)
			for _, k := range s.pairs {
				p := verdict.Pair{Threads: [2]string{s.prog.Funcs[k[0]].Display, s.prog.Funcs[k[1]].Display}}
				if ok && between(p, a, b) {
					out[k] = true
				}
			}
		}
	}
	return out
}

// convict panics if a race is shown of a pair that is proved. Names that several kinds of threads have say nothing.
func (s *search) convict(shown map[[2]ir.FuncID]bool) {
	named := map[string]map[ir.FuncID]bool{}
	for _, k := range s.pairs {
		for _, f := range k {
			name := s.prog.Funcs[f].Display
			if named[name] == nil {
				named[name] = map[ir.FuncID]bool{}
			}
			named[name][f] = true
		}
	}
	for i, p := range s.known.Pairs {
		alone := len(named[p.Threads[0]]) == 1 && len(named[p.Threads[1]]) == 1
		if p.Verdict == verdict.Proved && shown[s.pairs[i]] && alone {
			panic(fmt.Sprintf("proved, but an execution shows a race of %s and %s", p.Threads[0], p.Threads[1]))
		}
	}
}

// covers reports whether races on all that may race were shown of a pair.
func covers(p verdict.Pair, races []Found) bool {
	l := &look{pair: p, found: races}
	return l.shown()
}
