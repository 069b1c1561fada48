package cfront

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Literals, enumerators, sizeof.

func (f *fn) intLiteral(e *cc.PrimaryExpression) value {
	s := strings.ToLower(e.Token.SrcStr())
	digits := strings.TrimRight(s, "ul")
	suffix := s[len(digits):]
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		digits, base = digits[1:], 8
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(digits, "'", ""), base, 64)
	if err != nil {
		return f.undefined(e, tInt, "integer literal "+e.Token.SrcStr())
	}
	uns := strings.Contains(suffix, "u")
	rank := int8(rankInt)
	switch strings.Count(suffix, "l") {
	case 1:
		rank = rankLong
	case 2:
		rank = rankLongLong
	}
	long := f.c.longType(true).w
	for _, t := range []ctype{tInt, intType(long, true, rankLong), intType(64, true, rankLongLong)} {
		if t.rank < rank {
			continue
		}
		if !uns && n <= 1<<(t.w-1)-1 {
			return value{op: ir.K(t.w, n), t: t}
		}
		if (uns || base != 10) && (t.w == 64 || n <= 1<<t.w-1) {
			t.signed = false
			return value{op: ir.K(t.w, n), t: t}
		}
	}
	// A decimal literal that no signed type holds: gcc takes __int128 where there is one.
	if f.c.pw == 64 {
		return value{op: ir.K(128, n), t: intType(128, true, rankInt128)}
	}
	return value{op: ir.K(64, n), t: intType(64, false, rankLongLong)}
}

func (f *fn) floatLiteral(e *cc.PrimaryExpression) value {
	s := strings.ToLower(e.Token.SrcStr())
	t := ctype{k: kFloat, w: 64}
	hex := strings.HasPrefix(s, "0x")
	switch {
	case strings.HasSuffix(s, "f32"):
		s, t.w = s[:len(s)-3], 32
	case strings.HasSuffix(s, "f64"):
		s = s[:len(s)-3]
	case strings.HasSuffix(s, "f") && !(hex && !strings.Contains(s, "p")):
		s, t.w = s[:len(s)-1], 32
	}
	if strings.HasSuffix(s, "l") {
		if t := f.u.typeOf(e.Type()); isLongDouble(t) {
			return f.longLiteral(e, s, t)
		}
		s = strings.TrimSuffix(s, "l")
	}
	v, err := strconv.ParseFloat(s, t.w)
	if err != nil && !math.IsInf(v, 0) {
		return f.undefined(e, f.u.typeOf(e.Type()), "floating literal "+e.Token.SrcStr())
	}
	return value{op: ir.FloatConst(t.w, v), t: t}
}

func (f *fn) charLiteral(e *cc.PrimaryExpression) value {
	t := tInt
	if e.Case == cc.PrimaryExpressionLChar {
		t = f.u.typeOf(e.Type())
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return value{op: ir.KConst(t.w, ir.SignedConst(t.w, int64(v))), t: t}
	case cc.UInt64Value:
		return value{op: ir.K(t.w, uint64(v)), t: t}
	}
	return f.undefined(e, t, "character literal "+e.Token.SrcStr())
}

// enumerator has type int where its value fits, otherwise that of its enumeration.
func (f *fn) enumerator(e cc.Node, en *cc.Enumerator) value {
	var n int64
	big := false
	switch v := en.Value().(type) {
	case cc.Int64Value:
		n = int64(v)
	case cc.UInt64Value:
		n, big = int64(v), uint64(v) > math.MaxInt64
	default:
		return f.undefined(e, tInt, "enumeration constant "+en.Token.SrcStr()+" without a value")
	}
	if en.ConstantExpression != nil {
		// The library computes with its own sizes; ours win.
		if v, ok := f.u.lay.ConstInt(en.ConstantExpression); ok && v != n && !big {
			n = v
		}
	}
	if !big && n >= math.MinInt32 && n <= math.MaxInt32 {
		return value{op: ir.KConst(32, ir.SignedConst(32, n)), t: tInt}
	}
	t := f.c.wide(n < 0 && !big)
	if !big && n > 0 && n <= math.MaxUint32 {
		t = tUint
	}
	if et := f.u.typeOf(en.Type()); et.k == kInt && et.w >= t.w {
		t = et
	}
	return value{op: ir.KConst(t.w, ir.SignedConst(t.w, n)), t: t}
}

// stringLiteral is an array of static storage, one for each place at which a literal stands.
func (f *fn) stringLiteral(e *cc.PrimaryExpression) lval {
	data, elem := f.u.stringBytes(e)
	t := ctype{k: kArray, cc: e.Type().Undecay()}
	if data == nil {
		f.unsupported(e, "string literal")
	}
	g, ok := f.c.literals[e]
	if !ok {
		g = f.c.addString(data, elem, true)
		f.c.literals[e] = g
	}
	return lval{t: t, reg: ir.NoReg, addr: ir.G(g, 0, f.c.pw), name: "string"}
}

// stringBytes is the content of a string literal with its final zero, and the size of an element.
func (u *unit) stringBytes(e *cc.PrimaryExpression) (data []byte, elem int) {
	if e.Case == cc.PrimaryExpressionLString {
		// The library's value knows only characters; an element can be any number.
		units, ok := cparse.WideUnits(e.Token.SrcStr())
		if !ok {
			return nil, 1
		}
		elem = int(u.size(u.elem(ctype{k: kArray, cc: e.Type().Undecay()})))
		for _, c := range append(units, 0) {
			for i := range elem {
				data = append(data, byte(c>>(8*i)))
			}
		}
		return data, elem
	}
	if v, ok := e.Value().(cc.StringValue); ok {
		return []byte(v), 1
	}
	return nil, 1
}

// literalOf finds the string literal that an expression is, if it is one.
func literalOf(e cc.ExpressionNode) (*cc.PrimaryExpression, bool) {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString && p.Case != cc.PrimaryExpressionLString {
		return nil, false
	}
	return p, true
}

// funcName is __func__.
func (f *fn) funcName() lval {
	name := ""
	if f.sym != nil {
		name = f.sym.name
	}
	g := f.c.str(append([]byte(name), 0), 1)
	el := tChar
	return lval{t: ctype{k: kArray, el: &el, cc: nil}, reg: ir.NoReg, addr: ir.G(g, 0, f.c.pw), name: "__func__"}
}

func isFuncName(d *cc.Declarator) bool {
	return d.Name() == "__func__"
}

// str makes a global with a content that nobody compares the address of.
func (c *compiler) str(data []byte, elem int) ir.GlobalID {
	key := fmt.Sprint(elem, ":", string(data))
	if g, ok := c.strings[key]; ok {
		return g
	}
	g := c.addString(data, elem, false)
	c.strings[key] = g
	return g
}

func (c *compiler) addString(data []byte, elem int, literal bool) ir.GlobalID {
	name := c.unique(fmt.Sprintf("str.%d", len(c.strings)+len(c.literals)))
	return c.addGlobal(&ir.Global{Name: name, Display: shortString(data, elem), Size: int64(len(data)), Align: int64(elem), Init: data, Const: true, Literal: literal})
}

func shortString(data []byte, elem int) string {
	if elem != 1 {
		return "string"
	}
	s := strings.TrimSuffix(string(data), "\x00")
	if len(s) > 24 {
		s = s[:24] + "..."
	}
	return strconv.Quote(s)
}
