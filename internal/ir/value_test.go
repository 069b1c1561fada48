package ir_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/ir"
)

// TestConst compares constants with big integers.
func TestConst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, ir.MaxWidth).Draw(t, "width")
		v := rapid.Int64().Draw(t, "v")
		mod := new(big.Int).Lsh(big.NewInt(1), uint(w))
		want := new(big.Int).Mod(big.NewInt(v), mod)
		c := ir.SignedConst(w, v)
		if c.Big().Cmp(want) != 0 {
			t.Fatalf("SignedConst(%d, %d) = %v, want %v", w, v, c.Big(), want)
		}
		if got := ir.ConstFromBig(w, big.NewInt(v)); got != c {
			t.Fatalf("ConstFromBig(%d, %d) = %v, want %v", w, v, got, c)
		}
		if got := new(big.Int).Mod(c.SignedBig(w), mod); got.Cmp(want) != 0 {
			t.Fatalf("SignedBig(%d) of %v = %v", w, c, c.SignedBig(w))
		}
		half := new(big.Int).Rsh(mod, 1)
		if s := c.SignedBig(w); s.Cmp(half) >= 0 || s.Cmp(new(big.Int).Neg(half)) < 0 {
			t.Fatalf("SignedBig(%d) of %v = %v is out of range", w, c, s)
		}
		if u := ir.MakeConst(w, uint64(v)); u != c.Truncate(min(w, 64)) {
			t.Fatalf("MakeConst(%d, %d) = %v", w, uint64(v), u)
		}
		if c.IsZero() != (want.Sign() == 0) {
			t.Fatalf("IsZero of %v", c)
		}
	})
}

func TestOperands(t *testing.T) {
	for _, c := range []struct {
		o    ir.Operand
		want string
	}{
		{ir.R(3, 8), "r3"},
		{ir.K(8, 300), "44"},
		{ir.KConst(128, ir.Const{Hi: 1}), "18446744073709551616"},
		{ir.G(2, 4, 64), "global#2+4"},
		{ir.F(1, 64), "func#1"},
		{ir.Operand{}, "none"},
	} {
		if got := c.o.String(); got != c.want {
			t.Errorf("%+v prints as %s, want %s", c.o, got, c.want)
		}
		if c.o.IsSet() == (c.want == "none") {
			t.Errorf("IsSet of %s", c.want)
		}
	}
	if !ir.K(8, 44).IsConst(44) || ir.K(8, 44).IsConst(300) || ir.R(44, 8).IsConst(44) {
		t.Error("IsConst")
	}
}

func TestIDs(t *testing.T) {
	p := &ir.Program{Model: ir.ILP32}
	if a, b := p.NewID(), p.NewID(); a != 1 || b != 2 {
		t.Errorf("the first IDs are %d, %d", a, b)
	}
	if p.PtrWidth() != 32 || ir.LLP64.PtrWidth() != 64 {
		t.Error("pointer widths")
	}
}
