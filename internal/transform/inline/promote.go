package inline

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// promote makes registers of locals whose address nobody takes any more. With the models inlined that is what becomes of most of them: the
// handle that pthread_create writes, the result that pthread_join gives. A local that is a register needs no memory, which is what makes a printed program hard to
// read and hard to prove. Only whole locals: all accesses are at the start and of one size.
func promote(p *ir.Program) {
	for _, f := range p.Funcs {
		inLoop := f.Cyclic()
		for r, a := range promotable(f) {
			if a == nil {
				continue
			}
			promoteOne(p, f, ir.Reg(r), a, inLoop)
		}
	}
}

// promotion is a local that becomes a register.
type promotion struct {
	size int // of its accesses, in bytes
}

// promotable finds, by the register that holds the address, the locals that can be registers.
func promotable(f *ir.Func) []*promotion {
	out := make([]*promotion, len(f.Regs))
	defs := make([]int, len(f.Regs))
	for _, r := range f.Params {
		defs[r]++
	}
	for in := range f.Instrs() {
		ir.Defs(in, func(r *ir.Reg) { defs[*r]++ })
		if a, ok := in.(*ir.Alloc); ok && a.Stack && a.Dst != ir.NoReg && a.Size.Kind == ir.KindConst && !a.Zero {
			out[a.Dst] = &promotion{}
		}
	}
	for r, n := range defs {
		if n != 1 {
			out[r] = nil
		}
	}
	sizes := func(r ir.Reg, bytes int) {
		if x := out[r]; x != nil && x.size != 0 && x.size != bytes {
			out[r] = nil
		} else if x != nil {
			x.size = bytes
		}
	}
	for in := range f.Instrs() {
		var own *ir.Operand
		var bytes int
		switch in := in.(type) {
		case *ir.Load:
			own, bytes = &in.Mem.Addr, in.Mem.Size
		case *ir.Store:
			own, bytes = &in.Mem.Addr, in.Mem.Size
		case *ir.Spawn:
			if in.ID != nil {
				own, bytes = &in.ID.Addr, in.ID.Size
			}
		case *ir.Free:
			if in.Stack {
				own = &in.Addr
			}
		}
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind != ir.KindReg {
				return
			}
			switch {
			case o != own:
				out[o.Reg] = nil
			case bytes > 0:
				sizes(o.Reg, bytes)
			}
		})
	}
	for in := range f.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && a.Dst != ir.NoReg && out[a.Dst] != nil && uint64(out[a.Dst].size) > a.Size.Val.Lo {
			out[a.Dst] = nil // invalid accesses stay what they are
		}
	}
	return out
}

func promoteOne(p *ir.Program, f *ir.Func, r ir.Reg, x *promotion, inLoop []bool) {
	if x.size == 0 {
		x.size = 1
	}
	width := 8 * x.size
	v := f.NewReg(width, "", ir.ShowUnsigned)
	is := func(m *ir.Mem) bool { return m != nil && m.Addr.Kind == ir.KindReg && m.Addr.Reg == r }
	for i, b := range f.Blocks {
		var out []ir.Instr
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Alloc:
				if in.Dst == r {
					if inLoop[i] { // each time it is another
						out = append(out, &ir.Havoc{Meta: in.Meta, Dst: v})
					}
					continue
				}
			case *ir.Free:
				if in.Addr.Kind == ir.KindReg && in.Addr.Reg == r {
					continue
				}
			case *ir.Load:
				if is(&in.Mem) {
					if in.Dst != ir.NoReg {
						out = append(out, &ir.Move{Meta: in.Meta, Dst: in.Dst, X: ir.R(v, width)})
					}
					continue
				}
			case *ir.Store:
				if is(&in.Mem) {
					out = append(out, &ir.Move{Meta: in.Meta, Dst: v, X: in.Val})
					continue
				}
			case *ir.Spawn:
				if is(in.ID) {
					in.ID = nil
					if in.Dst == ir.NoReg {
						in.Dst = f.NewReg(p.PtrWidth(), "", ir.ShowUnsigned)
					}
					m := ir.Meta{ID: p.NewID(), Pos: in.Pos, Text: in.Text}
					h := ir.R(in.Dst, p.PtrWidth())
					out = append(out, in)
					switch {
					case width == h.Width:
						out = append(out, &ir.Move{Meta: m, Dst: v, X: h})
					case width < h.Width:
						out = append(out, &ir.Unary{Meta: m, Dst: v, Op: ir.Trunc, X: h})
					default:
						out = append(out, &ir.Unary{Meta: m, Dst: v, Op: ir.ZExt, X: h})
					}
					continue
				}
			}
			out = append(out, in)
		}
		b.Instrs = out
	}
}
