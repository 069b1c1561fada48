package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Small arrays that are members of structs, element by element. An index that is not known makes all that an address may lead to one: a driver that keeps four readings in an array of its struct, and
// the lock, and the state beside it, would have them all in one region, and nothing that is said about one of them could be proved. C says that an index stays within its array. So in the
// harness of a driver an access of such an element asks which one it is, and each has an address of its own; another index ends the execution, which is an assumption.
//
// Only where nothing is asked about indexes: with the property memory an index is what it is. An array of no or one element at the end of a struct may be longer than it says, and is left alone.

// mostMembers is how long such an array may be.
const mostMembers = 16

// elements is an element of an array whose index is not known.
type elements struct {
	base   ir.Operand // of the array
	index  ir.Operand
	count  int64
	stride int64
	off    int64 // of what is accessed, in the element
}

// elementOf says that an lvalue is an element of a member, if it is and may be told apart.
func (f *fn) elementOf(e *cc.PostfixExpression, lv *lval, base, index ir.Operand, from int) {
	h := f.c.opts.Harness
	if h == nil || !h.Elements || f.cur == nil || f.isConst() || index.Kind != ir.KindReg || lv.volatile || lv.atomic || lv.overlay || !lv.t.scalar() && lv.t.k != kRecord {
		return
	}
	p, ok := unparen(e.PostfixExpression).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionSelect && p.Case != cc.PostfixExpressionPSelect || p.Field() == nil {
		return
	}
	array, ok := p.Type().Undecay().(*cc.ArrayType)
	if !ok || array.Len() < 2 || array.Len() > mostMembers {
		return
	}
	lv.elements = &elements{base: base, index: index, count: array.Len(), stride: f.u.size(lv.t)}
	f.perhaps = append(f.perhaps, f.cur.Instrs[from:]...)
}

// memberOf says that an lvalue is a member of such an element.
func (f *fn) memberOf(lv *lval, b lval, off int64, from int) {
	if b.elements == nil || f.cur == nil || lv.bf != nil || lv.volatile || lv.atomic || lv.overlay || !lv.t.scalar() && lv.t.k != kRecord {
		return
	}
	x := *b.elements
	x.off += off
	lv.elements = &x
	f.perhaps = append(f.perhaps, f.cur.Instrs[from:]...)
}

// eachElement makes an access of an element, whichever it is.
func (f *fn) eachElement(lv lval, access func(lval)) {
	x := lv.elements
	lv.elements = nil
	end := f.newBlock("element")
	for i := range x.count {
		one := f.newBlock("element")
		other := f.newBlock("element")
		f.branch(f.binary(ir.Eq, x.index, ir.K(x.index.Width, uint64(i))), one, other)
		f.begin(one)
		lv.addr = f.addr(x.base, i*x.stride+x.off)
		access(lv)
		f.jump(end)
		f.begin(other)
	}
	f.c.assume(f.pos, "an index of an array that is a member of a struct stays within it", false)
	f.emit(&ir.Assume{Cond: ir.K(1, 0)})
	f.jump(end)
	f.begin(end)
}

// dropAddresses takes out the addresses of elements that nothing asks for.
func (f *fn) dropAddresses() {
	if len(f.perhaps) == 0 {
		return
	}
	perhaps := map[ir.Instr]bool{}
	for _, in := range f.perhaps {
		perhaps[in] = true
	}
	for again := true; again; {
		again = false
		used := map[ir.Reg]bool{}
		for in := range f.f.Instrs() {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					used[o.Reg] = true
				}
			})
		}
		for _, b := range f.f.Blocks {
			n := len(b.Instrs)
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in ir.Instr) bool {
				needed := !perhaps[in]
				ir.Defs(in, func(r *ir.Reg) { needed = needed || used[*r] })
				return !needed
			})
			again = again || len(b.Instrs) < n
		}
	}
}
