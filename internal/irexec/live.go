package irexec

import (
	"encoding/binary"
	"math/bits"

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

func (b bitset) key() string {
	buf := make([]byte, 0, 8*len(b))
	for _, w := range b {
		buf = binary.LittleEndian.AppendUint64(buf, w)
	}
	return string(buf)
}

func (b bitset) each(f func(int32)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			f(int32(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

// unwritten finds the registers that may be read before they are written.
func unwritten(f *ir.Func) []bool {
	n := len(f.Regs)
	list := make([]bool, n)
	in := make([]bitset, len(f.Blocks)) // written on every path; nil: not reached yet
	if len(f.Blocks) == 0 {
		return list
	}
	entry := newBitset(n)
	for _, p := range f.Params {
		entry.add(int32(p))
	}
	in[0] = entry
	work := []int{0}
	cur := newBitset(n)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		cur.copy(in[b])
		for _, i := range f.Blocks[b].Instrs {
			ir.Defs(i, func(r *ir.Reg) { cur.add(int32(*r)) })
			ir.Targets(i, func(to *ir.BlockID) {
				t := int(*to)
				if in[t] == nil {
					in[t] = newBitset(n)
					in[t].copy(cur)
					work = append(work, t)
				} else if in[t].merge(cur, func(x, y uint64) uint64 { return x & y }) {
					work = append(work, t)
				}
			})
		}
	}
	for b := range f.Blocks {
		if in[b] == nil {
			continue
		}
		cur.copy(in[b])
		for _, i := range f.Blocks[b].Instrs {
			ir.Uses(i, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && !cur.has(int32(o.Reg)) {
					list[o.Reg] = true
				}
			})
			ir.Defs(i, func(r *ir.Reg) { cur.add(int32(*r)) })
		}
	}
	return list
}

// liveness fills live and across for one function, in terms of registers first and slots then.
func (c *program) liveness(fn *function) {
	f := fn.src
	n := len(f.Regs)
	in := make([]bitset, len(f.Blocks))
	for b := range in {
		in[b] = newBitset(n)
	}
	cur := newBitset(n)
	// back takes cur from after the instruction to before it.
	back := func(i ir.Instr) {
		ir.Defs(i, func(r *ir.Reg) { cur.del(int32(*r)) })
		ir.Uses(i, func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				cur.add(int32(o.Reg))
			}
		})
	}
	out := func(b int) {
		clear(cur)
		ir.Targets(f.Blocks[b].Term(), func(to *ir.BlockID) { cur.or(in[*to]) })
	}
	for changed := true; changed; {
		changed = false
		for b := len(f.Blocks) - 1; b >= 0; b-- {
			out(b)
			ins := f.Blocks[b].Instrs
			for i := len(ins) - 1; i >= 0; i-- {
				back(ins[i])
			}
			if in[b].or(cur) {
				changed = true
			}
		}
	}
	sets := map[string]*liveSet{}
	intern := func() *liveSet {
		k := cur.key()
		if s, ok := sets[k]; ok {
			return s
		}
		s := &liveSet{}
		cur.each(func(r int32) {
			if b := fn.bitOf[r]; b >= 0 {
				s.open = append(s.open, operand{slot: fn.slots[r], bit: b, w: uint8(f.Regs[r].Width)})
				return
			}
			s.slots = append(s.slots, fn.slots[r])
			if f.Regs[r].Width > 64 {
				s.slots = append(s.slots, fn.slots[r]+1)
			}
		})
		sets[k] = s
		return s
	}
	pc := fn.end
	for b := len(f.Blocks) - 1; b >= 0; b-- {
		out(b)
		ins := f.Blocks[b].Instrs
		for i := len(ins) - 1; i >= 0; i-- {
			pc--
			if op := c.code[pc].op; op == opCall || op == opCallPtr {
				ir.Defs(ins[i], func(r *ir.Reg) { cur.del(int32(*r)) })
				c.across[pc] = intern()
			}
			back(ins[i])
			c.live[pc] = intern()
		}
	}
}
