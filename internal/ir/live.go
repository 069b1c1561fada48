package ir

import (
	"math/bits"
	"slices"
)

// LiveIn gives for each block the registers that may be read before they are written, from its beginning on. Blocks are looked at from the last to the first, so most of them once; sets are words of
// bits, over the registers that are read in another block than they are written in, which are few.
func (f *Func) LiveIn() []map[Reg]bool {
	across := f.across()
	words := (len(across) + 63) / 64
	at := make(map[Reg]int, len(across))
	for i, r := range across {
		at[r] = i
	}
	in, reads, writes := make([][]uint64, len(f.Blocks)), make([][]uint64, len(f.Blocks)), make([][]uint64, len(f.Blocks))
	preds := make([][]int, len(f.Blocks))
	for i, b := range f.Blocks {
		in[i], reads[i], writes[i] = make([]uint64, words), make([]uint64, words), make([]uint64, words)
		Targets(b.Term(), func(t *BlockID) { preds[*t] = append(preds[*t], i) })
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			Defs(b.Instrs[k], func(r *Reg) {
				if n, ok := at[*r]; ok {
					reads[i][n/64] &^= 1 << (n % 64)
					writes[i][n/64] |= 1 << (n % 64)
				}
			})
			Uses(b.Instrs[k], func(o *Operand) {
				if n, ok := at[o.Reg]; ok && o.Kind == KindReg {
					reads[i][n/64] |= 1 << (n % 64)
				}
			})
		}
	}
	var work []int
	waits := make([]bool, len(f.Blocks))
	push := func(i int) {
		if !waits[i] {
			work, waits[i] = append(work, i), true
		}
	}
	order := f.Order()
	reached := f.Reached()
	for i := range f.Blocks {
		if !reached[i] {
			push(i)
		}
	}
	for _, b := range order {
		push(int(b))
	}
	live := make([]uint64, words)
	for len(work) > 0 {
		i := work[len(work)-1]
		work, waits[i] = work[:len(work)-1], false
		clear(live)
		Targets(f.Blocks[i].Term(), func(t *BlockID) {
			for w, x := range in[*t] {
				live[w] |= x
			}
		})
		for w := range live {
			live[w] = live[w]&^writes[i][w] | reads[i][w]
		}
		if !slices.Equal(live, in[i]) {
			copy(in[i], live)
			for _, p := range preds[i] {
				push(p)
			}
		}
	}
	out := make([]map[Reg]bool, len(f.Blocks))
	for i := range out {
		out[i] = map[Reg]bool{}
		for w, x := range in[i] {
			for ; x != 0; x &= x - 1 {
				out[i][across[w*64+bits.TrailingZeros64(x)]] = true
			}
		}
	}
	return out
}

// across lists the registers that are read in some block before they are written there.
func (f *Func) across() (out []Reg) {
	seen := map[Reg]bool{}
	for _, b := range f.Blocks {
		written := map[Reg]bool{}
		for _, in := range b.Instrs {
			Uses(in, func(o *Operand) {
				if o.Kind == KindReg && !written[o.Reg] && !seen[o.Reg] {
					seen[o.Reg] = true
					out = append(out, o.Reg)
				}
			})
			Defs(in, func(r *Reg) { written[*r] = true })
		}
	}
	return out
}
