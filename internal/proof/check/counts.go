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

// findCounts makes the counts of the kinds of which a proof counts something.
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
	spoken := map[*kind]bool{}
	for _, name := range names {
		t, err := c.countedKind(name)
		if err != nil {
			return err
		}
		if !spoken[t] {
			spoken[t] = true
			c.counts = append(c.counts, c.countsOf(t, names)...)
		}
	}
	for _, n := range c.counts {
		c.add(n)
	}
	return nil
}

// countedKind is the kind of which something of a name can be counted.
func (c *checker) countedKind(name string) (*kind, error) {
	for _, t := range c.kinds {
		found := false
		c.countable(t, func(counted string, _, _ *point) { found = found || counted == name })
		if found {
			return t, nil
		}
	}
	return nil, bad("%.60q counts nothing that can be counted", name)
}

// countsOf makes the counts of a kind: those that are named, and those of steps that change what is shared. What is true of two by counting may take a third between them.
func (c *checker) countsOf(t *kind, names []string) (out []*count) {
	c.countable(t, func(name string, from, to *point) {
		if from == nil || slices.Contains(names, name) || changesShared(from, to) {
			out = append(out, &count{c.variable(name, word(countWidth), nil), t, from, to})
		}
	})
	return out
}

// changesShared reports whether a step changes what is shared.
func changesShared(from, to *point) bool {
	for _, e := range from.step.exits {
		for v := range e.vals {
			if e.to == to && v.kind == nil {
				return true
			}
		}
	}
	return false
}

// countable visits what can be counted of a kind: its starts, and the steps that each thread takes at most once.
func (c *checker) countable(t *kind, visit func(name string, from, to *point)) {
	if t.n == 0 || t.single || c.oneOfSeveral(t) {
		return
	}
	visit(proof.Started(t.name), nil, nil)
	seen := map[string]bool{}
	for _, p := range t.points {
		for _, e := range p.step.exits {
			if name := proof.Past(t.name, p.pos, t.label(e.to)); !seen[name] && !slices.Contains(graph.Reach(t.next(nil), e.to), p) {
				seen[name] = true
				visit(name, p, e.to)
			}
		}
	}
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
