package main

import (
	"fmt"
	"strings"
)

// Words: the little term language in which the bit-vector instances are written, so that the same instance can be
// given to SAT solvers as CNF and to SMT solvers as bit-vectors. It is separate from internal/logic on purpose: the
// benchmark must not change when the thing it measures does.
//
// Terms are hash-consed and constants are folded, no more. Width 0 is Bool; arrays have an index and an element
// width and exist only in the SMT-LIB output.

type op uint8

const (
	opVar op = iota
	opConst
	opNot // Bool and words
	opAnd
	opOr
	opXor
	opAdd
	opSub
	opMul
	opEq
	opUlt
	opIte
	opShl
	opConcat
	opExtract
	opSelect
	opStore
	opConstArray
)

type word struct {
	op    op
	width int // 0 is Bool; for arrays the element width
	index int // index width of an array, 0 for others
	args  []*word
	val   uint64 // of a constant; hi<<8|lo of an extraction
	name  string
	id    int
}

type wordKey struct {
	op           op
	width, index int
	val          uint64
	a, b, c      int
}

type words struct {
	all  []*word
	hash map[wordKey]*word
	vars []*word
}

func newWords() *words { return &words{hash: map[wordKey]*word{}} }

func mask(width int) uint64 {
	if width == 0 {
		return 1
	}
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

func (w *words) mk(o op, width, index int, val uint64, args ...*word) *word {
	k := wordKey{op: o, width: width, index: index, val: val, a: -1, b: -1, c: -1}
	ids := []*int{&k.a, &k.b, &k.c}
	for i, a := range args {
		*ids[i] = a.id
	}
	if t := w.hash[k]; t != nil {
		return t
	}
	t := &word{op: o, width: width, index: index, val: val, args: args, id: len(w.all)}
	w.all = append(w.all, t)
	w.hash[k] = t
	return t
}

func (w *words) variable(name string, width int) *word {
	t := &word{op: opVar, width: width, name: name, id: len(w.all)}
	w.all = append(w.all, t)
	w.vars = append(w.vars, t)
	return t
}

func (w *words) array(name string, index, elem int) *word {
	t := w.variable(name, elem)
	t.index = index
	return t
}

func (w *words) num(width int, v uint64) *word { return w.mk(opConst, width, 0, v&mask(width)) }

func (w *words) bool(v bool) *word {
	if v {
		return w.num(0, 1)
	}
	return w.num(0, 0)
}

func (t *word) constant() bool { return t.op == opConst }
func (t *word) is(v uint64) bool {
	return t.op == opConst && t.val == v&mask(t.width)
}

func (w *words) not(a *word) *word {
	if a.constant() {
		return w.num(a.width, ^a.val)
	}
	if a.op == opNot {
		return a.args[0]
	}
	return w.mk(opNot, a.width, 0, 0, a)
}

func (w *words) and(a, b *word) *word {
	switch {
	case a.is(0), b.is(0):
		return w.num(a.width, 0)
	case a.is(^uint64(0)), a == b:
		return b
	case b.is(^uint64(0)):
		return a
	}
	return w.mk(opAnd, a.width, 0, 0, a, b)
}

func (w *words) or(a, b *word) *word { return w.not(w.and(w.not(a), w.not(b))) }

func (w *words) xor(a, b *word) *word {
	switch {
	case a.constant() && b.constant():
		return w.num(a.width, a.val^b.val)
	case a.is(0):
		return b
	case b.is(0):
		return a
	}
	return w.mk(opXor, a.width, 0, 0, a, b)
}

func (w *words) all2(xs ...*word) *word {
	r := w.bool(true)
	for _, x := range xs {
		r = w.and(r, x)
	}
	return r
}

func (w *words) add(a, b *word) *word {
	switch {
	case a.constant() && b.constant():
		return w.num(a.width, a.val+b.val)
	case a.is(0):
		return b
	case b.is(0):
		return a
	}
	return w.mk(opAdd, a.width, 0, 0, a, b)
}

func (w *words) sub(a, b *word) *word {
	switch {
	case a.constant() && b.constant():
		return w.num(a.width, a.val-b.val)
	case b.is(0):
		return a
	}
	return w.mk(opSub, a.width, 0, 0, a, b)
}

func (w *words) mul(a, b *word) *word {
	if a.constant() && b.constant() {
		return w.num(a.width, a.val*b.val)
	}
	return w.mk(opMul, a.width, 0, 0, a, b)
}

func (w *words) eq(a, b *word) *word {
	switch {
	case a == b:
		return w.bool(true)
	case a.constant() && b.constant():
		return w.bool(a.val == b.val)
	case a.width == 0 && a.index == 0:
		return w.not(w.xor(a, b))
	}
	return w.mk(opEq, 0, 0, 0, a, b)
}

func (w *words) ult(a, b *word) *word {
	if a.constant() && b.constant() {
		return w.bool(a.val < b.val)
	}
	if b.is(0) {
		return w.bool(false)
	}
	return w.mk(opUlt, 0, 0, 0, a, b)
}

func (w *words) ule(a, b *word) *word { return w.not(w.ult(b, a)) }

func (w *words) ite(c, a, b *word) *word {
	switch {
	case c.is(1), a == b:
		return a
	case c.is(0):
		return b
	case a.width == 0 && a.index == 0 && a.constant():
		if a.val == 1 {
			return w.or(c, b)
		}
		return w.and(w.not(c), b)
	case a.width == 0 && a.index == 0 && b.constant():
		if b.val == 1 {
			return w.or(w.not(c), a)
		}
		return w.and(c, a)
	}
	return w.mk(opIte, a.width, a.index, 0, c, a, b)
}

func (w *words) shl(a, b *word) *word { return w.mk(opShl, a.width, 0, 0, a, b) }

func (w *words) concat(hi, lo *word) *word {
	if hi.constant() && lo.constant() {
		return w.num(hi.width+lo.width, hi.val<<lo.width|lo.val)
	}
	return w.mk(opConcat, hi.width+lo.width, 0, 0, hi, lo)
}

func (w *words) extract(hi, lo int, a *word) *word {
	if a.constant() {
		return w.num(hi-lo+1, a.val>>lo)
	}
	if lo == 0 && hi == a.width-1 {
		return a
	}
	return w.mk(opExtract, hi-lo+1, 0, uint64(hi)<<8|uint64(lo), a)
}

func (w *words) zext(a *word, width int) *word {
	if width == a.width {
		return a
	}
	return w.concat(w.num(width-a.width, 0), a)
}

func (w *words) sel(arr, i *word) *word {
	return w.mk(opSelect, arr.width, 0, 0, arr, i)
}

func (w *words) store(arr, i, v *word) *word {
	return w.mk(opStore, arr.width, arr.index, 0, arr, i, v)
}

func (w *words) constArray(index int, v *word) *word {
	return w.mk(opConstArray, v.width, index, 0, v)
}

// smtlib prints the assertion of a Bool term. Every shared node is bound once by a chain of lets.
func (w *words) smtlib(root *word) string {
	var order []*word
	uses := map[*word]int{}
	type frame struct {
		t *word
		i int
	}
	stack := []frame{{root, 0}}
	seen := map[*word]bool{root: true}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.i < len(f.t.args) {
			a := f.t.args[f.i]
			f.i++
			uses[a]++
			if !seen[a] {
				seen[a] = true
				stack = append(stack, frame{a, 0})
			}
			continue
		}
		order = append(order, f.t)
		stack = stack[:len(stack)-1]
	}
	var sb strings.Builder
	logic := "QF_BV"
	for _, t := range order {
		if t.index > 0 {
			logic = "ALL" // constant arrays are in no smaller logic of z3's
		}
	}
	fmt.Fprintf(&sb, "(set-logic %s)\n", logic)
	for _, t := range order {
		if t.op == opVar {
			fmt.Fprintf(&sb, "(declare-fun %s () %s)\n", t.name, t.sort())
		}
	}
	text := map[*word]string{}
	lets := 0
	sb.WriteString("(assert ")
	for _, t := range order {
		s := t.expr(text)
		if len(t.args) > 0 && (uses[t] > 1 || len(s) > 200) && t != root {
			fmt.Fprintf(&sb, "(let ((?x%d %s))\n", t.id, s)
			lets++
			s = fmt.Sprintf("?x%d", t.id)
		}
		text[t] = s
	}
	sb.WriteString(text[root])
	sb.WriteString(strings.Repeat(")", lets))
	sb.WriteString(")\n(check-sat)\n(exit)\n")
	return sb.String()
}

func (t *word) sort() string {
	switch {
	case t.index > 0:
		return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", t.index, t.width)
	case t.width == 0:
		return "Bool"
	}
	return fmt.Sprintf("(_ BitVec %d)", t.width)
}

var opNames = map[op]string{
	opNot: "bvnot", opAnd: "bvand", opOr: "bvor", opXor: "bvxor", opAdd: "bvadd", opSub: "bvsub",
	opMul: "bvmul", opEq: "=", opUlt: "bvult", opIte: "ite", opShl: "bvshl", opConcat: "concat",
	opSelect: "select", opStore: "store",
}

func (t *word) expr(text map[*word]string) string {
	switch t.op {
	case opVar:
		return t.name
	case opConst:
		if t.width == 0 {
			return fmt.Sprint(t.val == 1)
		}
		return fmt.Sprintf("#b%0*b", t.width, t.val)
	case opExtract:
		return fmt.Sprintf("((_ extract %d %d) %s)", t.val>>8, t.val&255, text[t.args[0]])
	case opConstArray:
		return fmt.Sprintf("((as const %s) %s)", t.sort(), text[t.args[0]])
	}
	name := opNames[t.op]
	if t.width == 0 && t.op != opEq && t.op != opUlt && t.op != opIte {
		name = strings.TrimPrefix(name, "bv")
	}
	s := "(" + name
	for _, a := range t.args {
		s += " " + text[a]
	}
	return s + ")"
}
