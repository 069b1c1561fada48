package lockorder

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Lock order. Along the code of each kind of threads a forward analysis says which locks may be in hand, and which surely are. An operation that wants a lock while others are in
// hand gives an edge from each of them to the lock that it wants; a try gives none, because it does not wait. A circle is a list of edges, each by a thread of its own, in which
// everyone wants what the next one holds, all of whom may live at the same time, and no two of whom surely hold one lock of which one is the writer (a gate).
// Readers do not wait for readers.
//
// Circles are searched for by depth, up to four threads, from every edge that comes first in them. Locks by region and constant address are told apart before: the graph of locks as
// such, with a search for its strongly connected parts, was rejected, because gates and overlaps are about the edges.
//
// A lock that a thread surely holds and wants again is a circle of one, unless it may be recursive or error-checking.

// Hold is one thread of a circle: it holds a lock and wants another.
type Hold struct {
	Kind  ir.FuncID // the function that the thread starts with
	Took  *ir.Lock  // the operation that took what it holds
	Wants *ir.Lock
}

// Circle is threads each of which wants what the next one holds.
type Circle []Hold

const (
	longest     = 4       // threads of a circle
	mostCircles = 200     // that are listed
	mostSteps   = 500_000 // of the search
)

// Find finds the circles of a program whose threads call nothing; the first root is the thread that it begins with. full says that there may be more.
func Find(p *ir.Program, info *pointsto.Info, roots []ir.FuncID) (circles []Circle, full bool) {
	a := &analysis{p: p, info: info, roots: roots, single: singles(p), at: map[ir.ID]bits{}, many: map[int]bool{}, met: map[[2]int]bool{}}
	a.recursive()
	for i, fn := range roots {
		v := newValues(p, fn)
		if i == 0 {
			a.lives(v)
		}
		a.thread(fn, v)
	}
	for i := range a.edges {
		if e := a.edges[i]; e.self {
			a.circles = append(a.circles, Circle{e.hold()})
		} else {
			a.search([]*edge{e}, i)
		}
	}
	return a.circles, a.steps > mostSteps || len(a.circles) >= mostCircles
}

type analysis struct {
	p      *ir.Program
	info   *pointsto.Info
	roots  []ir.FuncID
	single map[ir.RegionID]bool
	again  map[ir.RegionID]bool // locks that may be taken twice
	spawns []*spawning
	at     map[ir.ID]bits  // by lock of the first thread: who may live then
	many   map[int]bool    // by spawn: two of its threads may live at once
	met    map[[2]int]bool // pairs of bits that may be set at once

	edges   []*edge
	circles []Circle
	steps   int
}

// edge is a lock in hand and one that is wanted.
type edge struct {
	kind   ir.FuncID
	has    held
	wants  *ir.Lock
	lock   lock // what is wanted
	surely hands
	self   bool // it is the one that is held
}

func (e *edge) hold() Hold { return Hold{e.kind, e.has.by, e.wants} }

// lockOf is what operand i of an operation names.
func (a *analysis) lockOf(v *values, id ir.ID, i int, o ir.Operand) lock {
	r := a.info.Sync[id][i]
	return lock{region: r, sym: v.address(o), single: a.single[r]}
}

// thread follows the hands of one kind of threads.
func (a *analysis) thread(fn ir.FuncID, v *values) {
	f := a.p.Funcs[fn]
	tries := map[ir.Reg]*ir.Lock{}
	for in := range f.Instrs() {
		if l, ok := in.(*ir.Lock); ok && (l.Try || l.Timed) && l.Status != ir.NoReg {
			tries[l.Status] = l
		}
	}
	entry := make([]hands, len(f.Blocks))
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	work := []ir.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		h := entry[b]
		for _, in := range f.Blocks[b].Instrs {
			h = a.step(v, in, h, nil)
		}
		to := func(t ir.BlockID, g hands) {
			if !seen[t] {
				seen[t], entry[t] = true, g
				work = append(work, t)
			} else if all, changed := entry[t].join(g); changed {
				entry[t] = all
				work = append(work, t)
			}
		}
		if br, ok := f.Blocks[b].Term().(*ir.Branch); ok {
			then, other := h, h
			if l, ifZero := v.zeroTest(br.Cond, tries); l != nil && ifZero {
				other = h.without(l)
			} else if l != nil {
				then = h.without(l)
			}
			to(br.Then, then)
			to(br.Else, other)
			continue
		}
		for _, t := range f.Next(b) {
			to(t, h)
		}
	}
	for b := range f.Blocks {
		h := entry[b]
		for _, in := range f.Blocks[b].Instrs {
			if seen[b] {
				h = a.step(v, in, h, func(in *ir.Lock, l lock, h hands) { a.wants(fn, in, l, h) })
			}
		}
	}
}

// step is what an instruction does to the hands; see is shown the operations that wait.
func (a *analysis) step(v *values, in ir.Instr, h hands, see func(*ir.Lock, lock, hands)) hands {
	switch in := in.(type) {
	case *ir.Lock:
		l := a.lockOf(v, in.ID, 0, in.Obj)
		if see != nil && !in.Try && !in.Timed {
			see(in, l, h)
		}
		return h.take(held{by: in, lock: l, shared: in.Shared, sure: !in.Try && !in.Timed})
	case *ir.Unlock:
		return h.drop(a.lockOf(v, in.ID, 0, in.Obj))
	case *ir.Wait:
		return h.drop(a.lockOf(v, in.ID, 1, in.Mutex))
	case *ir.SyncInit, *ir.SyncDestroy:
		var obj ir.Operand
		if i, ok := in.(*ir.SyncInit); ok {
			obj = i.Obj
		} else {
			obj = in.(*ir.SyncDestroy).Obj
		}
		return h.drop(a.lockOf(v, in.Base().ID, 0, obj))
	}
	return h
}

// wants adds the edges of an operation that waits.
func (a *analysis) wants(fn ir.FuncID, in *ir.Lock, l lock, h hands) {
	surely := slices.DeleteFunc(h.clone(), func(x held) bool { return !x.sure })
	for _, x := range h {
		e := &edge{kind: fn, has: x, wants: in, lock: l, surely: surely}
		if x.lock.same(l) {
			if a.again[l.region] || x.shared && in.Shared || !x.sure {
				continue
			}
			e.self = true
		}
		a.edges = append(a.edges, e)
	}
}

// blocks reports whether an edge wants what another has.
func (e *edge) blocks(f *edge) bool {
	return e.lock.may(f.has.lock) && !(e.wants.Shared && f.has.shared)
}

// gated reports whether two edges surely hold one lock that keeps them apart.
func (e *edge) gated(f *edge) bool {
	for _, x := range e.surely {
		for _, y := range f.surely {
			if x.lock.one(y.lock) && !(x.shared && y.shared) {
				return true
			}
		}
	}
	return false
}

// search extends a path of edges; the first comes first in the order of edges, so that every circle is found once.
func (a *analysis) search(path []*edge, first int) {
	if a.steps++; a.steps > mostSteps || len(a.circles) >= mostCircles {
		return
	}
	last := path[len(path)-1]
	if len(path) > 1 && last.blocks(path[0]) {
		var c Circle
		for _, e := range path {
			c = append(c, e.hold())
		}
		a.circles = append(a.circles, c)
		return
	}
	if len(path) == longest {
		return
	}
	for _, e := range a.edges[first:] {
		if e.self || !last.blocks(e) || !a.fits(path, e) {
			continue
		}
		a.search(append(slices.Clone(path), e), first)
	}
}

// fits reports whether an edge can be another thread's beside those of a path.
func (a *analysis) fits(path []*edge, e *edge) bool {
	for _, f := range path {
		if !a.overlap(f, e) || f.gated(e) {
			return false
		}
	}
	return true
}
