package pointsto

import (
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// nodeID names a node before union; find gives its representative.
type nodeID int32

// ref is an offset in a node, or that and any multiple of a step.
type ref struct {
	node nodeID
	off  int64
	step int64 // 0: none
}

// plus is a reference moved by so many bytes.
func (r ref) plus(off int64) ref { return ref{r.node, r.off + off, r.step} }

// stepping is a reference moved by any multiple of a step.
func (r ref) stepping(step int64) ref { return ref{r.node, r.off, gcd(r.step, step)} }

// node is a set of objects laid over one another.
type node struct {
	parent nodeID // itself if it is the representative
	shift  int64  // offset o here is o+shift in the parent
	rank   int32

	period  int64   // 0: none
	fields  []field // sorted, without overlaps; so is sync
	sync    []field // addresses of synchronization objects, kept apart from the bytes there
	objects []placed
	funcs   []ir.FuncID
	waiting []func() // constraints that look at funcs, run again when one is added
}

// field is an interval of a node that is always accessed as one: [lo, hi). Where accesses do not agree on it, it is bytes.
type field struct {
	lo, hi  int64
	bytes   bool
	content classID
	name    string // of the first access, for people
	phases  uint8  // where in a pointer the accesses begin that are as wide as one: a bit for each place. See part.go
}

// placed is an object whose byte 0 lies at offset at of the node.
type placed struct {
	object ir.Object
	at     int64
}

func (s *solver) newNode() nodeID {
	id := nodeID(len(s.nodes))
	s.nodes = append(s.nodes, node{parent: id})
	return id
}

// find gives the representative node and the offset in it, reduced by its period. A step that says no more than the period is left out.
func (s *solver) find(r ref) ref {
	root, off := r.node, r.off
	for s.nodes[root].parent != root {
		off += s.nodes[root].shift
		root = s.nodes[root].parent
	}
	// Path compression keeps the shifts to the root.
	for n, o := r.node, r.off; s.nodes[n].parent != n; {
		next, nextOff := s.nodes[n].parent, o+s.nodes[n].shift
		s.nodes[n].parent, s.nodes[n].shift = root, off-o
		n, o = next, nextOff
	}
	period := s.nodes[root].period
	if r.step == 0 {
		return ref{root, reduce(off, period), 0}
	}
	step := gcd(r.step, period)
	off = reduce(off, step)
	if step == period {
		step = 0
	}
	return ref{root, off, step}
}

// covers reports whether one reference, as find gives it, is all that another is.
func (r ref) covers(other ref) bool {
	if r.node != other.node || r.step == 0 {
		return r == other
	}
	return other.step%r.step == 0 && (other.off-r.off)%r.step == 0
}

// settle gives the node of a reference that is followed the step as a period.
func (s *solver) settle(r ref) ref {
	if r = s.find(r); r.step != 0 {
		s.setPeriod(r.node, r.step)
		r = s.find(r)
	}
	return r
}

// reduce is an offset modulo a period, if there is one.
func reduce(off, period int64) int64 {
	if period == 0 {
		return off
	}
	if off %= period; off < 0 {
		off += period
	}
	return off
}

// join lays the node of one reference over that of another, so that the references are the same but for their steps, and gives one that covers both. Follow-up joins of contents are queued, so
// nothing recurses.
func (s *solver) join(a, b ref) ref {
	a, b = s.find(a), s.find(b)
	both := a.stepping(b.step)
	if a.node == b.node {
		return s.find(both.stepping(abs(a.off - b.off)))
	}
	if s.nodes[a.node].rank < s.nodes[b.node].rank {
		a, b = b, a
	}
	to, from := a.node, b.node
	if s.nodes[to].rank == s.nodes[from].rank {
		s.nodes[to].rank++
	}
	old := s.nodes[from]
	s.nodes[from] = node{parent: to, shift: a.off - b.off}
	n := &s.nodes[to]
	for _, p := range old.objects {
		n.objects = append(n.objects, placed{p.object, p.at + a.off - b.off})
	}
	hadFuncs := len(n.funcs)
	n.funcs = append(n.funcs, old.funcs...)
	n.waiting = append(n.waiting, old.waiting...)
	if len(n.funcs) > hadFuncs || len(old.waiting) > 0 && hadFuncs > 0 {
		s.queue = append(s.queue, n.waiting...)
	}
	if old.period != 0 {
		s.setPeriod(to, old.period)
	}
	for _, f := range old.fields {
		f.lo, f.hi = f.lo+a.off-b.off, f.hi+a.off-b.off
		f.phases = s.moved(f.phases, a.off-b.off)
		s.insert(&s.nodes[to].fields, to, f)
	}
	for _, f := range old.sync {
		f.lo, f.hi = f.lo+a.off-b.off, f.hi+a.off-b.off
		s.insert(&s.nodes[to].sync, to, f)
	}
	return s.find(both)
}

// setPeriod lets offsets that differ by p mean the same.
func (s *solver) setPeriod(id nodeID, p int64) {
	n := &s.nodes[id]
	p = gcd(n.period, p)
	if p == n.period {
		return
	}
	n.period = p
	for i := range n.objects {
		n.objects[i].at = reduce(n.objects[i].at, p)
	}
	for _, list := range []*[]field{&n.fields, &n.sync} {
		old := *list
		*list = nil
		for _, f := range old {
			s.insert(list, id, f)
		}
	}
}

// insert adds an interval to a node's list, merging what overlaps.
func (s *solver) insert(list *[]field, id nodeID, f field) classID {
	n := &s.nodes[id]
	if n.period > 0 {
		size := f.hi - f.lo
		f.lo = reduce(f.lo, n.period)
		f.hi = f.lo + size
		if f.hi > n.period { // reaches into the next element: nothing can be told apart
			f.lo, f.hi, f.bytes = 0, n.period, true
		}
	}
	// The intervals of a list are sorted and do not overlap: those that overlap with this one are adjacent.
	fields := *list
	from := sort.Search(len(fields), func(i int) bool { return fields[i].hi > f.lo })
	to := from
	for ; to < len(fields) && fields[to].lo < f.hi; to++ {
		g := fields[to]
		if g.lo != f.lo || g.hi != f.hi {
			f.bytes = true
		}
		f.bytes = f.bytes || g.bytes
		f.lo, f.hi = min(f.lo, g.lo), max(f.hi, g.hi)
		s.joinContents(f.content, g.content)
		f.name = g.name
		f.phases |= g.phases
	}
	*list = slices.Replace(fields, from, to, f)
	s.outOfPhase(id, f)
	return f.content
}

// access notes that size bytes at a reference are read or written, and gives the class of what is there.
func (s *solver) access(r ref, size int64, name string) classID {
	r = s.settle(r)
	fields, phase := s.nodes[r.node].fields, s.phase(r, size)
	if i := sort.Search(len(fields), func(i int) bool { return fields[i].lo >= r.off }); i < len(fields) && fields[i].lo == r.off && fields[i].hi == r.off+size && fields[i].phases&phase == phase {
		return fields[i].content
	}
	return s.insert(&s.nodes[r.node].fields, r.node, field{lo: r.off, hi: r.off + size, content: s.newClass(), name: name, phases: phase})
}

// fieldAt is the field that holds an offset; one without bytes if there is none.
func fieldAt(fields []field, off int64) *field {
	if i := sort.Search(len(fields), func(i int) bool { return fields[i].hi > off }); i < len(fields) && fields[i].lo <= off {
		return &fields[i]
	}
	return &field{}
}

// syncAt notes that a synchronization object lies at a reference.
func (s *solver) syncAt(r ref, name string) {
	r = s.settle(r)
	s.insert(&s.nodes[r.node].sync, r.node, field{lo: r.off, hi: r.off + 1, content: s.newClass(), name: name})
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
