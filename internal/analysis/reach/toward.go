package reach

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Toward finds the place nearest before an instruction that some execution reached: from there all of them turn elsewhere. The way back goes
// breadth first through blocks and callers.
func Toward(p *ir.Program, s *Set, id ir.ID) (source.Pos, bool) {
	g := newGraph(p)
	type end struct { // of a block: its first n instructions
		fn    ir.FuncID
		block ir.BlockID
		n     int
	}
	var todo []end
	callers := map[ir.FuncID][]end{}
	preds := make([]map[ir.BlockID][]ir.BlockID, len(p.Funcs))
	for i, f := range p.Funcs {
		if !g.funcs[i] {
			continue
		}
		preds[i] = map[ir.BlockID][]ir.BlockID{}
		for j, b := range f.Blocks {
			if !g.blocks[i][j] {
				continue
			}
			for _, t := range targets(b.Term()) {
				preds[i][t] = append(preds[i][t], ir.BlockID(j))
			}
			for k, in := range b.Instrs {
				here := end{ir.FuncID(i), ir.BlockID(j), k + 1}
				if in.Base().ID == id {
					todo = append(todo, here)
				}
				for _, c := range callees(in, true) {
					callers[c] = append(callers[c], here)
				}
			}
		}
	}
	seen := map[end]bool{}
	for len(todo) > 0 {
		e := todo[0]
		todo = todo[1:]
		if seen[e] {
			continue
		}
		seen[e] = true
		instrs := p.Funcs[e.fn].Blocks[e.block].Instrs
		for k := e.n - 1; k >= 0; k-- {
			if m := instrs[k].Base(); s.Has(m.ID) && m.Pos.IsValid() && !p.Funcs[e.fn].Model {
				return m.Pos.Pos, true
			}
		}
		for _, b := range preds[e.fn][e.block] {
			todo = append(todo, end{e.fn, b, len(p.Funcs[e.fn].Blocks[b].Instrs)})
		}
		if e.block == 0 {
			todo = append(todo, callers[e.fn]...)
		}
	}
	return source.Pos{}, false
}
