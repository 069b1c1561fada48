package emit

import "github.com/heddle-dev/heddle/internal/ir"

// What is known of a function before it is translated: which registers anything depends on, which hold one constant, which
// may be read before they are written. Sequentialized programs contain much that nothing uses any more, and text is for reading.

type facts struct {
	f      *ir.Func
	order  []ir.BlockID // reachable, in reverse postorder
	defs   []int
	uses   []int // by instructions that are kept
	needed []bool
	consts map[ir.Reg]ir.Const
	unset  []bool
}

func analyze(p *ir.Program, f *ir.Func, addressOf func(ir.Operand) uint64, allocAt func(*ir.Alloc) (uint64, bool)) *facts {
	fc := &facts{f: f, defs: make([]int, len(f.Regs)), uses: make([]int, len(f.Regs)), consts: map[ir.Reg]ir.Const{}}
	fc.order = f.Order()
	for _, r := range f.Params {
		fc.defs[r]++
	}
	fc.each(func(_ ir.BlockID, in ir.Instr) {
		ir.Defs(in, func(r *ir.Reg) { fc.defs[*r]++ })
	})
	if p.Form.Bounded {
		fc.propagate(addressOf, allocAt)
	}
	fc.need()
	fc.assigned()
	return fc
}

func (fc *facts) each(f func(ir.BlockID, ir.Instr)) {
	for _, b := range fc.order {
		for _, in := range fc.f.Blocks[b].Instrs {
			f(b, in)
		}
	}
}

// propagate finds registers that hold one constant wherever they are read. In a bounded program a register that is written by one
// instruction has that value: one that reads what may not have been written says so with a Havoc (package encode relies on it too).
func (fc *facts) propagate(addressOf func(ir.Operand) uint64, allocAt func(*ir.Alloc) (uint64, bool)) {
	value := func(o ir.Operand) (ir.Operand, bool) {
		switch o.Kind {
		case ir.KindConst:
			return o, true
		case ir.KindGlobal, ir.KindFunc:
			return ir.K(o.Width, addressOf(o)), true
		case ir.KindReg:
			c, ok := fc.consts[o.Reg]
			return ir.KConst(o.Width, c), ok
		}
		return ir.Operand{}, false
	}
	// One walk in topological order is enough: the program has no loops.
	fc.each(func(_ ir.BlockID, in ir.Instr) {
		var dst ir.Reg
		var got ir.Operand
		var ok bool
		switch in := in.(type) {
		case *ir.Move:
			dst = in.Dst
			got, ok = value(in.X)
		case *ir.Unary:
			dst = in.Dst
			if x, known := value(in.X); known {
				got, ok = ir.FoldUnary(in.Op, x, fc.f.Width(in.Dst))
			}
		case *ir.Binary:
			x, k := value(in.X)
			y, l := value(in.Y)
			if dst = in.Dst; k && l {
				got, ok = in.Fold(x, y)
			}
		case *ir.Alloc:
			var at uint64
			dst = in.Dst
			at, ok = allocAt(in)
			got = ir.K(fc.f.Width(in.Dst), at)
		default:
			return
		}
		if ok && got.Kind == ir.KindConst && fc.defs[dst] == 1 {
			fc.consts[dst] = got.Val
		}
	})
}

// droppable reports whether an instruction does nothing but write registers.
func droppable(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Move, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Havoc, *ir.Probe, *ir.SameObject, *ir.ObjSize, *ir.TLSAddr:
		return true
	case *ir.Unary:
		return in.Op != ir.FToS && in.Op != ir.FToU
	case *ir.Binary:
		return !in.Exact && in.Op != ir.UDiv && in.Op != ir.SDiv && in.Op != ir.URem && in.Op != ir.SRem
	}
	return false
}

// need marks the registers on which a condition, a store, a call or a result depends, and counts their uses.
func (fc *facts) need() {
	fc.needed = make([]bool, len(fc.f.Regs))
	makers := make([][]ir.Instr, len(fc.f.Regs))
	var work []ir.Reg
	use := func(in ir.Instr) {
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind != ir.KindReg {
				return
			}
			if _, known := fc.consts[o.Reg]; known {
				return
			}
			fc.uses[o.Reg]++
			if !fc.needed[o.Reg] {
				fc.needed[o.Reg] = true
				work = append(work, o.Reg)
			}
		})
	}
	fc.each(func(_ ir.BlockID, in ir.Instr) {
		if !droppable(in) {
			use(in)
			return
		}
		ir.Defs(in, func(r *ir.Reg) { makers[*r] = append(makers[*r], in) })
	})
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		for _, in := range makers[r] {
			use(in)
		}
		makers[r] = nil
	}
}

// kept reports whether an instruction is translated.
func (fc *facts) kept(in ir.Instr) bool {
	if !droppable(in) {
		return true
	}
	kept := false
	ir.Defs(in, func(r *ir.Reg) {
		if _, known := fc.consts[*r]; fc.needed[*r] && !known {
			kept = true
		}
	})
	return kept
}

// assigned finds the registers that some path reads before it writes them.
func (fc *facts) assigned() {
	fc.unset = make([]bool, len(fc.f.Regs))
	for _, r := range fc.f.Unwritten(fc.kept) {
		fc.unset[r] = true
	}
}
