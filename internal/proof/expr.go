package proof

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Conditions, as in C with the signs of numbers in the operators: < is signed, <u is not. What C has no short word for is a function.

// Op is what an expression does.
type Op string

// The operations, as they are written.
const (
	Var   Op = "" // a variable
	Num   Op = "number"
	True  Op = "true"
	False Op = "false"
	Not   Op = "!"
	All   Op = "&&"
	Some  Op = "||"
	Eq    Op = "=="
	Ne    Op = "!="
	Lt    Op = "<"
	Le    Op = "<="
	LtU   Op = "<u"
	LeU   Op = "<=u"
	Add   Op = "+"
	Sub   Op = "-"
	Mul   Op = "*"
	BitOr Op = "|"
	Xor   Op = "^"
	BitAn Op = "&"
	Flip  Op = "~"
	Ite   Op = "?"
	Neg   Op = "neg"  // neg(x)
	UDiv  Op = "udiv" // udiv(x, y), and so on
	URem  Op = "urem"
	Shl   Op = "shl"
	LShr  Op = "lshr"
	AShr  Op = "ashr"
	Cat   Op = "cat"  // cat(high, low)
	SExt  Op = "sext" // sext(x, width)
	ZExt  Op = "zext"
	Bits  Op = "bits" // bits(x, high, low)
)

// strength orders the operators between two operands, the weakest first; those of one strength are not mixed without brackets.
var strength = [][]Op{{Some}, {All}, {Eq, Ne, Lt, Le, LtU, LeU}, {BitOr, Xor, BitAn}, {Add, Sub}, {Mul}}

// functions have as many operands, and as many numbers behind them.
var functions = map[Op][2]int{Neg: {1, 0}, UDiv: {2, 0}, URem: {2, 0}, Shl: {2, 0}, LShr: {2, 0}, AShr: {2, 0}, Cat: {2, 0}, SExt: {1, 1}, ZExt: {1, 1}, Bits: {1, 2}}

// Expr is an expression.
type Expr struct {
	Op    Op
	Args  []*Expr
	Name  string   // of a variable
	Val   *big.Int // of a number
	Width int      // of a number, if it does not follow from what it stands beside
	Nums  []int    // of a function
}

// Named is a variable.
func Named(name string) *Expr { return &Expr{Name: name} }

// Number is a number of a width; 0: that of what it stands beside.
func Number(v *big.Int, width int) *Expr { return &Expr{Op: Num, Val: v, Width: width} }

// Of is an operation.
func Of(op Op, args ...*Expr) *Expr { return &Expr{Op: op, Args: args} }

// And is that all of some conditions hold.
func And(xs []*Expr) *Expr {
	switch len(xs) {
	case 0:
		return Of(True)
	case 1:
		return xs[0]
	}
	return Of(All, xs...)
}

// IsNot is the negation of a condition, as people write it.
func IsNot(x *Expr) *Expr {
	switch x.Op {
	case Not:
		return x.Args[0]
	case True:
		return Of(False)
	case False:
		return Of(True)
	case Eq:
		return Of(Ne, x.Args...)
	case Ne:
		return Of(Eq, x.Args...)
	case Lt:
		return Of(Le, x.Args[1], x.Args[0])
	case LtU:
		return Of(LeU, x.Args[1], x.Args[0])
	case Le:
		return Of(Lt, x.Args[1], x.Args[0])
	case LeU:
		return Of(LtU, x.Args[1], x.Args[0])
	}
	return Of(Not, x)
}

func (x *Expr) String() string {
	w := &strings.Builder{}
	x.write(w, true)
	return w.String()
}

// write writes an expression, in brackets where it stands inside another.
func (x *Expr) write(w *strings.Builder, outer bool) {
	switch x.Op {
	case Var:
		w.WriteString(x.Name)
		return
	case Num:
		w.WriteString(x.Val.String())
		if x.Width > 0 {
			w.WriteString(":" + strconv.Itoa(x.Width))
		}
		return
	case True, False:
		w.WriteString(string(x.Op))
		return
	case Not, Flip:
		w.WriteString(string(x.Op))
		x.Args[0].write(w, false)
		return
	}
	if _, ok := functions[x.Op]; ok {
		w.WriteString(string(x.Op) + "(")
		for i, y := range x.Args {
			if i > 0 {
				w.WriteString(", ")
			}
			y.write(w, true)
		}
		for _, n := range x.Nums {
			w.WriteString(", " + strconv.Itoa(n))
		}
		w.WriteString(")")
		return
	}
	if !outer {
		w.WriteString("(")
	}
	for i, y := range x.Args {
		switch {
		case i == 0:
		case x.Op == Ite && i == 2:
			w.WriteString(" : ")
		default:
			w.WriteString(" " + string(x.Op) + " ")
		}
		y.write(w, x.Op == All && compares(y.Op)) // a == 1 && b == 2 needs none
	}
	if !outer {
		w.WriteString(")")
	}
}

// compares reports whether an operator binds closer than && and gives a condition.
func compares(op Op) bool { return slices.Contains(strength[2], op) }

// Vars visits the names in an expression.
func (x *Expr) Vars(visit func(string)) {
	if x.Op == Var {
		visit(x.Name)
	}
	for _, y := range x.Args {
		y.Vars(visit)
	}
}
