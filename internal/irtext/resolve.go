package irtext

import (
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What can only be known at the end: the final numbers of registers and blocks when a function ends, widths and
// instruction IDs when the program ends.

// passes is how often the width rules run over a function. A register's width usually stands at its first definition;
// what is still unknown after a few passes must be written.
const passes = 4

// renumber gives the registers and blocks of the current function their final numbers.
func (p *parser) renumber() {
	f := p.f
	for i, def := range p.blocks.isDef {
		if !def {
			p.bad = false
			p.errorf(p.blocks.first[i], "define it in the same function: a line with the name and a colon",
				"no block %s", bareName(p.blocks.names[i]))
			p.bad = false
		}
	}
	num := p.regs.order()
	regs := make([]ir.RegInfo, len(f.Regs))
	for i, r := range f.Regs {
		regs[num[i]] = r
	}
	if len(regs) == 0 {
		regs = nil
	}
	f.Regs = regs
	reg := func(r *ir.Reg) {
		if *r >= 0 {
			*r = ir.Reg(num[*r])
		}
	}
	for i := range f.Params {
		reg(&f.Params[i])
	}
	blocks := p.blocks.order()
	for in := range f.Instrs() {
		ir.Defs(in, reg)
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				reg(&o.Reg)
			}
		})
		ir.Targets(in, func(t *ir.BlockID) { *t = ir.BlockID(blocks[*t]) })
	}
}

func (p *parser) resolve() {
	if p.entry.kind == tEOF {
		if f, ok := p.funcs["main"]; ok {
			p.prog.Entry = f
		}
	}
	if len(p.prog.Funcs) == 0 {
		p.errorf(p.peek(), "a program has at least its entry function", "no function")
		return
	}
	for _, f := range p.prog.Funcs {
		n := &inferrer{p: p.prog, f: f, changed: true}
		for i := 0; i < passes && n.changed; i++ {
			n.changed = false
			for in := range f.Instrs() {
				n.instr(in)
			}
		}
	}
	p.ids()
	for _, f := range p.prog.Funcs {
		p.widths(f)
	}
}

// ids numbers the instructions that have no ID, after all that have one.
func (p *parser) ids() {
	last := max(p.next, 1) - 1
	for _, in := range p.prog.Instrs() {
		last = max(last, in.Base().ID)
	}
	for _, in := range p.prog.Instrs() {
		if m := in.Base(); m.ID == 0 {
			if last >= math.MaxInt32-1 {
				p.errorf(p.lines[in], "use smaller IDs", "no instruction ID is left")
				return
			}
			last++
			m.ID = last
		}
	}
	p.prog.NextID = max(p.next, last+1)
}

// widths writes the widths of registers into the operands, and cuts constants to theirs.
func (p *parser) widths(f *ir.Func) {
	for in := range f.Instrs() {
		p.bad = false
		t := p.lines[in]
		ir.Uses(in, func(o *ir.Operand) {
			switch o.Kind {
			case ir.KindReg:
				o.Width = f.Regs[o.Reg].Width
			case ir.KindConst:
				if o.Width == 0 {
					p.errorf(t, "write it with its width, such as 1:32", "the width of a constant cannot be inferred")
					return
				}
				p.cut(t, &o.Val, o.Width)
			}
		})
		if sw, ok := in.(*ir.Switch); ok && !p.bad && sw.X.Width > 0 {
			for i := range sw.Cases {
				p.cut(t, &sw.Cases[i].Lo, sw.X.Width)
				p.cut(t, &sw.Cases[i].Hi, sw.X.Width)
			}
		}
		if m := memOf(in); m != nil && m.Size == 0 {
			p.errorf(t, "write size and the number of bytes after the address", "the size of the access cannot be inferred")
		}
		ir.Defs(in, func(r *ir.Reg) {
			if f.Regs[*r].Width == 0 {
				p.errorf(t, "write it with its width once, such as %x:32", "the width of a register cannot be inferred")
			}
		})
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind == ir.KindReg && o.Width == 0 {
				p.errorf(t, "write it with its width once, such as %x:32", "the width of a register cannot be inferred")
			}
		})
	}
	for _, r := range f.Params {
		if f.Regs[r].Width == 0 {
			p.bad = false
			p.errorf(token{line: 1, col: 1}, "write it with its width, such as %x:32", "the width of a parameter of @%s cannot be inferred", name(f.Name))
		}
	}
	p.bad = false
}
