package reach

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Why something is not reached. A breadth-first search backward through blocks and callers finds the nearest place before it that some execution reached. From
// there all executions turn elsewhere, or none gets past it. If that place is a call of one of the user's functions from which none returns, the question is
// asked again about the ends of that function, so that the answer is the loop in it and not the line in main that calls it.

// Obstacle is a place that keeps executions from getting somewhere.
type Obstacle struct {
	Pos  source.Pos
	What string // what it is: an operation, or the text of a line that branches
	Turn bool   // executions get past it, but not this way
}

// String says so in words.
func (o *Obstacle) String() string {
	if o.Turn {
		return fmt.Sprintf("executions get no nearer than %s, where all turn elsewhere: %s", o.Pos, o.What)
	}
	return fmt.Sprintf("no execution gets past %s: %s", o.Pos, o.What)
}

// end is the first n instructions of a block.
type end struct {
	fn    ir.FuncID
	block ir.BlockID
	n     int
}

// Toward finds what is in the way to the nearest of some instructions that no execution reached.
func Toward(p *ir.Program, s *Set, ids ...ir.ID) (*Obstacle, bool) {
	g := newGraph(p)
	wanted := map[ir.ID]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var from []end
	for i, f := range p.Funcs {
		for j, b := range f.Blocks {
			for k, in := range b.Instrs {
				if g.funcs[i] && g.blocks[i][j] && wanted[in.Base().ID] {
					from = append(from, end{ir.FuncID(i), ir.BlockID(j), k + 1})
				}
			}
		}
	}
	g.callers, g.preds = g.ways()
	t := &search{graph: g, reached: s, asked: map[ir.FuncID]bool{}}
	return t.toward(from, false)
}

// search is one such question.
type search struct {
	*graph
	reached *Set
	asked   map[ir.FuncID]bool // functions already asked why none returns
}

// toward goes back from the ends of blocks; inside, only within their function.
func (t *search) toward(todo []end, inside bool) (*Obstacle, bool) {
	seen := map[end]bool{}
next:
	for len(todo) > 0 {
		e := todo[0]
		todo = todo[1:]
		if seen[e] {
			continue
		}
		seen[e] = true
		f := t.p.Funcs[e.fn]
		for k := e.n - 1; k >= 0; k-- {
			if m := f.Blocks[e.block].Instrs[k].Base(); t.reached.Has(m.ID) && m.Pos.IsValid() && !f.Model {
				if o, ok := t.at(f.Blocks[e.block], k); ok {
					return o, true
				}
				continue next // the process ends there, as it should: this is no way
			}
		}
		for _, b := range t.preds[e.fn][e.block] {
			todo = append(todo, end{e.fn, b, len(f.Blocks[b].Instrs)})
		}
		if e.block == 0 && !inside {
			todo = append(todo, t.callers[e.fn]...)
		}
	}
	return nil, false
}

// at says what keeps executions from getting past instruction k of a block, the last that was reached; false: they end there as they should.
func (t *search) at(b *ir.Block, k int) (*Obstacle, bool) {
	in := b.Instrs[k]
	if len(targets(in)) > 0 {
		return &Obstacle{Pos: in.Base().Pos.Pos, What: clip(in.Base().Text), Turn: true}, true
	}
	ends := false
	for _, c := range callees(in, false) {
		f := t.p.Funcs[c]
		for _, id := range t.halts[c] {
			ends = ends || t.reached.Has(id)
		}
		if f.Model || t.asked[c] || !t.reached.Has(f.Blocks[0].Instrs[0].Base().ID) {
			continue
		}
		t.asked[c] = true
		var from []end
		for j, b := range f.Blocks {
			if _, is := b.Term().(*ir.Return); is && t.blocks[c][j] {
				from = append(from, end{c, ir.BlockID(j), len(b.Instrs)})
			}
		}
		if o, ok := t.toward(from, true); ok {
			return o, true
		}
		ends = true
	}
	if ends {
		return nil, false
	}
	at := culprit(b, k)
	return &Obstacle{Pos: at.Base().Pos.Pos, What: t.what(at)}, true
}

// ways lists what leads to each function and to each of its blocks.
func (g *graph) ways() (callers map[ir.FuncID][]end, preds []map[ir.BlockID][]ir.BlockID) {
	callers, preds = map[ir.FuncID][]end{}, make([]map[ir.BlockID][]ir.BlockID, len(g.p.Funcs))
	for i, f := range g.p.Funcs {
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
				for _, c := range callees(in, true) {
					callers[c] = append(callers[c], end{ir.FuncID(i), ir.BlockID(j), k + 1})
				}
			}
		}
	}
	return callers, preds
}

// clip makes the text of a line fit into a sentence.
func clip(text string) string {
	const most = 60
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}
