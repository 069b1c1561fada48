package cfront

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Pointer arithmetic that leaves the address space is an invalid operation (ir.Binary.Exact): two indices are never one element. The mark
// costs a condition, and so it is left away where a wrap could not make two elements one: an index that is narrower than a pointer, times a
// size, has room at pointer width, and with 64 bits the sum of that and the address of an object can only wrap to where no object is. Offsets of members are within an object and have no mark, in either direction.
// Neither has the product with the size of a variable array, whose check would be a multiplication of twice the width.
//
// Where memory safety is looked for, nothing has the mark: arithmetic wraps as the machine's does, and every access is checked. Otherwise an access whose index
// overflows on the way would be assumed away and not reported.
//
// A constant from a constant is a number and no element of anything: programs write what no object may lie at that way, as Linux does with LIST_POISON1
// (include/linux/poison.h). It wraps; otherwise no execution would get past a list_del.

// exact is f.binary for a sum, difference or product that must fit.
func (f *fn) exact(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if f.isConst() || f.c.opts.Wrap || x.Kind == ir.KindConst && y.Kind == ir.KindConst {
		return f.binary(op, x, y)
	}
	in := &ir.Binary{Op: op, X: x, Y: y, Exact: true}
	if r, ok := in.Fold(x, y); ok {
		return r
	}
	if y.Kind == ir.KindConst && f.ofObject(x) && ir.NearObject(y.Width, y.Val) {
		in.Exact = false
	}
	in.Dst = f.tmp(x.Width)
	f.emit(in)
	return ir.R(in.Dst, x.Width)
}

// distance is the number of bytes that i elements of a size take. It is short if, whatever i is, it cannot lead from one object to another.
func (f *fn) distance(i value, size ir.Operand) (by ir.Operand, short bool) {
	pw := f.c.pw
	if i.t.w > pw && i.t.w <= 64 && !f.c.opts.Wrap {
		// The index fits a pointer if the product of it and the rest of the width fits.
		by := ir.K(i.t.w, uint64(i.t.w-pw))
		high := f.exact(ir.Mul, i.op, ir.K(i.t.w, 1<<(i.t.w-pw)))
		i = value{op: f.resize(f.binary(ir.AShr, high, by), pw, true), t: f.c.diffType()}
	}
	n := f.resize(i.op, pw, i.t.signed)
	if size.Kind != ir.KindConst {
		return f.binary(ir.Mul, n, size), false
	}
	if room := pw - 2 - i.t.w; room >= bits.Len64(size.Val.Lo) {
		return f.binary(ir.Mul, n, size), pw == 64
	}
	return f.exact(ir.Mul, n, size), false
}

// outward takes the mark off the way from a member to the struct around it, which is the offset of a member too. Programs go that way from null, and compare the member with null
// to see the end of a list.
func (f *fn) outward(v value, t ctype) {
	if v.t.k != kPtr || t.k != kPtr || v.op.Kind != ir.KindReg || f.cur == nil || len(f.cur.Instrs) == 0 {
		return
	}
	from, to := f.u.elem(v.t), f.u.elem(t)
	in, ok := f.cur.Instrs[len(f.cur.Instrs)-1].(*ir.Binary)
	if ok && in.Dst == v.op.Reg && in.Op == ir.Sub && in.Y.Kind == ir.KindConst && to.k == kRecord && (from.k == kVoid || from.char) {
		in.Exact = false
	}
}

// objectReg makes a register for the address of a local.
func (f *fn) objectReg() ir.Reg {
	r := f.newReg(f.c.pw, "", ir.ShowPointer)
	if f.objects == nil {
		f.objects = map[ir.Reg]bool{}
	}
	f.objects[r] = true
	return r
}

// ofObject reports whether an operand is the address of a variable, or of a part of one.
func (f *fn) ofObject(o ir.Operand) bool {
	return o.Kind == ir.KindGlobal || o.Kind == ir.KindReg && f.objects[o.Reg]
}
