package threads

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Programs in which an assertion fails exactly where threads arrive, or two meet, so that whoever looks for a failure
// looks for such an execution. Assertions of the program do not fail there: what fails ends the execution.

// Meeting gives the program in which an assertion fails exactly in the executions in which two threads of a pair get
// to the driver's code. No other fails there.
//
// Threads that stop where they arrive are enough for most pairs, and the program is small. It takes more where one
// has to get on for the other to come: it starts it, or holds a lock.
func Meeting(p *ir.Program, pair [2]ir.FuncID, stop bool) *ir.Program {
	out := unchecked(p)
	met := addMeet(out)
	bits := [2]uint64{1, 2}
	if pair[0] == pair[1] {
		bits[1] = 1
	}
	for i, k := range pair {
		if i == 1 && k == pair[0] {
			break
		}
		call := &ir.Call{Dst: ir.NoReg, Func: met, Args: []ir.Operand{ir.K(8, bits[i]), ir.K(8, bits[1-i])}}
		atArrival(p, out, k, call, stop && k != p.Entry)
	}
	return out
}

// Arriving gives the program in which an assertion fails exactly in the executions in which a thread of a kind gets
// to the driver's code. It stops there.
func Arriving(p *ir.Program, kind ir.FuncID) *ir.Program {
	out := unchecked(p)
	fails := &ir.Assert{Cond: ir.K(1, 0), Kind: string(verdict.KindAssert), Msg: "the thread does not come"}
	atArrival(p, out, kind, fails, true)
	return out
}

// unchecked copies a program without its own assertions.
func unchecked(p *ir.Program) *ir.Program {
	out := p.Clone()
	for _, f := range out.Funcs {
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				if a, ok := in.(*ir.Assert); ok {
					b.Instrs[i] = &ir.Assume{Meta: a.Meta, Cond: a.Cond}
				}
			}
		}
	}
	return out
}

// atArrival has the threads of a kind do something when they arrive, and stop there if they are to.
func atArrival(p, out *ir.Program, kind ir.FuncID, in ir.Instr, stop bool) {
	a := kinds.ArrivalAt(p, kind)
	b := out.Funcs[kind].Blocks[a.Block]
	where := b.Instrs[a.At].Base()
	*in.Base() = ir.Meta{ID: out.NewID(), Pos: where.Pos, Text: where.Text}
	b.Instrs = slices.Insert(b.Instrs, a.At, in)
	if stop {
		exit := &ir.ThreadExit{Meta: ir.Meta{ID: out.NewID(), Pos: where.Pos, Text: where.Text}}
		b.Instrs = append(b.Instrs[:a.At+1:a.At+1], exit)
	}
}

// addMeet adds the function that threads call when they arrive, with a bit that says who it is and one that says who
// the other is. Its assertion is one for both, so that nothing more is asked once it failed.
func addMeet(p *ir.Program) ir.FuncID {
	g := ir.GlobalID(len(p.Globals))
	p.Globals = append(p.Globals, &ir.Global{Name: "heddle.met", Display: "met", Size: 1, Align: 1})
	f := &ir.Func{Name: "heddle.meet", Display: "meet"}
	own, other := f.NewReg(8, "own", ir.ShowUnsigned), f.NewReg(8, "other", ir.ShowUnsigned)
	was := f.NewReg(8, "", ir.ShowUnsigned)
	with, alone := f.NewReg(8, "", ir.ShowUnsigned), f.NewReg(1, "", ir.ShowUnsigned)
	f.Params = []ir.Reg{own, other}
	met := ir.Mem{Addr: ir.G(g, 0, p.PtrWidth()), Size: 1, Mark: ir.MarkAtomic, Name: "met", Field: "met"}
	f.Blocks = []*ir.Block{{Name: "entry", Instrs: []ir.Instr{
		&ir.RMW{Dst: was, Op: ir.RMWOr, Mem: met, Val: ir.R(own, 8)},
		&ir.Binary{Dst: with, Op: ir.And, X: ir.R(was, 8), Y: ir.R(other, 8)},
		&ir.Binary{Dst: alone, Op: ir.Eq, X: ir.R(with, 8), Y: ir.K(8, 0)},
		&ir.Assert{Cond: ir.R(alone, 1), Kind: string(verdict.KindAssert), Msg: "the two do not meet"},
		&ir.Return{},
	}}}
	for in := range f.Instrs() {
		in.Base().ID = p.NewID()
	}
	p.Funcs = append(p.Funcs, f)
	return ir.FuncID(len(p.Funcs) - 1)
}
