package report

import (
	"fmt"
	"path/filepath"
	"strings"
)

// What the page says beside executions: the judgements about a finding, the two accesses of one that has no execution, pairs of entry points, and what was set aside.

type (
	// htmlFact is something that was found out about a finding.
	htmlFact struct {
		Class, Text string
		More        []string
	}
	// htmlAccess is one of the two accesses of a race that is possible: who makes it, by which calls and under which locks, and the source there.
	htmlAccess struct {
		Head, Held string
		Calls      []string // outermost first
		Source     htmlSource
	}
	htmlPair struct {
		Verdict, Threads, Text string
	}
	htmlAside struct {
		Text string
		More []string
	}
)

// facts are the judgements about a finding.
func (w *htmlWriter) facts() (out []htmlFact) {
	f := w.f
	if e := f.Execution; e != nil {
		class := "open"
		if e.Confirmed {
			class = "confirmed"
		}
		out = append(out, htmlFact{Class: class, Text: plain(e.String())})
	}
	if in := f.Interleaving; in != nil {
		head, more := sequentially(in)
		fact := htmlFact{Class: "plain", Text: plain(head)}
		for _, m := range more {
			fact.More = append(fact.More, plain(m))
		}
		out = append(out, fact)
	}
	if len(f.Trace.Unknown) > 0 {
		out = append(out, htmlFact{Class: "open", Text: plain("rests on what nothing defines: " + calls(f.Trace.Unknown))})
	}
	return out
}

// accesses are those of a finding without an execution, side by side. A finding that has no more than places has these.
func (w *htmlWriter) accesses() (out []htmlAccess) {
	f := w.f
	at := []htmlAccess{{Head: "here", Source: w.excerpt(f.Location.Pos)}}
	for _, rel := range f.Related {
		at = append(at, htmlAccess{Head: plain(rel.Message), Source: w.excerpt(rel.Location.Pos)})
	}
	for i, a := range f.Accesses {
		x := htmlAccess{Head: plain(fmt.Sprintf("%s by %s", a.What, a.Thread)), Source: w.excerpt(a.Location.Pos)}
		for _, c := range a.Stack {
			x.Calls = append(x.Calls, plain(fmt.Sprintf("%s (%s:%d)", c.Function, filepath.Base(c.Location.File), c.Location.Line)))
		}
		var locks []string
		for _, l := range a.Locks {
			locks = append(locks, heldLock(l))
		}
		x.Held = "holds no lock"
		if len(locks) > 0 {
			x.Held = plain("holds " + strings.Join(locks, "; "))
		}
		if i < len(at) {
			at[i] = x
			continue
		}
		at = append(at, x)
	}
	return at
}

// addPairs takes over the pairs of entry points and what was set aside.
func (p *htmlPage) addPairs(r *Report) {
	for _, pair := range r.Pairs {
		p.Pairs = append(p.Pairs, htmlPair{pair.Verdict.String(), plain(pairName(pair)), plain(pairWhy(pair))})
	}
	for i := range r.SetAside {
		f := &r.SetAside[i]
		aside := htmlAside{Text: plain(fmt.Sprintf("%s: %s at %s", f.Kind, f.Message, f.Location.Pos))}
		if f.Interleaving != nil {
			_, more := sequentially(f.Interleaving)
			for _, m := range more {
				aside.More = append(aside.More, plain(m))
			}
		}
		p.SetAside = append(p.SetAside, aside)
	}
	for _, c := range r.Preconditions {
		p.Preconditions = append(p.Preconditions, plain(assumption(c)))
	}
}
