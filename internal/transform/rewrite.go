package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Rewriter is the frame of a pass that goes through a program instruction by instruction and emits others in their place,
// block by block. It keeps the table back to the input.
type Rewriter struct {
	Out    *ir.Program
	F      *ir.Func
	Instrs []ir.Instr
	At     ir.Meta // place and text of what is being rewritten
	Origin []ir.ID
	About  []ir.ID // what is being rewritten, also where nothing shows it in a trace
	Alone  bool    // nothing runs at the same time: no sections
}

// Rewrite copies a program and lets each replace every instruction of the functions chosen.
func Rewrite(p *ir.Program, each func(w *Rewriter, f ir.FuncID, in ir.Instr)) (*ir.Program, *Rewriter) {
	w := &Rewriter{Out: p.Clone(), Origin: []ir.ID{0}, About: []ir.ID{0}}
	w.Out.NextID = 1
	for fi, f := range w.Out.Funcs {
		w.F = f
		for _, b := range f.Blocks {
			w.Instrs = make([]ir.Instr, 0, len(b.Instrs))
			for _, in := range b.Instrs {
				w.At = *in.Base()
				each(w, ir.FuncID(fi), in)
			}
			b.Instrs = w.Instrs
		}
	}
	RenameObjects(w.Out, w.Origin)
	return w.Out, w
}

// RenameObjects brings the names of allocated objects up to date after instructions got new IDs.
func RenameObjects(p *ir.Program, origin []ir.ID) {
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
	for _, in := range p.Instrs() {
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

// Keep emits an instruction of the input.
func (w *Rewriter) Keep(in ir.Instr) { w.Put(in, in.Base().ID) }

// Put emits an instruction with a new ID; from is what it stands for in a trace, 0 for nothing.
func (w *Rewriter) Put(in ir.Instr, from ir.ID) {
	m := in.Base()
	m.ID = w.Out.NewID()
	m.Pos, m.Text = w.At.Pos, w.At.Text
	w.Origin = append(w.Origin, from)
	w.About = append(w.About, w.At.ID)
	w.Instrs = append(w.Instrs, in)
}

// Add emits an instruction that stands for nothing.
func (w *Rewriter) Add(in ir.Instr) { w.Put(in, 0) }

// Temp makes a register.
func (w *Rewriter) Temp(width int) ir.Reg { return w.F.NewReg(width, "", ir.ShowUnsigned) }

// The rest are shorthands for code in the middle of a pass: each emits one instruction and gives its result.

func (w *Rewriter) Load(region ir.RegionID, addr ir.Operand, size int) ir.Operand {
	r := w.Temp(8 * size)
	w.Add(&ir.Load{Dst: r, Mem: ir.Mem{Region: region, Addr: addr, Size: size, Mark: ir.MarkAtomic}})
	return ir.R(r, 8*size)
}

func (w *Rewriter) Store(region ir.RegionID, addr, v ir.Operand) {
	w.Add(&ir.Store{Mem: ir.Mem{Region: region, Addr: addr, Size: v.Width / 8, Mark: ir.MarkAtomic}, Val: v})
}

func (w *Rewriter) Binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if k, ok := ir.FoldBinary(op, x, y); ok {
		return k
	}
	width := x.Width
	if op.IsCompare() {
		width = 1
	}
	r := w.Temp(width)
	w.Add(&ir.Binary{Dst: r, Op: op, X: x, Y: y})
	return ir.R(r, width)
}

func (w *Rewriter) Eq(x, y ir.Operand) ir.Operand { return w.Binary(ir.Eq, x, y) }

func (w *Rewriter) And(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(1):
		return y
	case y.IsConst(1):
		return x
	}
	return w.Binary(ir.And, x, y)
}

func (w *Rewriter) Or(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(0):
		return y
	case y.IsConst(0):
		return x
	}
	return w.Binary(ir.Or, x, y)
}

func (w *Rewriter) Not(x ir.Operand) ir.Operand {
	if k, ok := ir.FoldUnary(ir.Not, x, x.Width); ok {
		return k
	}
	r := w.Temp(x.Width)
	w.Add(&ir.Unary{Dst: r, Op: ir.Not, X: x})
	return ir.R(r, x.Width)
}

func (w *Rewriter) Ite(c, x, y ir.Operand) ir.Operand {
	switch {
	case c.IsConst(1) || x == y:
		return x
	case c.IsConst(0):
		return y
	}
	r := w.Temp(x.Width)
	w.Add(&ir.Ite{Dst: r, Cond: c, X: x, Y: y})
	return ir.R(r, x.Width)
}

func (w *Rewriter) Resize(x ir.Operand, width int) ir.Operand {
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
	r := w.Temp(width)
	w.Add(&ir.Unary{Dst: r, Op: op, X: x})
	return ir.R(r, width)
}

func (w *Rewriter) Move(dst ir.Reg, x ir.Operand) {
	if dst != ir.NoReg {
		w.Add(&ir.Move{Dst: dst, X: w.Resize(x, w.F.Width(dst))})
	}
}

func (w *Rewriter) Assume(c ir.Operand) {
	if !c.IsConst(1) {
		w.Add(&ir.Assume{Cond: c})
	}
}

func (w *Rewriter) Havoc(width int, from ir.ID) ir.Operand {
	r := w.Temp(width)
	w.Put(&ir.Havoc{Dst: r}, from)
	return ir.R(r, width)
}

// Atomically emits a section that stands for an instruction of the input.
func (w *Rewriter) Atomically(from ir.ID, body func()) {
	if w.Alone {
		body()
		return
	}
	w.Put(&ir.AtomicBegin{}, from)
	body()
	w.Add(&ir.AtomicEnd{})
}

// UniqueName makes a block name that no other block of the function has.
func UniqueName(hint string, n int) string { return fmt.Sprintf("%s.%d", hint, n) }
