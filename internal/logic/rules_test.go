package logic

import "testing"

// What simplifies to what: the equality of both sides must be seen to hold when it is built. That the rules
// keep values is tested elsewhere; this is that they are there.
func TestRules(t *testing.T) {
	const decls = `
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool) (declare-const s Bool)
(declare-const b (_ BitVec 1)) (declare-const c (_ BitVec 1)) (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 8))
(declare-const i (_ BitVec 32)) (declare-const j (_ BitVec 32)) (declare-const w (_ BitVec 100))
(declare-const a (Array (_ BitVec 32) (_ BitVec 8))) (declare-const d (Array (_ BitVec 32) (_ BitVec 8)))
(define-fun u ((x (_ BitVec 8))) (_ BitVec 32) ((_ zero_extend 24) x))
(define-fun v ((x (_ BitVec 8))) (_ BitVec 32) ((_ sign_extend 24) x))
(define-fun bit ((p Bool)) (_ BitVec 1) (ite p #b1 #b0))
(define-fun int ((p Bool)) (_ BitVec 32) (ite p #x00000001 #x00000000))
`
	for _, c := range [][2]string{
		// Joins of control flow.
		{"(or (and p q) (and p (not q)))", "p"},
		{"(or (and p q r) (and p (not q) r))", "(and p r)"},
		{"(and p (or p q))", "p"},
		{"(or p (and p q))", "p"},
		{"(and p (or (not p) q))", "(and p q)"},
		{"(and p (not (and p q)))", "(and p (not q))"},
		{"(or (and p q) (and p r))", "(and p (or q r))"},
		{"(and (and p q) (and q (not p)))", "false"},
		{"(or p (not p) q)", "true"},
		{"(=> p p)", "true"},
		{"(xor p p)", "false"},
		{"(= (not p) (not q))", "(= p q)"},
		{"(= (not p) q)", "(not (= p q))"},
		{"(ite p q false)", "(and p q)"},
		{"(ite p true q)", "(or p q)"},
		{"(ite p q (not q))", "(= p q)"},
		{"(ite p q q)", "q"},
		{"(ite p p q)", "(or p q)"},
		// Ites.
		{"(ite (not p) x y)", "(ite p y x)"},
		{"(ite p (ite p x y) z)", "(ite p x z)"},
		{"(ite p x (ite p y z))", "(ite p x z)"},
		{"(ite p x (ite q x y))", "(ite (or p q) x y)"},
		{"(ite p (ite q x y) y)", "(ite (and p q) x y)"},
		{"(ite p x (ite q y x))", "(ite (or p (not q)) x y)"},
		{"(ite p (ite q y x) y)", "(ite (and p (not q)) x y)"},
		{"(ite (and p q) (ite p x y) z)", "(ite (and p q) x z)"},
		{"(ite p (ite (and p q) x y) z)", "(ite p (ite q x y) z)"},
		{"(ite p z (ite (and p q) x y))", "(ite p z y)"},
		{"(ite p (ite (and q (not p)) x y) z)", "(ite p y z)"},
		{"(ite (= x y) x y)", "y"},
		{"(ite (= x #x05) x y)", "(ite (= x #x05) #x05 y)"},
		{"(ite (= x #x05) (ite (= x #x06) y z) x)", "(ite (= x #x05) z x)"},
		{"(ite (bvult x #x05) (ite (bvult x #x09) y z) x)", "(ite (bvult x #x05) y x)"},
		{"(ite (= b #b1) #b1 #b0)", "b"},
		{"(ite (= b #b1) #b0 #b1)", "(bvnot b)"},
		{"(ite p (u x) (u y))", "(u (ite p x y))"},
		{"(ite p (v x) (v y))", "(v (ite p x y))"},
		// Booleans as bits and back.
		{"(= (bit p) #b1)", "p"},
		{"(= (bit p) #b0)", "(not p)"},
		{"(bvand (bit p) (bit q))", "(bit (and p q))"},
		{"(bvor (bit p) (bit q))", "(bit (or p q))"},
		{"(bvxor (bit p) (bit q))", "(bit (xor p q))"},
		{"(bvnot (bit p))", "(bit (not p))"},
		{"((_ zero_extend 31) (bit p))", "(int p)"},
		{"(= (bit p) b)", "(= p (= b #b1))"},
		{"(= (bvand b c) #b1)", "(and (= b #b1) (= c #b1))"},
		{"(= b #b0)", "(not (= b #b1))"},
		{"(= (bvor b c) #b1)", "(or (= b #b1) (= c #b1))"},
		{"(not (= (int p) #x00000000))", "p"},
		{"(bvslt (int p) #x00000002)", "true"},
		{"(bvadd b c)", "(bvxor b c)"},
		// Equality.
		{"(= (ite p #x01 #x02) #x01)", "p"},
		{"(= (ite p #x01 #x02) #x03)", "false"},
		{"(= (ite p #x01 x) #x02)", "(and (not p) (= x #x02))"},
		{"(= (ite p x #x01) #x01)", "(or (not p) (= x #x01))"},
		{"(= (ite p x y) x)", "(or p (= y x))"},
		{"(= (ite p x #x01) (ite p x #x02))", "p"},
		{"(= (bvadd x #x03) #x05)", "(= x #x02)"},
		{"(= (bvadd x #x03) (bvadd x #x04))", "false"},
		{"(= x (bvadd x #x01))", "false"},
		{"(= (bvadd x y) (bvadd y z))", "(= x z)"},
		{"(= (bvadd x y) x)", "(= y #x00)"},
		{"(= (bvsub x y) #x00)", "(= x y)"},
		{"(= (bvxor x y) #x00)", "(= x y)"},
		{"(= (bvxor x y) x)", "(= y #x00)"},
		{"(= (bvnot x) (bvnot y))", "(= x y)"},
		{"(= (bvneg x) #x01)", "(= x #xff)"},
		{"(= (bvmul x #x03) #x09)", "(= x #x03)"},
		{"(= (u x) (u y))", "(= x y)"},
		{"(= (u x) #x00000107)", "false"},
		{"(= (u x) #x00000007)", "(= x #x07)"},
		{"(= (v x) #x0000ff80)", "false"},
		{"(= (v x) #xffffff80)", "(= x #x80)"},
		{"(= (concat x y) (concat x z))", "(= y z)"},
		{"(= (concat x y) #x0102)", "(and (= x #x01) (= y #x02))"},
		{"(= (bvor x y) #x00)", "(and (= x #x00) (= y #x00))"},
		{"(= (concat x #b1) (concat y #b0))", "false"},
		{"(= (bvadd x #x01) (bvadd y #x01))", "(= x y)"},
		// Sums of products.
		{"(= (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul x z)))", "true"},
		{"(= (bvmul (bvmul x y) z) (bvmul x (bvmul y z)))", "true"},
		{"(= (bvmul (bvadd x y) (bvsub x y)) (bvsub (bvmul x x) (bvmul y y)))", "true"},
		{"(= (bvmul (bvadd x #x01) (bvadd x #x01)) (bvadd (bvmul x x) (bvadd (bvshl x #x01) #x02)))", "false"},
		{"(= (bvmul x (bvneg y)) (bvneg (bvmul y x)))", "true"},
		{"(= (bvmul x (bvnot y)) (bvsub (bvneg (bvmul x y)) x))", "true"},
		{"(bvult (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul z x)))", "false"},
		{"(bvslt (bvmul x (bvmul y z)) (bvmul (bvmul x y) z))", "false"},
		{"(bvsub (bvmul x (bvadd y z)) (bvmul x y))", "(bvmul x z)"},
		{"(bvsub (bvadd x (bvadd y z)) (bvadd z x))", "y"},
		{"(= (bvadd x (bvadd y z)) (bvadd z (bvadd #x05 x)))", "(= y #x05)"},
		{"(= (bvmul x (bvadd y z)) (bvadd (bvmul x y) #x03))", "(= (bvmul x z) #x03)"},
		{"(= (bvshl (bvmul x y) #x01) (bvadd (bvshl (bvmul y z) #x01) #x01))", "false"},
		{"(= (bvmul (u x) (bvadd (u y) (u z))) (bvadd (bvmul (u x) (u y)) (bvmul (u z) (u x))))", "true"},
		{"(= ((_ extract 7 0) (bvmul i (bvadd j #x00000001))) (bvadd (bvmul ((_ extract 7 0) i) ((_ extract 7 0) j)) ((_ extract 7 0) i)))", "true"},
		// Order.
		{"(bvult x #x00)", "false"},
		{"(bvule x #xff)", "true"},
		{"(bvult x #x01)", "(= x #x00)"},
		{"(bvugt x #xfe)", "(= x #xff)"},
		{"(bvult #x00 x)", "(not (= x #x00))"},
		{"(bvslt x #x80)", "false"},
		{"(bvslt x #x00)", "(= ((_ extract 7 7) x) #b1)"},
		{"(bvult (u x) #x00000100)", "true"},
		{"(bvult (u x) (u y))", "(bvult x y)"},
		{"(bvslt (u x) (u y))", "(bvult x y)"},
		{"(bvslt (v x) (v y))", "(bvslt x y)"},
		{"(bvslt (v x) #x00000005)", "(bvslt x #x05)"},
		{"(bvslt (v x) #x00000085)", "true"},
		{"(bvslt #x00000085 (v x))", "false"},
		{"(bvult (concat x y) (concat x z))", "(bvult y z)"},
		{"(bvult (concat x y) (concat z y))", "(bvult x z)"},
		{"(bvslt (concat x y) (concat z y))", "(bvslt x z)"},
		{"(bvult ((_ zero_extend 92) x) ((_ zero_extend 92) y))", "(bvult x y)"},
		{"(and (bvult x #x05) (bvult x #x03))", "(bvult x #x03)"},
		{"(and (bvult x #x05) (bvugt x #x04))", "false"},
		{"(and (bvult x #x05) (bvugt x #x03))", "(= x #x04)"},
		{"(and (= x #x05) (bvult x #x09))", "(= x #x05)"},
		{"(and (= x #x05) (= x #x06))", "false"},
		{"(and (= x #x05) (not (= x #x06)))", "(= x #x05)"},
		{"(or (not (= x #x05)) (bvult x #x09))", "true"},
		{"(and (bvslt x #x05) (bvsgt x #x03))", "(= x #x04)"},
		{"(and (bvslt x #x05) (= x #x06))", "false"},
		// Sums and products.
		{"(bvsub x x)", "#x00"},
		{"(bvadd (bvsub x y) y)", "x"},
		{"(bvsub (bvadd x y) x)", "y"},
		{"(bvadd (bvadd x #x01) #xff)", "x"},
		{"(bvadd (bvadd x #x01) (bvadd y #x02))", "(bvadd (bvadd x y) #x03)"},
		{"(bvadd (bvnot x) #x01)", "(bvneg x)"},
		{"(bvadd x (bvnot x))", "#xff"},
		{"(bvneg (bvneg x))", "x"},
		{"(bvneg (bvsub x y))", "(bvsub y x)"},
		{"(bvnot (bvneg x))", "(bvadd x #xff)"},
		{"(bvmul x #x01)", "x"},
		{"(bvmul x #x00)", "#x00"},
		{"(bvmul x #xff)", "(bvneg x)"},
		{"(bvmul (bvmul x #x03) #x05)", "(bvmul x #x0f)"},
		{"(bvmul (bvadd x #x02) #x03)", "(bvadd (bvmul x #x03) #x06)"},
		{"(bvmul x #x04)", "(bvshl x #x02)"},
		{"(bvudiv x #x04)", "(bvlshr x #x02)"},
		{"(bvurem x #x08)", "(bvand x #x07)"},
		{"(bvadd x x)", "(bvshl x #x01)"},
		{"(bvadd (bvshl x #x02) #x06)", "(concat (bvadd ((_ extract 5 0) x) #b000001) #b10)"},
		{"(bvudiv (u x) #x00000003)", "(u (bvudiv x #x03))"},
		{"(bvurem (u x) (u y))", "(u (bvurem x y))"},
		{"(bvurem x x)", "#x00"},
		{"(bvurem (u x) #x00000200)", "(u x)"},
		{"(bvmul (u x) (u y))", "((_ zero_extend 16) (bvmul ((_ zero_extend 8) x) ((_ zero_extend 8) y)))"},
		{"((_ extract 7 0) (bvadd (u x) (v y)))", "(bvadd x y)"},
		{"((_ extract 7 0) (bvmul (u x) (u y)))", "(bvmul x y)"},
		{"(bvadd (ite p #x01 #x02) #x03)", "(ite p #x04 #x05)"},
		{"(bvadd (concat x #x00) (u16 y))", "(concat x y)"},
		// Bits.
		{"(bvand x x)", "x"},
		{"(bvand x (bvnot x))", "#x00"},
		{"(bvor x (bvand x y))", "x"},
		{"(bvxor x (bvxor x y))", "y"},
		{"(bvand x #x0f)", "(concat #x0 ((_ extract 3 0) x))"},
		{"(bvand (u x) #x000000ff)", "(u x)"},
		{"(bvxor x #xff)", "(bvnot x)"},
		{"(bvor (bvshl (u x) #x00000008) (u y))", "(concat #x0000 (concat x y))"},
		{"(concat ((_ extract 7 4) x) ((_ extract 3 0) x))", "x"},
		{"((_ extract 7 0) (concat y x))", "x"},
		{"((_ extract 11 4) (concat y x))", "(concat ((_ extract 3 0) y) ((_ extract 7 4) x))"},
		{"(concat (ite p ((_ extract 7 4) x) ((_ extract 7 4) y)) (ite p ((_ extract 3 0) x) ((_ extract 3 0) y)))", "(ite p x y)"},
		{"(concat (bvnot ((_ extract 7 4) x)) (bvnot ((_ extract 3 0) x)))", "(bvnot x)"},
		{"(bvshl x #x08)", "#x00"},
		{"(bvashr x #x09)", "((_ sign_extend 7) ((_ extract 7 7) x))"},
		{"((_ sign_extend 8) ((_ sign_extend 16) x))", "(v x)"},
		{"((_ sign_extend 8) (concat #b0 x))", "(concat #b000000000 x)"},
		{"((_ extract 15 0) (v x))", "((_ sign_extend 8) x)"},
		{"((_ extract 20 12) (v x))", "((_ sign_extend 8) ((_ extract 7 7) x))"},
		{"(bvlshr (u x) (bvor i #x00000020))", "#x00000000"},
		{"((_ extract 107 8) (concat w x))", "w"},
		// Arrays.
		{"(select (store a i x) i)", "x"},
		{"(select (store a #x00000001 x) #x00000002)", "(select a #x00000002)"},
		{"(select (store a (bvadd i #x00000001) x) i)", "(select a i)"},
		{"(select (store (store a i x) (bvadd i #x00000004) y) i)", "x"},
		{"(store (store a i x) i y)", "(store a i y)"},
		{"(store (store (store a i x) (bvadd i #x00000001) y) i z)", "(store (store a (bvadd i #x00000001) y) i z)"},
		{"(store a i (select a i))", "a"},
		{"(ite p (store a i x) (store a i y))", "(store a i (ite p x y))"},
		{"(ite p (store a i x) a)", "(store a i (ite p x (select a i)))"},
		{"(select ((as const (Array (_ BitVec 32) (_ BitVec 8))) x) i)", "x"},
		{"(select (ite p (store a i x) (store d i y)) i)", "(ite p x y)"},
		{"(= (store a i x) (store a i y))", "(= x y)"},
		{"(= (store a i x) a)", "(= (select a i) x)"},
	} {
		b := NewBuilder(Options{})
		text := decls + "(define-fun u16 ((x (_ BitVec 8))) (_ BitVec 16) ((_ zero_extend 8) x))"
		sc := parse(t, b, text+"(assert (= "+c[0]+" "+c[1]+"))")
		if sc.Asserts[0] != termTrue {
			t.Errorf("%s is not %s: %s", c[0], c[1], b.String(sc.Asserts[0]))
		}
	}
}

// Large conjunctions that arrive one by one stay linear, and what stands in them is still seen.
func TestLongPaths(t *testing.T) {
	b := NewBuilder(Options{})
	path := b.True()
	var conds []Term
	for range 40 {
		c := b.FreshVar("c", BoolSort)
		conds = append(conds, c)
		path = b.And(path, c)
	}
	if got := b.And(path, conds[39]); got != path {
		t.Errorf("the last condition again: %s", b.String(got))
	}
	last := conds[39]
	rest := b.And(path, b.Not(last))
	if rest != termFalse {
		t.Errorf("the last condition negated: %s", b.String(rest))
	}
	d := b.Var("d", BoolSort)
	if got := b.Or(b.And(path, d), b.And(path, b.Not(d))); got != path {
		t.Errorf("joined: %s", b.String(got))
	}
	// As many arguments in one call.
	if got := b.And(append(conds, b.Not(conds[7]))...); got != termFalse {
		t.Errorf("complement among many: %s", b.String(got))
	}
}
