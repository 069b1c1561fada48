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
		return f.fromBit(ir.Bit(ok)), true
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
		return value{op: ir.FloatConst(64, math.Inf(1)), t: ctype{k: kFloat, w: 64}}, true
	case "huge_valf", "inff":
		return value{op: ir.FloatConst(32, math.Inf(1)), t: ctype{k: kFloat, w: 32}}, true
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
	return f.fromBit(ir.Bit(args[0].Type().IsCompatible(args[1].Type()))), true
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
