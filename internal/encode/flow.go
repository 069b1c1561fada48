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
	fl := &flow{at: make([]int, n), preds: make([][]ir.BlockID, n), idom: make([]ir.BlockID, n), ipdom: make([]ir.BlockID, n)}
	fl.sort(f)
	for _, b := range fl.order {
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) { fl.preds[*t] = append(fl.preds[*t], b) })
	}
	fl.dominators()
	fl.postDominators(f)
	return fl
}

// sort puts the reachable blocks in topological order: reversed depth-first postorder.
func (fl *flow) sort(f *ir.Func) {
	type frame struct {
		b    ir.BlockID
		todo []ir.BlockID
	}
	succ := func(b ir.BlockID) (out []ir.BlockID) {
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) { out = append(out, *t) })
		return out
	}
	for i := range fl.at {
		fl.at[i] = -1
	}
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	stack := []frame{{0, succ(0)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.todo) == 0 {
			fl.order = append(fl.order, top.b)
			stack = stack[:len(stack)-1]
			continue
		}
		t := top.todo[len(top.todo)-1]
		top.todo = top.todo[:len(top.todo)-1]
		if !seen[t] {
			seen[t] = true
			stack = append(stack, frame{t, succ(t)})
		}
	}
	for i, j := 0, len(fl.order)-1; i < j; i, j = i+1, j-1 {
		fl.order[i], fl.order[j] = fl.order[j], fl.order[i]
	}
	for i, b := range fl.order {
		fl.at[b] = i
	}
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
