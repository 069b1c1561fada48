package pointsto

import (
	"cmp"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Groups of fields. An access whose address has several pointees may touch a field of each: they are one region, with cells in several nodes, and their cells have one width. Nothing else of
// the nodes is joined: what lies beside these fields stays apart, and so does what the fields of one node hold from what those of another do.
//
// A Copy goes from region to region. So where it writes to several fields of one region, those that they come from are one region too.

// fieldKey names a field: the node, and where the field begins.
type fieldKey struct {
	node nodeID
	lo   int64
}

// groups is a partition of fields.
type groups struct{ parent map[fieldKey]fieldKey }

func (g *groups) find(k fieldKey) fieldKey {
	for {
		up, ok := g.parent[k]
		if !ok {
			return k
		}
		k = up
	}
}

// unite makes the groups of two fields one, named by the one that comes first, and reports whether they were two.
func (g *groups) unite(a, b fieldKey) bool {
	a, b = g.find(a), g.find(b)
	if a == b {
		return false
	}
	if b.node < a.node || b.node == a.node && b.lo < a.lo {
		a, b = b, a
	}
	g.parent[b] = a
	return true
}

// members lists the fields of each group that has several, by its name.
func (g *groups) members() map[fieldKey][]fieldKey {
	out := map[fieldKey][]fieldKey{}
	for k := range g.parent {
		out[g.find(k)] = append(out[g.find(k)], k)
	}
	for root := range out {
		out[root] = append(out[root], root)
		slices.SortFunc(out[root], func(a, b fieldKey) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.lo, b.lo)) })
	}
	return out
}

// group finds the groups of the fields that are accessed together, and those of synchronization objects.
func (s *solver) group() (data, sync *groups) {
	data, sync = &groups{map[fieldKey]fieldKey{}}, &groups{map[fieldKey]fieldKey{}}
	together := func(g *groups, f ir.FuncID, o ir.Operand, fields func(*node) []field) {
		if o.Kind != ir.KindReg {
			return
		}
		var first fieldKey
		for i, r := range s.classes[s.regs[f][o.Reg]].pointees {
			r = s.find(r)
			k := fieldKey{r.node, fieldAt(fields(&s.nodes[r.node]), r.off).lo}
			if i == 0 {
				first = k
			} else {
				g.unite(first, k)
			}
		}
	}
	for fi, f := range s.p.Funcs {
		for in := range f.Instrs() {
			if m, _, _ := ir.AccessOf(in); m != nil {
				together(data, ir.FuncID(fi), m.Addr, func(n *node) []field { return n.fields })
			}
			for _, o := range syncOperands(in) {
				together(sync, ir.FuncID(fi), o, func(n *node) []field { return n.sync })
			}
		}
	}
	for more := true; more; {
		more = false
		for i := range s.spans {
			more = s.sources(data, &s.spans[i]) || more
		}
	}
	return data, sync
}

// sources unites the fields that a Copy reads where it writes to one group, and reports whether there were any.
func (s *solver) sources(g *groups, sp *span) (changed bool) {
	if !sp.copies {
		return false
	}
	d, r := s.find(sp.dst), s.find(sp.src)
	from := map[fieldKey]fieldKey{} // by group of what is written
	s.parts(s.withoutPeriod(d, r), s.longest(sp), func(p Part, _ string) {
		to, written := s.keyAt(d.plus(max(p.Lo, 0)))
		of, read := s.keyAt(r.plus(max(p.Lo, 0)))
		if !written || !read { // it is not mirrored yet
			return
		}
		if first, ok := from[g.find(to)]; ok {
			changed = g.unite(first, of) || changed
		} else {
			from[g.find(to)] = of
		}
	})
	return changed
}

// keyAt names the field that holds a byte, if there is one.
func (s *solver) keyAt(r ref) (fieldKey, bool) {
	r = s.find(r)
	f := fieldAt(s.nodes[r.node].fields, r.off)
	return fieldKey{r.node, f.lo}, f.lo < f.hi
}

// agree makes bytes of the fields of a group that has cells of different widths, and reports whether there were any.
func (s *solver) agree() (changed bool) {
	data, _ := s.group()
	for root, members := range data.members() {
		like := s.fieldOf(root)
		bytes := like.bytes
		for _, k := range members {
			f := s.fieldOf(k)
			bytes = bytes || f.bytes || f.hi-f.lo != like.hi-like.lo
		}
		for _, k := range members {
			if f := s.fieldOf(k); bytes && !f.bytes && f.hi-f.lo > 1 {
				f.bytes, changed = true, true
			}
		}
	}
	return changed
}

// fieldOf is a field by its name.
func (s *solver) fieldOf(k fieldKey) *field { return fieldAt(s.nodes[k.node].fields, k.lo) }
