package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// A Scan becomes one section too, in the other order: how far it reads depends on what it reads. Each region that has bytes of the objects is looked
// at by itself, the least of what they find is the result, and the touches behind say whether all of it may be read. Where the byte is not in
// the object, whatever was found lies outside of it, and the touches are invalid.
//
// In large regions a Scan is cut, as a loop is: the cut is named if it can be reached.

// scan lowers a Scan.
func (l *lowering) scan(in *ir.Scan) {
	w := l.w
	w.atomically(in.ID, func() {
		limit := in.Mem.Len
		ptr := limit.Width
		at := l.info.Ranges[in.ID]
		if at == nil { // an address that was derived from no object
			first := in.Mem
			first.Len = w.ite(w.eq(limit, ir.K(ptr, 0)), limit, ir.K(ptr, 1))
			w.add(&ir.Touch{Mem: first})
			w.add(&ir.Assert{Cond: w.eq(limit, ir.K(ptr, 0)), Kind: Unsupported, Msg: "a search in memory that nothing is known of"})
			w.move(in.Dst, limit)
			return
		}
		var regions []ir.RegionID
		large := false
		for _, p := range at.Parts {
			regions = appendNew(regions, p.Dst)
			large = large || l.bytesOf(p.Dst) > ir.LongestScan
		}
		n := limit
		if large {
			n = w.ite(w.binary(ir.ULt, limit, ir.K(ptr, ir.LongestScan)), limit, ir.K(ptr, ir.LongestScan))
		}
		found := n
		for i, r := range regions {
			m := in.Mem
			m.Region, m.Len, m.Excused = r, n, true
			v := ir.R(w.temp(ptr), ptr)
			w.add(&ir.Scan{Dst: v.Reg, Mem: m, Val: in.Val, Part: true})
			if i > 0 {
				v = w.ite(w.binary(ir.ULt, v, found), v, found)
			}
			found = v
		}
		if large {
			whole := w.or(w.binary(ir.ULt, found, n), w.eq(n, limit))
			what := fmt.Sprintf("string longer than %d bytes at %s", ir.LongestScan, in.Pos.Pos)
			w.add(&ir.Assert{Cond: whole, Kind: Bound, Msg: what})
		}
		m := in.Mem
		m.Len = w.ite(w.binary(ir.ULt, found, limit), w.binary(ir.Add, found, ir.K(ptr, 1)), limit)
		l.touches(at, &m, nil, false)
		w.move(in.Dst, found)
	})
}

// bytesOf is how many bytes a region has.
func (l *lowering) bytesOf(id ir.RegionID) int64 {
	r := &l.w.out.Regions[id]
	n := int64(0)
	for _, x := range r.Cells {
		n += x.Count * int64(r.Width)
	}
	return n
}
