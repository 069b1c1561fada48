package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Builtins that count, reverse and combine bits, and arithmetic that reports overflow.

// bswap reverses bytes.
func (f *fn) bswap(name string, args []cc.ExpressionNode) value {
	t := map[string]ctype{
		"bswap16": intType(16, false, rankShort), "bswap32": tUint, "bswap64": f.c.wide(false), "bswap128": intType(128, false, rankInt128),
	}[name]
	return value{op: f.reversed(f.convert(f.expr(args[0]), t).op), t: t}
}

func (f *fn) reversed(x ir.Operand) (r ir.Operand) {
	for i := 0; i < x.Width; i += 8 {
		b := f.extract(x, i, 8)
		if !r.IsSet() {
			r = b
			continue
		}
		r = f.concat(r, b)
	}
	return r
}

func (f *fn) extract(x ir.Operand, lo, w int) ir.Operand {
	if x.Kind == ir.KindConst {
		s, ok := ir.FoldInt(ir.LShr, x, ir.K(x.Width, uint64(lo)))
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
	return lval{t: t, reg: ir.NoReg, addr: p.op, volatile: q.isVolatile(), atomic: q.isAtomic(), name: name, field: f.behind(p, t), overlay: p.overlay}
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
