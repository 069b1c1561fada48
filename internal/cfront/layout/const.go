package layout

import (
	"math/big"
	"math/bits"

	"modernc.org/cc/v4"
)

// An evaluator of integer constant expressions that uses this package's sizes and offsets. The library
// evaluates constants too, but with its own layout, in which nothing is packed: char pad[64 - sizeof(struct
// hdr)] would come out wrong, and with it every offset behind pad. Literals and floating point are taken
// from the library; everything that can depend on a size is computed here. Conversions follow C for
// integers of up to 64 bits; what is wider is not a constant here and its users fall back to the library.

// number is a constant: the low 64 bits, sign-extended to 64 for signed types, and the type's shape.
type number struct {
	v      uint64
	width  int // 1 (for _Bool), 8, 16, 32, 64
	signed bool
}

func (n number) conv(width int, signed bool) number {
	if width == 1 {
		if n.v != 0 {
			return number{1, 1, false}
		}
		return number{0, 1, false}
	}
	v := n.v
	if width < 64 {
		v &= 1<<width - 1
		if signed && v>>(width-1) != 0 {
			v |= ^uint64(0) << width
		}
	}
	return number{v, width, signed}
}

func (n number) promote() number {
	if n.width < 32 {
		return n.conv(32, true)
	}
	return n
}

func usual(a, b number) (number, number) {
	a, b = a.promote(), b.promote()
	w := max(a.width, b.width)
	signed := true
	if a.width == w && !a.signed || b.width == w && !b.signed {
		signed = false
	}
	return a.conv(w, signed), b.conv(w, signed)
}

func boolean(b bool) number {
	if b {
		return number{1, 32, true}
	}
	return number{0, 32, true}
}

// ConstInt evaluates an integer constant expression. Values of unsigned 64-bit types above the largest
// int64 come out as the int64 with the same bits.
func (t *Table) ConstInt(e cc.ExpressionNode) (int64, bool) {
	n, ok := t.eval(e, 0)
	return int64(n.v), ok
}

// Shape is the width in bits and the signedness of an integer or pointer type of at most 64 bits; width 1
// is _Bool.
func (t *Table) Shape(typ cc.Type) (width int, signed, ok bool) {
	switch typ.Kind() {
	case cc.Bool:
		return 1, false, true
	case cc.Ptr:
		return t.model.PtrWidth(), false, true
	case cc.Enum:
		if e, ok := typ.(*cc.EnumType); ok {
			size, signed := t.Underlying(e)
			return int(size * 8), signed, true
		}
	}
	if !cc.IsIntegerType(typ) {
		return 0, false, false
	}
	width = int(typ.Size() * 8)
	switch width {
	case 8, 16, 32, 64:
		return width, cc.IsSignedInteger(typ), true
	}
	return 0, false, false
}

func (t *Table) fromValue(e cc.ExpressionNode) (number, bool) {
	w, s, ok := t.Shape(e.Type())
	if !ok {
		return number{}, false
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return number{v: uint64(v)}.conv(w, s), true
	case cc.UInt64Value:
		return number{v: uint64(v)}.conv(w, s), true
	}
	return number{}, false
}

// maxConstDepth stops on expressions deeper than cparse lets through.
const maxConstDepth = 100_000

func (t *Table) eval(e cc.ExpressionNode, depth int) (number, bool) {
	if e == nil || depth > maxConstDepth {
		return number{}, false
	}
	depth++
	e = Strip(e)
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return t.evalPrimary(x, depth)
	case *cc.PostfixExpression:
		return t.evalPostfix(x, depth)
	case *cc.UnaryExpression:
		return t.evalUnary(x, depth)
	case *cc.CastExpression:
		return t.evalCast(x, depth)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return t.eval(x.LogicalOrExpression, depth)
		}
		return t.evalConditional(x, depth)
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLAnd {
			return t.eval(x.LogicalAndExpression, depth)
		}
		a, ok := t.eval(x.LogicalOrExpression, depth)
		if !ok || a.v != 0 {
			return boolean(true), ok
		}
		b, ok := t.eval(x.LogicalAndExpression, depth)
		return boolean(b.v != 0), ok
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionOr {
			return t.eval(x.InclusiveOrExpression, depth)
		}
		a, ok := t.eval(x.LogicalAndExpression, depth)
		if !ok || a.v == 0 {
			return boolean(false), ok
		}
		b, ok := t.eval(x.InclusiveOrExpression, depth)
		return boolean(b.v != 0), ok
	}
	if l, r, op, ok := binary(e); ok {
		a, ok1 := t.eval(l, depth)
		b, ok2 := t.eval(r, depth)
		if !ok1 || !ok2 {
			return number{}, false
		}
		return apply(op, a, b)
	}
	return number{}, false
}

// binary takes a binary expression apart; op is its token.
func binary(e cc.ExpressionNode) (l, r cc.ExpressionNode, op string, ok bool) {
	switch x := e.(type) {
	case *cc.InclusiveOrExpression:
		return x.InclusiveOrExpression, x.ExclusiveOrExpression, "|", true
	case *cc.ExclusiveOrExpression:
		return x.ExclusiveOrExpression, x.AndExpression, "^", true
	case *cc.AndExpression:
		return x.AndExpression, x.EqualityExpression, "&", true
	case *cc.EqualityExpression:
		return x.EqualityExpression, x.RelationalExpression, x.Token.SrcStr(), true
	case *cc.RelationalExpression:
		return x.RelationalExpression, x.ShiftExpression, x.Token.SrcStr(), true
	case *cc.ShiftExpression:
		return x.ShiftExpression, x.AdditiveExpression, x.Token.SrcStr(), true
	case *cc.AdditiveExpression:
		return x.AdditiveExpression, x.MultiplicativeExpression, x.Token.SrcStr(), true
	case *cc.MultiplicativeExpression:
		return x.MultiplicativeExpression, x.CastExpression, x.Token.SrcStr(), true
	}
	return nil, nil, "", false
}

func apply(op string, a, b number) (number, bool) {
	switch op {
	case "<<", ">>":
		a = a.promote()
		n := b.v
		if n >= uint64(a.width) {
			return number{}, false
		}
		switch {
		case op == "<<":
			a.v <<= n
		case a.signed:
			a.v = uint64(int64(a.v) >> n)
		default:
			a.v >>= n
		}
		return a.conv(a.width, a.signed), true
	}
	a, b = usual(a, b)
	less := a.v < b.v
	if a.signed {
		less = int64(a.v) < int64(b.v)
	}
	var v uint64
	switch op {
	case "==":
		return boolean(a.v == b.v), true
	case "!=":
		return boolean(a.v != b.v), true
	case "<":
		return boolean(less), true
	case ">=":
		return boolean(!less), true
	case ">":
		return boolean(!less && a.v != b.v), true
	case "<=":
		return boolean(less || a.v == b.v), true
	case "|":
		v = a.v | b.v
	case "^":
		v = a.v ^ b.v
	case "&":
		v = a.v & b.v
	case "+":
		v = a.v + b.v
	case "-":
		v = a.v - b.v
	case "*":
		v = a.v * b.v
	case "/", "%":
		if b.v == 0 {
			return number{}, false
		}
		switch {
		case a.signed && int64(b.v) == -1:
			v = 0 // the remainder; the quotient wraps
			if op == "/" {
				v = -a.v
			}
		case a.signed && op == "/":
			v = uint64(int64(a.v) / int64(b.v))
		case a.signed:
			v = uint64(int64(a.v) % int64(b.v))
		case op == "/":
			v = a.v / b.v
		default:
			v = a.v % b.v
		}
	default:
		return number{}, false
	}
	return number{v: v}.conv(a.width, a.signed), true
}

func (t *Table) evalConditional(x *cc.ConditionalExpression, depth int) (number, bool) {
	c, ok := t.eval(x.LogicalOrExpression, depth)
	if !ok {
		return number{}, false
	}
	then := x.ExpressionList
	var r number
	switch {
	case c.v == 0:
		r, ok = t.eval(x.ConditionalExpression, depth)
	case then == nil || isMissing(then):
		r, ok = c, true // c ?: d
	default:
		r, ok = t.eval(then, depth)
	}
	if !ok {
		return number{}, false
	}
	if w, s, ok := t.Shape(x.Type()); ok && x.Type().Kind() != cc.Ptr {
		return r.conv(w, s), true
	}
	return r, true
}

func isMissing(e cc.ExpressionNode) bool {
	l, ok := e.(*cc.ExpressionList)
	return ok && l == nil
}

func (t *Table) evalPrimary(x *cc.PrimaryExpression, depth int) (number, bool) {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if en, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return t.enumConst(en)
		}
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return t.fromValue(x)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return t.eval(a.AssignmentExpression, depth)
		}
	}
	return number{}, false
}

// enumConst is the value of an enumeration constant. Its type is int wherever the value fits, as C says.
func (t *Table) enumConst(en *cc.Enumerator) (number, bool) {
	n, ok := t.enumerator(en)
	if ok && int64(n.v) == int64(int32(n.v)) && (n.signed || n.width < 64 || int64(n.v) >= 0) {
		return n.conv(32, true), true
	}
	return n, ok
}

// enumerator follows the list back to the last explicit value instead of recursing: lists are long.
func (t *Table) enumerator(en *cc.Enumerator) (number, bool) {
	var after uint64
	for e := en; ; after++ {
		if e.ConstantExpression != nil && !isNil(e.ConstantExpression) {
			n, ok := t.eval(e.ConstantExpression, 1)
			if !ok {
				return number{}, false
			}
			if n.width < 64 {
				n = n.conv(64, true)
			}
			n.v += after
			return n, true
		}
		p, ok := t.prevEnum[e]
		if !ok || p == nil {
			return number{v: after, width: 64, signed: true}, true
		}
		e = p
	}
}

func (t *Table) evalUnary(x *cc.UnaryExpression, depth int) (number, bool) {
	ptr := t.model.PtrWidth()
	size := func(n int64) (number, bool) {
		return number{uint64(n), ptr, false}, n >= 0
	}
	switch x.Case {
	case cc.UnaryExpressionSizeofExpr:
		return size(t.Sizeof(t.TypeOf(x.UnaryExpression)))
	case cc.UnaryExpressionSizeofType:
		return size(t.Sizeof(x.TypeName.Type()))
	case cc.UnaryExpressionAlignofExpr:
		return size(t.alignofExpr(x))
	case cc.UnaryExpressionAlignofType:
		if x.Token.SrcStr() == "_Alignof" || x.Token.SrcStr() == "alignof" {
			return size(t.Alignof(x.TypeName.Type()))
		}
		return size(t.Prefalignof(x.TypeName.Type()))
	case cc.UnaryExpressionAddrof:
		a, _, ok := t.address(x.CastExpression, depth)
		return number{uint64(a), ptr, false}.conv(ptr, false), ok
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
		n, ok := t.eval(x.CastExpression, depth)
		if !ok {
			return number{}, false
		}
		if x.Case == cc.UnaryExpressionNot {
			return boolean(n.v == 0), true
		}
		n = n.promote()
		switch x.Case {
		case cc.UnaryExpressionMinus:
			n.v = -n.v
		case cc.UnaryExpressionCpl:
			n.v = ^n.v
		}
		return n.conv(n.width, n.signed), true
	}
	return number{}, false
}

// alignofExpr is the alignment of what an expression names: that of a member is what the member asked for.
func (t *Table) alignofExpr(x *cc.UnaryExpression) int64 {
	e := Strip(x.UnaryExpression)
	if p, ok := e.(*cc.PostfixExpression); ok && p.Field() != nil {
		if a, ok := t.memberAlign(p.Field().ParentType(), p.Field().Name()); ok {
			return a
		}
	}
	if p, ok := e.(*cc.PrimaryExpression); ok {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Alignas() > 0 {
			return max(int64(d.Alignas()), t.Prefalignof(d.Type()))
		}
	}
	return t.Prefalignof(t.TypeOf(e))
}

func (t *Table) evalCast(x *cc.CastExpression, depth int) (number, bool) {
	w, s, ok := t.Shape(x.TypeName.Type())
	if !ok {
		return number{}, false
	}
	n, ok := t.eval(x.CastExpression, depth)
	if !ok {
		// A floating constant: C truncates it.
		if f, isFloat := floatConst(x.CastExpression); isFloat && f > -1<<63 && f < 1<<63 {
			return number{v: uint64(int64(f))}.conv(w, s), true
		}
		return number{}, false
	}
	return n.conv(w, s), true
}

// floatConst is the value of a floating constant, which does not depend on sizes and so can be the library's.
func floatConst(e cc.ExpressionNode) (float64, bool) {
	switch v := e.Value().(type) {
	case cc.Float64Value:
		return float64(v), true
	case *cc.LongDoubleValue:
		f, _ := (*big.Float)(v).Float64()
		return f, true
	}
	return 0, false
}

func (t *Table) evalPostfix(x *cc.PostfixExpression, depth int) (number, bool) {
	if x.Case != cc.PostfixExpressionCall {
		return number{}, false
	}
	f, ok := Strip(x.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || f.Case != cc.PrimaryExpressionIdent {
		return number{}, false
	}
	var args []cc.ExpressionNode
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	name := f.Token.SrcStr()
	switch {
	case name == "__builtin_choose_expr" && len(args) == 3:
		c, ok := t.eval(args[0], depth)
		switch {
		case !ok:
			return number{}, false
		case c.v != 0:
			return t.eval(args[1], depth)
		}
		return t.eval(args[2], depth)
	case name == "__builtin_expect" && len(args) >= 2:
		n, ok := t.eval(args[0], depth)
		w, _, _ := t.Shape(x.Type())
		return n.conv(max(w, 32), true), ok
	case name == "__builtin_constant_p" && len(args) == 1:
		if _, ok := t.eval(args[0], depth); ok {
			return boolean(true), true
		}
		return boolean(args[0].Value() != cc.Unknown && args[0].Pure()), true
	case name == "__builtin_types_compatible_p", name == "__ccgo__types_compatible_p":
		return t.fromValue(x)
	case len(args) == 1:
		n, ok := t.eval(args[0], depth)
		if !ok {
			return number{}, false
		}
		return builtin(name, n, t.model.PtrWidth())
	}
	return number{}, false
}

func builtin(name string, n number, ptr int) (number, bool) {
	long := n.conv(64, false).v
	word := uint32(n.v)
	if ptr == 32 && (name == "__builtin_clzl" || name == "__builtin_ctzl" || name == "__builtin_ffsl" || name == "__builtin_popcountl") {
		name = name[:len(name)-1]
	}
	i := func(v int) (number, bool) { return number{uint64(v), 32, true}, true }
	switch name {
	case "__builtin_bswap16":
		return number{uint64(bits.ReverseBytes16(uint16(n.v))), 16, false}, true
	case "__builtin_bswap32":
		return number{uint64(bits.ReverseBytes32(word)), 32, false}, true
	case "__builtin_bswap64":
		return number{bits.ReverseBytes64(long), 64, false}, true
	case "__builtin_clz":
		if word != 0 {
			return i(bits.LeadingZeros32(word))
		}
	case "__builtin_clzl", "__builtin_clzll":
		if long != 0 {
			return i(bits.LeadingZeros64(long))
		}
	case "__builtin_ctz":
		if word != 0 {
			return i(bits.TrailingZeros32(word))
		}
	case "__builtin_ctzl", "__builtin_ctzll":
		if long != 0 {
			return i(bits.TrailingZeros64(long))
		}
	case "__builtin_ffs":
		if word == 0 {
			return i(0)
		}
		return i(bits.TrailingZeros32(word) + 1)
	case "__builtin_ffsl", "__builtin_ffsll":
		if long == 0 {
			return i(0)
		}
		return i(bits.TrailingZeros64(long) + 1)
	case "__builtin_popcount":
		return i(bits.OnesCount32(word))
	case "__builtin_popcountl", "__builtin_popcountll":
		return i(bits.OnesCount64(long))
	case "__builtin_parity":
		return i(bits.OnesCount32(word) & 1)
	}
	return number{}, false
}
