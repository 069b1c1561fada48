package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// rewriter is the frame of a pass that goes through a program instruction by instruction and emits others in their place,
// block by block. It keeps the table back to the input.
type rewriter struct {
	out    *ir.Program
	f      *ir.Func
	emit_  []ir.Instr
	at     ir.Meta // place and text of what is being rewritten
	origin []ir.ID
	about  []ir.ID // what is being rewritten, also where nothing stands for it in a trace
	alone  bool    // nothing runs at the same time: no sections
}

// rewrite copies a program and lets each replace every instruction of the functions chosen.
func rewrite(p *ir.Program, each func(w *rewriter, f ir.FuncID, in ir.Instr)) (*ir.Program, *rewriter) {
	w := &rewriter{out: p.Clone(), origin: []ir.ID{0}, about: []ir.ID{0}}
	w.out.NextID = 1
	for fi, f := range w.out.Funcs {
		w.f = f
		for _, b := range f.Blocks {
			w.emit_ = make([]ir.Instr, 0, len(b.Instrs))
			for _, in := range b.Instrs {
				w.at = *in.Base()
				each(w, ir.FuncID(fi), in)
			}
			b.Instrs = w.emit_
		}
	}
	renameObjects(w.out, w.origin)
	return w.out, w
}

// renameObjects brings the names of allocated objects up to date after instructions got new IDs.
func renameObjects(p *ir.Program, origin []ir.ID) {
	now := map[ir.ID]ir.ID{}
	for id, old := range origin {
		if old != 0 {
			now[old] = ir.ID(id)
		}
	}
	rename := func(o *ir.Object) {
		if o.Alloc != 0 {
			o.Alloc = now[o.Alloc]
		}
	}
	for i := range p.Regions {
		for j := range p.Regions[i].Cells {
			rename(&p.Regions[i].Cells[j].Object)
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Free:
					for i := range in.Objects {
						rename(&in.Objects[i])
					}
				case *ir.Probe:
					for i := range in.Frees {
						rename(&in.Frees[i])
					}
				}
			}
		}
	}
}

// keep emits an instruction of the input.
func (w *rewriter) keep(in ir.Instr) { w.put(in, in.Base().ID) }

// put emits an instruction with a new ID; from is what it stands for in a trace, 0 for nothing.
func (w *rewriter) put(in ir.Instr, from ir.ID) {
	m := in.Base()
	m.ID = w.out.NewID()
	m.Pos, m.Text = w.at.Pos, w.at.Text
	w.origin = append(w.origin, from)
	w.about = append(w.about, w.at.ID)
	w.emit_ = append(w.emit_, in)
}

// add emits an instruction that stands for nothing.
func (w *rewriter) add(in ir.Instr) { w.put(in, 0) }

// temp makes a register.
func (w *rewriter) temp(width int) ir.Reg { return w.f.NewReg(width, "", ir.ShowUnsigned) }

// The rest are shorthands for code in the middle of a pass: each emits one instruction and gives its result.

func (w *rewriter) load(region ir.RegionID, addr ir.Operand, size int) ir.Operand {
	r := w.temp(8 * size)
	w.add(&ir.Load{Dst: r, Mem: ir.Mem{Region: region, Addr: addr, Size: size, Mark: ir.MarkAtomic}})
	return ir.R(r, 8*size)
}

func (w *rewriter) store(region ir.RegionID, addr, v ir.Operand) {
	w.add(&ir.Store{Mem: ir.Mem{Region: region, Addr: addr, Size: v.Width / 8, Mark: ir.MarkAtomic}, Val: v})
}

func (w *rewriter) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if k, ok := ir.FoldBinary(op, x, y); ok {
		return k
	}
	width := x.Width
	if op.IsCompare() {
		width = 1
	}
	r := w.temp(width)
	w.add(&ir.Binary{Dst: r, Op: op, X: x, Y: y})
	return ir.R(r, width)
}

func (w *rewriter) eq(x, y ir.Operand) ir.Operand { return w.binary(ir.Eq, x, y) }

func (w *rewriter) and(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(1):
		return y
	case y.IsConst(1):
		return x
	}
	return w.binary(ir.And, x, y)
}

func (w *rewriter) or(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(0):
		return y
	case y.IsConst(0):
		return x
	}
	return w.binary(ir.Or, x, y)
}

func (w *rewriter) not(x ir.Operand) ir.Operand {
	if k, ok := ir.FoldUnary(ir.Not, x, x.Width); ok {
		return k
	}
	r := w.temp(x.Width)
	w.add(&ir.Unary{Dst: r, Op: ir.Not, X: x})
	return ir.R(r, x.Width)
}

func (w *rewriter) ite(c, x, y ir.Operand) ir.Operand {
	switch {
	case c.IsConst(1) || x == y:
		return x
	case c.IsConst(0):
		return y
	}
	r := w.temp(x.Width)
	w.add(&ir.Ite{Dst: r, Cond: c, X: x, Y: y})
	return ir.R(r, x.Width)
}

func (w *rewriter) resize(x ir.Operand, width int) ir.Operand {
	if x.Width == width {
		return x
	}
	op := ir.ZExt
	if x.Width > width {
		op = ir.Trunc
	}
	if k, ok := ir.FoldUnary(op, x, width); ok {
		return k
	}
	r := w.temp(width)
	w.add(&ir.Unary{Dst: r, Op: op, X: x})
	return ir.R(r, width)
}

func (w *rewriter) move(dst ir.Reg, x ir.Operand) {
	if dst != ir.NoReg {
		w.add(&ir.Move{Dst: dst, X: w.resize(x, w.f.Width(dst))})
	}
}

func (w *rewriter) assume(c ir.Operand) {
	if !c.IsConst(1) {
		w.add(&ir.Assume{Cond: c})
	}
}

func (w *rewriter) havoc(width int, from ir.ID) ir.Operand {
	r := w.temp(width)
	w.put(&ir.Havoc{Dst: r}, from)
	return ir.R(r, width)
}

// atomically emits a section that stands for an instruction of the input.
func (w *rewriter) atomically(from ir.ID, body func()) {
	if w.alone {
		body()
		return
	}
	w.put(&ir.AtomicBegin{}, from)
	body()
	w.add(&ir.AtomicEnd{})
}

// uniqueName makes a block name that no other block of the function has.
func uniqueName(hint string, n int) string { return fmt.Sprintf("%s.%d", hint, n) }
