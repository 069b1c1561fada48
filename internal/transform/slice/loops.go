package slice

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Iterations that can be left out. A loop is unrolled, and cut where the bound is, before anything is sliced; one that only works on memory that a slice leaves out costs all
// that for nothing, and the cut is a bound that is hit. So loops are summarized before threads are unfolded (unfold/summary.go): what the loop writes is arbitrary, and some exit is
// taken.
//
// A loop can be summarized if all that it does, in the functions that it calls too, is to compute and to access memory: no check, synchronization, spawn, allocation, free, end of a thread, assumption,
// unsupported construct, call through a pointer, or operation on a range. It may leave no addresses behind, neither in memory nor in registers that are read behind it: the points-to analysis of the
// threads would miss them. Accesses through addresses that were derived from no object could go anywhere, so such a loop is unrolled too.
//
// What a loop accesses is found in the program as it is, with its calls and loops: regions are coarser there, so it may be too much, never too little. Each slice has to leave out all memory that a summarized
// loop accesses. Memory that is left out in this way counts as fields, whoever else uses it. If a field turns out to be needed that a loop accesses, the loop is unrolled from then on; also if
// a failing path leads through its summary, as nothing says that an execution takes that.
//
// Rejected: to summarize in the unfolded threads. A loop of 800 iterations is unrolled by then, and what is known behind a loop (constants, known memory) is what holds within the bounds.

// Loops are the loops of a program that can be summarized.
type Loops struct {
	p      *ir.Program // split
	info   *pointsto.Info
	loops  map[ir.ID]*loop // by the end of the header
	bodies map[ir.FuncID]*body
}

// loop is what a loop accesses.
type loop struct{ reads, writes map[ir.RegionID]bool }

// body is what a function or a loop does.
type body struct {
	loop
	calls   map[ir.FuncID]bool
	refused bool
}

// FindLoops finds the loops of a program that can be summarized.
func FindLoops(p *ir.Program, size func(*ir.Alloc) int64) *Loops {
	l := &Loops{loops: map[ir.ID]*loop{}, bodies: map[ir.FuncID]*body{}}
	if !slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return hasLoops(transform.LoopTree(f)) }) {
		return l
	}
	l.p, l.info = pointsto.Split(p, size)
	address := l.info.Values.Address
	for i := range l.p.Funcs {
		l.bodies[ir.FuncID(i)] = l.body(ir.FuncID(i), nil, address)
	}
	for i, f := range l.p.Funcs {
		l.find(ir.FuncID(i), transform.LoopTree(f), address)
	}
	return l
}

func hasLoops(items []transform.Item) bool {
	return slices.ContainsFunc(items, func(it transform.Item) bool { return it.Items != nil })
}

// find looks at loops, and at those inside of them.
func (l *Loops) find(f ir.FuncID, items []transform.Item, address func(ir.FuncID, ir.Operand) bool) {
	fn := l.p.Funcs[f]
	for _, it := range items {
		if it.Items == nil {
			continue
		}
		l.find(f, it.Items[1:], address)
		if b := l.body(f, it.Set, address); !b.refused && entersAtTop(fn, it) && !l.leavesAddresses(f, it, address) && l.close(b) {
			l.loops[fn.Blocks[it.Block].Term().Base().ID] = &b.loop
		}
	}
}

// entersAtTop reports whether no way leads into the middle of a loop.
func entersAtTop(f *ir.Func, it transform.Item) bool {
	if it.Block == 0 {
		return false // the function begins there
	}
	for b, block := range f.Blocks {
		if !it.Set[ir.BlockID(b)] && slices.ContainsFunc(block.Next(), func(t ir.BlockID) bool { return it.Set[t] && t != it.Block }) {
			return false
		}
	}
	return true
}

// leavesAddresses reports whether a register may hold an address that the loop put there and something behind it reads.
func (l *Loops) leavesAddresses(f ir.FuncID, it transform.Item, address func(ir.FuncID, ir.Operand) bool) bool {
	fn := l.p.Funcs[f]
	read := map[ir.Reg]bool{} // outside of the loop
	for b, block := range fn.Blocks {
		if it.Set[ir.BlockID(b)] {
			continue
		}
		for _, in := range block.Instrs {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					read[o.Reg] = true
				}
			})
			ir.Defs(in, func(r *ir.Reg) { read[*r] = read[*r] || keeps(in) })
		}
	}
	for b := range it.Set {
		for _, in := range fn.Blocks[b].Instrs {
			bad := false
			ir.Defs(in, func(r *ir.Reg) { bad = bad || read[*r] && address(f, ir.R(*r, fn.Width(*r))) })
			if bad {
				return true
			}
		}
	}
	return false
}

// keeps reports whether an instruction may leave the register that it writes as it was.
func keeps(in ir.Instr) bool {
	_, joins := in.(*ir.Join)
	return joins
}

// body looks at a function, or at some of its blocks.
func (l *Loops) body(f ir.FuncID, only map[ir.BlockID]bool, address func(ir.FuncID, ir.Operand) bool) *body {
	out := &body{loop: loop{map[ir.RegionID]bool{}, map[ir.RegionID]bool{}}, calls: map[ir.FuncID]bool{}}
	for b, block := range l.p.Funcs[f].Blocks {
		if only != nil && !only[ir.BlockID(b)] {
			continue
		}
		for _, in := range block.Instrs {
			if !l.takes(out, f, in, address) {
				out.refused = true
				return out
			}
		}
	}
	return out
}

// takes takes note of an instruction; false: a loop that has it is unrolled.
func (l *Loops) takes(b *body, f ir.FuncID, in ir.Instr, address func(ir.FuncID, ir.Operand) bool) bool {
	var stored ir.Operand
	switch in := in.(type) {
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Havoc, *ir.Jump, *ir.Branch, *ir.Switch, *ir.Return, *ir.SameObject:
		return true
	case *ir.Call:
		b.calls[in.Func] = true
		return true
	case *ir.Load:
	case *ir.Store:
		stored = in.Val
	case *ir.RMW:
		stored = in.Val
	case *ir.CAS:
		stored = in.New
	default:
		return false
	}
	m, _, writes := ir.AccessOf(in)
	if m == nil || m.Region == 0 || l.info.Wild[in.Base().ID] || stored.IsSet() && address(f, stored) || !l.placed(m.Region) {
		return false
	}
	if writes {
		b.writes[m.Region] = true
	} else {
		b.reads[m.Region] = true
	}
	return true
}

// placed reports whether it is known where all cells of a region lie: in objects that the unfolded threads have too.
func (l *Loops) placed(r ir.RegionID) bool {
	for _, o := range l.info.Objects[r] {
		if o.Alloc == 0 && l.p.Globals[o.Global].ThreadLocal || !slices.ContainsFunc(l.p.Regions[r].Cells, func(c ir.Extent) bool { return c.Object == o }) {
			return false
		}
	}
	return true
}

// close adds what the functions do that a loop calls; false: one of them does what no summary says.
func (l *Loops) close(b *body) bool {
	todo := b.calls
	seen := map[ir.FuncID]bool{}
	for len(todo) > 0 {
		more := map[ir.FuncID]bool{}
		for f := range todo {
			if seen[f] {
				continue
			}
			seen[f] = true
			c := l.bodies[f]
			if c.refused {
				return false
			}
			for r := range c.reads {
				b.reads[r] = true
			}
			for r := range c.writes {
				b.writes[r] = true
			}
			for g := range c.calls {
				more[g] = true
			}
		}
		todo = more
	}
	return true
}

// Summaries is the loops that are not to be unrolled, as unfold takes them.
func (l *Loops) Summaries(unrolled map[ir.ID]bool) map[ir.ID][]ir.Object {
	out := map[ir.ID][]ir.Object{}
	for id, lo := range l.loops {
		if unrolled[id] {
			continue
		}
		out[id] = nil
		for r := range lo.writes {
			for _, o := range l.info.Objects[r] {
				if !slices.Contains(out[id], o) {
					out[id] = append(out[id], o)
				}
			}
		}
	}
	return out
}

// Named is the loops that access a field of one of these names.
func (l *Loops) Named(names []string) (out []ir.ID) {
	for id, lo := range l.loops {
		for r := range l.p.Regions {
			if (lo.reads[ir.RegionID(r)] || lo.writes[ir.RegionID(r)]) && slices.Contains(names, l.p.Regions[r].Name) {
				out = append(out, id)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}

// Met says what loops that were summarized in threads have to do with the regions of these.
type Met struct {
	loops   *Loops
	heads   []ir.ID
	threads *ir.Program
	origin  func(ir.ID) ir.ID
}

// Met is about threads in which some loops were summarized. origin leads from their instructions to those of the program.
func (l *Loops) Met(heads map[ir.ID]bool, threads *ir.Program, origin func(ir.ID) ir.ID) *Met {
	m := &Met{loops: l, threads: threads, origin: origin}
	for h := range heads {
		m.heads = append(m.heads, h)
	}
	slices.Sort(m.heads)
	return m
}

// writes reports whether a loop writes to a region of the threads.
func (m *Met) writes(r ir.RegionID) bool {
	return m != nil && slices.ContainsFunc(m.heads, func(h ir.ID) bool { return m.overlaps(m.loops.loops[h].writes, r) })
}

// Touch is the loops that access one of the fields of a set.
func (m *Met) Touch(s *Fields, tracked []bool) (out []ir.ID) {
	if m == nil {
		return nil
	}
	for _, h := range m.heads {
		for r, f := range s.of {
			if f >= 0 && tracked[f] && !m.threads.Regions[r].Ghost && (m.overlaps(m.loops.loops[h].writes, ir.RegionID(r)) || m.overlaps(m.loops.loops[h].reads, ir.RegionID(r))) {
				out = append(out, h)
				break
			}
		}
	}
	return out
}

// overlaps reports whether a region of the threads has a byte in common with some regions of the program.
func (m *Met) overlaps(regions map[ir.RegionID]bool, r ir.RegionID) bool {
	mine := &m.threads.Regions[r]
	if mine.Ghost {
		return false
	}
	for _, c := range mine.Cells {
		if c.Object.Alloc != 0 {
			c.Object.Alloc = m.origin(c.Object.Alloc)
		}
		for q := range regions {
			other := &m.loops.p.Regions[q]
			for _, d := range other.Cells {
				if c.Object == d.Object && common(c, int64(mine.Width), d, int64(other.Width)) {
					return true
				}
			}
		}
	}
	return false
}

// common reports whether two runs of cells in one object may have a byte in common.
func common(a ir.Extent, aw int64, b ir.Extent, bw int64) bool {
	if a.Offset+(a.Count-1)*a.Stride+aw <= b.Offset || b.Offset+(b.Count-1)*b.Stride+bw <= a.Offset {
		return false
	}
	if s := a.Stride; a.Count > 1 && b.Count > 1 && s == b.Stride && s > 0 && aw <= s && bw <= s {
		x, y := a.Offset%s, b.Offset%s // cells repeat: one may begin in one period and the other in the next
		return x < y+bw && y < x+aw || x+s < y+bw || y+s < x+aw
	}
	return true
}
