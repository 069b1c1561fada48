package irexec

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestDataflow compares the analyses of registers with ones that follow the definitions, without numbers for registers and an order of blocks.
func TestDataflow(t *testing.T) {
	for seed := range uint64(400) {
		src := randomFunc(rand.New(rand.NewPCG(seed, 3)))
		p, err := irtext.Parse("live.ir", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		c, err := compile(p)
		if err != nil {
			t.Fatal(err)
		}
		f, fn := p.Funcs[0], &c.funcs[0]
		c.liveness(fn)
		if got, want := unwritten(f), slowUnwritten(f); !slices.Equal(got, want) {
			t.Fatalf("seed %d: may be read before they are written: %v, want %v\n%s", seed, got, want, src)
		}
		want, reached := slowLive(f), f.Reached()
		pc := fn.entry
		for b := range f.Blocks {
			for range f.Blocks[b].Instrs {
				if reached[b] {
					var slots []int32
					for r := range f.Regs {
						if want[pc-fn.entry][ir.Reg(r)] {
							slots = append(slots, fn.slots[r])
						}
					}
					got := slices.Clone(c.live[pc].slots)
					for _, o := range c.live[pc].open {
						got = append(got, o.slot)
					}
					slices.Sort(got)
					if !slices.Equal(got, slots) {
						t.Fatalf("seed %d: live at instruction %d: %v, want %v\n%s", seed, pc-fn.entry, got, slots, src)
					}
				}
				pc++
			}
		}
	}
}

// slowLive gives, of each instruction in the order of the function, the registers that some path reads before it writes them.
func slowLive(f *ir.Func) []map[ir.Reg]bool {
	var list []ir.Instr
	start := make([]int, len(f.Blocks))
	for b := range f.Blocks {
		start[b] = len(list)
		list = append(list, f.Blocks[b].Instrs...)
	}
	next := func(i int) (out []int) {
		ir.Targets(list[i], func(to *ir.BlockID) { out = append(out, start[*to]) })
		if len(out) == 0 {
			if _, ends := list[i].(*ir.Return); !ends {
				out = append(out, i+1)
			}
		}
		return out
	}
	live := make([]map[ir.Reg]bool, len(list))
	for i := range live {
		live[i] = map[ir.Reg]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i, in := range list {
			before := len(live[i])
			for _, n := range next(i) {
				for r := range live[n] {
					written := false
					ir.Defs(in, func(d *ir.Reg) { written = written || *d == r })
					if !written {
						live[i][r] = true
					}
				}
			}
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					live[i][o.Reg] = true
				}
			})
			changed = changed || len(live[i]) > before
		}
	}
	return live
}

// slowUnwritten: a register may be read before it is written if it is live at the beginning and no parameter. Reads that nothing reaches do not count, and liveness from the beginning sees none of them.
func slowUnwritten(f *ir.Func) []bool {
	out := make([]bool, len(f.Regs))
	for r := range slowLive(f)[0] {
		out[r] = !slices.Contains(f.Params, r)
	}
	return out
}

// randomFunc writes a function with loops whose blocks read and write a few registers.
func randomFunc(r *rand.Rand) string {
	var b strings.Builder
	blocks, regs := 1+r.IntN(7), 2+r.IntN(6)
	b.WriteString("program lp64\nentry @f\n\nfunc @f(%0:32) {\n  reg %0:32")
	for i := 1; i < regs; i++ {
		fmt.Fprintf(&b, ", %%%d:32", i)
	}
	b.WriteString("\n")
	for i := range blocks {
		fmt.Fprintf(&b, "b%d:\n", i)
		for range r.IntN(4) {
			switch r.IntN(3) {
			case 0:
				fmt.Fprintf(&b, "  %%%d:32 = move %d\n", r.IntN(regs), r.IntN(9))
			case 1:
				fmt.Fprintf(&b, "  %%%d:32 = havoc\n", r.IntN(regs))
			default:
				fmt.Fprintf(&b, "  %%%d:32 = add %%%d, %%%d\n", r.IntN(regs), r.IntN(regs), r.IntN(regs))
			}
		}
		switch r.IntN(4) {
		case 0:
			b.WriteString("  return\n")
		case 1:
			fmt.Fprintf(&b, "  jump b%d\n", r.IntN(blocks))
		default:
			fmt.Fprintf(&b, "  switch %%%d [1: b%d] default b%d\n", r.IntN(regs), r.IntN(blocks), r.IntN(blocks))
		}
	}
	b.WriteString("}\n")
	return b.String()
}
