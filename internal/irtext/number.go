package irtext

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Numbers of 128 bits while they are read. A literal without a width is kept as a two's-complement number of 128 bits
// until its width is known.

func mulAdd(c ir.Const, m, a uint64) (ir.Const, bool) {
	h0, l0 := bits.Mul64(c.Lo, m)
	h1, l1 := bits.Mul64(c.Hi, m)
	lo, carry := bits.Add64(l0, a, 0)
	hi, over := bits.Add64(l1, h0, carry)
	return ir.Const{Lo: lo, Hi: hi}, h1 != 0 || over != 0
}

func negate(c ir.Const) ir.Const {
	lo, carry := bits.Add64(^c.Lo, 1, 0)
	return ir.Const{Lo: lo, Hi: ^c.Hi + carry}
}

// fit cuts a literal to a width. It fits if nothing but a zero or sign extension is lost.
func fit(c ir.Const, width int) (ir.Const, bool) {
	t := c.Truncate(width)
	if t == c {
		return t, true
	}
	n := negate(c)
	// A negative number fits if its magnitude is at most 2^(width-1).
	half := ir.ConstFromBig(ir.MaxWidth, ir.Const{Lo: 1}.Big().Lsh(ir.Const{Lo: 1}.Big(), uint(width-1)))
	le := n.Hi < half.Hi || n.Hi == half.Hi && n.Lo <= half.Lo
	return t, le && !n.IsZero()
}
