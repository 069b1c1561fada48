package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Values that are the same in all executions, by what registers are written with: constants, what was computed from them, parameters that all spawns give the same value, and what is read of memory that nobody writes. Of an address
// it is known that it is not 0.

type values struct {
	t       *Threads
	fl      *filter
	written map[ir.RegionID]bool
}

// address stands for all addresses: of these only that they are not 0 is known.
const address = 1 << 63

// of is the value of an operand of an instruction of a kind of threads.
func (v *values) of(k *Kind, use ir.Instr, o ir.Operand) (uint64, bool) {
	n, ok := v.operand(k, use, o, nil)
	return n, ok && n != address
}

// within is a register that is being looked at.
type within struct {
	k *Kind
	r ir.Reg
}

func (v *values) operand(k *Kind, use ir.Instr, o ir.Operand, above []within) (uint64, bool) {
	switch o.Kind {
	case ir.KindConst:
		return o.Val.Lo, o.Width <= 64
	case ir.KindGlobal, ir.KindFunc:
		return address, true
	case ir.KindReg:
	default:
		return 0, false
	}
	if slices.Contains(above, within{k, o.Reg}) {
		return 0, false
	}
	above = append(above, within{k, o.Reg})
	f := v.t.Program.Funcs[k.Func]
	def := definitions(f, o.Reg)
	if j := slices.Index(f.Params, o.Reg); j >= 0 {
		if len(def) > 0 {
			return 0, false
		}
		return v.argument(k, j, above)
	}
	if len(def) != 1 || !comesFirst(f, def[0], use) {
		return 0, false
	}
	switch in := def[0].(type) {
	case *ir.Move:
		return v.operand(k, in, in.X, above)
	case *ir.Unary:
		x, ok := v.operand(k, in, in.X, above)
		return x, ok && in.Op == ir.ZExt
	case *ir.Binary:
		x, ok := v.operand(k, in, in.X, above)
		y, ok2 := v.operand(k, in, in.Y, above)
		if !ok || !ok2 || x == address && y == address || in.Op != ir.Eq && in.Op != ir.Ne || (x == address || y == address) && x != 0 && y != 0 {
			return 0, false
		}
		if (x == y) == (in.Op == ir.Eq) {
			return 1, true
		}
		return 0, true
	case *ir.Load:
		return v.initial(&in.Mem, in)
	}
	return 0, false
}

// argument is what all spawns of a kind give it.
func (v *values) argument(k *Kind, j int, above []within) (is uint64, ok bool) {
	for i, s := range v.fl.sites[k.Func] {
		in := v.fl.threads[s.kind.Func].Spawns[s.spawn]
		if j >= len(in.Args) || in.Args[j].Width != v.t.Program.Funcs[k.Func].Width(v.t.Program.Funcs[k.Func].Params[j]) {
			return 0, false
		}
		x, known := v.operand(s.kind, in, in.Args[j], above)
		if !known || i > 0 && x != is {
			return 0, false
		}
		is = x
	}
	return is, len(v.fl.sites[k.Func]) > 0
}

// initial is what is read of a region that nobody writes and all of whose cells begin alike.
func (v *values) initial(m *ir.Mem, in ir.Instr) (is uint64, ok bool) {
	p := v.t.Program
	if m.Region == 0 || v.isWritten(m.Region) || m.Size != p.Regions[m.Region].Width || m.Size > 8 || m.Len.IsSet() || v.t.Info.Wild[in.Base().ID] || v.t.uncertain(m.Region) || len(v.t.Beyond(m.Region)) > 0 {
		return 0, false
	}
	for i, e := range p.Regions[m.Region].Cells {
		if e.Count != 1 || e.Object.Alloc != 0 {
			return 0, false
		}
		g := p.Globals[e.Object.Global]
		if g.External || g.ThreadLocal {
			return 0, false
		}
		x := uint64(0)
		for n := range int64(m.Size) {
			if at := e.Offset + n; at < int64(len(g.Init)) {
				x |= uint64(g.Init[at]) << (8 * n)
			}
		}
		for _, r := range g.Relocs {
			switch {
			case r.Offset == e.Offset && 8*m.Size == p.PtrWidth():
				x = address
			case r.Offset > e.Offset-int64(p.PtrWidth()/8) && r.Offset < e.Offset+int64(m.Size):
				return 0, false
			}
		}
		if i > 0 && x != is {
			return 0, false
		}
		is = x
	}
	return is, len(p.Regions[m.Region].Cells) > 0
}

func (v *values) isWritten(r ir.RegionID) bool {
	if v.written == nil {
		v.written = map[ir.RegionID]bool{}
		for _, in := range v.t.Program.Instrs() {
			for _, w := range v.t.written(in) {
				v.written[w] = true
			}
			if rg := v.t.Info.Ranges[in.Base().ID]; rg != nil {
				v.written[rg.Whole] = true
			}
			if f, ok := in.(*ir.Forget); ok {
				v.written[f.Region] = true
			}
		}
	}
	return v.written[r]
}

// comesFirst reports whether no path leads to an instruction without another: what a register holds before it is written is anything.
func comesFirst(f *ir.Func, def, use ir.Instr) bool {
	var in ir.BlockID
	for b, block := range f.Blocks {
		d, u := slices.Index(block.Instrs, def), slices.Index(block.Instrs, use)
		if d >= 0 && u > d {
			return true
		}
		if d >= 0 {
			in = ir.BlockID(b)
		}
	}
	without := func(b ir.BlockID) []ir.BlockID {
		if b == in {
			return nil
		}
		return f.Next(b)
	}
	return !slices.ContainsFunc(graph.Reach(without, 0), func(b ir.BlockID) bool { return slices.Contains(f.Blocks[b].Instrs, use) })
}
