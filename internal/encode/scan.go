package encode

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Scans as terms: a choice per byte that may be the one, the last first, in parts with names of their own: where a string is short, or nothing depends on its
// length, a solver needs few of them. In a region of cells all cells behind the address count, in an array of bytes as many as its longest object has. What
// lies behind the end of the object may be found: that is not read, since the Touch behind the Scan is
// invalid then.
//
// Rejected: a fresh number with the constraint that the byte is there and not before. "Not before" speaks of all places below it, and has to be written
// out for each of them as well.

// scan is the least distance from an address at which a region has a byte, at most the length.
func (e *encoder) scan(blk *blockState, in *ir.Scan) logic.Term {
	addr, n, want := e.operand(blk, in.Mem.Addr), e.operand(blk, in.Mem.Len), e.operand(blk, in.Val)
	return e.later("scan", e.p.PtrWidth(), blk.state, nil, func(at *blockState) logic.Term {
		r := &e.regions[in.Mem.Region]
		var found logic.Term
		if r.array && r.Width == 1 {
			found = e.scanArray(at, in.Mem.Region, addr, n, want)
		} else {
			found = e.scanCells(at, in.Mem.Region, addr, n, want)
		}
		return e.b.Ite(e.b.ULt(found, n), found, n)
	})
}

// later is a name for a term over a state of memory, which is made when a solver looks at it; or the term itself, if the addresses that it is about are
// known, since then it is small.
func (e *encoder) later(prefix string, width int, s pmap, about []logic.Term, term func(at *blockState) logic.Term) logic.Term {
	known := len(about) > 0
	for _, t := range about {
		known = known && e.b.Kind(t) == logic.KConst
	}
	if known {
		return term(&blockState{state: s, inner: e.b.True()})
	}
	x := e.fresh(prefix, width)
	e.b.Define(x, func() (is, also logic.Term) {
		at := &blockState{state: s, inner: e.b.True()}
		is = term(at)
		return is, at.inner
	})
	return x
}

func (e *encoder) scanArray(blk *blockState, ri ir.RegionID, addr, n, want logic.Term) logic.Term {
	r := &e.regions[ri]
	ptr := e.p.PtrWidth()
	most := uint64(0)
	a, fixed := e.b.Uint64(addr)
	for _, o := range e.memory.Objects(ri) {
		size := uint64(e.memory.Size(o))
		if fixed {
			off := a - e.memory.Base(o)
			if off >= size {
				continue
			}
			size -= off
		}
		most = max(most, size)
	}
	if k, ok := e.b.Uint64(n); ok {
		most = min(most, k)
	}
	if len(r.Cells) > ir.LongestScan {
		most = min(most, ir.LongestScan)
	}
	arr := e.read(blk.state, r.first)
	arbitrary := e.arbitraryCells(int(ri))
	found := n
	for i := int(most) - 1; i >= 0; i-- {
		at := e.plus(addr, i)
		found = e.b.Ite(e.b.Eq(e.b.Select(arr, at), want), e.b.BV(ptr, uint64(i)), found)
		e.fromOutside(blk, ri, at, 1)
		if arbitrary {
			e.out.unwritten = append(e.out.unwritten, externalRead{at, e.b.Select(e.initial(r.first), at), e.b.True()})
		}
		if startsPart(i) {
			found = e.named("scan", found)
		}
	}
	return found
}

// startsPart reports whether the choice at a distance is the first of a part. Each part is twice as long as the one before: a solver that tries a long string
// reaches its end in a few steps.
func startsPart(i int) bool {
	const least = 16
	n := i/least + 1
	return i%least == 0 && n&(n-1) == 0
}

// named is a name for a term, or the term itself if it is small.
func (e *encoder) named(prefix string, t logic.Term) logic.Term {
	if k := e.b.Kind(t); k == logic.KConst || k == logic.KVar {
		return t
	}
	return e.b.Named(prefix, t)
}

func (e *encoder) scanCells(blk *blockState, ri ir.RegionID, addr, n, want logic.Term) logic.Term {
	r := &e.regions[ri]
	ptr := e.p.PtrWidth()
	a, fixed := e.b.Uint64(addr)
	first := 0
	if fixed {
		first, _ = r.Find(a)
		if first > 0 && r.Cells[first-1].Addr+uint64(r.Width) > a { // in the middle of a cell
			first--
		}
	}
	last := len(r.Cells)
	for ci := first; fixed && ci < last; ci++ {
		if r.Cells[ci].Object != r.Cells[first].Object {
			last = ci
		}
	}
	found := n
	for ci := last - 1; ci >= first; ci-- {
		var cell logic.Term
		if r.array {
			at := e.b.BV(ptr, r.Cells[ci].Addr)
			cell = e.b.Select(e.read(blk.state, r.first), at)
			e.fromOutside(blk, ri, at, r.Width)
			if e.arbitraryCells(int(ri)) {
				e.out.unwritten = append(e.out.unwritten, externalRead{at, e.b.Select(e.initial(r.first), at), e.b.True()})
			}
		} else {
			cell = e.read(blk.state, r.first+ci)
		}
		for k := r.Width - 1; k >= 0; k-- {
			pos := e.b.BV(ptr, r.Cells[ci].Addr+uint64(k))
			hit := e.b.Eq(e.b.Extract(8*k+7, 8*k, cell), want)
			found = e.b.Ite(e.b.And(e.b.ULe(addr, pos), hit), e.b.Sub(pos, addr), found)
		}
		if startsPart((ci - first) * r.Width) {
			found = e.named("scan", found)
		}
	}
	return found
}
