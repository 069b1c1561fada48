package logic

// Evaluation: the meaning of every kind of term, written down once more and apart from the simplifier, whose constant
// folding (fold.go) it shares nothing with. The tests compare the two, so that each can convict the other; the solver
// checks its models here.
//
// Values of 64 bits or fewer are computed in machine words, wider ones with math/big; the wide code is correct for
// any width, and a test runs it on narrow terms against the narrow code.

import (
	"math/big"
	"slices"
)

// Assignment gives values to variables. A variable without one is false, zero, or the array of zeros.
type Assignment map[Term]Value

// Eval is the value of t under an assignment.
func (b *Builder) Eval(t Term, a Assignment) Value { return NewEvaluator(b, a).Value(t) }

// Look is a definition that was looked at: of a variable, or of an array at an index.
type Look struct {
	X     Term
	Index Term  // of an array, else 0
	At    Value // of the index
}

// Evaluator evaluates many terms under one assignment, each shared term once. Of a choice it looks at the side that is taken, and of an array that
// is made of defined ones at the places that are read.
type Evaluator struct {
	b     *Builder
	a     Assignment
	ask   func(x Term) Value // for the values of free variables, in place of the assignment
	looks []Look
	memo  table[Value]
	stack []pending
	wide  bool // use the wide code for everything (tests)
}

// pending is a term under evaluation, and how far that is.
type pending struct {
	t    Term
	at   Term // of a read: the array that it has come down to
	next int  // of a conjunction: the argument to look at
}

// NewEvaluator makes an evaluator. The assignment must not change while it is in use.
func NewEvaluator(b *Builder, a Assignment) *Evaluator { return &Evaluator{b: b, a: a} }

// EvaluateWith makes an evaluator that asks for the values of free variables.
func EvaluateWith(b *Builder, ask func(x Term) Value) *Evaluator { return &Evaluator{b: b, ask: ask} }

// Known is the value of t if it was needed for what was evaluated so far.
func (e *Evaluator) Known(t Term) (Value, bool) {
	v := e.get(t)
	return v, !v.IsZero()
}

// Looks are the definitions that were looked at so far.
func (e *Evaluator) Looks() []Look { return e.looks }

func (e *Evaluator) get(t Term) Value { return e.memo.get(t) }

func (e *Evaluator) set(t Term, v Value) Term {
	*e.memo.at(t) = v
	return 0
}

// Bool is the truth of a formula.
func (e *Evaluator) Bool(t Term) bool { return e.Value(t).Bool() }

// Value is the value of t.
func (e *Evaluator) Value(t Term) Value {
	if v := e.get(t); !v.IsZero() {
		return v
	}
	e.stack = append(e.stack[:0], pending{t: t})
	for len(e.stack) > 0 {
		top := len(e.stack) - 1
		if !e.get(e.stack[top].t).IsZero() {
			e.stack = e.stack[:top]
		} else if need := e.step(&e.stack[top]); need != 0 {
			e.stack = append(e.stack, pending{t: need})
		}
	}
	return e.get(t)
}

// step gives a term its value, or says which one is needed first.
func (e *Evaluator) step(f *pending) (need Term) {
	b, t := e.b, f.t
	args := b.Args(t)
	switch b.Kind(t) {
	case KVar:
		return e.variable(t)
	case KIte:
		return e.through(args[0], func(c Value) Term {
			if c.Bool() {
				return e.same(t, args[1])
			}
			return e.same(t, args[2])
		})
	case KAnd:
		if f.next == 0 && slices.ContainsFunc(args, func(a Term) bool { v := e.get(a); return !v.IsZero() && !v.Bool() }) {
			return e.set(t, BoolValue(false))
		}
		for ; f.next < len(args); f.next++ { // the oldest first: what is made last of a formula is what is looked at if all else holds
			v := e.get(args[f.next])
			if v.IsZero() {
				return args[f.next]
			}
			if !v.Bool() {
				return e.set(t, BoolValue(false))
			}
		}
		return e.set(t, BoolValue(true))
	case KSelect:
		if b.hasDefinedArray(args[0]) {
			return e.through(args[1], func(i Value) Term { return e.read(f, args[0], args[1], i) })
		}
	}
	for _, a := range args {
		if e.get(a).IsZero() {
			return a
		}
	}
	return e.set(t, e.compute(t))
}

// through goes on with the value of x.
func (e *Evaluator) through(x Term, then func(Value) Term) (need Term) {
	if v := e.get(x); !v.IsZero() {
		return then(v)
	}
	return x
}

// same gives t the value of x.
func (e *Evaluator) same(t, x Term) (need Term) {
	return e.through(x, func(v Value) Term { return e.set(t, v) })
}

func (e *Evaluator) variable(x Term) (need Term) {
	switch {
	case e.b.IsDefined(x) && !e.b.Sort(x).IsArray():
		is, _ := e.b.Definition(x, 0)
		return e.through(is, func(v Value) Term {
			e.looks = append(e.looks, Look{X: x})
			return e.set(x, v)
		})
	case e.ask != nil:
		return e.set(x, e.ask(x))
	}
	return e.set(x, e.compute(x))
}

// read goes down an array that has defined ones among its parts, to what is at an index.
func (e *Evaluator) read(f *pending, array, index Term, i Value) (need Term) {
	b := e.b
	if f.at == 0 {
		f.at = array
	}
	for b.hasDefinedArray(f.at) {
		args := b.Args(f.at)
		switch b.Kind(f.at) {
		case KStore:
			at := e.get(args[1])
			if at.IsZero() {
				return args[1]
			}
			if at.Equal(i) {
				return e.same(f.t, args[2])
			}
			f.at = args[0]
		case KIte:
			c := e.get(args[0])
			if c.IsZero() {
				return args[0]
			}
			if c.Bool() {
				f.at = args[1]
			} else {
				f.at = args[2]
			}
		default:
			is, _ := b.Definition(f.at, index)
			return e.through(is, func(v Value) Term {
				e.looks = append(e.looks, Look{f.at, index, i})
				return e.set(f.t, v)
			})
		}
	}
	return e.through(f.at, func(a Value) Term { return e.set(f.t, a.At(i)) })
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
