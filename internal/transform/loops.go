package transform

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

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
	all := map[ir.BlockID]bool{}
	for i, b := range f.Blocks {
		succ[i] = b.Next()
		all[ir.BlockID(i)] = true
	}
	return decompose(succ, []ir.BlockID{0}, all, -1)
}

// decompose finds the strongly connected components of the blocks in set, ignoring edges into the block cut, in topological
// order from roots.
func decompose(succ [][]ir.BlockID, roots []ir.BlockID, set map[ir.BlockID]bool, cut ir.BlockID) []Item {
	inside := func(blocks []ir.BlockID) (out []ir.BlockID) {
		for _, b := range blocks {
			if set[b] && b != cut {
				out = append(out, b)
			}
		}
		return out
	}
	var out []Item
	for _, comp := range graph.Components(func(b ir.BlockID) []ir.BlockID { return inside(succ[b]) }, inside(roots)...) {
		out = append(out, component(succ, comp, cut))
	}
	slices.Reverse(out)
	return out
}

// component makes an item of a strongly connected set whose first block met comes first.
func component(succ [][]ir.BlockID, comp []ir.BlockID, cut ir.BlockID) Item {
	head := comp[0]
	if len(comp) == 1 && (head == cut || !slices.Contains(succ[head], head)) {
		return Item{Block: head}
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
