package emit

import "github.com/heddle-dev/heddle/internal/graph"

// tidy joins blocks that only follow one another, drops what nothing leads to, and leaves out jumps to jumps.
func tidy(p *proc) {
	for _, b := range p.blocks {
		for i, t := range b.to {
			for n := 0; len(t.stmts) == 0 && t.term == tGoto && t.to[0] != t && n < len(p.blocks); n++ {
				t = t.to[0]
			}
			b.to[i] = t
		}
		if b.term == tBranch && b.to[0] == b.to[1] {
			b.term, b.cond, b.to = tGoto, nil, b.to[:1]
		}
	}
	p.count()
	gone := map[*block]bool{}
	for _, b := range p.blocks {
		if gone[b] || b.preds == 0 && b != p.blocks[0] { // what nothing leads to takes nothing along
			continue
		}
		for b.term == tGoto && b.to[0].preds == 1 && b.to[0] != b && b.to[0] != p.blocks[0] {
			t := b.to[0]
			gone[t] = true
			b.stmts = append(b.stmts, t.stmts...)
			b.term, b.cond, b.to, b.ret = t.term, t.cond, t.to, t.ret
		}
	}
	var keep []*block
	for _, b := range p.blocks {
		if !gone[b] && (b.preds > 0 || b == p.blocks[0]) {
			keep = append(keep, b)
		}
	}
	p.blocks = keep
	p.count()
}

// count finds how many ways lead to each block from those that can be reached.
func (p *proc) count() {
	for _, b := range p.blocks {
		b.preds = 0
	}
	for _, b := range graph.Reach((*block).next, p.blocks[0]) {
		for _, t := range b.to {
			t.preds++
		}
	}
}

// next gives the blocks that a block leads to.
func (b *block) next() []*block { return b.to }
