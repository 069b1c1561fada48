package unfold

import "github.com/heddle-dev/heddle/internal/ir"

// Room for allocations of unknown size. Memory is laid out before it is known how large such an object is, so executions in which it is larger than its room are cut. How much room
// it gets is read off the way its size is computed: a number of elements gets some of them, and what is added to it comes on top.

// someElements is how many elements an allocation has room for, whatever their size.
const someElements = 2

// mostRoom is the most that the size of an element makes room for.
const mostRoom = 1 << 16

// roomFor is the room of an allocation whose size is the value of a register.
func (u *unfolder) roomFor(size ir.Operand) int64 {
	unit, more := u.sizedBy(size, 8)
	return min(max(int64(u.opt.Reserve), someElements*unit)+more, mostRoom)
}

// sizedBy reads a value as a number of units and something added to it.
func (u *unfolder) sizedBy(x ir.Operand, depth int) (unit, more int64) {
	if x.Kind != ir.KindReg || depth == 0 {
		return 1, 0
	}
	small := func(o ir.Operand) (int64, bool) {
		return int64(o.Val.Lo), o.Kind == ir.KindConst && o.Val.Hi == 0 && o.Val.Lo < mostRoom
	}
	switch in := u.sizes[x.Reg].(type) {
	case *ir.Move:
		return u.sizedBy(in.X, depth-1)
	case *ir.Unary:
		if in.Op == ir.ZExt || in.Op == ir.SExt || in.Op == ir.Trunc {
			return u.sizedBy(in.X, depth-1)
		}
	case *ir.Binary:
		a, b := in.X, in.Y
		if _, ok := small(a); ok {
			a, b = b, a
		}
		k, ok := small(b)
		unit, more = u.sizedBy(a, depth-1)
		switch {
		case !ok:
			return 1, 0
		case in.Op == ir.Mul:
			return min(unit*k, mostRoom), min(more*k, mostRoom)
		case in.Op == ir.Shl && in.X == a && k < 16:
			return min(unit<<k, mostRoom), min(more<<k, mostRoom)
		case in.Op == ir.Add:
			return unit, min(more+k, mostRoom)
		}
	}
	return 1, 0
}

// sized remembers how a register was computed.
func (u *unfolder) sized(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Move:
		u.sizes[in.Dst] = in
	case *ir.Unary:
		u.sizes[in.Dst] = in
	case *ir.Binary:
		u.sizes[in.Dst] = in
	}
}
