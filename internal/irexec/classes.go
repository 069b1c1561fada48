package irexec

import (
	"math/big"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Classes of inputs. Real programs ask one thing of most inputs: is it zero, is it below ten. If all that ever happens to
// a havocked register is that it is compared with constants, directly or after being copied or extended, then values that
// give the same answers to all these comparisons lead to the same execution, and one of each class is enough: exact, for
// any width, where sampling would prove nothing.
//
// The candidates are the constants, their neighbours and the ends of the signed and unsigned ranges. Between two neighbouring
// constants (or ends) no comparison changes its answer, so every class has a candidate.

// question is a comparison of a value that came from the havoc by a chain of copies and extensions.
type question struct {
	op    ir.BinOp
	with  ir.Const
	left  bool // the value stands on the left
	width uint8
	chain []ext
}

type ext struct {
	op       ir.UnOp
	from, to uint8
}

// usesOf lists, per register, the instructions that read it.
func usesOf(f *ir.Func) [][]ir.Instr {
	uses := make([][]ir.Instr, len(f.Regs))
	for in := range f.Instrs() {
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				uses[o.Reg] = append(uses[o.Reg], in)
			}
		})
	}
	return uses
}

// classesOf gives one value of each class, or nil if the register is used for more than comparisons.
func classesOf(f *ir.Func, uses [][]ir.Instr, r ir.Reg) []ir.Const {
	var qs []question
	seen := map[ir.Reg]bool{}
	ok := true
	var follow func(r ir.Reg, chain []ext)
	follow = func(r ir.Reg, chain []ext) {
		if seen[r] || !ok {
			ok = ok && !seen[r]
			return
		}
		seen[r] = true
		w := uint8(f.Width(r))
		for _, in := range uses[r] {
			switch in := in.(type) {
			case *ir.Move:
				follow(in.Dst, chain)
			case *ir.Unary:
				d := uint8(f.Width(in.Dst))
				if in.Op != ir.ZExt && in.Op != ir.SExt {
					ok = false
					return
				}
				follow(in.Dst, append(chain[:len(chain):len(chain)], ext{in.Op, w, d}))
			case *ir.Binary:
				left := in.X.Kind == ir.KindReg && in.Y.Kind == ir.KindConst
				right := in.Y.Kind == ir.KindReg && in.X.Kind == ir.KindConst
				if in.Op < ir.Eq || in.Op > ir.SLe || !left && !right {
					ok = false
					return
				}
				q := question{op: in.Op, left: left, width: w, chain: chain, with: in.X.Val}
				if left {
					q.with = in.Y.Val
				}
				qs = append(qs, q)
			case *ir.Switch:
				for _, c := range in.Cases {
					qs = append(qs, question{op: ir.ULt, left: true, width: w, chain: chain, with: c.Lo},
						question{op: ir.ULe, left: true, width: w, chain: chain, with: c.Hi})
				}
			default:
				ok = false
				return
			}
		}
	}
	follow(r, nil)
	if !ok || len(qs) > 64 {
		return nil
	}
	return representatives(qs, f.Width(r))
}

func representatives(qs []question, w int) []ir.Const {
	low := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	candidates := []*big.Int{new(big.Int), big.NewInt(-1), low, new(big.Int).Sub(low, big.NewInt(1))}
	for _, q := range qs {
		for d := int64(-1); d <= 1; d++ {
			candidates = append(candidates, new(big.Int).Add(q.with.Big(), big.NewInt(d)))
		}
	}
	best := map[string]ir.Const{}
	for _, c := range candidates {
		v := ir.ConstFromBig(w, c)
		k := answers(qs, v)
		if old, ok := best[k]; !ok || v.Big().Cmp(old.Big()) < 0 {
			best[k] = v
		}
	}
	list := make([]ir.Const, 0, len(best))
	for _, v := range best {
		list = append(list, v)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Big().Cmp(list[j].Big()) < 0 })
	return list
}

// answers is what the comparisons say about a value.
func answers(qs []question, v ir.Const) string {
	bits := make([]byte, len(qs))
	for i, q := range qs {
		x := v
		for _, e := range q.chain {
			x, _ = unary(e.op, x, e.from, e.to)
		}
		a, b := x, q.with
		if !q.left {
			a, b = b, a
		}
		var r uint64
		if q.width <= 64 {
			r, _ = binary64(q.op, a.Lo, b.Lo, q.width)
		} else {
			c, _ := binaryWide(q.op, a, b, q.width)
			r = c.Lo
		}
		bits[i] = '0' + byte(r)
	}
	return string(bits)
}
