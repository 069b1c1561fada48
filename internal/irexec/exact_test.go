package irexec

import (
	"math/big"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

// TestExact64 compares exact arithmetic with that of math/big, at the ends and around them.
func TestExact64(t *testing.T) {
	for _, w := range []uint8{8, 32, 64} {
		var values []uint64
		for _, at := range []uint64{0, 1 << (w - 1), 1 << (w - 2), 1 << (w - 3), 1 << (w / 2), 5} {
			for d := uint64(0); d < 3; d++ {
				values = append(values, (at+d)&mask(w), (at-d)&mask(w))
			}
		}
		unsigned := func(v uint64) *big.Int { return new(big.Int).SetUint64(v) }
		for _, x := range values {
			for _, y := range values {
				off := big.NewInt(sext(y, w))
				for _, op := range []ir.BinOp{ir.Add, ir.Sub, ir.Mul} {
					r := new(big.Int)
					least, most := new(big.Int), unsigned(mask(w))
					switch op {
					case ir.Add:
						r.Add(unsigned(x), off)
					case ir.Sub:
						r.Sub(unsigned(x), off)
					case ir.Mul:
						r.Mul(big.NewInt(sext(x, w)), off)
						most.SetUint64(mask(w - 1))
						least.Not(most)
					}
					want := least.Cmp(r) <= 0 && r.Cmp(most) <= 0
					got, ok := exact64(op, x, y, w)
					if wrapped := new(big.Int).And(r, unsigned(mask(w))).Uint64(); ok != want || got != wrapped {
						t.Errorf("%v %#x, %#x of %d bits: %#x %t, want %#x %t", op, x, y, w, got, ok, wrapped, want)
					}
				}
			}
		}
	}
}
