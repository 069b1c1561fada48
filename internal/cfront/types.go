package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The types that lowering computes with.
//
// The checked tree has no implicit conversions, and the type it gives an expression may already be decayed or promoted,
// depending on where the expression stands. So lowering finds the type of every expression itself, from the bottom up:
// declarations, members and casts bring a type of the library's, operators compute with the few facts kept here (kind, width,
// signedness, rank). Sizes and offsets always come from package layout. Qualifiers are not part of these types; the
// library loses some of them, see qual.go.

type kind uint8

const (
	kVoid   kind = iota
	kInt         // integers, _Bool, enums
	kFloat       // float and double
	kPtr         // pointers
	kArray       // arrays
	kRecord      // structs and unions
	kFunc        // functions
	kOther       // long double, see longdouble.go; complex, vectors, decimal floats, for which there is no arithmetic
)

// ctype is a C type without qualifiers.
type ctype struct {
	k       kind
	w       int  // kInt, kFloat, kPtr: bits
	signed  bool // kInt
	boolean bool // _Bool
	char    bool // char of any sign, for people
	rank    int8 // kInt: conversion rank
	cc      cc.Type
	el      *ctype // pointee, where cc is nil
}

const (
	rankBool = iota + 1
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
	rankInt128
)

func intType(w int, signed bool, rank int8) ctype {
	return ctype{k: kInt, w: w, signed: signed, rank: rank}
}

var (
	tVoid = ctype{k: kVoid}
	tInt  = intType(32, true, rankInt)
	tUint = intType(32, false, rankInt)
	tChar = ctype{k: kInt, w: 8, signed: true, char: true, rank: rankChar}
)

// sizeType is size_t, diffType is ptrdiff_t.
func (c *compiler) sizeType() ctype { return c.wordType(false) }
func (c *compiler) diffType() ctype { return c.wordType(true) }

func (c *compiler) wordType(signed bool) ctype {
	switch c.prog.Model {
	case ir.ILP32:
		return intType(32, signed, rankInt)
	case ir.LLP64:
		return intType(64, signed, rankLongLong)
	}
	return intType(64, signed, rankLong)
}

// longType is long or unsigned long.
func (c *compiler) longType(signed bool) ctype {
	if c.prog.Model == ir.LP64 {
		return intType(64, signed, rankLong)
	}
	return intType(32, signed, rankLong)
}

// pointerTo makes the type of a pointer.
func (c *compiler) pointerTo(t ctype) ctype { return ctype{k: kPtr, w: c.pw, el: &t} }

// typeOf turns a type of the library's into one of ours.
func (u *unit) typeOf(t cc.Type) ctype {
	if t == nil {
		return ctype{k: kOther}
	}
	if t.VectorSize() > 0 {
		return ctype{k: kOther, cc: t}
	}
	integer := func(signed bool, rank int8) ctype {
		return ctype{k: kInt, w: int(8 * t.Size()), signed: signed, rank: rank, cc: t}
	}
	switch t.Kind() {
	case cc.Void:
		return ctype{k: kVoid, cc: t}
	case cc.Bool:
		r := integer(false, rankBool)
		r.boolean = true
		return r
	case cc.Char, cc.SChar, cc.UChar:
		r := integer(t.Kind() != cc.UChar && (t.Kind() == cc.SChar || u.charSigned()), rankChar)
		r.char = true
		return r
	case cc.Short:
		return integer(true, rankShort)
	case cc.UShort:
		return integer(false, rankShort)
	case cc.Int:
		return integer(true, rankInt)
	case cc.UInt:
		return integer(false, rankInt)
	case cc.Long:
		return integer(true, rankLong)
	case cc.ULong:
		return integer(false, rankLong)
	case cc.LongLong:
		return integer(true, rankLongLong)
	case cc.ULongLong:
		return integer(false, rankLongLong)
	case cc.Int128:
		return integer(true, rankInt128)
	case cc.UInt128:
		return integer(false, rankInt128)
	case cc.Enum:
		e, ok := t.(*cc.EnumType)
		if !ok {
			return tInt
		}
		size, signed := u.lay.Underlying(e)
		r := ctype{k: kInt, w: int(8 * size), signed: signed, rank: rankInt, cc: t}
		switch {
		case size == 1:
			r.rank = rankChar
		case size == 2:
			r.rank = rankShort
		case size == 8:
			r.rank = u.c.wide(signed).rank
		}
		return r
	case cc.Float, cc.Float32:
		return ctype{k: kFloat, w: 32, cc: t}
	case cc.LongDouble:
		if t.Size() == 8 {
			return ctype{k: kFloat, w: 64, cc: t}
		}
	case cc.Double, cc.Float64, cc.Float32x:
		return ctype{k: kFloat, w: 64, cc: t}
	case cc.Ptr:
		return ctype{k: kPtr, w: u.c.pw, cc: t}
	case cc.Array:
		return ctype{k: kArray, cc: t}
	case cc.Struct, cc.Union:
		return ctype{k: kRecord, cc: t}
	case cc.Function:
		return ctype{k: kFunc, cc: t}
	}
	return ctype{k: kOther, cc: t}
}

// wide is the 64-bit integer type that enums and literals fall back to: long where that is wide enough.
func (c *compiler) wide(signed bool) ctype {
	if c.prog.Model == ir.LP64 {
		return intType(64, signed, rankLong)
	}
	return intType(64, signed, rankLongLong)
}

// charSigned says whether plain char is signed; it is on every target heddle knows, unless a flag says otherwise.
func (u *unit) charSigned() bool { return !u.UnsignedChar }

// elem is the type of what a pointer points to or an array holds.
func (u *unit) elem(t ctype) ctype {
	if t.el != nil {
		return *t.el
	}
	switch x := t.cc.(type) {
	case *cc.PointerType:
		return u.typeOf(x.Elem())
	case *cc.ArrayType:
		return u.typeOf(x.Elem())
	}
	return tVoid
}

// decay turns arrays and functions into pointers.
func (u *unit) decay(t ctype) ctype {
	switch t.k {
	case kArray:
		return u.c.pointerTo(u.elem(t))
	case kFunc:
		return u.c.pointerTo(t)
	}
	return t
}

// size is the size of a type in bytes, or -1 if it is not a constant.
func (u *unit) size(t ctype) int64 {
	switch t.k {
	case kVoid, kFunc:
		return 1
	case kInt, kFloat, kPtr:
		return int64(t.w+7) / 8
	}
	if t.cc == nil {
		return -1
	}
	return u.lay.Sizeof(t.cc)
}

// align is the alignment of a variable of the type.
func (u *unit) align(t ctype) int64 {
	if t.cc == nil {
		return max(1, int64(t.w/8))
	}
	return max(1, u.lay.Prefalignof(t.cc))
}

func (t ctype) scalar() bool     { return t.k == kInt || t.k == kFloat || t.k == kPtr }
func (t ctype) arithmetic() bool { return t.k == kInt || t.k == kFloat }

// union reports whether a record is a union.
func (t ctype) union() bool { return t.k == kRecord && t.cc.Kind() == cc.Union }

// function returns the function type of a function or of a pointer to one.
func (u *unit) function(t ctype) (*cc.FunctionType, bool) {
	if t.k == kPtr {
		t = u.elem(t)
	}
	ft, ok := t.cc.(*cc.FunctionType)
	return ft, ok && t.k == kFunc
}

// promote is the integer promotion. bits is the width of the bit-field a value was read from, or 0; gcc computes with a
// wide bit-field in its own width.
func promote(t ctype, bits int) ctype {
	if t.k != kInt {
		return t
	}
	if bits > 0 && bits < t.w || bits > 0 && t.rank < rankInt {
		switch {
		case bits < 32 || bits == 32 && t.signed:
			return tInt
		case bits == 32:
			return tUint
		}
		return ctype{k: kInt, w: bits, signed: t.signed, rank: t.rank}
	}
	if t.rank < rankInt {
		return tInt
	}
	return ctype{k: kInt, w: t.w, signed: t.signed, rank: t.rank}
}

// usual is the type of the usual arithmetic conversions; both types are promoted already.
func usual(a, b ctype) ctype {
	if a.k == kOther || b.k == kOther {
		return ctype{k: kOther}
	}
	if a.k == kFloat || b.k == kFloat {
		w := 32
		if a.k == kFloat {
			w = a.w
		}
		if b.k == kFloat && b.w > w {
			w = b.w
		}
		return ctype{k: kFloat, w: w}
	}
	switch {
	case a.w > b.w:
		return a
	case b.w > a.w:
		return b
	}
	// One width: the higher rank wins, unsigned wins among equals and over a lower rank, since a signed type of the
	// same width cannot hold all its values.
	r := a
	if b.rank > a.rank {
		r = b
	}
	r.signed = a.signed && b.signed
	return r
}

// showOf says how values of a type are printed for people.
func showOf(t ctype) ir.Show {
	switch t.k {
	case kPtr, kFunc, kArray:
		return ir.ShowPointer
	case kFloat:
		return ir.ShowFloat
	case kInt:
		switch {
		case t.boolean:
			return ir.ShowBool
		case t.char && t.signed:
			return ir.ShowChar
		case t.signed:
			return ir.ShowSigned
		}
	}
	return ir.ShowUnsigned
}
