package lower

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// A Scan becomes one section too, in the other order: how far it reads depends on what it reads. Each region that has bytes of the objects is looked
// at by itself, the least of what they find is the result, and the touches behind say whether all of it may be read. Where the byte is not in
// the object, whatever was found lies outside of it, and the touches are invalid.
//
// In large regions a Scan is cut, as a loop is: the cut is named if it can be reached.

// scan lowers a Scan.
func (l *Lowering) scan(in *ir.Scan) {
	w := l.W
	w.Atomically(in.ID, func() {
		limit := in.Mem.Len
		ptr := limit.Width
		at := l.Info.Ranges[in.ID]
		if at == nil { // an address that was derived from no object
			first := in.Mem
			first.Len = w.Ite(w.Eq(limit, ir.K(ptr, 0)), limit, ir.K(ptr, 1))
			w.Add(&ir.Touch{Mem: first})
			w.Add(&ir.Assert{Cond: w.Eq(limit, ir.K(ptr, 0)), Kind: transform.Unsupported, Msg: "a search in memory that nothing is known of"})
			w.Move(in.Dst, limit)
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
			n = w.Ite(w.Binary(ir.ULt, limit, ir.K(ptr, ir.LongestScan)), limit, ir.K(ptr, ir.LongestScan))
		}
		found := n
		for i, r := range regions {
			m := in.Mem
			m.Region, m.Len, m.Excused = r, n, true
			v := ir.R(w.Temp(ptr), ptr)
			w.Add(&ir.Scan{Dst: v.Reg, Mem: m, Val: in.Val, Part: true})
			if i > 0 {
				v = w.Ite(w.Binary(ir.ULt, v, found), v, found)
			}
			found = v
		}
		if large {
			whole := w.Or(w.Binary(ir.ULt, found, n), w.Eq(n, limit))
			what := fmt.Sprintf("string longer than %d bytes at %s", ir.LongestScan, in.Pos.Pos)
			w.Add(&ir.Assert{Cond: whole, Kind: transform.Bound, Msg: what})
		}
		m := in.Mem
		m.Len = w.Ite(w.Binary(ir.ULt, found, limit), w.Binary(ir.Add, found, ir.K(ptr, 1)), limit)
		l.touches(at, &m, nil, false)
		w.Move(in.Dst, found)
	})
}

// bytesOf is how many bytes a region has.
func (l *Lowering) bytesOf(id ir.RegionID) int64 {
	r := &l.W.Out.Regions[id]
	n := int64(0)
	for _, x := range r.Cells {
		n += x.Count * int64(r.Width)
	}
	return n
}
