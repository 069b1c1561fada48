package cfront

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The end of lowering a function: marks are expanded, blocks that nothing reaches are dropped, chains of blocks
// become one, and names are made unique. What only dead code mentions is then never linked.

func (f *fn) finish() *ir.Func {
	f.dropRedeclarations()
	for i := 0; i < len(f.f.Blocks); i++ {
		f.expand(f.f.Blocks[i])
	}
	f.returnLent()
	f.dropDeadInputs()
	f.threadJumps()
	f.dropDead()
	f.takeNotes()
	f.excuseBenign()
	f.compactRegs()
	f.nameBlocks()
	return f.f
}

// takeNotes notes the assumptions of what is left.
func (f *fn) takeNotes() {
	for _, b := range f.f.Blocks {
		n := 0
		for _, in := range b.Instrs {
			switch m := in.(type) {
			case *noteMark:
				f.c.assumption(m.Pos, m.text, m.forbids, m.given)
			case *registerMark:
				f.c.registers = append(f.c.registers, m.Pos)
			default:
				b.Instrs[n] = in
				n++
			}
		}
		b.Instrs = b.Instrs[:n]
	}
}

// dropRedeclarations takes out the code of those declarations that no goto leads back to.
func (f *fn) dropRedeclarations() {
	within := func(s, outer *scope) bool {
		for ; s != nil; s = s.up {
			if s == outer {
				return true
			}
		}
		return false
	}
	for _, r := range f.redecls {
		again := slices.ContainsFunc(f.backwards, func(j backward) bool {
			if j.at < r.at || !within(j.from, r.block) {
				return false
			}
			to := []*label{j.to}
			if j.to == nil {
				to = f.addrs
			}
			return slices.ContainsFunc(to, func(l *label) bool { return l.at < r.at && within(l.in, r.block) })
		})
		if !again {
			r.into.To = r.past
		}
	}
}

// compactRegs drops the registers that nothing uses, so that frames stay small.
func (f *fn) compactRegs() {
	used := make([]bool, len(f.f.Regs))
	mark := func(r *ir.Reg) { used[*r] = true }
	for i := range f.f.Params {
		mark(&f.f.Params[i])
	}
	each := func(reg func(*ir.Reg)) {
		for in := range f.f.Instrs() {
			ir.Defs(in, reg)
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					reg(&o.Reg)
				}
			})
		}
	}
	each(mark)
	number := make([]ir.Reg, len(used))
	var regs []ir.RegInfo
	for i, u := range used {
		if u {
			number[i] = ir.Reg(len(regs))
			regs = append(regs, f.f.Regs[i])
		}
	}
	move := func(r *ir.Reg) { *r = number[*r] }
	for i := range f.f.Params {
		move(&f.f.Params[i])
	}
	each(move)
	f.f.Regs = regs
}

// expand replaces the marks of a block. New blocks it makes need no expansion but are visited all the same.
func (f *fn) expand(b *ir.Block) {
	old := b.Instrs
	b.Instrs = nil
	f.cur = b
	for i, in := range old {
		m := *in.Base()
		f.pos, f.line = m.Pos, m.Text
		switch in := in.(type) {
		case *enterMark:
			f.enter(in.s)
		case *leaveMark:
			f.leave(in.s)
		case *jumpMark:
			f.jumpTo(in.from, in.to)
			return
		case *gotoMark:
			f.computedGoto(in, m)
			return
		default:
			b.Instrs = append(b.Instrs, in)
			if ir.IsTerm(in) {
				return
			}
			if i == len(old)-1 {
				f.unfinished(b)
			}
			continue
		}
		if i == len(old)-1 {
			f.unfinished(b)
		}
	}
	if len(old) == 0 {
		f.unfinished(b)
	}
}

// unfinished ends a block that lowering left open; such a block is never reached.
func (f *fn) unfinished(b *ir.Block) {
	b.Instrs = append(b.Instrs, &ir.Unsupported{Meta: f.meta(), What: "control flow that was not understood"})
}

func (f *fn) enter(s *scope) {
	for _, l := range s.regs {
		if l.passed {
			f.emit(&ir.Havoc{Dst: l.reg})
		}
	}
	for _, o := range s.allocs {
		a := f.alloc(o)
		a.Meta = o.meta
		f.emit(a)
	}
}

func (f *fn) leave(s *scope) {
	for i := len(s.end) - 1; i >= 0; i-- {
		e := s.end[i]
		if e.cleanup != nil {
			for _, in := range e.cleanup() {
				f.emit(in)
			}
		}
		if e.free != nil {
			f.emit(&ir.Free{Addr: ir.R(e.free.addr, f.c.pw), Stack: true})
		}
	}
	if s.atomic {
		f.emit(&ir.AtomicEnd{})
	}
}

// jumpTo leaves the scopes that are left and enters those that are entered on the way to a label.
func (f *fn) jumpTo(from *scope, to *label) {
	if to.in == nil {
		f.emit(&ir.Unsupported{What: "goto a label that is not in this function"})
		return
	}
	var down []*scope
	s, t := from, to.in
	for s != t {
		if t != nil && (s == nil || t.depth > s.depth) {
			down = append(down, t)
			t = t.up
			continue
		}
		f.leave(s)
		s = s.up
	}
	for i := len(down) - 1; i >= 0; i-- {
		if down[i].sizes {
			f.emit(&ir.Unsupported{What: "jump into the scope of a type of variable size"})
			return
		}
		if down[i].atomic {
			f.emit(&ir.AtomicBegin{})
		}
		f.enter(down[i])
	}
	f.jump(to.block)
}

// computedGoto becomes a switch over the labels whose address was taken.
func (f *fn) computedGoto(in *gotoMark, m ir.Meta) {
	b := f.cur
	sw := &ir.Switch{Meta: m, X: in.x}
	for _, l := range f.addrs {
		t := f.newBlock("goto")
		f.begin(t)
		f.jumpTo(in.from, l)
		k := ir.MakeConst(in.x.Width, uint64(l.num))
		sw.Cases = append(sw.Cases, ir.Case{Lo: k, Hi: k, To: t})
	}
	sw.Default = f.newBlock("nowhere")
	f.begin(sw.Default)
	f.invalidEnd()
	f.cur = b
	b.Instrs = append(b.Instrs, sw)
}

// invalidEnd is invalid for use while marks are expanded.
func (f *fn) invalidEnd() {
	f.emit(&ir.Assume{Cond: ir.K(1, 0)})
	f.emit(&ir.Halt{})
}

// threadJumps makes jumps to blocks that only jump on go there directly.
func (f *fn) threadJumps() {
	target := func(b ir.BlockID) ir.BlockID {
		for n := 0; n < 64; n++ {
			blk := f.f.Blocks[b]
			if len(blk.Instrs) != 1 {
				break
			}
			j, ok := blk.Instrs[0].(*ir.Jump)
			if !ok || j.To == b {
				break
			}
			b = j.To
		}
		return b
	}
	for _, b := range f.f.Blocks {
		ir.Targets(b.Term(), func(t *ir.BlockID) { *t = target(*t) })
	}
}

// dropDead renumbers the blocks that can be reached, in depth-first order, and joins a block to its only predecessor.
func (f *fn) dropDead() {
	blocks := f.f.Blocks
	preds := make([]int, len(blocks))
	seen := make([]bool, len(blocks))
	stack := []ir.BlockID{0}
	seen[0] = true
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		ir.Targets(blocks[b].Term(), func(t *ir.BlockID) {
			preds[*t]++
			if !seen[*t] {
				seen[*t] = true
				stack = append(stack, *t)
			}
		})
	}
	for b, blk := range blocks {
		if !seen[b] {
			continue
		}
		for {
			j, ok := blk.Term().(*ir.Jump)
			if !ok || preds[j.To] != 1 || int(j.To) == b || j.To == 0 {
				break
			}
			next := blocks[j.To]
			blk.Instrs = append(blk.Instrs[:len(blk.Instrs)-1], next.Instrs...)
			seen[j.To] = false
		}
	}
	number := make([]ir.BlockID, len(blocks))
	var order []*ir.Block
	var visit []ir.BlockID
	done := make([]bool, len(blocks))
	visit = append(visit, 0)
	for len(visit) > 0 {
		b := visit[len(visit)-1]
		visit = visit[:len(visit)-1]
		if done[b] {
			continue
		}
		done[b] = true
		number[b] = ir.BlockID(len(order))
		order = append(order, blocks[b])
		var next []ir.BlockID
		ir.Targets(blocks[b].Term(), func(t *ir.BlockID) { next = append(next, *t) })
		for i := len(next) - 1; i >= 0; i-- {
			if !done[next[i]] {
				visit = append(visit, next[i])
			}
		}
	}
	for _, b := range order {
		ir.Targets(b.Term(), func(t *ir.BlockID) { *t = number[*t] })
	}
	f.f.Blocks = order
}

// nameBlocks numbers the blocks that share a name.
func (f *fn) nameBlocks() {
	count := map[string]int{}
	for _, b := range f.f.Blocks {
		n := count[b.Name]
		count[b.Name]++
		if n > 0 {
			b.Name = fmt.Sprintf("%s.%d", b.Name, n)
		}
	}
}
