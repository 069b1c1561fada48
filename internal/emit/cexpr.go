package emit

import (
	"fmt"
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Expressions in C. A value of width w lives in the smallest of u8, u16, u32, u64 and u128 that holds it, with all bits above w zero; that
// is what every expression here evaluates to. Operands of up to 16 bits are promoted to int, which holds them; from 17 bits on the type of
// an expression is exactly the unsigned type of its width, so that nothing is signed by accident.

// class is the width of the C type of a value.
func class(w int) int {
	switch {
	case w <= 8:
		return 8
	case w <= 16:
		return 16
	case w <= 32:
		return 32
	case w <= 64:
		return 64
	}
	return 128
}

func ctype(w int) string {
	if w == 1 {
		return "_Bool"
	}
	return fmt.Sprintf("u%d", class(w))
}

func signed(w int) string { return fmt.Sprintf("i%d", class(w)) }

// exact reports whether a width has a C type of its own.
func exact(w int) bool { return w == class(w) }

func cconst(w int, c ir.Const) string {
	switch {
	case w == 1, w <= 16:
		return fmt.Sprint(c.Lo)
	case w <= 32:
		return cnumber(c.Lo) + "u"
	case w <= 64:
		return cnumber(c.Lo) + "ull"
	case c.Hi == 0:
		return fmt.Sprintf("((u128)%sull)", cnumber(c.Lo))
	}
	return fmt.Sprintf("((u128)%sull << 64 | %sull)", cnumber(c.Hi), cnumber(c.Lo))
}

// cnumber writes addresses and masks in hexadecimal, and other numbers as people do.
func cnumber(v uint64) string {
	if v > 0xffff && bits.OnesCount64(v) <= 4 || v > 0xffff && bits.OnesCount64(^v) <= 4 || v >= 1<<31 {
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}

// fit cuts a value to its width.
func fit(w int, s string) string {
	switch {
	case w == 8, w == 16:
		return fmt.Sprintf("(%s)(%s)", ctype(w), s)
	case exact(w):
		return s
	}
	ones := ir.Const{Lo: ^uint64(0), Hi: ^uint64(0)}.Truncate(w)
	return fmt.Sprintf("(%s) & %s", s, cconst(w, ones))
}

var cops = map[exprOp]string{
	eAdd: "+", eSub: "-", eMul: "*", eUDiv: "/", eURem: "%", eAnd: "&", eOr: "|", eXor: "^", eShl: "<<", eLShr: ">>", eULt: "<", eULe: "<=",
}

// sub prints an expression as part of another.
func (c *cprinter) sub(e *expr) string {
	s := c.expr(e)
	switch e.op {
	case eConst, eVar, eCell, eValid, eSize, eLive, eFloat:
		return s
	case eNot:
		if e.w == 1 && e.args[0].op != eEq {
			return s
		}
	}
	return "(" + s + ")"
}

// expr prints an expression, without parentheses around it.
func (c *cprinter) expr(e *expr) string {
	arg := func(i int) string { return c.sub(e.args[i]) }
	switch e.op {
	case eConst:
		return cconst(e.w, e.val)
	case eVar:
		return e.v.name
	case eNot:
		if e.w == 1 {
			if x := e.args[0]; x.op == eEq {
				return c.sub(x.args[0]) + " != " + c.sub(x.args[1])
			}
			return "!" + arg(0)
		}
		return fit(e.w, "~"+arg(0))
	case eNeg:
		return fit(e.w, fmt.Sprintf("0%s - %s", suffix(e.w), arg(0)))
	case eZExt:
		if class(e.w) == class(e.args[0].w) && e.args[0].w > 1 {
			return arg(0)
		}
		return fmt.Sprintf("(%s)%s", ctype(e.w), arg(0))
	case eSExt:
		return c.sext(e.args[0], e.w)
	case eExtract:
		return c.extract(e)
	case eConcat:
		lo := e.args[1]
		hi := fmt.Sprintf("(%s)%s << %d", wide(e.w), arg(0), lo.w)
		if e.args[0].w == 1 && e.w <= 16 {
			hi = fmt.Sprintf("%s << %d", arg(0), lo.w)
		}
		return fit(e.w, hi+" | "+arg(1))
	case eAnd, eOr:
		if e.w == 1 {
			return logical(e, c.sub)
		}
		return fmt.Sprintf("%s %s %s", arg(0), cops[e.op], arg(1))
	case eXor:
		return fmt.Sprintf("%s ^ %s", arg(0), arg(1))
	case eAdd, eSub:
		return fit(e.w, fmt.Sprintf("%s %s %s", arg(0), cops[e.op], arg(1)))
	case eMul:
		x := arg(0)
		if e.w > 8 && e.w <= 16 {
			x = "(u32)" + x // as ints, two large ones overflow
		}
		return fit(e.w, fmt.Sprintf("%s * %s", x, arg(1)))
	case eShl:
		x := arg(0)
		if e.w <= 16 {
			x = "(u32)" + x
		}
		return fit(e.w, fmt.Sprintf("%s << %s", x, arg(1)))
	case eUDiv, eURem, eLShr:
		return fmt.Sprintf("%s %s %s", arg(0), cops[e.op], arg(1))
	case eSDiv, eSRem, eAShr:
		return c.signedOp(e)
	case eEq:
		return fmt.Sprintf("%s == %s", arg(0), arg(1))
	case eULt, eULe:
		return fmt.Sprintf("%s %s %s", arg(0), cops[e.op], arg(1))
	case eSLt, eSLe:
		op := "<"
		if e.op == eSLe {
			op = "<="
		}
		return fmt.Sprintf("%s %s %s", c.signedArg(e.args[0]), op, c.signedArg(e.args[1]))
	case eIte:
		return fmt.Sprintf("%s ? %s : %s", arg(0), arg(1), arg(2))
	case eFloat:
		return c.float(e)
	case eCell:
		return c.cell(e)
	case eValid:
		return fmt.Sprintf("%s(%s)", c.validName(e.r, e.n), c.expr(e.args[0]))
	case eSize:
		return fmt.Sprintf("object_size(%s)", c.expr(e.args[0]))
	case eLive:
		return fmt.Sprintf("object_kind(%s)", c.expr(e.args[0]))
	}
	panic(fmt.Sprintf("emit: expression %d", e.op))
}

// suffix makes a constant at least as wide as an operation.
func suffix(w int) string {
	switch {
	case w <= 16:
		return ""
	case w <= 32:
		return "u"
	}
	return "ull"
}

// wide is the type in which values of a width are put together.
func wide(w int) string { return fmt.Sprintf("u%d", max(class(w), 32)) }

// signedArg prints a value so that C compares it as a signed one: by its type, or with the sign bit turned round.
func (c *cprinter) signedArg(e *expr) string {
	if exact(e.w) {
		return fmt.Sprintf("(%s)%s", signed(e.w), c.sub(e))
	}
	return fmt.Sprintf("(%s ^ %s)", c.sub(e), cconst(e.w, ir.Const{Lo: 1}.Shifted(e.w-1)))
}

func (c *cprinter) sext(x *expr, w int) string {
	switch {
	case x.w == 1:
		ones := constant(w, ir.Const{Lo: ^uint64(0), Hi: ^uint64(0)})
		return fmt.Sprintf("%s ? %s : %s", c.sub(x), c.sub(ones), c.sub(number(w, 0)))
	case exact(x.w) && exact(w):
		return fmt.Sprintf("(%s)(%s)%s", ctype(w), signed(x.w), c.sub(x))
	case exact(x.w):
		return fit(w, fmt.Sprintf("(%s)(%s)%s", ctype(class(w)), signed(x.w), c.sub(x)))
	}
	sign := cconst(w, ir.Const{Lo: 1}.Shifted(x.w-1))
	return fit(w, fmt.Sprintf("((%s)%s ^ %s) - %s", wide(w), c.sub(x), sign, sign))
}

func (c *cprinter) extract(e *expr) string {
	x := e.args[0]
	s := c.sub(x)
	if e.lo > 0 {
		s = fmt.Sprintf("%s >> %d", s, e.lo)
	}
	switch {
	case e.w == 1:
		return fmt.Sprintf("((%s) & 1) != 0", s)
	case exact(e.w):
		if e.lo > 0 {
			s = "(" + s + ")"
		}
		return fmt.Sprintf("(%s)%s", ctype(e.w), s)
	case class(e.w) == class(x.w):
		return fit(e.w, s)
	}
	if e.lo > 0 {
		s = "(" + s + ")"
	}
	return fit(e.w, fmt.Sprintf("(%s)%s", ctype(class(e.w)), s))
}

// signedOp prints what works on signed numbers; widths without a type are extended first.
func (c *cprinter) signedOp(e *expr) string {
	op := map[exprOp]string{eSDiv: "/", eSRem: "%", eAShr: ">>"}[e.op]
	x, y := e.args[0], e.args[1]
	if exact(e.w) {
		right := fmt.Sprintf("(%s)%s", signed(e.w), c.sub(y))
		return fmt.Sprintf("(%s)((%s)%s %s %s)", ctype(e.w), signed(e.w), c.sub(x), op, right)
	}
	w := class(e.w)
	to := extend(eSExt, y, w)
	if e.op == eAShr {
		to = extend(eZExt, y, w)
	}
	return c.expr(extract(mk(e.op, w, extend(eSExt, x, w), to), 0, e.w))
}

// float prints an operation on floats, which are kept as bits and given back as bits.
func (c *cprinter) float(e *expr) string {
	as := func(x *expr) string {
		if x.w == 32 {
			return fmt.Sprintf("as_float(%s)", c.expr(x))
		}
		return fmt.Sprintf("as_double(%s)", c.expr(x))
	}
	toBits := func(w int, s string) string {
		if w == 32 {
			return fmt.Sprintf("float_bits(%s)", s)
		}
		return fmt.Sprintf("double_bits(%s)", s)
	}
	x := e.args[0]
	if len(e.args) == 2 {
		a, b := as(x), as(e.args[1])
		switch e.bin {
		case ir.FEq:
			return fmt.Sprintf("(%s == %s)", a, b)
		case ir.FNe:
			return fmt.Sprintf("(%s != %s)", a, b)
		case ir.FLt:
			return fmt.Sprintf("(%s < %s)", a, b)
		case ir.FLe:
			return fmt.Sprintf("(%s <= %s)", a, b)
		case ir.FRem:
			name := map[int]string{32: "fmodf", 64: "fmod"}[x.w]
			c.math[name] = x.w
			return toBits(x.w, fmt.Sprintf("%s(%s, %s)", name, a, b))
		}
		op := map[ir.BinOp]string{ir.FAdd: "+", ir.FSub: "-", ir.FMul: "*", ir.FDiv: "/"}[e.bin]
		return toBits(x.w, fmt.Sprintf("%s %s %s", a, op, b))
	}
	ftype := map[int]string{32: "float", 64: "double"}
	switch e.un {
	case ir.FNeg:
		return fmt.Sprintf("(%s ^ %s)", c.sub(x), cconst(x.w, ir.Const{Lo: 1}.Shifted(x.w-1)))
	case ir.FSqrt:
		name := map[int]string{32: "sqrtf", 64: "sqrt"}[x.w]
		c.math[name] = -x.w
		return toBits(x.w, fmt.Sprintf("%s(%s)", name, as(x)))
	case ir.SToF:
		return toBits(e.w, fmt.Sprintf("(%s)%s", ftype[e.w], c.asSigned(x)))
	case ir.UToF:
		return toBits(e.w, fmt.Sprintf("(%s)%s", ftype[e.w], c.sub(x)))
	case ir.FToF:
		return toBits(e.w, fmt.Sprintf("(%s)%s", ftype[e.w], as(x)))
	case ir.FToS:
		return "(" + fit(e.w, fmt.Sprintf("(%s)(%s)%s", ctype(class(e.w)), signed(e.w), as(x))) + ")"
	}
	if e.w == 1 {
		return fmt.Sprintf("(%s >= 1)", as(x))
	}
	return "(" + fit(e.w, fmt.Sprintf("(%s)%s", ctype(class(e.w)), as(x))) + ")"
}

// asSigned prints a value as a signed number of its class.
func (c *cprinter) asSigned(x *expr) string {
	return fmt.Sprintf("(%s)(%s)", signed(x.w), c.expr(extend(eSExt, x, class(x.w))))
}
