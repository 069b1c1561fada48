package cfront

import (
	"math"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

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
	inf := ir.FloatConst(w, math.Inf(1)).Val
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
