package cfront

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The assembly of one x86 instruction that computes a register from registers and constants (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2): bswap %0, movl %1,%0, addq $8,%[sum]. Its
// operands are all of the size that the mnemonic says. What is not exactly of this shape gives arbitrary values, as before.

var registerOps = map[string]int{ // and how many operands they have
	"bswap": 1, "not": 1, "neg": 1, "inc": 1, "dec": 1,
	"mov": 2, "add": 2, "sub": 2, "and": 2, "or": 2, "xor": 2,
}

// registerAsm lowers such an instruction, and reports whether it did.
func (f *fn) registerAsm(template string, outs, ins []asmOperand) bool {
	list, locked := asmInstrs(template)
	if locked || len(list) != 1 || len(outs) != 1 || registerOps[list[0].op] != len(list[0].args) || len(list[0].args) == 0 {
		return false
	}
	in, o := list[0], &asmOperands{all: slices.Concat(outs, ins), outs: 1}
	if slices.ContainsFunc(in.args, func(a string) bool { return len(a) > 1 && a[0] == '%' && strings.ContainsRune("bhwkq", rune(a[1])) }) {
		return false // a part of an operand
	}
	if o.find(in.args[len(in.args)-1]) != 0 || !inRegister(outs[0]) || slices.ContainsFunc(o.all, func(op asmOperand) bool { return op.e == nil }) {
		return false
	}
	t := f.u.typeOf(outs[0].e.Type())
	size := f.u.size(t)
	word := func(t ctype) bool { return t.k == kInt && t.w == int(8*size) || t.k == kPtr && f.c.pw == int(8*size) }
	if !word(t) || in.size != 0 && int64(in.size) != size || in.op == "bswap" && size < 4 { // bswap of 16 bits is undefined
		return false
	}
	w := int(8 * size)
	old := func() (cc.ExpressionNode, bool) {
		e := o.input(0)
		return e, e != nil && word(f.u.typeOf(e.Type()))
	}
	var from cc.ExpressionNode // of an instruction with two operands, if it is no constant
	var constant uint64
	if len(in.args) == 2 {
		if i := o.find(in.args[0]); i >= 0 {
			ok := false
			if from = o.all[i].e; i == 0 {
				from, ok = old()
			} else {
				ok = immediate(o.all[i]) || inRegister(o.all[i]) && word(f.u.typeOf(from.Type()))
			}
			if !ok {
				return false
			}
		} else if k, ok := strings.CutPrefix(in.args[0], "$"); ok {
			n, err := strconv.ParseInt(k, 0, 33) // instructions but mov extend 32 bits by their sign
			if err != nil || n != int64(int32(n)) {
				return false
			}
			constant = uint64(n)
		} else {
			return false
		}
	}
	before, has := old()
	if in.op != "mov" && !has {
		return false
	}
	num := intType(w, false, f.c.wide(false).rank)
	raw := func(e cc.ExpressionNode) ir.Operand {
		v := f.expr(e)
		return f.resize(v.op, w, v.t.signed)
	}
	var x, y ir.Operand
	if in.op != "mov" {
		x = raw(before)
	}
	if from != nil {
		y = raw(from)
	} else {
		y = ir.KConst(w, ir.SignedConst(w, int64(constant)))
	}
	zero, one := ir.K(w, 0), ir.K(w, 1)
	var out ir.Operand
	switch in.op {
	case "bswap":
		out = f.reversed(x)
	case "not":
		out = f.binary(ir.Xor, x, f.binary(ir.Sub, zero, one))
	case "neg":
		out = f.binary(ir.Sub, zero, x)
	case "inc":
		out = f.binary(ir.Add, x, one)
	case "dec":
		out = f.binary(ir.Sub, x, one)
	case "mov":
		out = y
	default:
		out = f.binary(map[string]ir.BinOp{"add": ir.Add, "sub": ir.Sub, "and": ir.And, "or": ir.Or, "xor": ir.Xor}[in.op], x, y)
	}
	lv := f.lvalue(outs[0].e)
	if t.k == kPtr {
		f.assign(lv, value{op: out, t: t})
	} else {
		f.assign(lv, value{op: out, t: num})
	}
	return true
}

// inRegister reports whether an operand is always in a register.
func inRegister(op asmOperand) bool {
	c := strings.Trim(op.constraint, "=+&%")
	return c != "" && strings.Trim(c, "rqQRabcdSD") == "" || len(c) == 1 && c[0] >= '0' && c[0] <= '9'
}

// immediate reports whether an operand is a constant.
func immediate(op asmOperand) bool { return op.constraint == "i" || op.constraint == "n" }
