package encode

import "github.com/heddle-dev/heddle/internal/ir"

// flow is the control flow of an acyclic function: topological order, predecessors, and who dominates whom. The conditions
// of blocks are kept relative to their immediate dominators (walk.go), which is what keeps them small.
type flow struct {
	order []ir.BlockID   // reachable blocks, topologically sorted
	at    []int          // block -> place in order, -1 if unreachable
	preds [][]ir.BlockID // per block, one entry per edge, in order of the source
	idom  []ir.BlockID   // -1 for the entry
	ipdom []ir.BlockID   // immediate post-dominator, -1: the end of the function
}

func newFlow(f *ir.Func) *flow {
	n := len(f.Blocks)
	fl := &flow{order: f.Order(), at: make([]int, n), preds: make([][]ir.BlockID, n), idom: make([]ir.BlockID, n), ipdom: make([]ir.BlockID, n)}
	for i := range fl.at {
		fl.at[i] = -1
	}
	for i, b := range fl.order {
		fl.at[b] = i
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) { fl.preds[*t] = append(fl.preds[*t], b) })
	}
	fl.dominators()
	fl.postDominators(f)
	return fl
}

// dominators takes one pass: in topological order all predecessors are done.
func (fl *flow) dominators() {
	for i := range fl.idom {
		fl.idom[i] = -1
	}
	for _, b := range fl.order[1:] {
		dom := fl.preds[b][0]
		for _, p := range fl.preds[b][1:] {
			for dom != p {
				if fl.at[dom] > fl.at[p] {
					dom = fl.idom[dom]
				} else {
					p = fl.idom[p]
				}
			}
		}
		fl.idom[b] = dom
	}
}

// postDominators is the same backwards, with the end of the function as a block after all others.
func (fl *flow) postDominators(f *ir.Func) {
	const end = -1
	place := func(b ir.BlockID) int {
		if b == end {
			return len(fl.order)
		}
		return fl.at[b]
	}
	for i := len(fl.order) - 1; i >= 0; i-- {
		b := fl.order[i]
		first := true
		dom := ir.BlockID(end)
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			if first {
				dom, first = *t, false
				return
			}
			p := *t
			for dom != p {
				if place(dom) < place(p) {
					dom = fl.ipdom[dom]
				} else {
					p = fl.ipdom[p]
				}
			}
		})
		fl.ipdom[b] = dom
	}
}

// always reports whether every way from d leads through b, if nothing ends the execution in between.
func (fl *flow) always(d, b ir.BlockID) bool {
	for d != -1 && fl.at[d] < fl.at[b] {
		d = fl.ipdom[d]
	}
	return d == b
}
