package pointsto

import (
	"math/big"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Which functions a pointer may hold. A call through a pointer names every function of the program whose address is taken and whose shape fits: in a program
// with tables of functions that is all entries of all tables, at each call. Regions tell the members of such tables apart, and what flows
// through registers and regions says which addresses arrive where.
//
// Every operand of an instruction flows to its result, so the bytes of an address are followed too; comparisons hand nothing on. By inclusion, without
// the limit that regions have: an adapter (a choice between its own address and the pointer, by whether the pointer is the function that it
// adapts) would else be a candidate of every call that has one. The loop over the instructions ends when nothing changes, which takes a few passes: a
// worklist was not worth its code. As everywhere in this package, a number that nobody derived from an address is assumed not to be one, and an access
// whose address leads nowhere is left alone.

// Callees gives, for every call and every spawn through a pointer, those of its candidates that the pointer may hold, in their order.
func Callees(p *ir.Program, size Size) map[ir.ID][]ir.FuncID {
	split, info := Split(p, size)
	c := &callees{p: split, info: info, regions: make([]funcs, len(split.Regions)), rets: make([]funcs, len(split.Funcs))}
	for _, f := range split.Funcs {
		c.regs = append(c.regs, make([]funcs, len(f.Regs)))
		c.tests = append(c.tests, testsOf(f))
	}
	c.initial()
	for c.changed = true; c.changed; {
		c.changed = false
		c.each(c.instr)
	}
	out := map[ir.ID][]ir.FuncID{}
	c.each(func(f ir.FuncID, in ir.Instr) {
		var list []ir.FuncID
		switch in := in.(type) {
		case *ir.CallPtr:
			list = c.among(in.Candidates, f, in.Ptr)
		case *ir.Spawn:
			list = c.among(in.Candidates, f, in.Fn)
		default:
			return
		}
		out[in.Base().ID] = list
	})
	return out
}

// funcs is a set of functions.
type funcs struct{ big.Int }

func (s *funcs) has(f ir.FuncID) bool { return s.Bit(int(f)) == 1 }

// callees is what everything holds so far.
type callees struct {
	p       *ir.Program
	info    *Info
	regs    [][]funcs // by function and register
	tests   []map[ir.Reg]*ir.Binary
	regions []funcs
	rets    []funcs // what functions return
	results funcs   // what threads end with
	changed bool
}

func (c *callees) each(visit func(ir.FuncID, ir.Instr)) {
	for fi, f := range c.p.Funcs {
		for in := range f.Instrs() {
			visit(ir.FuncID(fi), in)
		}
	}
}

// testsOf is the registers that one comparison alone writes.
func testsOf(f *ir.Func) map[ir.Reg]*ir.Binary {
	out, writes := map[ir.Reg]*ir.Binary{}, map[ir.Reg]int{}
	for in := range f.Instrs() {
		ir.Defs(in, func(r *ir.Reg) { writes[*r]++ })
		if x, ok := in.(*ir.Binary); ok && x.Op == ir.Eq {
			out[x.Dst] = x
		}
	}
	for r, n := range writes {
		if n > 1 {
			delete(out, r)
		}
	}
	return out
}

// initial is what globals start with.
func (c *callees) initial() {
	for i := range c.p.Regions {
		r := &c.p.Regions[i]
		for _, x := range r.Cells {
			if x.Object.Alloc != 0 {
				continue
			}
			for _, rel := range c.p.Globals[x.Object.Global].Relocs {
				if rel.Target.Kind == ir.KindFunc && overlaps(x, int64(r.Width), rel.Offset, int64(c.p.PtrWidth()/8)) {
					c.regions[i].SetBit(&c.regions[i].Int, int(rel.Target.Func), 1)
				}
			}
		}
	}
}

// overlaps reports whether some cell of an extent shares a byte with [at, at+size).
func overlaps(x ir.Extent, width, at, size int64) bool {
	for k := range x.Count {
		if lo := x.Offset + k*x.Stride; lo < at+size && at < lo+width {
			return true
		}
	}
	return false
}

// among is those of the candidates that an operand may be.
func (c *callees) among(candidates []ir.FuncID, f ir.FuncID, ptr ir.Operand) []ir.FuncID {
	out := []ir.FuncID{}
	held := c.held(f, ptr)
	for _, g := range candidates {
		if held.has(g) {
			out = append(out, g)
		}
	}
	return out
}

// held is the functions that an operand may be.
func (c *callees) held(f ir.FuncID, o ir.Operand) *funcs {
	switch o.Kind {
	case ir.KindFunc:
		s := &funcs{}
		s.SetBit(&s.Int, int(o.Func), 1)
		return s
	case ir.KindReg:
		return &c.regs[f][o.Reg]
	}
	return &funcs{}
}

// flow adds what one holds to another.
func (c *callees) flow(to, from *funcs) {
	if from.Sign() == 0 {
		return
	}
	var sum big.Int
	if sum.Or(&to.Int, &from.Int); sum.Cmp(&to.Int) != 0 {
		to.Set(&sum)
		c.changed = true
	}
}

func (c *callees) instr(f ir.FuncID, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Binary:
		if in.Op.IsCompare() {
			return
		}
	case *ir.Ite:
		c.choice(f, in)
		return
	case *ir.Call:
		c.call(f, in.Func, in.Args, in.Dst)
		return
	case *ir.CallPtr:
		for _, g := range c.among(in.Candidates, f, in.Ptr) {
			c.call(f, g, in.Args, in.Dst)
		}
		return
	case *ir.Spawn:
		for _, g := range c.among(in.Candidates, f, in.Fn) {
			c.call(f, g, in.Args, ir.NoReg)
			c.flow(&c.results, &c.rets[g])
		}
		return
	case *ir.Return:
		c.flow(&c.rets[f], c.held(f, in.X))
		return
	case *ir.ThreadExit:
		c.flow(&c.results, c.held(f, in.X))
		return
	case *ir.Join:
		if in.Dst != ir.NoReg {
			c.flow(&c.regs[f][in.Dst], &c.results)
		}
		return
	case *ir.Copy:
		c.copy(in)
		return
	case *ir.Fill, *ir.Scan, *ir.Touch:
		return
	}
	var all funcs
	ir.Uses(in, func(o *ir.Operand) { all.Or(&all.Int, &c.held(f, *o).Int) })
	if m, reads, writes := ir.AccessOf(in); m != nil {
		if writes {
			c.flow(&c.regions[m.Region], &all)
		}
		if reads {
			all.Or(&all.Int, &c.regions[m.Region].Int)
		}
	}
	ir.Defs(in, func(r *ir.Reg) { c.flow(&c.regs[f][*r], &all) })
}

// choice is a flow of both sides; of an address that is chosen if something is a function, only if that may be.
func (c *callees) choice(f ir.FuncID, in *ir.Ite) {
	dst := &c.regs[f][in.Dst]
	c.flow(dst, c.held(f, in.Y))
	if in.Cond.Kind == ir.KindReg && in.X.Kind == ir.KindFunc {
		if t := c.tests[f][in.Cond.Reg]; t != nil && t.Y.Kind == ir.KindFunc && !c.held(f, t.X).has(t.Y.Func) {
			return
		}
	}
	c.flow(dst, c.held(f, in.X))
}

// call binds arguments and result.
func (c *callees) call(f, g ir.FuncID, args []ir.Operand, dst ir.Reg) {
	for i, r := range c.p.Funcs[g].Params {
		if i < len(args) {
			c.flow(&c.regs[g][r], c.held(f, args[i]))
		}
	}
	if dst != ir.NoReg {
		c.flow(&c.regs[f][dst], &c.rets[g])
	}
}

// copy moves what a range holds.
func (c *callees) copy(in *ir.Copy) {
	if at := c.info.Ranges[in.ID]; at != nil {
		for _, p := range at.Parts {
			c.flow(&c.regions[p.Dst], &c.regions[p.Src])
		}
	}
}
