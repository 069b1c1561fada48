package pointsto

import (
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Indices: for every register between which signed numbers its values lie, as far as remainders, masks and extensions say. An index that has few values, as that of a ring in a struct, leads to so many places
// and not, as a stride alone would have it, all over the object that the ring lies in.

// interval is the numbers from lo to hi; there are none if lo is the larger one.
type interval struct{ lo, hi int64 }

var (
	nothing    = interval{0, -1}
	everything = interval{math.MinInt64, math.MaxInt64}
)

const (
	farthest = 1 << 20 // numbers beyond are not looked at: sums and products of those within do not overflow
	patience = 8       // how often what a register holds may grow, as that of a counter does without end
)

// around is the smallest interval that has two.
func (i interval) around(other interval) interval {
	switch {
	case i.lo > i.hi:
		return other
	case other.lo > other.hi:
		return i
	}
	return interval{min(i.lo, other.lo), max(i.hi, other.hi)}
}

// known reports whether an interval says something.
func (i interval) known() bool { return i.lo >= -farthest && i.hi <= farthest }

// in is an interval as the values of a width are one, if they can be.
func (i interval) in(width int) interval {
	if !i.known() || width < 64 && (i.lo < -1<<(width-1) || i.hi >= 1<<(width-1)) {
		return everything
	}
	return i
}

func (s *solver) findIndices(unwritten [][]ir.Reg) {
	s.indices = make([][]interval, len(s.p.Funcs))
	for i, f := range s.p.Funcs {
		of, grown := make([]interval, len(f.Regs)), make([]int, len(f.Regs))
		for r := range of {
			of[r] = nothing
		}
		for _, list := range [][]ir.Reg{unwritten[i], f.Params} {
			for _, r := range list {
				of[r] = everything
			}
		}
		for changed := true; changed; {
			changed = false
			for in := range f.Instrs() {
				ir.Defs(in, func(r *ir.Reg) {
					now := of[*r].around(written(in, of).in(f.Width(*r)))
					if now == of[*r] {
						return
					}
					if grown[*r]++; grown[*r] > patience {
						now = everything
					}
					of[*r], changed = now, true
				})
			}
		}
		s.indices[i] = of
	}
}

// written is the numbers that an instruction may write, if those of registers are known.
func written(in ir.Instr, of []interval) interval {
	value := func(o ir.Operand) interval {
		switch o.Kind {
		case ir.KindReg:
			return of[o.Reg]
		case ir.KindConst:
			if v := o.Val.SignedBig(o.Width); v.IsInt64() {
				return interval{v.Int64(), v.Int64()}
			}
		}
		return everything
	}
	switch in := in.(type) {
	case *ir.Move:
		return value(in.X)
	case *ir.Ite:
		return value(in.X).around(value(in.Y))
	case *ir.Extract:
		if in.Lo == 0 {
			return value(in.X)
		}
	case *ir.Unary:
		x := value(in.X)
		switch {
		case x.lo > x.hi:
			return nothing
		case in.Op == ir.SExt || in.Op == ir.ZExt && x.lo >= 0 && x.known():
			return x
		case in.Op == ir.ZExt && in.X.Width <= 16:
			return interval{0, 1<<in.X.Width - 1}
		}
	case *ir.Binary:
		return result(in.Op, value(in.X), value(in.Y))
	}
	return everything
}

// result is the numbers that an operation on two may give, unless it wraps, which the width of the result shows.
func result(op ir.BinOp, x, y interval) interval {
	switch {
	case x.lo > x.hi || y.lo > y.hi:
		return nothing
	case op == ir.And && y.lo >= 0 && y.known():
		return interval{0, y.hi} // whatever the other is
	case op == ir.And && x.lo >= 0 && x.known():
		return interval{0, x.hi}
	case op == ir.URem && y.lo > 0 && y.known():
		return interval{0, y.hi - 1}
	case op == ir.SRem && y.lo > 0 && y.known():
		return interval{1 - y.hi, y.hi - 1}
	case !x.known() || !y.known():
		return everything
	}
	switch op {
	case ir.Add:
		return interval{x.lo + y.lo, x.hi + y.hi}
	case ir.Sub:
		return interval{x.lo - y.hi, x.hi - y.lo}
	case ir.Mul:
		ends := [4]int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return interval{min(ends[0], ends[1], ends[2], ends[3]), max(ends[0], ends[1], ends[2], ends[3])}
	case ir.Shl:
		if y.lo == y.hi && y.lo >= 0 && y.lo <= 20 {
			return interval{x.lo << y.lo, x.hi << y.lo}
		}
	}
	return everything
}

// offsets is the few numbers that an operand which is no address may be; few is false if there may be others.
func (s *solver) offsets(f ir.FuncID, o ir.Operand) (out []int64, few bool) {
	if o.Kind != ir.KindReg {
		return nil, false
	}
	i, step := s.indices[f][o.Reg], max(s.stride(f, o), 1)
	if !i.known() || (i.hi-i.lo)/step >= most {
		return nil, false
	}
	for v := i.lo; v <= i.hi; v++ {
		if v%step == 0 {
			out = append(out, v)
		}
	}
	return out, true
}
