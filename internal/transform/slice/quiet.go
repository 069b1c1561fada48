package slice

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Which way a thread goes where nothing is tracked. A branch is quiet if its ways meet again, and no step of the sliced threads lies between: no access of a tracked field,
// no spawn, no check, no end. Then the trace of sliced threads says nothing about it that matters, and the path takes all of its ways along. Without that, a trace would be
// spurious because of a branch that has nothing to do with the failure, and the fields that decide the branch would be tracked; on generated drivers that is most
// of what refinement would add.

// joins is where the ways of each block of a thread meet again; -1: nowhere.
type joins struct {
	order []ir.BlockID // topological
	at    []int        // by block, its place in order; -1: nothing gets there
	next  []ir.BlockID
}

const (
	nowhere ir.BlockID = -1 // nothing gets past the block
	outside ir.BlockID = -2 // the thread ends
)

func findJoins(f *ir.Func) *joins {
	j := &joins{at: make([]int, len(f.Blocks)), next: make([]ir.BlockID, len(f.Blocks))}
	for i := range j.at {
		j.at[i], j.next[i] = -1, nowhere
	}
	for _, it := range transform.LoopTree(f) {
		j.at[it.Block] = len(j.order)
		j.order = append(j.order, it.Block)
	}
	for _, b := range slices.Backward(j.order) {
		if stops(f.Blocks[b]) {
			continue
		}
		to := f.Next(b)
		if len(to) == 0 {
			j.next[b] = outside
			continue
		}
		meet := nowhere
		for _, t := range to {
			if !stops(f.Blocks[t]) && j.next[t] != nowhere {
				meet = j.meet(meet, t)
			}
		}
		j.next[b] = meet
	}
	return j
}

// meet is the first block that every way from two blocks comes through.
func (j *joins) meet(a, b ir.BlockID) ir.BlockID {
	if a == nowhere {
		return b
	}
	for a != b {
		switch {
		case a == outside || b == outside || a == nowhere || b == nowhere:
			return outside
		case j.at[a] < j.at[b]:
			a = j.next[a]
		default:
			b = j.next[b]
		}
	}
	return a
}

// stops reports whether nothing gets past a block.
func stops(b *ir.Block) bool { return len(transform.Alive(b)) < len(b.Instrs) }

// quiet is the blocks between a branch and where its ways meet, in topological order; false: something happens there.
func (w *walk) quiet(f int, b ir.BlockID) (inside []ir.BlockID, join ir.BlockID, ok bool) {
	if inside, join, ok = w.between(f, b); !ok {
		return nil, 0, false
	}
	fn, j := w.p.Funcs[f], w.joinsOf(f)
	for _, t := range inside {
		if slices.ContainsFunc(transform.Alive(fn.Blocks[t]), func(in ir.Instr) bool { _, makes := in.(*ir.Alloc); return makes || w.happens(in) }) {
			return nil, 0, false
		}
	}
	slices.SortFunc(inside, func(x, y ir.BlockID) int { return j.at[x] - j.at[y] })
	return inside, join, true
}

// both takes all ways from a branch to where they meet.
func (w *walk) both(f int, in ir.Instr, inside []ir.BlockID, join ir.BlockID) {
	w.ways(f, in, inside, join, nil)
	for len(w.next[f]) > 0 && slices.Contains(inside, w.places[w.next[f][0].Instr].block) {
		w.skip[w.next[f][0].Instr] = true
		w.next[f] = w.next[f][1:]
	}
}

// ways takes a thread from a branch to a block, by all ways through the blocks inside. Others lead nowhere. Of a block in upto that many instructions are on the way, and the block comes next.
func (w *walk) ways(f int, in ir.Instr, inside []ir.BlockID, join ir.BlockID, upto map[ir.BlockID]int) {
	ids := map[ir.BlockID]ir.BlockID{}
	blocks := map[ir.BlockID]*ir.Block{}
	from := w.cur
	for _, b := range inside {
		ids[b] = w.block("way")
		blocks[b] = w.cur
	}
	ids[join] = w.block("on")
	on := w.cur
	leave := func(in ir.Instr) {
		c := w.copy(f, in)
		ir.Targets(c, func(b *ir.BlockID) {
			to, known := ids[*b]
			if !known {
				to = w.dead
			}
			*b = to
		})
		w.cur.Instrs = append(w.cur.Instrs, c)
	}
	w.cur = from
	leave(in)
	for _, b := range inside {
		w.cur = blocks[b]
		block := w.p.Funcs[f].Blocks[b]
		code := transform.Alive(block)
		n, ends := upto[b]
		if ends = ends && n <= len(code); !ends {
			n = len(code) - 1
		}
		for _, x := range code[:n] {
			w.instr(f, x)
		}
		fails, _ := code[len(code)-1].(*ir.Assert)
		switch {
		case ends:
			w.add(&ir.Jump{To: ids[join]})
		case fails != nil && w.done != 0 && w.mayFail(fails):
			w.add(&ir.Jump{To: w.done})
		case stops(block):
			w.add(&ir.Jump{To: w.dead})
		default:
			leave(block.Term())
		}
	}
	w.cur = on
	w.at[f] = place{f: f, block: join}
}

// through is the blocks between two, in topological order: those on a way from the one to the other. false: there is no way.
func (w *walk) through(f int, from, to ir.BlockID) (inside []ir.BlockID, ok bool) {
	fn, j := w.p.Funcs[f], w.joinsOf(f)
	leads := map[ir.BlockID]bool{to: true}
	for i := j.at[to] - 1; i >= j.at[from] && i >= 0; i-- {
		b := j.order[i]
		leads[b] = !stops(fn.Blocks[b]) && slices.ContainsFunc(fn.Next(b), func(t ir.BlockID) bool { return leads[t] })
	}
	reached := map[ir.BlockID]bool{from: true}
	for i := j.at[from]; i < j.at[to]; i++ {
		b := j.order[i]
		if !reached[b] || !leads[b] {
			continue
		}
		if b != from {
			inside = append(inside, b)
		}
		for _, t := range fn.Next(b) {
			reached[t] = true
		}
	}
	return inside, reached[to] && leads[from]
}
