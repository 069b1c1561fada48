package transform

import "github.com/heddle-dev/heddle/internal/ir"

// Alive is the instructions of a block up to the first that nothing gets past.
func Alive(b *ir.Block) []ir.Instr {
	for i, in := range b.Instrs {
		switch in := in.(type) {
		case *ir.Assume:
			if in.Cond.IsConst(0) {
				return b.Instrs[:i+1]
			}
		case *ir.Assert:
			if in.Cond.IsConst(0) {
				return b.Instrs[:i+1]
			}
		}
	}
	return b.Instrs
}

// Topological sorts the blocks of an acyclic function that something may get to. A block that nothing gets to the end of leads nowhere: it may stop in
// the middle of a section, as a copy does that is not supported, and what its jump would lead to is not in that section.
func Topological(f *ir.Func) []ir.BlockID {
	var out []ir.BlockID
	reached := map[ir.BlockID]bool{0: true}
	for _, it := range LoopTree(f) {
		if !reached[it.Block] {
			continue
		}
		out = append(out, it.Block)
		LeadsTo(f.Blocks[it.Block], func(t ir.BlockID) { reached[t] = true })
	}
	return out
}

// LeadsTo calls visit for the blocks that a block leads to.
func LeadsTo(b *ir.Block, visit func(ir.BlockID)) {
	if len(Alive(b)) == len(b.Instrs) {
		ir.Targets(b.Term(), func(t *ir.BlockID) { visit(*t) })
	}
}

// Solo is what the first thread does while it is alone.
func Solo(p *ir.Program) map[ir.ID]bool {
	f, order, solo := p.Funcs[0], Topological(p.Funcs[0]), map[ir.ID]bool{}
	late := map[ir.BlockID]bool{} // a spawn may lie behind the start of the block
	for _, b := range order {
		after := late[b]
		for _, in := range Alive(f.Blocks[b]) {
			if !after {
				solo[in.Base().ID] = true
			}
			if _, ok := in.(*ir.Spawn); ok {
				after = true
			}
		}
		LeadsTo(f.Blocks[b], func(t ir.BlockID) { late[t] = late[t] || after })
	}
	// A section that spawns is a step as a whole.
	type section struct {
		depth int
		begin ir.ID
	}
	at := map[ir.BlockID]section{}
	inside := map[ir.ID][]ir.ID{} // by the outermost begin
	spawns := map[ir.ID]bool{}
	for _, b := range order {
		w := at[b]
		for _, in := range Alive(f.Blocks[b]) {
			id := in.Base().ID
			switch in.(type) {
			case *ir.AtomicBegin:
				if w.depth == 0 {
					w.begin = id
				}
				w.depth++
			case *ir.Spawn:
				spawns[w.begin] = true
			}
			if w.depth > 0 {
				inside[w.begin] = append(inside[w.begin], id)
			}
			if _, ok := in.(*ir.AtomicEnd); ok {
				w.depth--
			}
		}
		LeadsTo(f.Blocks[b], func(t ir.BlockID) { at[t] = w })
	}
	for begin := range spawns {
		for _, id := range inside[begin] {
			delete(solo, id)
		}
	}
	return solo
}
