package pointsto

import (
	"math"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Accesses that go over synchronization objects. Their state is kept apart from their bytes, so an access to the bytes touches no ghost region; who has to know of it asks here. Like
// irexec, this counts an access that covers the address of an object. Atomic sections and marks play no part: what is written is written.

// findOver finds the accesses that may cover addresses of synchronization objects.
func (t *table) findOver(info *Info) {
	if t.out.KeepsLocks {
		return
	}
	some := false
	for i := range t.s.nodes {
		some = some || len(t.s.nodes[i].sync) > 0
	}
	if !some {
		return
	}
	for fi, f := range t.out.Funcs {
		for in := range f.Instrs() {
			m, _, _ := ir.AccessOf(in)
			if m == nil {
				continue
			}
			id := in.Base().ID
			if over := t.over(ir.FuncID(fi), m.Addr, t.bytesOf(ir.FuncID(fi), m)); over != nil {
				info.Over[id] = over
			}
			if src := ir.SourceOf(in); src != nil {
				if over := t.over(ir.FuncID(fi), src.Addr, t.bytesOf(ir.FuncID(fi), m)); over != nil {
					info.OverSource[id] = over
				}
			}
		}
	}
}

// bytesOf is the most bytes that an access touches.
func (t *table) bytesOf(f ir.FuncID, m *ir.Mem) int64 {
	if !m.Len.IsSet() {
		return int64(m.Size)
	}
	l := t.s.lengthsOf(f, m.Len, 0)
	return l.most
}

// over lists the ghost regions of the objects whose addresses may lie in the first n bytes from an address.
func (t *table) over(f ir.FuncID, addr ir.Operand, n int64) (out []ir.RegionID) {
	for _, r := range t.lookup(f, addr) {
		node := &t.s.nodes[r.node]
		for _, fl := range node.sync {
			hit := fl.hi > r.off && (n == math.MaxInt64 || fl.lo < r.off+n)
			if node.period > 0 {
				next := (fl.lo - r.off) % node.period
				if next < 0 {
					next += node.period
				}
				hit = next < n || next+(fl.hi-fl.lo) > node.period
			}
			id, known := t.sync.ids[t.sync.groups.find(fieldKey{r.node, fl.lo})]
			if hit && known && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}
