package ir

import "testing"

// TestExact compares the rules for exact arithmetic with numbers that have room, for all values of eight bits.
func TestExact(t *testing.T) {
	const w = 8
	signed := func(v int) int { return int(int8(v)) }
	valid := func(op BinOp, x, y int) bool {
		switch op {
		case Add:
			x += signed(y)
			return 0 <= x && x < 256
		case Sub:
			x -= signed(y)
			return 0 <= x && x < 256
		}
		x = signed(x) * signed(y)
		return -128 <= x && x < 128
	}
	in := func(v Operand, lo, hi Const, signed bool) bool {
		le := ULe
		if signed {
			le = SLe
		}
		a, _ := FoldInt(le, KConst(w, lo), v)
		b, _ := FoldInt(le, v, KConst(w, hi))
		return a.IsConst(1) && b.IsConst(1)
	}
	for _, op := range []BinOp{Add, Sub, Mul} {
		for x := range 256 {
			left := K(w, uint64(x))
			ylo, yhi, ysigned := ExactRange(op, left, true)
			for y := range 256 {
				right := K(w, uint64(y))
				want := valid(op, x, y)
				if got := in(right, ylo, yhi, ysigned); got != want {
					t.Fatalf("%v %d, %d: the right side is valid: %t, want %t", op, x, y, got, want)
				}
				xlo, xhi, xsigned := ExactRange(op, right, false)
				if got := in(left, xlo, xhi, xsigned); got != want {
					t.Fatalf("%v %d, %d: the left side is valid: %t, want %t", op, x, y, got, want)
				}
				got, ok := (&Binary{Op: op, Exact: true}).Fold(left, right)
				if plain, _ := FoldInt(op, left, right); ok != want || ok && got != plain {
					t.Fatalf("%v %d, %d: folds to %v %t, valid: %t", op, x, y, got, ok, want)
				}
			}
		}
	}
}

// TestExactFold: what is not known is not folded where it may be invalid.
func TestExactFold(t *testing.T) {
	r, g := R(1, 64), G(0, 8, 64)
	for _, tt := range []struct {
		name string
		op   BinOp
		x, y Operand
		want Operand // none: stays
	}{
		{"nothing added", Add, r, K(64, 0), r},
		{"nothing subtracted", Sub, r, K(64, 0), r},
		{"to null", Add, K(64, 0), r, Operand{}},
		{"once", Mul, r, K(64, 1), r},
		{"near", Add, g, K(64, 1<<20), G(0, 8+1<<20, 64)},
		{"before", Sub, g, K(64, 16), G(0, ^uint64(7), 64)},
		{"far", Add, g, K(64, 1<<40), Operand{}},
		{"far before", Sub, g, K(64, 1<<20), Operand{}},
		{"back from far", Sub, G(0, 1<<40, 64), K(64, 1<<40), Operand{}},
		{"address as offset", Add, K(64, 8), g, Operand{}},
	} {
		got, ok := (&Binary{Op: tt.op, Exact: true}).Fold(tt.x, tt.y)
		if ok != tt.want.IsSet() || ok && got != tt.want {
			t.Errorf("%s: %v %t, want %v", tt.name, got, ok, tt.want)
		}
	}
}

// TestSignedBits: extensions and products with constants say how many bits a register needs.
func TestSignedBits(t *testing.T) {
	f := &Func{}
	var b Block
	reg := func(w int) Reg { return f.NewReg(w, "", ShowSigned) }
	param, narrow := reg(64), reg(32)
	f.Params = []Reg{param}
	sext, zext, twelve, both, loop, unwritten := reg(64), reg(64), reg(64), reg(64), reg(64), reg(64)
	b.Instrs = []Instr{
		&Havoc{Dst: narrow},
		&Binary{Dst: twelve, Op: Mul, X: R(sext, 64), Y: K(64, 12)}, // before its operand is written, in the order of the text
		&Unary{Dst: sext, Op: SExt, X: R(narrow, 32)},
		&Unary{Dst: zext, Op: ZExt, X: R(narrow, 32)},
		&Unary{Dst: both, Op: SExt, X: R(narrow, 32)},
		&Move{Dst: both, X: R(param, 64)},
		&Unary{Dst: loop, Op: SExt, X: R(narrow, 32)},
		&Binary{Dst: loop, Op: Mul, X: R(loop, 64), Y: K(64, 4)},
		&Unary{Dst: unwritten, Op: SExt, X: R(narrow, 32)},
	}
	f.Blocks = []*Block{&b}
	got := f.SignedBits([]Reg{unwritten})
	for r, want := range map[Reg]int{param: 64, narrow: 32, sext: 32, zext: 33, twelve: 36, both: 64, loop: 64, unwritten: 64} {
		if got[r] != want {
			t.Errorf("register %d: %d bits, want %d", r, got[r], want)
		}
	}
}
