package logic

// Evaluation: the meaning of every kind of term, written down once more and apart from the simplifier, whose constant
// folding (fold.go) it shares nothing with. The tests compare the two, so that each can convict the other; the solver
// checks its models here.
//
// Values of 64 bits or fewer are computed in machine words, wider ones with math/big; the wide code is correct for
// any width, and a test runs it on narrow terms against the narrow code.

import "math/big"

// Assignment gives values to variables. A variable without one is false, zero, or the array of zeros.
type Assignment map[Term]Value

// Eval is the value of t under an assignment.
func (b *Builder) Eval(t Term, a Assignment) Value { return NewEvaluator(b, a).Value(t) }

// Evaluator evaluates many terms under one assignment, each shared term once.
type Evaluator struct {
	b     *Builder
	a     Assignment
	memo  table[Value]
	stack []Term
	wide  bool // use the wide code for everything (tests)
}

// NewEvaluator makes an evaluator. The assignment must not change while it is in use.
func NewEvaluator(b *Builder, a Assignment) *Evaluator { return &Evaluator{b: b, a: a} }

func (e *Evaluator) get(t Term) Value { return e.memo.get(t) }

// Bool is the truth of a formula.
func (e *Evaluator) Bool(t Term) bool { return e.Value(t).Bool() }

// Value is the value of t.
func (e *Evaluator) Value(t Term) Value {
	if v := e.get(t); !v.IsZero() {
		return v
	}
	e.stack = append(e.stack[:0], t)
	for len(e.stack) > 0 {
		t := e.stack[len(e.stack)-1]
		if !e.get(t).IsZero() {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		n := len(e.stack)
		for _, a := range e.b.Args(t) {
			if e.get(a).IsZero() {
				e.stack = append(e.stack, a)
			}
		}
		if len(e.stack) == n {
			e.stack = e.stack[:n-1]
			*e.memo.at(t) = e.compute(t)
		}
	}
	return e.get(t)
}

// compute is the value of t, whose arguments have values.
func (e *Evaluator) compute(t Term) Value {
	b := e.b
	s := b.Sort(t)
	args := b.Args(t)
	switch k := b.Kind(t); k {
	case KConst:
		return b.Value(t)
	case KVar:
		v, ok := e.a[t]
		if !ok {
			return ZeroValue(s)
		}
		if v.sort != s {
			panic("logic: " + b.Name(t) + " has sort " + s.String() + " and value of sort " + v.sort.String())
		}
		return v
	case KNot:
		return BoolValue(!e.get(args[0]).Bool())
	case KAnd:
		for _, a := range args {
			if !e.get(a).Bool() {
				return BoolValue(false)
			}
		}
		return BoolValue(true)
	case KEq:
		return BoolValue(e.get(args[0]).Equal(e.get(args[1])))
	case KIte:
		if e.get(args[0]).Bool() {
			return e.get(args[1])
		}
		return e.get(args[2])
	case KConstArray:
		return ArrayValue(s, e.get(args[0]))
	case KSelect:
		return e.get(args[0]).At(e.get(args[1]))
	case KStore:
		return e.get(args[0]).With(e.get(args[1]), e.get(args[2]))
	case KExtract:
		_, lo := b.ExtractBounds(t)
		x := e.get(args[0])
		if x.big == nil && !e.wide {
			return BVValue(s.Width, x.u>>uint(lo))
		}
		return BVBigValue(s.Width, new(big.Int).Rsh(x.Big(), uint(lo)))
	default:
		x := e.get(args[0])
		var y Value
		if len(args) > 1 {
			y = e.get(args[1])
		}
		if x.big != nil || y.big != nil || s.Width > 64 || e.wide {
			return wideOp(k, s, x, y)
		}
		return wordOp(k, s, x, y)
	}
}

func signed64(v Value) int64 {
	sh := uint(64 - v.sort.Width)
	return int64(v.u<<sh) >> sh
}

// wordOp computes operations on bit-vectors of at most 64 bits.
func wordOp(k Kind, s Sort, x, y Value) Value {
	w := s.Width
	a, c := x.u, y.u
	switch k {
	case KBVNot:
		return BVValue(w, ^a)
	case KNeg:
		return BVValue(w, -a)
	case KBVAnd:
		return BVValue(w, a&c)
	case KBVOr:
		return BVValue(w, a|c)
	case KBVXor:
		return BVValue(w, a^c)
	case KAdd:
		return BVValue(w, a+c)
	case KMul:
		return BVValue(w, a*c)
	case KUDiv:
		if c == 0 {
			return BVValue(w, ^uint64(0))
		}
		return BVValue(w, a/c)
	case KURem:
		if c == 0 {
			return x
		}
		return BVValue(w, a%c)
	case KShl:
		if c >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVValue(w, a<<c)
	case KLShr:
		if c >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVValue(w, a>>c)
	case KAShr:
		return BVValue(w, uint64(signed64(x)>>min(c, 63)))
	case KULt:
		return BoolValue(a < c)
	case KSLt:
		return BoolValue(signed64(x) < signed64(y))
	case KConcat:
		return BVValue(w, a<<uint(y.sort.Width)|c)
	case KSExt:
		return BVValue(w, uint64(signed64(x)))
	}
	panic("logic: evaluation of " + k.String())
}

// wideOp computes operations on bit-vectors of any width.
func wideOp(k Kind, s Sort, x, y Value) Value {
	w := s.Width
	a := x.Big()
	var c *big.Int
	if !y.IsZero() {
		c = y.Big()
	}
	r := new(big.Int)
	switch k {
	case KBVNot:
		return BVBigValue(w, r.Not(a))
	case KNeg:
		return BVBigValue(w, r.Neg(a))
	case KBVAnd:
		return BVBigValue(w, r.And(a, c))
	case KBVOr:
		return BVBigValue(w, r.Or(a, c))
	case KBVXor:
		return BVBigValue(w, r.Xor(a, c))
	case KAdd:
		return BVBigValue(w, r.Add(a, c))
	case KMul:
		return BVBigValue(w, r.Mul(a, c))
	case KUDiv:
		if c.Sign() == 0 {
			return BVBigValue(w, big.NewInt(-1))
		}
		return BVBigValue(w, r.Quo(a, c))
	case KURem:
		if c.Sign() == 0 {
			return x
		}
		return BVBigValue(w, r.Rem(a, c))
	case KShl:
		if !c.IsUint64() || c.Uint64() >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVBigValue(w, r.Lsh(a, uint(c.Uint64())))
	case KLShr:
		if !c.IsUint64() || c.Uint64() >= uint64(w) {
			return BVValue(w, 0)
		}
		return BVBigValue(w, r.Rsh(a, uint(c.Uint64())))
	case KAShr:
		n := uint64(w)
		if c.IsUint64() {
			n = min(n, c.Uint64())
		}
		return BVBigValue(w, r.Rsh(x.Signed(), uint(n)))
	case KULt:
		return BoolValue(a.Cmp(c) < 0)
	case KSLt:
		return BoolValue(x.Signed().Cmp(y.Signed()) < 0)
	case KConcat:
		return BVBigValue(w, r.Or(r.Lsh(a, uint(y.sort.Width)), c))
	case KSExt:
		return BVBigValue(w, x.Signed())
	}
	panic("logic: evaluation of " + k.String())
}
