package overwrite

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Programs clear a struct and then initialize the lock in it, or use the lock as it is. So a write over an object is none of these if both hold:
//
//   - No operation on such an object can come before: the first thread makes the write before it starts another, or only the thread that made the object knows it yet.
//   - It writes zeros, or what lies where no object in use is; or the initialization of that object follows, on all paths of the thread, before the thread does anything else to such objects,
//     starts a thread, or ends.
//
// What is copied from an object, also by way of other memory, may be the bytes of one that is in use. "By way of" is a fixpoint over regions: a region carries such bytes if some Store or Copy
// into it writes what was read of an object or of a region that carries. Other values count as what they are: only a constant 0, or what is read from elsewhere (a template, a struct that was
// filled in first), is taken for a free object.

// Find lists the writes by instruction, with the ghost regions of the objects that they go over.
func Find(p *ir.Program, info *pointsto.Info) map[ir.ID][]ir.RegionID {
	if len(info.Over) == 0 {
		return nil
	}
	a := newAnalysis(p, info)
	a.findCarriers()
	for fi, f := range p.Funcs {
		for b, blk := range f.Blocks {
			for i, in := range blk.Instrs {
				if over := info.Over[in.Base().ID]; len(over) > 0 && a.writes(ir.FuncID(fi), in) && !a.harmless(ir.FuncID(fi), ir.BlockID(b), i, in, over) {
					a.out[in.Base().ID] = over
				}
			}
		}
	}
	return a.out
}

// Again lists the initializations that may find who waits: those of a semaphore, condition or barrier to which something may have been done before.
func Again(p *ir.Program, info *pointsto.Info) map[ir.ID]bool {
	a, out := newAnalysis(p, info), map[ir.ID]bool{}
	for fi, f := range p.Funcs {
		for b, blk := range f.Blocks {
			for i, in := range blk.Instrs {
				s, ok := in.(*ir.SyncInit)
				if ok && (s.What == ir.SyncSem || s.What == ir.SyncCond || s.What == ir.SyncBarrier) && !a.early(ir.FuncID(fi), ir.BlockID(b), i, in, info.Sync[s.ID]) {
					out[s.ID] = true
				}
			}
		}
	}
	return out
}

func newAnalysis(p *ir.Program, info *pointsto.Info) *analysis {
	a := &analysis{p: p, info: info, carries: map[ir.RegionID]bool{}, out: map[ir.ID][]ir.RegionID{}}
	for _, f := range p.Funcs {
		a.defs = append(a.defs, definitions(f))
	}
	return a
}

type analysis struct {
	p       *ir.Program
	info    *pointsto.Info
	private *shared.Info
	defs    []map[ir.Reg]ir.Instr // by function: the instruction that alone writes a register
	carries map[ir.RegionID]bool
	out     map[ir.ID][]ir.RegionID
}

// writes reports whether an instruction is a plain write of the program: not what the outside does, which leaves locks alone, and not a declaration without an
// initializer that is reached again, which begins a new object.
func (a *analysis) writes(f ir.FuncID, in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Fill:
		return !in.Outside
	case *ir.Store:
		_, anything := a.definition(f, in.Val).(*ir.Havoc)
		return in.Mem.Mark != ir.MarkAtomic && (!in.Mem.Excused || !anything)
	case *ir.Copy:
		return true
	}
	return false
}

// definitions finds the registers that one instruction alone writes.
func definitions(f *ir.Func) map[ir.Reg]ir.Instr {
	out, many := map[ir.Reg]ir.Instr{}, map[ir.Reg]bool{}
	for _, r := range f.Params {
		many[r] = true
	}
	for in := range f.Instrs() {
		ir.Defs(in, func(r *ir.Reg) {
			if many[*r] {
				return
			}
			if out[*r] != nil {
				delete(out, *r)
				many[*r] = true
				return
			}
			out[*r] = in
		})
	}
	return out
}

// findCarriers finds the regions that may hold bytes of objects.
func (a *analysis) findCarriers() {
	for again := true; again; {
		again = false
		put := func(r ir.RegionID) {
			if !a.carries[r] {
				a.carries[r], again = true, true
			}
		}
		for fi, f := range a.p.Funcs {
			for in := range f.Instrs() {
				switch in := in.(type) {
				case *ir.Store:
					if a.copied(ir.FuncID(fi), in.Val) {
						put(in.Mem.Region)
					}
				case *ir.Copy:
					rg := a.info.Ranges[in.ID]
					if rg == nil || !a.fromObject(in) {
						continue
					}
					for _, part := range rg.Parts {
						put(part.Dst)
					}
				}
			}
		}
	}
}

// copied reports whether a value may be bytes that were read of an object.
func (a *analysis) copied(f ir.FuncID, o ir.Operand) bool {
	l, ok := a.definition(f, o).(*ir.Load)
	return ok && (len(a.info.Over[l.ID]) > 0 || a.carries[l.Mem.Region])
}

// fromObject is the same of what a Copy reads.
func (a *analysis) fromObject(in *ir.Copy) bool {
	if len(a.info.OverSource[in.ID]) > 0 {
		return true
	}
	if rg := a.info.Ranges[in.ID]; rg != nil {
		for _, part := range rg.Parts {
			if a.carries[part.Src] {
				return true
			}
		}
	}
	return false
}

// definition is the instruction that alone makes a value, behind Moves; nil if there is none.
func (a *analysis) definition(f ir.FuncID, o ir.Operand) ir.Instr {
	for o.Kind == ir.KindReg {
		in := a.defs[f][o.Reg]
		m, ok := in.(*ir.Move)
		if !ok {
			return in
		}
		o = m.X
	}
	return nil
}

// clean reports whether a write leaves free objects.
func (a *analysis) clean(f ir.FuncID, in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Store:
		_, loaded := a.definition(f, in.Val).(*ir.Load)
		return a.zero(f, in.Val) || loaded && !a.copied(f, in.Val)
	case *ir.Fill:
		return a.zero(f, in.Val)
	case *ir.Copy:
		return !a.fromObject(in)
	}
	return false
}

// zero reports whether a value is 0: the byte that memset is given is an int that is cut to a byte.
func (a *analysis) zero(f ir.FuncID, o ir.Operand) bool {
	for {
		o = a.moved(f, o)
		in, ok := a.definition(f, o).(*ir.Unary)
		if !ok || in.Op != ir.Trunc {
			return o.IsConst(0)
		}
		o = in.X
	}
}

// moved is what a register is moved from.
func (a *analysis) moved(f ir.FuncID, o ir.Operand) ir.Operand {
	for o.Kind == ir.KindReg {
		m, ok := a.defs[f][o.Reg].(*ir.Move)
		if !ok {
			break
		}
		o = m.X
	}
	return o
}

// harmless reports whether a write over objects is as described above.
func (a *analysis) harmless(f ir.FuncID, b ir.BlockID, i int, in ir.Instr, over []ir.RegionID) bool {
	return (a.clean(f, in) || a.initialized(f, b, i, in, over)) && a.early(f, b, i, in, over)
}

// early reports whether nothing was done to the objects yet.
func (a *analysis) early(f ir.FuncID, b ir.BlockID, i int, in ir.Instr, over []ir.RegionID) bool {
	return a.first(f, b, i, over) || a.unknown(f, b, i, in, over)
}

// touches reports whether an instruction is an operation on an object of some regions.
func (a *analysis) touches(in ir.Instr, over []ir.RegionID) bool {
	for _, r := range a.info.Sync[in.Base().ID] {
		if r == 0 || slices.Contains(over, r) {
			return true
		}
	}
	return false
}

// first reports whether the first thread makes a write before it does anything to such objects or starts a thread.
func (a *analysis) first(f ir.FuncID, b ir.BlockID, i int, over []ir.RegionID) bool {
	return f == a.p.Entry && !a.after(f, b, i, func(in ir.Instr) bool {
		_, starts := in.(*ir.Spawn)
		return starts || a.touches(in, over)
	})
}

// unknown reports whether only the thread that made the object knows it, and did nothing to it yet.
func (a *analysis) unknown(f ir.FuncID, b ir.BlockID, i int, in ir.Instr, over []ir.RegionID) bool {
	if a.private == nil {
		a.private = shared.Analyze(a.p)
	}
	return a.private.Early(in.Base().ID, false) && !a.after(f, b, i, func(in ir.Instr) bool { return a.touches(in, over) })
}

// after reports whether an instruction comes behind one of a sort.
func (a *analysis) after(id ir.FuncID, b ir.BlockID, i int, sort func(ir.Instr) bool) bool {
	f := a.p.Funcs[id]
	if slices.ContainsFunc(f.Blocks[b].Instrs[:i], sort) {
		return true
	}
	var todo []ir.BlockID
	seen := make([]bool, len(f.Blocks))
	for from, blk := range f.Blocks {
		if slices.ContainsFunc(blk.Instrs, sort) {
			todo = append(todo, f.Next(ir.BlockID(from))...)
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == b {
			return true
		}
		if !seen[at] {
			seen[at] = true
			todo = append(todo, f.Next(at)...)
		}
	}
	return false
}

// mostAhead is how many instructions behind a write are looked at.
const mostAhead = 4000

// initialized reports whether all objects that a write goes over are initialized right behind it.
func (a *analysis) initialized(id ir.FuncID, b ir.BlockID, i int, in ir.Instr, over []ir.RegionID) bool {
	m, _, _ := ir.AccessOf(in)
	n := int64(m.Size)
	if m.Len.IsSet() {
		length := a.moved(id, m.Len)
		if length.Kind != ir.KindConst {
			return false
		}
		n = int64(length.Val.Lo)
	}
	base, off := a.place(id, m.Addr)
	f := a.p.Funcs[id]
	for _, r := range over {
		ours := func(in *ir.SyncInit) bool {
			to, at := a.place(id, in.Obj)
			return to == base && at >= off && at-off < n && slices.Equal(a.info.Sync[in.ID], []ir.RegionID{r})
		}
		left := mostAhead
		seen := make([]bool, len(f.Blocks))
		var visit func(b ir.BlockID, i int) bool
		visit = func(b ir.BlockID, i int) bool {
			for _, in := range f.Blocks[b].Instrs[i:] {
				if left--; left < 0 {
					return false
				}
				switch in := in.(type) {
				case *ir.SyncInit:
					if ours(in) {
						return true
					}
				case *ir.Spawn, *ir.Return, *ir.ThreadExit, *ir.Halt, *ir.Call, *ir.CallPtr:
					return false
				case *ir.Unsupported:
					return true
				}
				if _, init := in.(*ir.SyncInit); !init && a.touches(in, []ir.RegionID{r}) {
					return false
				}
			}
			for _, to := range f.Next(b) {
				if seen[to] {
					continue
				}
				seen[to] = true
				if !visit(to, 0) {
					return false
				}
			}
			return true
		}
		if !visit(b, i+1) {
			return false
		}
	}
	return true
}

// place is an address as a value and a number of bytes behind it.
func (a *analysis) place(f ir.FuncID, o ir.Operand) (base ir.Operand, off int64) {
	for {
		o = a.moved(f, o)
		if o.Kind == ir.KindGlobal {
			return ir.G(o.Global, 0, o.Width), off + int64(o.Val.Lo)
		}
		in, ok := a.definition(f, o).(*ir.Binary)
		if !ok || in.Op != ir.Add || a.moved(f, in.Y).Kind != ir.KindConst {
			return o, off
		}
		off += int64(a.moved(f, in.Y).Val.Lo)
		o = in.X
	}
}
