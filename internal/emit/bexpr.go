package emit

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Expressions in Boogie. Operations on bit-vectors are functions that the solver knows by the names of SMT-LIB; each is declared when it is
// first used. Floats are bits here too, and become floats of the solver only inside an operation.

var builtins = map[exprOp]string{
	eNeg: "bvneg", eAdd: "bvadd", eSub: "bvsub", eMul: "bvmul", eUDiv: "bvudiv", eSDiv: "bvsdiv", eURem: "bvurem", eSRem: "bvsrem", eAnd: "bvand", eOr: "bvor", eXor: "bvxor",
	eShl: "bvshl", eLShr: "bvlshr", eAShr: "bvashr", eULt: "bvult", eULe: "bvule", eSLt: "bvslt", eSLe: "bvsle", eNot: "bvnot",
}

func btype(w int) string {
	if w == 1 {
		return "bool"
	}
	return fmt.Sprintf("bv%d", w)
}

// declare makes a function of the solver's known, once.
func (b *bprinter) declare(name, attr, builtin string, args []string, result string) string {
	if !b.known[name] {
		b.known[name] = true
		var params []string
		for i, a := range args {
			params = append(params, fmt.Sprintf("%c: %s", 'a'+i, a))
		}
		b.funcs = append(b.funcs, fmt.Sprintf("function {:%s \"%s\"} %s(%s) returns (%s);", attr, builtin, name, strings.Join(params, ", "), result))
	}
	return name
}

// bits prints an expression as a bit-vector, also if it is a truth value.
func (b *bprinter) bits(e *expr) string {
	if e.w > 1 {
		return b.sub(e)
	}
	if e.isConst() {
		return fmt.Sprintf("%dbv1", e.val.Lo)
	}
	return fmt.Sprintf("(if %s then 1bv1 else 0bv1)", b.expr(e))
}

func (b *bprinter) sub(e *expr) string {
	s := b.expr(e)
	switch e.op {
	case eConst, eVar, eIte, eFloat, eSize, eLive:
		return s
	case eCell:
		return s
	case eNot:
		if e.w == 1 && e.args[0].op != eEq {
			return s
		}
	}
	if strings.HasSuffix(s, ")") && e.op >= eNot && e.op <= eSLe && e.w > 1 && e.op != eExtract && e.op != eConcat && e.op != eZExt {
		return s // a call
	}
	return "(" + s + ")"
}

func (b *bprinter) expr(e *expr) string {
	arg := func(i int) string { return b.sub(e.args[i]) }
	switch e.op {
	case eConst:
		switch {
		case e.w > 1:
			return fmt.Sprintf("%sbv%d", e.val.Big(), e.w)
		case e.val.IsZero():
			return "false"
		}
		return "true"
	case eVar:
		return e.v.name
	case eNot:
		if e.w > 1 {
			return b.call(e)
		}
		if x := e.args[0]; x.op == eEq {
			return fmt.Sprintf("%s != %s", b.sub(x.args[0]), b.sub(x.args[1]))
		}
		return "!" + arg(0)
	case eZExt:
		return fmt.Sprintf("0bv%d ++ %s", e.w-e.args[0].w, b.bits(e.args[0]))
	case eSExt:
		x := e.args[0]
		if x.w == 1 {
			ones := constant(e.w, ir.Const{Lo: ^uint64(0), Hi: ^uint64(0)})
			return fmt.Sprintf("(if %s then %s else %s)", b.expr(x), b.expr(ones), b.expr(number(e.w, 0)))
		}
		name := b.declare(fmt.Sprintf("sext_%d_%d", x.w, e.w), "bvbuiltin", fmt.Sprintf("(_ sign_extend %d)", e.w-x.w), []string{btype(x.w)}, btype(e.w))
		return fmt.Sprintf("%s(%s)", name, b.expr(x))
	case eExtract:
		s := fmt.Sprintf("%s[%d:%d]", arg(0), e.lo+e.w, e.lo)
		if e.w == 1 {
			s += " == 1bv1"
		}
		return s
	case eConcat:
		return fmt.Sprintf("%s ++ %s", b.bits(e.args[0]), b.bits(e.args[1]))
	case eAnd, eOr:
		if e.w == 1 {
			return logical(e, b.sub)
		}
		return b.call(e)
	case eEq:
		return fmt.Sprintf("%s == %s", arg(0), arg(1))
	case eIte:
		return fmt.Sprintf("(if %s then %s else %s)", b.expr(e.args[0]), b.expr(e.args[1]), b.expr(e.args[2]))
	case eFloat:
		return b.float(e)
	case eCell:
		return b.cell(e)
	case eValid:
		if e.r.free {
			return b.expr(b.p.heap.valid(e.args[0], e.n*e.r.Width))
		}
		return b.expr(b.m.validIn(e.r, e.args[0], e.n))
	case eSize:
		return fmt.Sprintf("object_size[%s]", b.expr(e.args[0]))
	case eLive:
		return fmt.Sprintf("object_kind[%s]", b.expr(e.args[0]))
	}
	return b.call(e)
}

// call prints an operation as a call of the solver's function.
func (b *bprinter) call(e *expr) string {
	w := e.args[0].w
	var types, args []string
	for _, a := range e.args {
		types = append(types, btype(w))
		args = append(args, b.expr(a))
	}
	name := b.declare(fmt.Sprintf("%s_%d", builtins[e.op], w), "bvbuiltin", builtins[e.op], types, btype(e.w))
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
}

// cell prints what lies at an address: a place of a map, or one of the variables.
func (b *bprinter) cell(e *expr) string {
	r, addr := e.r, e.args[0]
	switch {
	case e.lo == 1:
		return fmt.Sprintf("%s_at_start[%s]", r.name, b.expr(addr))
	case r.array || r.free:
		return fmt.Sprintf("%s[%s]", r.name, b.expr(addr))
	case len(r.cells) == 0:
		return b.expr(number(e.w, 0))
	}
	at := b.expr(addr)
	if addr.op != eVar && !addr.isConst() {
		at = "(" + at + ")"
	}
	var out strings.Builder
	last := len(r.cells) - 1
	for _, c := range r.cells[:last] {
		fmt.Fprintf(&out, "(if %s == %s then %s else ", at, b.expr(number(b.p.ptr, c.Addr)), c.v.name)
	}
	out.WriteString(r.cells[last].v.name)
	out.WriteString(strings.Repeat(")", last))
	return out.String()
}

// float prints an operation on floats by the solver's own theory.
func (b *bprinter) float(e *expr) string {
	format := map[int]string{32: "8 24", 64: "11 53"}
	ftype := map[int]string{32: "float24e8", 64: "float53e11"}
	as := func(x *expr) string {
		name := b.declare(fmt.Sprintf("as_float_%d", x.w), "builtin", fmt.Sprintf("(_ to_fp %s)", format[x.w]), []string{btype(x.w)}, ftype[x.w])
		return fmt.Sprintf("%s(%s)", name, b.expr(x))
	}
	toBits := func(w int, s string) string {
		name := b.declare(fmt.Sprintf("float_bits_%d", w), "builtin", "fp.to_ieee_bv", []string{ftype[w]}, btype(w))
		return fmt.Sprintf("%s(%s)", name, s)
	}
	x := e.args[0]
	if len(e.args) == 2 {
		ft := ftype[x.w]
		name := fmt.Sprintf("%s_%d", e.bin, x.w)
		compare := map[ir.BinOp]string{ir.FEq: "fp.eq", ir.FNe: "fp.eq", ir.FLt: "fp.lt", ir.FLe: "fp.leq"}
		if op, ok := compare[e.bin]; ok {
			s := fmt.Sprintf("%s(%s, %s)", b.declare(strings.Replace(name, "fne", "feq", 1), "builtin", op, []string{ft, ft}, "bool"), as(x), as(e.args[1]))
			if e.bin == ir.FNe {
				s = "(!" + s + ")"
			}
			return s
		}
		op := map[ir.BinOp]string{ir.FAdd: "fp.add RNE", ir.FSub: "fp.sub RNE", ir.FMul: "fp.mul RNE", ir.FDiv: "fp.div RNE"}[e.bin]
		if e.bin == ir.FRem {
			return b.remainder(e, as, toBits)
		}
		return toBits(x.w, fmt.Sprintf("%s(%s, %s)", b.declare(name, "builtin", op, []string{ft, ft}, ft), as(x), as(e.args[1])))
	}
	switch e.un {
	case ir.FNeg:
		return b.call(mk(eXor, x.w, x, constant(x.w, ir.Const{Lo: 1}.Shifted(x.w-1))))
	case ir.FSqrt:
		return toBits(x.w, fmt.Sprintf("%s(%s)", b.declare(fmt.Sprintf("fsqrt_%d", x.w), "builtin", "fp.sqrt RNE", []string{ftype[x.w]}, ftype[x.w]), as(x)))
	case ir.FToF:
		name := b.declare(fmt.Sprintf("ftof_%d_%d", x.w, e.w), "builtin", fmt.Sprintf("(_ to_fp %s) RNE", format[e.w]), []string{ftype[x.w]}, ftype[e.w])
		return toBits(e.w, fmt.Sprintf("%s(%s)", name, as(x)))
	case ir.SToF, ir.UToF:
		op := map[ir.UnOp]string{ir.SToF: "to_fp", ir.UToF: "to_fp_unsigned"}[e.un]
		name := b.declare(fmt.Sprintf("%s_%d_%d", e.un, x.w, e.w), "builtin", fmt.Sprintf("(_ %s %s) RNE", op, format[e.w]), []string{fmt.Sprintf("bv%d", x.w)}, ftype[e.w])
		return toBits(e.w, fmt.Sprintf("%s(%s)", name, b.bits(x)))
	}
	op := map[ir.UnOp]string{ir.FToS: "fp.to_sbv", ir.FToU: "fp.to_ubv"}[e.un]
	name := b.declare(fmt.Sprintf("%s_%d_%d", e.un, x.w, e.w), "builtin", fmt.Sprintf("(_ %s %d) RTZ", op, e.w), []string{ftype[x.w]}, fmt.Sprintf("bv%d", e.w))
	s := fmt.Sprintf("%s(%s)", name, as(x))
	if e.w == 1 {
		s = fmt.Sprintf("(%s == 1bv1)", s)
	}
	return s
}

// remainder is C's fmod by the remainder of IEEE, which rounds to nearest: where that is negative it is one divisor too low. Adding it is exact,
// and the sign is that of the dividend.
func (b *bprinter) remainder(e *expr, as func(*expr) string, toBits func(int, string) string) string {
	w := e.w
	ft := map[int]string{32: "float24e8", 64: "float53e11"}[w]
	positive := func(x *expr) string {
		return fmt.Sprintf("%s(%s)", b.declare(fmt.Sprintf("fabs_%d", w), "builtin", "fp.abs", []string{ft}, ft), as(x))
	}
	x, y := positive(e.args[0]), positive(e.args[1])
	rem := fmt.Sprintf("%s(%s, %s)", b.declare(fmt.Sprintf("frem_%d", w), "builtin", "fp.rem", []string{ft, ft}, ft), x, y)
	less := b.declare(fmt.Sprintf("flt_%d", w), "builtin", "fp.lt", []string{ft, ft}, "bool")
	add := b.declare(fmt.Sprintf("fadd_%d", w), "builtin", "fp.add RNE", []string{ft, ft}, ft)
	size := toBits(w, fmt.Sprintf("(if %s(%s, %s) then %s(%s, %s) else %s)", less, rem, as(number(w, 0)), add, rem, y, rem))
	return fmt.Sprintf("(%s[%d:%d] ++ %s[%d:0])", b.sub(e.args[0]), w, w-1, size, w-1)
}
