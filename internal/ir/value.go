package ir

import (
	"fmt"
	"math/big"
)

// MaxWidth is the widest bit-vector a register holds. C has no wider scalar than __int128; wider state is
// memory, cell by cell.
const MaxWidth = 128

// Reg names a register of a function. Registers count from 0; NoReg stands for "result not wanted".
type Reg int32

// NoReg is the absent register.
const NoReg Reg = -1

// Const is a bit-vector constant. Bits above the width are zero.
type Const struct {
	Lo, Hi uint64
}

// MakeConst makes a constant of a width from the low bits of v.
func MakeConst(width int, v uint64) Const { return Const{Lo: v}.Truncate(width) }

// SignedConst makes a constant of a width from a signed number.
func SignedConst(width int, v int64) Const {
	c := Const{Lo: uint64(v)}
	if v < 0 {
		c.Hi = ^uint64(0)
	}
	return c.Truncate(width)
}

// Truncate clears the bits at and above width.
func (c Const) Truncate(width int) Const {
	switch {
	case width >= 128:
		return c
	case width > 64:
		c.Hi &= 1<<(width-64) - 1
	case width == 64:
		c.Hi = 0
	default:
		c.Hi = 0
		c.Lo &= 1<<width - 1
	}
	return c
}

// IsZero reports whether all bits are zero.
func (c Const) IsZero() bool { return c.Lo == 0 && c.Hi == 0 }

// Big returns the constant as an unsigned number.
func (c Const) Big() *big.Int {
	b := new(big.Int).SetUint64(c.Hi)
	b.Lsh(b, 64)
	return b.Or(b, new(big.Int).SetUint64(c.Lo))
}

// SignedBig returns the constant of a width as a two's-complement number.
func (c Const) SignedBig(width int) *big.Int {
	b := c.Big()
	if width > 0 && b.Bit(width-1) == 1 {
		b.Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	return b
}

// ConstFromBig makes a constant of a width from any number, taken modulo 2^width.
func ConstFromBig(width int, v *big.Int) Const {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	r := new(big.Int).Mod(v, m)
	lo := new(big.Int).And(r, new(big.Int).SetUint64(^uint64(0))).Uint64()
	hi := new(big.Int).Rsh(r, 64).Uint64()
	return Const{Lo: lo, Hi: hi}
}

// OperandKind tells what an Operand is.
type OperandKind uint8

// The kinds of operands. The zero Operand is absent (KindNone).
const (
	KindNone   OperandKind = iota
	KindReg                // the value of a register
	KindConst              // a constant
	KindGlobal             // the address of a global (not of a thread-local one) plus Val bytes
	KindFunc               // the address of a function
)

// Operand is something an instruction reads without touching memory.
type Operand struct {
	Kind   OperandKind
	Width  int
	Reg    Reg
	Val    Const // KindConst: the value; KindGlobal: bytes added to the address
	Global GlobalID
	Func   FuncID
}

// R makes a register operand.
func R(r Reg, width int) Operand { return Operand{Kind: KindReg, Reg: r, Width: width} }

// K makes a constant operand.
func K(width int, v uint64) Operand {
	return Operand{Kind: KindConst, Width: width, Val: MakeConst(width, v)}
}

// KConst makes a constant operand from a Const.
func KConst(width int, c Const) Operand {
	return Operand{Kind: KindConst, Width: width, Val: c.Truncate(width)}
}

// G makes the address of a global plus an offset.
func G(g GlobalID, offset uint64, ptrWidth int) Operand {
	return Operand{Kind: KindGlobal, Global: g, Width: ptrWidth, Val: MakeConst(ptrWidth, offset)}
}

// F makes the address of a function.
func F(f FuncID, ptrWidth int) Operand { return Operand{Kind: KindFunc, Func: f, Width: ptrWidth} }

// IsSet reports whether the operand is there.
func (o Operand) IsSet() bool { return o.Kind != KindNone }

// IsConst reports whether the operand is the given constant.
func (o Operand) IsConst(v uint64) bool {
	return o.Kind == KindConst && o.Val.Hi == 0 && o.Val.Lo == v
}

func (o Operand) String() string {
	switch o.Kind {
	case KindReg:
		return fmt.Sprintf("r%d", o.Reg)
	case KindConst:
		return o.Val.Big().String()
	case KindGlobal:
		return fmt.Sprintf("global#%d+%d", o.Global, o.Val.Lo)
	case KindFunc:
		return fmt.Sprintf("func#%d", o.Func)
	}
	return "none"
}

// Shifted is the constant times 2^n.
func (c Const) Shifted(n int) Const {
	b := c.Big()
	return ConstFromBig(MaxWidth, b.Lsh(b, uint(n)))
}
