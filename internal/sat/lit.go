package sat

import "strconv"

// Var is a propositional variable, numbered from 0 in order of creation.
type Var int32

// Lit is a variable or its negation: 2*v for v, 2*v+1 for its negation. It indexes
// arrays directly, which is why it is not the signed integer of DIMACS.
type Lit int32

// LitUndef is no literal.
const LitUndef Lit = -1

// MkLit returns the literal of v, negated if neg is set.
func MkLit(v Var, neg bool) Lit {
	if neg {
		return Lit(v)<<1 | 1
	}
	return Lit(v) << 1
}

// Neg returns the complement of l.
func (l Lit) Neg() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Sign reports whether l is negated.
func (l Lit) Sign() bool { return l&1 != 0 }

// Dimacs returns l as DIMACS writes it: v+1, or -(v+1) when negated.
func (l Lit) Dimacs() int {
	n := int(l>>1) + 1
	if l.Sign() {
		return -n
	}
	return n
}

// FromDimacs is the inverse of Dimacs; n must not be zero.
func FromDimacs(n int) Lit {
	if n < 0 {
		return MkLit(Var(-n-1), true)
	}
	return MkLit(Var(n-1), false)
}

func (l Lit) String() string {
	if l < 0 {
		return "undef"
	}
	return strconv.Itoa(l.Dimacs())
}

// Status is the answer to a satisfiability question. Its zero value claims nothing.
type Status int8

// The three answers.
const (
	Unknown Status = iota
	Sat
	Unsat
)

func (st Status) String() string {
	switch st {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}
