package logic

import "testing"

// TestDefinitions: what a defined variable is worth follows from the free ones, whatever an assignment says of it, and only what is looked at is made.
func TestDefinitions(t *testing.T) {
	b := NewBuilder(Options{})
	x, p := b.Var("x", BVSort(8)), b.Var("p", BoolSort)
	y := b.Named("y", b.Add(x, b.BV(8, 1)))
	made := 0
	z := b.FreshVar("z", BVSort(8))
	b.Define(z, func() (is, also Term) {
		made++
		return b.Mul(y, y), b.True()
	})
	choice := b.Ite(p, y, z)
	e := NewEvaluator(b, Assignment{x: BVValue(8, 4), y: BVValue(8, 77), p: BoolValue(true)})
	if v := e.Value(choice); !v.Equal(BVValue(8, 5)) || made != 0 {
		t.Errorf("y is %v, and z was made %d times", v, made)
	}
	e = NewEvaluator(b, Assignment{x: BVValue(8, 4)})
	if v := e.Value(choice); !v.Equal(BVValue(8, 25)) || made != 1 {
		t.Errorf("z is %v, and was made %d times", v, made)
	}
	if looks := e.Looks(); len(looks) != 2 || looks[0].X != y || looks[1].X != z {
		t.Errorf("looked at %v", looks)
	}
}

// TestDefinedArrays: a range that was filled, under a store and beside another array.
func TestDefinedArrays(t *testing.T) {
	b := NewBuilder(Options{})
	so := ArraySort(8, 8)
	before, from, n, i := b.Var("a", so), b.Var("from", BVSort(8)), b.Var("n", BVSort(8)), b.Var("i", BVSort(8))
	filled := b.FreshVar("filled", so)
	b.DefineArray(filled, func(i Term) (is, also Term) {
		return b.Ite(b.ULt(b.Sub(i, from), n), b.BV(8, 7), b.Select(before, i)), b.True()
	})
	arr := b.Ite(b.ULt(n, b.BV(8, 100)), b.Store(filled, b.BV(8, 12), b.BV(8, 9)), before)
	read := b.Select(arr, i)
	if parts := b.DefinedParts(arr); len(parts) != 1 || parts[0] != filled {
		t.Errorf("parts %v", parts)
	}
	content := ArrayValue(so, BVValue(8, 3), ArrayEntry{BVValue(8, 12), BVValue(8, 4)})
	for _, c := range []struct{ from, n, i, want uint64 }{
		{10, 5, 11, 7}, {10, 5, 12, 9}, {10, 5, 15, 3}, {10, 5, 9, 3}, {250, 20, 2, 7}, {250, 20, 249, 3}, {10, 200, 11, 3}, {10, 200, 12, 4},
	} {
		v := b.Eval(read, Assignment{before: content, from: BVValue(8, c.from), n: BVValue(8, c.n), i: BVValue(8, c.i)})
		if !v.Equal(BVValue(8, c.want)) {
			t.Errorf("%+v: %v", c, v)
		}
	}
}
