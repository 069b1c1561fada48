package ir

import (
	"math"
	"testing"
)

// TestFoldSqrt: roots of constants are constants, but for those that are no number, whose bits are not certain.
func TestFoldSqrt(t *testing.T) {
	for _, v := range []float64{0, math.Copysign(0, -1), 1, 2, 0.1, 16641, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1)} {
		got, ok := FoldUnary(FSqrt, FloatConst(64, v), 64)
		if want := FloatConst(64, math.Sqrt(v)); !ok || got != want {
			t.Errorf("%g: got %v %t, want %v", v, got, ok, want)
		}
	}
	for _, v := range []float64{-1, math.NaN(), math.Inf(-1)} {
		if got, ok := FoldUnary(FSqrt, FloatConst(64, v), 64); ok {
			t.Errorf("%g: got %v", v, got)
		}
	}
	for _, v := range []float32{0.1, 2, 3, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		got, ok := FoldUnary(FSqrt, FloatConst(32, float64(v)), 32)
		if want := FloatConst(32, float64(float32(math.Sqrt(float64(v))))); !ok || got != want {
			t.Errorf("%g: got %v %t, want %v", v, got, ok, want)
		}
	}
}
