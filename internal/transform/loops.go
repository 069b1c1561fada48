package transform

import "github.com/heddle-dev/heddle/internal/ir"

// A function's blocks as a tree: blocks and loops in topological order, loops holding blocks and inner loops.
//
// A loop is a strongly connected set of blocks with one of them chosen as its header: the one that a depth-first search
// from the entry meets first. Edges into the header from inside are its back edges; without them the set falls apart
// into an ordered list of blocks and inner loops, found by the same step again. This treats irreducible loops (a goto
// into the middle) like others: an entry beside the header just starts an iteration half-way. Natural loops and
// dominators were not used because they know nothing of irreducible code, which drivers have.

// Item is a block, or a loop if items is not nil.
type Item struct {
	Block ir.BlockID // the block, or the loop's header
	Items []Item     // for a loop: header first, then the rest of the body in topological order
	Set   map[ir.BlockID]bool
}

// Blocks lists all blocks of an item in order.
func (it Item) Blocks() []ir.BlockID {
	if it.Items == nil {
		return []ir.BlockID{it.Block}
	}
	var out []ir.BlockID
	for _, i := range it.Items {
		out = append(out, i.Blocks()...)
	}
	return out
}

// LoopTree orders the blocks reachable from the entry.
func LoopTree(f *ir.Func) []Item {
	succ := make([][]ir.BlockID, len(f.Blocks))
	for i, b := range f.Blocks {
		ir.Targets(b.Term(), func(t *ir.BlockID) { succ[i] = append(succ[i], *t) })
	}
	all := map[ir.BlockID]bool{}
	for i := range f.Blocks {
		all[ir.BlockID(i)] = true
	}
	return decompose(succ, []ir.BlockID{0}, all, -1)
}

// decompose finds the strongly connected components of the blocks in set, ignoring edges into the block cut, in topological
// order from roots. Tarjan's algorithm with an explicit stack: generated code nests deeply.
func decompose(succ [][]ir.BlockID, roots []ir.BlockID, set map[ir.BlockID]bool, cut ir.BlockID) []Item {
	type frame struct {
		b    ir.BlockID
		next int
	}
	index := map[ir.BlockID]int{}
	low := map[ir.BlockID]int{}
	onStack := map[ir.BlockID]bool{}
	var stack []ir.BlockID
	var out []Item // components in reverse topological order
	visit := func(root ir.BlockID) {
		work := []frame{{b: root}}
		for len(work) > 0 {
			fr := &work[len(work)-1]
			if fr.next == 0 {
				index[fr.b] = len(index)
				low[fr.b] = index[fr.b]
				stack = append(stack, fr.b)
				onStack[fr.b] = true
			}
			pushed := false
			for fr.next < len(succ[fr.b]) {
				t := succ[fr.b][fr.next]
				fr.next++
				if !set[t] || t == cut {
					continue
				}
				if _, seen := index[t]; !seen {
					work = append(work, frame{b: t})
					pushed = true
					break
				}
				if onStack[t] {
					low[fr.b] = min(low[fr.b], index[t])
				}
			}
			if pushed {
				continue
			}
			b := fr.b
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].b
				low[p] = min(low[p], low[b])
			}
			if low[b] == index[b] {
				var comp []ir.BlockID
				for {
					t := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					onStack[t] = false
					comp = append(comp, t)
					if t == b {
						break
					}
				}
				out = append(out, component(succ, comp, b, cut))
			}
		}
	}
	for _, r := range roots {
		if _, seen := index[r]; !seen && set[r] && r != cut {
			visit(r)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// component makes an item of a strongly connected set whose first block met is head.
func component(succ [][]ir.BlockID, comp []ir.BlockID, head, cut ir.BlockID) Item {
	if len(comp) == 1 {
		self := false
		for _, t := range succ[head] {
			self = self || t == head && t != cut
		}
		if !self {
			return Item{Block: head}
		}
	}
	set := map[ir.BlockID]bool{}
	for _, b := range comp {
		set[b] = true
	}
	body := map[ir.BlockID]bool{}
	for b := range set {
		if b != head {
			body[b] = true
		}
	}
	// The header's successors first, so that inner headers are what a search from here meets first; then all, so that
	// blocks which only a jump into the middle reaches are not lost.
	roots := append(append([]ir.BlockID(nil), succ[head]...), comp...)
	return Item{Block: head, Set: set, Items: append([]Item{{Block: head}}, decompose(succ, roots, body, head)...)}
}

// Cyclic finds the blocks that lie on a cycle.
func Cyclic(f *ir.Func) []bool {
	out := make([]bool, len(f.Blocks))
	for i := range f.Blocks {
		seen := make([]bool, len(f.Blocks))
		work := []ir.BlockID{ir.BlockID(i)}
		for len(work) > 0 && !out[i] {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
				out[i] = out[i] || int(*t) == i
				if !seen[*t] {
					seen[*t] = true
					work = append(work, *t)
				}
			})
		}
	}
	return out
}
