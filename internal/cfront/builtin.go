package cfront

import (
	"math"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Builtins of gcc that are not functions of any library: they are lowered here, exactly. Builtins that are a library function
// under another name (__builtin_memcpy) go on as calls of that function.

// builtin lowers a call of a name that has a meaning of its own.
func (f *fn) builtin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch {
	case strings.HasPrefix(name, "__heddle_"), strings.HasPrefix(name, "__VERIFIER_"), strings.HasPrefix(name, "heddle_nondet"),
		strings.HasPrefix(name, "__assert"):
		return f.intrinsic(e, name, args)
	case strings.HasPrefix(name, "__atomic_"), strings.HasPrefix(name, "__sync_"), strings.HasPrefix(name, "__c11_atomic_"),
		strings.HasPrefix(name, "__scoped_atomic_"):
		return f.atomicBuiltin(e, name, args)
	case name == "__ccgo__types_compatible_p":
		return f.typesCompatible(e, args)
	case name == "alloca" && !f.userDefines(name):
		return f.alloca(e, f.ptrArg(args, 0), 16), true
	case strings.HasPrefix(name, "__builtin_"):
		if v, ok := f.vaBuiltin(e, name, args); ok {
			return v, true
		}
		return f.gccBuiltin(e, strings.TrimPrefix(name, "__builtin_"), args)
	}
	return value{}, false
}

func (f *fn) gccBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch name {
	case "expect", "expect_with_probability":
		if len(args) < 2 {
			return value{}, false
		}
		v := f.convert(f.expr(args[0]), f.c.longType(true))
		for _, a := range args[1:] {
			f.expr(a)
		}
		return v, true
	case "assume_aligned":
		v := f.expr(args[0])
		for _, a := range args[1:] {
			f.expr(a)
		}
		return v, true
	case "constant_p":
		_, ok := f.c.constant(f.u, args[0])
		if _, lit := literalOf(args[0]); lit {
			ok = true
		}
		return f.fromBit(bit(ok)), true
	case "choose_expr":
		if len(args) == 3 {
			if c, ok := f.c.constant(f.u, args[0]); ok {
				if f.truthConst(c) {
					return f.expr(args[1]), true
				}
				return f.expr(args[2]), true
			}
		}
		return f.undefined(e, tInt, "__builtin_choose_expr without a constant"), true
	case "unreachable":
		f.invalid()
		return value{t: tVoid}, true
	case "trap":
		f.emit(&ir.Halt{})
		f.dead()
		return value{t: tVoid}, true
	case "alloca":
		return f.alloca(e, f.ptrArg(args, 0), 16), true
	case "alloca_with_align", "alloca_with_align_and_max":
		n := f.ptrArg(args, 0)
		a := f.scalarArg(args, 1, 32)
		if a.Kind != ir.KindConst || a.Val.Lo < 8 {
			return f.undefined(e, f.c.pointerTo(tVoid), "alloca whose alignment is no constant"), true
		}
		return f.alloca(e, n, int64(a.Val.Lo/8)), true
	case "object_size", "dynamic_object_size":
		// What gcc says when it does not know.
		f.expr(args[0])
		mode := f.scalarArg(args, 1, 32)
		n := uint64(math.MaxUint64)
		if mode.Kind == ir.KindConst && mode.Val.Lo&2 != 0 {
			n = 0
		}
		return value{op: ir.K(f.c.pw, n), t: f.c.sizeType()}, true
	case "offsetof":
		return value{}, false
	case "prefetch":
		for _, a := range args {
			f.expr(a)
		}
		return value{t: tVoid}, true
	case "return_address", "frame_address", "extract_return_addr":
		for _, a := range args {
			f.expr(a)
		}
		return value{op: f.havoc(f.c.pw, "", ir.ShowPointer), t: f.c.pointerTo(tVoid)}, true
	case "ia32_pause", "cpu_init":
		return value{t: tVoid}, true
	case "ia32_mfence", "ia32_lfence", "ia32_sfence":
		f.emit(&ir.Fence{})
		return value{t: tVoid}, true
	case "LINE", "FILE":
		return value{}, false
	case "huge_val", "inf":
		return value{op: floatConst(64, math.Inf(1)), t: ctype{k: kFloat, w: 64}}, true
	case "huge_valf", "inff":
		return value{op: floatConst(32, math.Inf(1)), t: ctype{k: kFloat, w: 32}}, true
	case "nan":
		return value{op: ir.K(64, 0x7ff8000000000000), t: ctype{k: kFloat, w: 64}}, true
	case "nanf":
		return value{op: ir.K(32, 0x7fc00000), t: ctype{k: kFloat, w: 32}}, true
	case "fabs", "fabsf", "copysign", "copysignf", "signbit", "signbitf", "isnan", "isinf", "isfinite", "isinf_sign", "isnormal",
		"isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered", "sqrt", "sqrtf", "isnanf", "isinff":
		return f.floatBuiltin(e, name, args)
	case "bswap16", "bswap32", "bswap64", "bswap128":
		return f.bswap(name, args), true
	case "add_overflow", "sub_overflow", "mul_overflow", "add_overflow_p", "sub_overflow_p", "mul_overflow_p":
		return f.overflow(e, name, args), true
	case "abs", "labs", "llabs":
		t := map[string]ctype{"abs": tInt, "labs": f.c.longType(true), "llabs": intType(64, true, rankLongLong)}[name]
		v := f.convert(f.expr(args[0]), t)
		neg := f.binary(ir.SLt, v.op, ir.K(t.w, 0))
		return value{op: f.ite(neg, f.unary(ir.Neg, v.op, t.w), v.op), t: t}, true
	}
	if v, ok := f.bitBuiltin(e, name, args); ok {
		return v, true
	}
	if v, ok := f.typedOverflow(e, name, args); ok {
		return v, true
	}
	return f.checkedCopy(e, name, args)
}

// typesCompatible is __builtin_types_compatible_p, which the prelude turns into a call with two compound literals.
func (f *fn) typesCompatible(e *cc.PostfixExpression, args []cc.ExpressionNode) (value, bool) {
	if len(args) != 2 {
		return value{}, false
	}
	return f.fromBit(bit(args[0].Type().IsCompatible(args[1].Type()))), true
}

// bswap reverses bytes.
func (f *fn) bswap(name string, args []cc.ExpressionNode) value {
	t := map[string]ctype{
		"bswap16": intType(16, false, rankShort), "bswap32": tUint, "bswap64": f.c.wide(false), "bswap128": intType(128, false, rankInt128),
	}[name]
	x := f.convert(f.expr(args[0]), t).op
	var r ir.Operand
	for i := 0; i < t.w; i += 8 {
		b := f.extract(x, i, 8)
		if !r.IsSet() {
			r = b
			continue
		}
		r = f.concat(r, b)
	}
	return value{op: r, t: t}
}

func (f *fn) extract(x ir.Operand, lo, w int) ir.Operand {
	if x.Kind == ir.KindConst {
		s, ok := foldInt(ir.LShr, x, ir.K(x.Width, uint64(lo)))
		if ok {
			return ir.KConst(w, s.Val)
		}
	}
	d := f.tmp(w)
	f.emit(&ir.Extract{Dst: d, X: x, Lo: lo})
	return ir.R(d, w)
}

func (f *fn) concat(hi, lo ir.Operand) ir.Operand {
	w := hi.Width + lo.Width
	if hi.Kind == ir.KindConst && lo.Kind == ir.KindConst {
		b := hi.Val.Big()
		b.Lsh(b, uint(lo.Width)).Or(b, lo.Val.Big())
		return ir.KConst(w, ir.ConstFromBig(w, b))
	}
	d := f.tmp(w)
	f.emit(&ir.Concat{Dst: d, Hi: hi, Lo: lo})
	return ir.R(d, w)
}

// suffixed splits ffsll into ffs and the type its suffix asks for.
func (f *fn) suffixed(name, base string) (ctype, bool) {
	switch strings.TrimPrefix(name, base) {
	case "":
		return tUint, true
	case "l":
		return f.c.longType(false), true
	case "ll":
		return intType(64, false, rankLongLong), true
	}
	return ctype{}, false
}

// bitBuiltin counts bits. Each is a short sum or chain of choices over the bits, exact for every value; where gcc leaves the
// result of zero undefined, the execution ends as with any invalid operation.
func (f *fn) bitBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	for _, base := range []string{"popcount", "parity", "clz", "ctz", "ffs", "clrsb"} {
		if !strings.HasPrefix(name, base) || len(args) == 0 {
			continue
		}
		t, ok := f.suffixed(name, base)
		if !ok {
			return value{}, false
		}
		if base == "clrsb" {
			return f.undefined(e, tInt, "__builtin_"+name), true
		}
		x := f.convert(f.expr(args[0]), t).op
		k := func(n int) ir.Operand { return ir.K(32, uint64(n)) }
		r := k(0)
		switch base {
		case "popcount", "parity":
			for i := 0; i < t.w; i++ {
				r = f.binary(ir.Add, r, f.resize(f.extract(x, i, 1), 32, false))
			}
			if base == "parity" {
				r = f.binary(ir.And, r, k(1))
			}
		case "clz":
			f.nonzero(x)
			for i := 0; i < t.w; i++ {
				r = f.ite(f.extract(x, i, 1), k(t.w-1-i), r)
			}
		case "ctz", "ffs":
			if base == "ctz" {
				f.nonzero(x)
			}
			for i := t.w - 1; i >= 0; i-- {
				n := i
				if base == "ffs" {
					n++
				}
				r = f.ite(f.extract(x, i, 1), k(n), r)
			}
		}
		return value{op: r, t: tInt}, true
	}
	return value{}, false
}

// nonzero ends executions in which x is 0.
func (f *fn) nonzero(x ir.Operand) {
	c := f.binary(ir.Ne, x, ir.K(x.Width, 0))
	if !c.IsConst(1) {
		f.emit(&ir.Assume{Cond: c})
	}
}

// overflow is __builtin_add_overflow and its kin: the exact result, cut to the type of the target, and whether it was cut.
func (f *fn) overflow(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) value {
	if len(args) != 3 {
		return f.undefined(e, tInt, "__builtin_"+name)
	}
	x, y := f.promoted(f.expr(args[0])), f.promoted(f.expr(args[1]))
	p := f.expr(args[2])
	test := strings.HasSuffix(name, "_p")
	t := p.t
	if !test {
		t = f.u.elem(p.t)
	}
	return f.overflowOn(e, name, x, y, t, p, test)
}

func (f *fn) overflowOn(e *cc.PostfixExpression, name string, x, y value, t ctype, p value, test bool) value {
	if x.t.k != kInt || y.t.k != kInt || t.k != kInt {
		return f.undefined(e, tInt, "__builtin_"+name)
	}
	// Wide enough for the exact result of any of the operations, with a sign.
	w := max(x.t.w, y.t.w) + 2
	op := ir.Add
	switch {
	case strings.Contains(name, "sub"):
		op = ir.Sub
	case strings.Contains(name, "mul"):
		op = ir.Mul
		w = x.t.w + y.t.w + 2
	}
	w = max(w, t.w+1)
	if w > ir.MaxWidth {
		return f.overflowWide(e, name, op, x, y, t, p, test)
	}
	a, b := f.resize(x.op, w, x.t.signed), f.resize(y.op, w, y.t.signed)
	r := f.binary(op, a, b)
	cut := f.resize(r, t.w, false)
	back := f.resize(cut, w, t.signed)
	bad := f.binary(ir.Ne, back, r)
	if !test {
		f.store(f.pointee(args2(e), p, t), value{op: cut, t: t})
	}
	return value{op: f.resize(bad, 8, false), t: ctype{k: kInt, w: 8, boolean: true, rank: rankBool}}
}

func args2(e *cc.PostfixExpression) cc.ExpressionNode {
	a := argList(e)
	return a[len(a)-1]
}

// pointee is the object that a pointer argument points to.
func (f *fn) pointee(e cc.ExpressionNode, p value, t ctype) lval {
	q := f.u.exprQual(e).next()
	name := "*" + exprText(e)
	if x, ok := unparen(e).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		name = exprText(x.CastExpression)
	}
	return lval{t: t, reg: ir.NoReg, addr: p.op, volatile: q.isVolatile(), atomic: q.isAtomic(), name: name}
}

// overflowWide multiplies 64-bit numbers of one signedness, which needs all 128 bits.
func (f *fn) overflowWide(e *cc.PostfixExpression, name string, op ir.BinOp, x, y value, t ctype, p value, test bool) value {
	if op != ir.Mul || x.t.w > 64 || y.t.w > 64 || t.w > 64 || x.t.signed != y.t.signed {
		return f.undefined(e, tInt, "__builtin_"+name+" of these types")
	}
	a, b := f.resize(x.op, 128, x.t.signed), f.resize(y.op, 128, y.t.signed)
	r := f.binary(ir.Mul, a, b)
	cut := f.resize(r, t.w, false)
	bad := f.binary(ir.Ne, f.resize(cut, 128, t.signed), r)
	if t.signed && !x.t.signed {
		// A product with its top bit set looks negative in 128 bits, and never fits.
		bad = f.binary(ir.Or, bad, f.extract(r, 127, 1))
	}
	if !t.signed && x.t.signed {
		bad = f.binary(ir.Or, bad, f.extract(r, 127, 1))
	}
	if !test {
		f.store(f.pointee(args2(e), p, t), value{op: cut, t: t})
	}
	return value{op: f.resize(bad, 8, false), t: ctype{k: kInt, w: 8, boolean: true, rank: rankBool}}
}

// typedOverflow is __builtin_sadd_overflow and its kin, whose operands are converted first.
func (f *fn) typedOverflow(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	rest, ok := strings.CutSuffix(name, "_overflow")
	if !ok || len(args) != 3 || len(rest) < 4 {
		return value{}, false
	}
	signed := rest[0] == 's'
	if !signed && rest[0] != 'u' {
		return value{}, false
	}
	t, ok := f.suffixed(rest[4:], "")
	if !ok {
		return value{}, false
	}
	t.signed = signed
	x, y := f.convert(f.expr(args[0]), t), f.convert(f.expr(args[1]), t)
	return f.overflowOn(e, rest[1:4], x, y, t, f.expr(args[2]), false), true
}

// checkedCopy is __builtin___memcpy_chk and its kin: the plain function without the size.
func (f *fn) checkedCopy(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	base, ok := strings.CutPrefix(name, "__")
	if ok {
		base, ok = strings.CutSuffix(base, "_chk")
	}
	switch {
	case ok && (base == "sprintf" || base == "snprintf" || base == "vsprintf" || base == "vsnprintf" || base == "printf" || base == "fprintf"):
		return value{}, false
	case ok && len(args) > 0:
		args = args[:len(args)-1]
	case ok:
		return value{}, false
	default:
		base = name
	}
	s := f.c.symbols[base]
	if s == nil {
		s = &symbol{name: base, unit: f.u, isFunc: true, rank: rankExtern, decl: f.calleeDecl(e.PostfixExpression)}
		if s.decl == nil {
			return value{}, false
		}
		f.c.symbols[base] = s
	}
	s = f.c.define(f.c.resolve(s))
	if s.fn == nil {
		return value{}, false
	}
	if f.isConst() {
		f.failed = true
		return zero(tInt, f.c.pw), true
	}
	return f.callSymbol(e, s, s.fn.Declarator, args), true
}

// floatBuiltin is the part of math.h that is about bits.
func (f *fn) floatBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	var v []value
	w := 32
	for _, a := range args {
		x := f.expr(a)
		if !x.t.arithmetic() {
			return f.undefined(e, tInt, "__builtin_"+name+" of long double"), true
		}
		if x.t.k == kFloat {
			w = max(w, x.t.w)
		} else {
			w = 64
		}
		v = append(v, x)
	}
	if !strings.HasPrefix(name, "is") && !strings.HasPrefix(name, "signbit") {
		w = 64
		if strings.HasSuffix(name, "f") {
			w = 32
		}
	}
	t := ctype{k: kFloat, w: w}
	for i := range v {
		v[i] = f.convert(v[i], t)
	}
	if len(v) == 0 {
		return value{}, false
	}
	x := v[0].op
	mag := f.extract(x, 0, w-1)
	inf := floatConst(w, math.Inf(1)).Val
	infMag := ir.KConst(w-1, inf)
	result := func(b ir.Operand) (value, bool) { return f.fromBit(b), true }
	two := func() ir.Operand {
		if len(v) > 1 {
			return v[1].op
		}
		return x
	}
	switch name {
	case "fabs", "fabsf":
		return value{op: f.resize(mag, w, false), t: t}, true
	case "copysign", "copysignf":
		return value{op: f.concat(f.extract(two(), w-1, 1), mag), t: t}, true
	case "sqrt", "sqrtf":
		return value{op: f.unary(ir.FSqrt, x, w), t: t}, true
	case "signbit", "signbitf":
		return result(f.extract(x, w-1, 1))
	case "isnan", "isnanf":
		return result(f.binary(ir.FNe, x, x))
	case "isinf", "isinff":
		return result(f.binary(ir.Eq, mag, infMag))
	case "isinf_sign":
		one := f.ite(f.extract(x, w-1, 1), ir.K(32, math.MaxUint32), ir.K(32, 1))
		return value{op: f.ite(f.binary(ir.Eq, mag, infMag), one, ir.K(32, 0)), t: tInt}, true
	case "isfinite":
		return result(f.binary(ir.ULt, mag, infMag))
	case "isnormal":
		least := uint64(1) << 52
		if w == 32 {
			least = 1 << 23
		}
		return result(f.binary(ir.And, f.binary(ir.ULe, ir.K(w-1, least), mag), f.binary(ir.ULt, mag, infMag)))
	case "isgreater":
		return result(f.binary(ir.FLt, two(), x))
	case "isgreaterequal":
		return result(f.binary(ir.FLe, two(), x))
	case "isless":
		return result(f.binary(ir.FLt, x, two()))
	case "islessequal":
		return result(f.binary(ir.FLe, x, two()))
	case "islessgreater":
		return result(f.binary(ir.Or, f.binary(ir.FLt, x, two()), f.binary(ir.FLt, two(), x)))
	case "isunordered":
		return result(f.binary(ir.Or, f.binary(ir.FNe, x, x), f.binary(ir.FNe, two(), two())))
	}
	return value{}, false
}
