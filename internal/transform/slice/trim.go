package slice

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What nothing depends on any more. Most of a thread computes what goes into fields, and chooses by what it read from them. Where the fields are left out, that is work for nobody:
// it makes the formula of a slice as long as that of the whole.
//
// An instruction is live if it has an effect, if a live one uses what it computes, or if it chooses whether a live one is come to. Everything else goes; of a branch that chooses
// nothing a jump to where its ways meet is left. What can end the path of a thread has an effect: assumptions, and operations that may be invalid. So a trace
// of what is left is one of the threads as soon as its values are put back, and branches that went are among those that the path takes all ways of (quiet.go).
//
// One kind of assumption goes with the rest: that a value which was read from what is left out is, or is not, a constant, if nothing live depends on that value. A lock that is not
// tracked leaves one at every place where it is taken.

// trimmer looks for what is live in a thread.
type trimmer struct {
	f        *ir.Func
	defs     [][]at         // by register
	over     [][]ir.BlockID // by block, the branches on one of whose ways it lies
	live     [][]bool       // by block and index
	needed   []bool         // registers
	asks     map[ir.Reg][]at
	sections map[at][2]int // of what lies in a section inside of one block: where the outermost such begins and ends
	todo     []at
}

// at is an instruction.
type at struct {
	block ir.BlockID
	index int
}

// mostWays bounds the work: the blocks on the ways of all branches, for each block of a thread.
const mostWays = 100

// trim takes away what nothing depends on in a thread of a slice.
func (l *leave) trim(thread int, f *ir.Func) {
	j := l.joinsOf(thread)
	tr := &trimmer{f: f, defs: make([][]at, len(f.Regs)), over: make([][]ir.BlockID, len(f.Blocks)), needed: make([]bool, len(f.Regs)), asks: map[ir.Reg][]at{}, sections: map[at][2]int{}}
	meets := map[ir.BlockID]bool{}
	ways := 0
	for _, b := range j.order {
		if inside, _, ok := l.between(thread, b); ok {
			meets[b] = true
			for _, x := range inside {
				tr.over[x] = append(tr.over[x], b)
			}
			if ways += len(inside); ways > mostWays*len(f.Blocks) {
				return
			}
		}
	}
	for b, block := range f.Blocks {
		tr.live = append(tr.live, make([]bool, len(block.Instrs)))
		var open []int
		for i, in := range block.Instrs {
			ir.Defs(in, func(r *ir.Reg) { tr.defs[*r] = append(tr.defs[*r], at{ir.BlockID(b), i}) })
			switch in.(type) {
			case *ir.AtomicBegin:
				open = append(open, i)
			case *ir.AtomicEnd:
				if n := len(open) - 1; n >= 0 {
					for k := open[n]; k <= i; k++ {
						tr.sections[at{ir.BlockID(b), k}] = [2]int{open[n], i} // what lies in one inside of it is overwritten
					}
					open = open[:n]
				}
			}
		}
	}
	for _, b := range j.order {
		for i, in := range f.Blocks[b].Instrs {
			if tr.acts(at{b, i}, in, meets[b]) {
				tr.mark(at{b, i})
			}
		}
	}
	tr.follow()
	tr.rest(j, meets)
}

// joinsOf is where the ways of the branches of a thread meet.
func (s *Fields) joinsOf(thread int) *joins {
	if s.joins[thread] == nil {
		s.joins[thread] = findJoins(s.p.Funcs[thread])
	}
	return s.joins[thread]
}

// between is the blocks between a branch and where its ways meet; false: it is none, or they do not.
func (s *Fields) between(thread int, b ir.BlockID) (inside []ir.BlockID, join ir.BlockID, ok bool) {
	fn, j := s.p.Funcs[thread], s.joinsOf(thread)
	if join = j.next[b]; join < 0 || len(fn.Next(b)) < 2 {
		return nil, 0, false
	}
	seen := map[ir.BlockID]bool{join: true}
	todo := fn.Next(b)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		inside = append(inside, t)
		if !stops(fn.Blocks[t]) {
			todo = append(todo, fn.Next(t)...)
		}
	}
	return inside, join, true
}

// acts reports whether an instruction has an effect of its own. meets says that the ways of its block, if there are several, meet again.
func (tr *trimmer) acts(x at, in ir.Instr, meets bool) bool {
	switch in := in.(type) {
	case *ir.Move, *ir.Ite, *ir.Havoc, *ir.Jump:
		return false
	case *ir.Branch, *ir.Switch:
		return !meets
	case *ir.Unary:
		return in.Op == ir.FToS || in.Op == ir.FToU
	case *ir.Binary:
		return in.Exact || in.Op == ir.UDiv || in.Op == ir.URem || in.Op == ir.SDiv || in.Op == ir.SRem
	case *ir.AtomicBegin, *ir.AtomicEnd:
		_, simple := tr.sections[x]
		return !simple
	case *ir.Assume:
		return in.Cond.IsConst(0) || !tr.open(x, in.Cond)
	}
	return true
}

// open reports whether a condition compares a value that may be anything with a constant, and has the assumption wait for someone to ask for that value.
func (tr *trimmer) open(x at, c ir.Operand) bool {
	cmp, ok := tr.only(c).(*ir.Binary)
	if !ok || cmp.Op != ir.Eq && cmp.Op != ir.Ne || cmp.Y.Kind != ir.KindConst || cmp.X.Width < 2 {
		return false
	}
	any, ok := tr.only(cmp.X).(*ir.Havoc)
	if !ok {
		return false
	}
	tr.asks[cmp.Dst] = append(tr.asks[cmp.Dst], x)
	tr.asks[any.Dst] = append(tr.asks[any.Dst], x)
	return true
}

// only is the one instruction that a register comes from; nil: there are several.
func (tr *trimmer) only(o ir.Operand) ir.Instr {
	if o.Kind != ir.KindReg || len(tr.defs[o.Reg]) != 1 || slices.Contains(tr.f.Params, o.Reg) {
		return nil
	}
	d := tr.defs[o.Reg][0]
	return tr.f.Blocks[d.block].Instrs[d.index]
}

func (tr *trimmer) mark(x at) {
	if !tr.live[x.block][x.index] {
		tr.live[x.block][x.index] = true
		tr.todo = append(tr.todo, x)
	}
}

// follow marks what live instructions need.
func (tr *trimmer) follow() {
	for len(tr.todo) > 0 {
		x := tr.todo[len(tr.todo)-1]
		tr.todo = tr.todo[:len(tr.todo)-1]
		for _, b := range tr.over[x.block] {
			tr.mark(at{b, len(tr.f.Blocks[b].Instrs) - 1})
		}
		if s, ok := tr.sections[x]; ok {
			tr.mark(at{x.block, s[0]})
			tr.mark(at{x.block, s[1]})
		}
		ir.Uses(tr.f.Blocks[x.block].Instrs[x.index], func(o *ir.Operand) {
			if o.Kind != ir.KindReg || tr.needed[o.Reg] {
				return
			}
			tr.needed[o.Reg] = true
			for _, d := range tr.defs[o.Reg] {
				tr.mark(d)
			}
			for _, a := range tr.asks[o.Reg] {
				tr.mark(a)
			}
		})
	}
}

// rest leaves what is live.
func (tr *trimmer) rest(j *joins, meets map[ir.BlockID]bool) {
	for b, block := range tr.f.Blocks {
		keep := block.Instrs[:0]
		for i, in := range block.Instrs {
			_, jumps := in.(*ir.Jump)
			switch {
			case tr.live[b][i] || jumps || j.at[b] < 0:
				keep = append(keep, in)
			case meets[ir.BlockID(b)] && i == len(block.Instrs)-1:
				keep = append(keep, &ir.Jump{Meta: *in.Base(), To: j.next[b]})
			}
		}
		block.Instrs = keep
	}
}
