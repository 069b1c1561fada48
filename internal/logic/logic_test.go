package logic

import "testing"

func TestBasics(t *testing.T) {
	b := NewBuilder(Options{})
	x := b.Var("x", BVSort(8))
	y := b.Var("y", BVSort(8))
	s := b.Add(x, b.BV(8, 3))
	if s != b.Add(x, b.BV(8, 3)) {
		t.Error("not shared")
	}
	v := b.Eval(b.ULt(b.Mul(s, y), b.BV(8, 100)), Assignment{x: BVValue(8, 7), y: BVValue(8, 10)})
	if v.Bool() {
		t.Error("100 < 100")
	}
	if got := b.Cone(b.Mul(s, y)); len(got) != 5 {
		t.Errorf("cone %v", got)
	}
}
