package kinds

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Arrival is where a thread is that has come: at the call of the driver's function, if it begins in the harness and
// makes one such call, and no second time; otherwise at its beginning.
type Arrival struct {
	Begins ir.ID
	Block  ir.BlockID
	At     int     // the instruction in the block
	Calls  []ir.ID // where the functions begin that are called there
}

// ArrivalAt is where threads arrive that start with a function.
func ArrivalAt(p *ir.Program, fn ir.FuncID) Arrival {
	f := p.Funcs[fn]
	begin := Arrival{Begins: f.Blocks[0].Instrs[0].Base().ID}
	if !f.Model {
		return begin
	}
	out, calls := begin, 0
	for i, b := range f.Blocks {
		for k, in := range b.Instrs {
			if to := drivers(p, in); len(to) > 0 {
				out.Block, out.At, out.Calls, calls = ir.BlockID(i), k, to, calls+1
			}
		}
	}
	if calls != 1 || slices.Contains(graph.Reach(f.Next, f.Next(out.Block)...), out.Block) {
		return begin
	}
	return out
}

// drivers lists where the functions begin that an instruction may call and that are the driver's.
func drivers(p *ir.Program, in ir.Instr) (out []ir.ID) {
	var to []ir.FuncID
	switch in := in.(type) {
	case *ir.Call:
		to = []ir.FuncID{in.Func}
	case *ir.CallPtr:
		to = in.Candidates
	}
	for _, g := range to {
		if f := p.Funcs[g]; !f.Model && len(f.Blocks) > 0 {
			out = append(out, f.Blocks[0].Instrs[0].Base().ID)
		}
	}
	return out
}

// In reports whether executions that reached some instructions arrived.
func (a Arrival) In(reached *reach.Set) bool {
	return reached.Has(a.Begins) && (len(a.Calls) == 0 || slices.ContainsFunc(a.Calls, reached.Has))
}

// Note notes that an execution arrived.
func (a Arrival) Note(reached *reach.Set) {
	reached.Add(a.Begins)
	for _, id := range a.Calls {
		reached.Add(id)
	}
}
