package irexec

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Two classic dataflow analyses on registers, which make states comparable.
//
// Liveness: a register that is written before it is read again cannot influence the future. Two states that differ only there are equivalent, so the hash of a
// thread covers its live registers alone. Without this nearly every temporary of a
// finished expression keeps states apart.
//
// Definite assignment: a register that may be read before it was written holds an arbitrary value, made at the first
// read. Only such registers, and those that may hold a symbol (symbol.go), carry a bit that says that they hold no constant.

// liveSet lists the registers of a frame that are live at a program point.
type liveSet struct {
	slots []int32
	open  []operand // registers that may hold a symbol
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset         { return make(bitset, (n+63)/64) }
func (b bitset) has(i int32) bool    { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) add(i int32)         { b[i>>6] |= 1 << (i & 63) }
func (b bitset) del(i int32)         { b[i>>6] &^= 1 << (i & 63) }
func (b bitset) copy(from bitset)    { copy(b, from) }
func (b bitset) or(from bitset) bool { return b.merge(from, func(x, y uint64) uint64 { return x | y }) }

func (b bitset) merge(from bitset, f func(x, y uint64) uint64) (changed bool) {
	for i := range b {
		if n := f(b[i], from[i]); n != b[i] {
			b[i], changed = n, true
		}
	}
	return changed
}

func (b bitset) each(f func(int32)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			f(int32(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

// unwritten finds the registers that may be read before they are written. Most are written and read in one block; the sets hold only the others, and the blocks come in the order of execution: what unfolding makes has tens of thousands of both.
func unwritten(f *ir.Func) []bool {
	list := make([]bool, len(f.Regs))
	if len(f.Blocks) == 0 {
		return list
	}
	order := f.Order()
	number, n := exposed(f, order)
	in := make([]bitset, len(f.Blocks)) // written on every path; nil: not reached yet
	in[0] = newBitset(n)
	for _, p := range f.Params {
		if k := number[p]; k >= 0 {
			in[0].add(k)
		}
	}
	cur := newBitset(n)
	def := func(r *ir.Reg) {
		if k := number[*r]; k >= 0 {
			cur.add(k)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			cur.copy(in[b])
			for _, i := range f.Blocks[b].Instrs {
				ir.Defs(i, def)
			}
			for _, t := range f.Next(b) {
				if in[t] == nil {
					in[t] = newBitset(n)
					in[t].copy(cur)
					changed = true
				} else if in[t].merge(cur, func(x, y uint64) uint64 { return x & y }) {
					changed = true
				}
			}
		}
	}
	for _, b := range order {
		cur.copy(in[b])
		for _, i := range f.Blocks[b].Instrs {
			ir.Uses(i, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && number[o.Reg] >= 0 && !cur.has(number[o.Reg]) {
					list[o.Reg] = true
				}
			})
			ir.Defs(i, def)
		}
	}
	return list
}

// exposed numbers the registers that some block reads before it writes them; -1: the register is none of them.
func exposed(f *ir.Func, blocks []ir.BlockID) (number []int32, n int) {
	number = make([]int32, len(f.Regs))
	written := make([]ir.BlockID, len(f.Regs)) // in which block, the last
	for r := range number {
		number[r], written[r] = -1, -1
	}
	for _, b := range blocks {
		for _, i := range f.Blocks[b].Instrs {
			ir.Uses(i, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && written[o.Reg] != b && number[o.Reg] < 0 {
					number[o.Reg] = int32(n)
					n++
				}
			})
			ir.Defs(i, func(r *ir.Reg) { written[*r] = b })
		}
	}
	return number, n
}

// liveness fills live and across for one function, in terms of registers first and slots then.
func (c *program) liveness(fn *function) {
	f := fn.src
	order := f.Order()
	number, n := exposed(f, order)
	regs := make([]ir.Reg, n) // by number; those that one block alone reads and writes have numbers of that block behind the others
	for r, k := range number {
		if k >= 0 {
			regs[k] = ir.Reg(r)
		}
	}
	in := make([]bitset, len(f.Blocks))
	for b := range in {
		in[b] = newBitset(n)
	}
	cur := newBitset(n)
	// back takes cur from after the instruction to before it.
	back := func(i ir.Instr) {
		ir.Defs(i, func(r *ir.Reg) {
			if k := number[*r]; k >= 0 {
				cur.del(k)
			}
		})
		ir.Uses(i, func(o *ir.Operand) {
			if o.Kind != ir.KindReg {
				return
			}
			if k := number[o.Reg]; k >= 0 {
				cur.add(k)
			}
		})
	}
	out := func(b ir.BlockID) {
		clear(cur)
		for _, to := range f.Next(b) {
			cur.or(in[to])
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(order) {
			out(b)
			for _, i := range slices.Backward(f.Blocks[b].Instrs) {
				back(i)
			}
			if in[b].or(cur) {
				changed = true
			}
		}
	}
	sets := map[string]*liveSet{}
	var key []byte
	intern := func() *liveSet {
		key = key[:0]
		cur.each(func(k int32) { key = binary.LittleEndian.AppendUint32(key, uint32(regs[k])) })
		if s, ok := sets[string(key)]; ok {
			return s
		}
		s := &liveSet{}
		cur.each(func(k int32) {
			r := regs[k]
			if b := fn.bitOf[r]; b >= 0 {
				s.open = append(s.open, operand{slot: fn.slots[r], bit: b, w: uint8(f.Regs[r].Width)})
				return
			}
			s.slots = append(s.slots, fn.slots[r])
			if f.Regs[r].Width > 64 {
				s.slots = append(s.slots, fn.slots[r]+1)
			}
		})
		sets[string(key)] = s
		return s
	}
	start := make([]int32, len(f.Blocks))
	pc := fn.entry
	for b := range f.Blocks {
		start[b] = pc
		pc += int32(len(f.Blocks[b].Instrs))
	}
	for _, b := range order {
		regs = regs[:n]
		own := func(r ir.Reg) {
			if number[r] < 0 || int(number[r]) >= n && (int(number[r]) >= len(regs) || regs[number[r]] != r) {
				number[r] = int32(len(regs))
				regs = append(regs, r)
			}
		}
		ins := f.Blocks[b].Instrs
		for _, i := range ins {
			ir.Defs(i, func(r *ir.Reg) { own(*r) })
			ir.Uses(i, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					own(o.Reg)
				}
			})
		}
		cur = newBitset(n)
		out(b)
		cur = append(cur, newBitset(len(regs))[len(cur):]...)
		for i := len(ins) - 1; i >= 0; i-- {
			pc := start[b] + int32(i)
			if op := c.code[pc].op; op == opCall || op == opCallPtr {
				ir.Defs(ins[i], func(r *ir.Reg) { cur.del(number[*r]) })
				c.across[pc] = intern()
			}
			back(ins[i])
			c.live[pc] = intern()
		}
	}
}
