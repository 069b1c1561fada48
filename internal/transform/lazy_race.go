package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Races in the merge. A pair (x, y) of accesses of different threads races if one thread stands right before x, and never
// goes on, while the other makes y: it is enough that x is plain and outside of atomic sections, and that one of the two
// writes (DESIGN, section 4). "Stands right before x" needs no marker in memory: the path leads to x, everything before it
// has run, it has not, and all of that was so when y runs, which the bits of the schedule say.
//
// Pairs that come from the same two places of the source share one flag, so loops that were unrolled give one finding.

type racePair struct {
	flag ir.Reg
	meta ir.Meta
	msg  string
}

// raceHit is one instance of a pair: thread x.thread stands before x, thread y.thread before y.
type raceHit struct {
	x, y *access
	pair *racePair
}

// raceChecks looks, where y runs in round r, for threads that stand before an access that y races with.
func (z *lazy) raceChecks(r, t int, y *access) {
	if y.free != nil && y.free.Stack || y.mem.Excused {
		return
	}
	for u := range z.threads {
		if u == t {
			continue
		}
		for _, pos := range z.steps.of[u] {
			for _, x := range pos.accesses {
				if z.canRace(x, y) {
					z.raceCheck(r, t, x, y)
				}
			}
		}
	}
}

// canRace decides what the text alone decides.
func (z *lazy) canRace(x, y *access) bool {
	inside := x.section && (z.opt.Sections == nil || z.opt.Sections(x.pos.id))
	if inside || x.mem.Excused || !x.write && !y.write || x.free != nil && x.free.Stack {
		return false
	}
	if !z.plain(x) {
		return false
	}
	return z.sameRegion(x, y)
}

func (z *lazy) plain(x *access) bool {
	if x.free != nil {
		return true
	}
	return x.mem.Mark == ir.MarkPlain || x.mem.Mark == ir.MarkVolatile && !z.opt.VolatileIsAtomic
}

func (z *lazy) sameRegion(x, y *access) bool {
	regions := func(a *access) []ir.RegionID {
		if a.free != nil {
			return a.regions
		}
		return []ir.RegionID{a.mem.Region}
	}
	for _, a := range regions(x) {
		for _, b := range regions(y) {
			if a == b {
				return true
			}
		}
	}
	if x.free == nil || y.free == nil {
		return false
	}
	for _, a := range x.free.Objects {
		for _, b := range y.free.Objects {
			if a == b {
				return true
			}
		}
	}
	return false
}

func (z *lazy) raceCheck(r, t int, x, y *access) {
	k := z.opt.Rounds
	in := z.in1[x.thread]
	p := x.pos.index
	// Everything before x had run when y runs: in this round if x's thread comes first in it, else in the round before.
	upTo := r
	if x.thread > t {
		upTo = r - 1
	}
	arrived := z.started[x.thread]
	if p > 0 {
		arrived = in[p-1][upTo]
	}
	hit := z.and(arrived, z.and(ir.R(x.pos.reached, 1), z.not(in[p][k])))
	hit = z.and(hit, z.not(z.killed[x.thread]))
	if hit.IsConst(0) {
		return
	}
	hit = z.and(hit, z.overlap(x, y))
	if hit.IsConst(0) {
		return
	}
	pair := z.pair(x, y)
	seen := z.temp(1)
	z.emit(&ir.Move{Dst: seen, X: hit}, note{race: &raceHit{x, y, pair}})
	z.emit(&ir.Binary{Dst: pair.flag, Op: ir.Or, X: ir.R(pair.flag, 1), Y: ir.R(seen, 1)}, note{})
}

// pair gives the flag of two places of the source, made on first use.
func (z *lazy) pair(x, y *access) *racePair {
	a, b := z.source(x), z.source(y)
	if b.id < a.id || b.id == a.id && b.pos.Before(a.pos) {
		a, b = b, a
	}
	key := [2]place{a, b}
	if p := z.pairOf[key]; p != nil {
		return p
	}
	p := &racePair{flag: z.flag(), meta: x.meta, msg: fmt.Sprintf("race on %s", x.mem.Name)}
	z.pairOf[key] = p
	z.pairs = append(z.pairs, p)
	return p
}

// place is an access in the source: the instruction as it was before it was unfolded, and where people see it, which for an
// instruction of a model is the call.
type place struct {
	id  ir.ID
	pos source.Pos
}

func (z *lazy) source(a *access) place {
	p := place{a.id, a.meta.Pos.Pos}
	if z.opt.Source != nil {
		p.id = z.opt.Source(a.id)
	}
	return p
}

// overlap is the condition that two accesses of one region touch a common byte.
func (z *lazy) overlap(x, y *access) ir.Operand {
	if x.free != nil || y.free != nil {
		same := z.and(z.frees(x), z.frees(y))
		if same.IsConst(0) {
			return same
		}
		return z.and(same, z.pure(1, func(d ir.Reg) ir.Instr { return &ir.SameObject{Dst: d, X: x.addr, Y: y.addr} }))
	}
	if z.in.Regions[x.mem.Region].Width > 1 && x.mem.Size == y.mem.Size {
		return z.binary(ir.Eq, x.addr, y.addr) // whole cells: they are the same or apart
	}
	w := x.addr.Width
	before := func(a, b *access) ir.Operand { // a starts before b ends
		return z.binary(ir.ULt, a.addr, z.binary(ir.Add, b.addr, ir.K(w, uint64(b.mem.Size))))
	}
	if x.addr.Kind == ir.KindGlobal && y.addr.Kind == ir.KindGlobal {
		if x.addr.Global != y.addr.Global {
			return ir.K(1, 0)
		}
		a, b := int64(x.addr.Val.Lo), int64(y.addr.Val.Lo)
		return ir.Bit(a < b+int64(y.mem.Size) && b < a+int64(x.mem.Size))
	}
	return z.and(before(x, y), before(y, x))
}

// frees is the condition that an access, if it is a Free, is one of a heap object: only those are written by it. Whether the object is
// alive does not matter: the other access of a race is valid.
func (z *lazy) frees(a *access) ir.Operand {
	if a.free == nil {
		return ir.K(1, 1)
	}
	var heap []ir.Object
	for _, o := range a.free.Objects {
		if z.steps.heap[o.Alloc] {
			heap = append(heap, o)
		}
	}
	if len(heap) == 0 {
		return ir.K(1, 0)
	}
	code := z.probeOf(ir.Mem{}, a.addr, &ir.Free{Objects: heap})
	return z.not(z.binary(ir.Eq, code, ir.K(2, ir.ProbeOutside)))
}
