package cfront

import (
	"math/big"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Bit-fields. An access touches the C11 memory location that the bit-field stands in: the run of adjacent bit-fields, rounded
// to bytes. Reading loads all of it, writing loads and stores all of it, so two threads that write neighbouring bit-fields
// race, and never with the member next to the run.

// bitField says where the bits lie in the memory location at an lvalue's address.
type bitField struct {
	off   int // of the lowest bit, from the start of the location
	width int
	size  int64      // of the location, in bytes
	loc   ir.Operand // the location as it was read a moment ago, if nothing has happened since
}

// wideLocation reports a location that no register holds.
func (f *fn) wideLocation(lv lval) bool {
	if lv.bf.size*8 <= ir.MaxWidth {
		return false
	}
	f.unsupported(nil, "run of bit-fields wider than 128 bits")
	return true
}

func (f *fn) loadLocation(lv lval) ir.Operand {
	w := int(lv.bf.size * 8)
	d := f.newReg(w, "", ir.ShowUnsigned)
	f.emit(&ir.Load{Dst: d, Mem: f.mem(lv, lv.bf.size)})
	return ir.R(d, w)
}

// bitsOf extracts the bit-field from its location, in the width of its declared type.
func (f *fn) bitsOf(lv lval, loc ir.Operand) value {
	d := f.tmp(lv.bf.width)
	f.emit(&ir.Extract{Dst: d, X: loc, Lo: lv.bf.off})
	return f.bitValue(lv, ir.R(d, lv.bf.width))
}

// bitValue extends the bits of a bit-field to its declared type.
func (f *fn) bitValue(lv lval, bits ir.Operand) value {
	return value{op: f.resize(bits, lv.t.w, lv.t.signed && !lv.t.boolean), t: lv.t, bits: lv.bf.width}
}

func (f *fn) loadBits(lv lval) value {
	if lv.bf.width == 0 || f.wideLocation(lv) {
		return zero(lv.t, f.c.pw)
	}
	return f.bitsOf(lv, f.loadLocation(lv))
}

// loadForUpdate reads an object that is written right after; a bit-field's location is then read only once.
func (f *fn) loadForUpdate(lv *lval) value {
	if lv.bf == nil || lv.bf.width == 0 || lv.bf.size*8 > ir.MaxWidth {
		return f.load(*lv)
	}
	bf := *lv.bf
	bf.loc = f.loadLocation(*lv)
	lv.bf = &bf
	return f.bitsOf(*lv, bf.loc)
}

func (f *fn) storeBits(lv lval, v value) value {
	if f.wideLocation(lv) {
		return zero(lv.t, f.c.pw)
	}
	w := int(lv.bf.size * 8)
	bits := f.resize(v.op, lv.bf.width, false)
	whole := bits
	if lv.bf.width < w {
		mask := new(big.Int).Lsh(big.NewInt(1), uint(lv.bf.width))
		mask.Sub(mask, big.NewInt(1)).Lsh(mask, uint(lv.bf.off))
		keep := ir.KConst(w, ir.ConstFromBig(w, mask.Not(mask)))
		loc := lv.bf.loc
		if !loc.IsSet() {
			loc = f.loadLocation(lv)
		}
		old := f.binary(ir.And, loc, keep)
		whole = f.binary(ir.Or, old, f.shiftLeft(bits, lv.bf.off, w))
	}
	f.emit(&ir.Store{Mem: f.mem(lv, lv.bf.size), Val: whole})
	return f.bitValue(lv, bits)
}

// shiftLeft places bits at an offset in a zero of width w.
func (f *fn) shiftLeft(bits ir.Operand, off, w int) ir.Operand {
	if off > 0 {
		bits = f.concat(bits, ir.K(off, 0))
	}
	return f.resize(bits, w, false)
}
