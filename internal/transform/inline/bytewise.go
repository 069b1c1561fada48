package inline

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Ranges turns operations on ranges into loops over their bytes, for programs that are printed with their loops. A copy onto a later part
// of itself goes backwards.
func Ranges(p *ir.Program) *ir.Program {
	out := p.Clone()
	for _, f := range out.Funcs {
		for i := 0; i < len(f.Blocks); i++ { // blocks that are added are looked at too
			for k, in := range f.Blocks[i].Instrs {
				switch in.(type) {
				case *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
					loopOver(out, f, i, k)
				default:
					continue
				}
				break
			}
		}
	}
	return out
}

// loopOver replaces instruction k of a block.
func loopOver(p *ir.Program, f *ir.Func, block, k int) {
	b := f.Blocks[block]
	in := b.Instrs[k]
	m, _, _ := ir.AccessOf(in)
	w := p.PtrWidth()
	newBlock := func(hint string) (*ir.Block, ir.BlockID) {
		nb := &ir.Block{Name: transform.UniqueName(hint, len(f.Blocks))}
		f.Blocks = append(f.Blocks, nb)
		return nb, ir.BlockID(len(f.Blocks) - 1)
	}
	head, headID := newBlock("range")
	body, bodyID := newBlock("byte")
	rest, restID := newBlock("behind")
	rest.Instrs = append(rest.Instrs, b.Instrs[k+1:]...)
	b.Instrs = b.Instrs[:k:k]
	at := b
	add := func(x ir.Instr) {
		*x.Base() = ir.Meta{ID: p.NewID(), Pos: in.Base().Pos, Text: in.Base().Text}
		at.Instrs = append(at.Instrs, x)
	}
	pure := func(width int, x func(d ir.Reg) ir.Instr) ir.Operand {
		r := f.NewReg(width, "", ir.ShowUnsigned)
		add(x(r))
		return ir.R(r, width)
	}
	binary := func(op ir.BinOp, x, y ir.Operand) ir.Operand {
		width := w
		if op.IsCompare() {
			width = 1
		}
		return pure(width, func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: op, X: x, Y: y} })
	}
	var back ir.Operand
	src := ir.SourceOf(in)
	if src != nil {
		back = binary(ir.ULt, binary(ir.Sub, m.Addr, src.Addr), m.Len)
	}
	i := pure(w, func(d ir.Reg) ir.Instr { return &ir.Move{Dst: d, X: ir.K(w, 0)} })
	add(&ir.Jump{To: headID})
	at = head
	more := binary(ir.ULt, i, m.Len)
	add(&ir.Branch{Cond: more, Then: bodyID, Else: restID})
	at = body
	off := i
	if src != nil {
		last := binary(ir.Sub, binary(ir.Sub, m.Len, i), ir.K(w, 1))
		off = pure(w, func(d ir.Reg) ir.Instr { return &ir.Ite{Dst: d, Cond: back, X: last, Y: i} })
	}
	byteAt := func(m ir.Mem) ir.Mem {
		m.Addr, m.Len = binary(ir.Add, m.Addr, off), ir.Operand{}
		return m
	}
	if scan, ok := in.(*ir.Scan); ok {
		v := pure(8, func(d ir.Reg) ir.Instr { return &ir.Load{Dst: d, Mem: byteAt(*m)} })
		found := binary(ir.Eq, v, scan.Val)
		next, nextID := newBlock("next")
		add(&ir.Branch{Cond: found, Then: restID, Else: nextID})
		at = next
		result := &ir.Move{Dst: scan.Dst, X: i}
		*result.Base() = ir.Meta{ID: p.NewID(), Pos: in.Base().Pos, Text: in.Base().Text}
		rest.Instrs = append([]ir.Instr{result}, rest.Instrs...)
	} else if src != nil {
		v := pure(8, func(d ir.Reg) ir.Instr { return &ir.Load{Dst: d, Mem: byteAt(*src)} })
		add(&ir.Store{Mem: byteAt(*m), Val: v})
	} else if fill, ok := in.(*ir.Fill); !ok { // a Touch, which reads
		pure(8, func(d ir.Reg) ir.Instr { return &ir.Load{Dst: d, Mem: byteAt(*m)} })
	} else {
		v := fill.Val
		if fill.Any() {
			v = pure(8, func(d ir.Reg) ir.Instr { return &ir.Havoc{Dst: d} })
		}
		add(&ir.Store{Mem: byteAt(*m), Val: v})
	}
	add(&ir.Binary{Dst: i.Reg, Op: ir.Add, X: i, Y: ir.K(w, 1)})
	add(&ir.Jump{To: headID})
}
