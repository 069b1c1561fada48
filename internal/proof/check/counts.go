package check

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// Counts of threads: how many of a kind were started, and how many of them took a step that each takes at most once. A start or a step adds one to its count, like any other effect. What is true by counting is given: nobody takes step A without having taken
// B, so those who took A are among those who took B, A <= B; and while a thread stands where B is behind it and A is not, A < B.
//
// Counts have 64 bits and are taken for numbers: no execution starts 2^63 threads.

// count is a ghost that counts.
type count struct {
	*variable
	t        *kind
	from, to *point // of a step; nil: starts
}

// findCounts makes the counts that a proof speaks of.
func (c *checker) findCounts(pr *proof.Proof) error {
	var names []string
	note := func(cond *proof.Cond) {
		for _, xs := range append([][]*proof.Expr{cond.All}, cond.Any...) {
			for _, x := range xs {
				x.Vars(func(name string) {
					if (strings.HasPrefix(name, "threads(") || strings.HasPrefix(name, "past(")) && !slices.Contains(names, name) {
						names = append(names, name)
					}
				})
			}
		}
	}
	for _, t := range pr.Threads {
		for _, pl := range t.Places {
			note(&pl.When)
		}
	}
	for _, a := range pr.Assumes {
		for _, by := range a.By {
			note(&by.When)
		}
	}
	for _, name := range names {
		n, err := c.countOf(name)
		if err != nil {
			return err
		}
		c.counts = append(c.counts, n)
	}
	for _, n := range c.counts {
		c.add(n)
	}
	return nil
}

// countOf is the count of a name.
func (c *checker) countOf(name string) (*count, error) {
	for _, t := range c.kinds {
		if t.n == 0 || t.single || c.oneOfSeveral(t) {
			continue
		}
		if name == proof.Started(t.name) {
			return &count{variable: c.variable(name, word(countWidth), nil), t: t}, nil
		}
		for _, p := range t.points {
			for _, e := range p.step.exits {
				if name == proof.Past(t.name, p.pos, t.label(e.to)) && !slices.Contains(graph.Reach(t.next(nil), e.to), p) {
					return &count{c.variable(name, word(countWidth), nil), t, p, e.to}, nil
				}
			}
		}
	}
	return nil, bad("%.60q counts nothing that can be counted", name)
}

// oneOfSeveral reports whether a spawn starts threads of a kind or others, which leaves open whom.
func (c *checker) oneOfSeveral(t *kind) bool {
	for _, u := range c.kinds {
		for _, p := range u.points {
			if len(p.step.starts) > 1 && slices.ContainsFunc(p.step.starts, func(s start) bool { return s.of == t }) {
				return true
			}
		}
	}
	return false
}

// label names a point as the end of a step.
func (t *kind) label(p *point) string {
	if p == t.end {
		return "end"
	}
	return p.pos.String()
}

// add makes the starts, or the step, that are counted add one.
func (c *checker) add(n *count) {
	more := c.b.Add(n.term[0], c.b.BV(countWidth, 1))
	for _, t := range c.kinds {
		for _, p := range t.points {
			starts := 0
			for i, s := range p.step.starts {
				if s.of == n.t && n.from == nil {
					p.step.starts[i].vals[n.variable] = more
					starts++
				}
			}
			for i, e := range p.step.exits {
				if starts > 0 || n.from == p && n.to == e.to {
					p.step.exits[i].vals[n.variable] = more
				}
			}
		}
	}
}

// next is the points behind a point, but for one step.
func (t *kind) next(but *count) func(*point) []*point {
	return func(p *point) (out []*point) {
		if p == t.end {
			return nil
		}
		for _, e := range p.step.exits {
			if but == nil || but.from != p || but.to != e.to {
				out = append(out, e.to)
			}
		}
		return out
	}
}

// taken reports whether all threads at a point have taken the step.
func (n *count) taken(p *point) bool {
	return n.from == nil || !slices.Contains(graph.Reach(n.t.next(n), n.t.points[0]), p)
}

// open reports whether no thread at a point has taken the step.
func (n *count) open(p *point) bool {
	return n.from != nil && !slices.Contains(graph.Reach(n.t.next(nil), n.to), p)
}

// countsAt is what counts are known to be when a thread stands at a point.
func (c *checker) countsAt(t *kind, p *point) logic.Term {
	all := c.b.True()
	for _, a := range c.counts {
		all = c.b.And(all, c.b.SLe(c.b.BV(countWidth, 0), a.term[0]))
		for _, b := range c.counts {
			if a == b || a.t != b.t || a.from == nil || !b.taken(a.from) {
				continue
			}
			if a.t == t && b.taken(p) && a.open(p) {
				all = c.b.And(all, c.b.SLt(a.term[0], b.term[0]))
			} else {
				all = c.b.And(all, c.b.SLe(a.term[0], b.term[0]))
			}
		}
	}
	return all
}
