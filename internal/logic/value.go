package logic

// Values of terms: what constants hold, what an assignment gives to variables, what evaluation returns.

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"
)

// Value is an immutable value of some sort. The zero Value is no value.
type Value struct {
	sort Sort
	u    uint64   // Bool, and BV of at most 64 bits
	big  *big.Int // wider BV
	arr  *array   // Array
}

// BoolValue is a truth value.
func BoolValue(v bool) Value {
	if v {
		return Value{sort: BoolSort, u: 1}
	}
	return Value{sort: BoolSort}
}

// BVValue is a bit-vector; v is reduced modulo 2^width.
func BVValue(width int, v uint64) Value {
	s := BVSort(width)
	if width <= 64 {
		return Value{sort: s, u: v & mask64(width)}
	}
	return Value{sort: s, big: new(big.Int).SetUint64(v)}
}

// BVBigValue is a bit-vector; v is reduced modulo 2^width, so that negative numbers become two's complement.
func BVBigValue(width int, v *big.Int) Value {
	s := BVSort(width)
	if v.Sign() >= 0 && v.BitLen() <= width {
		if width <= 64 {
			return Value{sort: s, u: v.Uint64()}
		}
		return Value{sort: s, big: new(big.Int).Set(v)}
	}
	r := new(big.Int).And(v, maskBig(width))
	if width <= 64 {
		return Value{sort: s, u: r.Uint64()}
	}
	return Value{sort: s, big: r}
}

// ZeroValue is false, zero, or the array of zeros.
func ZeroValue(s Sort) Value {
	switch s.Kind {
	case BoolKind:
		return BoolValue(false)
	case BVKind:
		return BVValue(s.Width, 0)
	case ArrayKind:
		return ArrayValue(s, BVValue(s.Width, 0))
	}
	panic("logic: no sort")
}

// IsZero reports whether v is the zero Value, that is, none.
func (v Value) IsZero() bool { return v.sort.Kind == NoSort }

// Sort is the sort of v.
func (v Value) Sort() Sort { return v.sort }

// Bool is the truth value of a Bool.
func (v Value) Bool() bool {
	if !v.sort.IsBool() {
		panic("logic: Bool of " + v.sort.String())
	}
	return v.u != 0
}

// Uint64 is the value of a Bool (0 or 1), or of a BV if it fits.
func (v Value) Uint64() (u uint64, ok bool) {
	switch {
	case v.sort.IsArray():
		return 0, false
	case v.big == nil:
		return v.u, true
	}
	return v.big.Uint64(), v.big.IsUint64()
}

// Big is the unsigned value of a Bool or BV, in a fresh big.Int.
func (v Value) Big() *big.Int {
	if v.big != nil {
		return new(big.Int).Set(v.big)
	}
	return new(big.Int).SetUint64(v.u)
}

// Signed is the two's complement value of a BV, in a fresh big.Int.
func (v Value) Signed() *big.Int {
	r := v.Big()
	if w := v.sort.Width; r.Bit(w-1) == 1 {
		r.Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return r
}

// Bit is the i-th bit of a Bool or BV, the lowest is 0.
func (v Value) Bit(i int) bool {
	if v.big != nil {
		return v.big.Bit(i) == 1
	}
	return i < 64 && v.u>>uint(i)&1 == 1
}

// Equal reports whether v and w are the same value of the same sort.
func (v Value) Equal(w Value) bool {
	if v.sort != w.sort {
		return false
	}
	switch {
	case v.arr != nil:
		return v.arr.equal(w.arr, v.sort.Index)
	case v.big != nil:
		return v.big.Cmp(w.big) == 0
	}
	return v.u == w.u
}

// String is the value in SMT-LIB's notation.
func (v Value) String() string {
	switch v.sort.Kind {
	case BoolKind:
		return fmt.Sprint(v.u != 0)
	case BVKind:
		return bvText(v)
	case ArrayKind:
		def, entries := v.Entries()
		var s strings.Builder
		s.WriteString(strings.Repeat("(store ", len(entries)))
		fmt.Fprintf(&s, "((as const %v) %v)", v.sort, def)
		for _, e := range entries {
			fmt.Fprintf(&s, " %v %v)", e.Index, e.Elem)
		}
		return s.String()
	}
	return "none"
}

func bvText(v Value) string {
	w := v.sort.Width
	if w%4 == 0 {
		if v.big == nil {
			return fmt.Sprintf("#x%0*x", w/4, v.u)
		}
		return fmt.Sprintf("#x%0*x", w/4, v.big)
	}
	if v.big == nil {
		return fmt.Sprintf("#b%0*b", w, v.u)
	}
	return fmt.Sprintf("#b%0*b", w, v.big)
}

// log2 is the exponent of a power of two.
func log2(v uint64) (int, bool) {
	if v == 0 || v&(v-1) != 0 {
		return 0, false
	}
	return bits.TrailingZeros64(v), true
}
