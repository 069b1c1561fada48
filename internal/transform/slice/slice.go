package slice

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Abstract(P, F) of STORM (section 3.1), on lowered threads. An access of a field that is not tracked gives anything, and changes nothing; so it is no step of the
// sequentializations. Locks need no rules of their own: their state is memory, and a lock that is not tracked never waits.
//
// Every execution of the input is one of the output: take the same path, and let each read of a field that is not tracked give what it gave. What stays reads
// and writes what it did, as no field shares memory with another. What went could only have ended the execution, by an invalid access. So what holds in
// all executions of the output holds in those of the input. Within K rounds too: the switches are the same, and those between steps that went do nothing.
//
// That the end of a thread comes right behind a step, or an access right behind another, need not be true where something between them was left out; the
// sequentializations are told so (sequence.Options.Sliced).
//
// The checks that are asked about stay. Others hold on the way to them, so they are assumptions; of bounds, constructs and marks nothing is asked here.
//
// An instruction keeps its ID, and blocks stay what they are: a trace of the output is one of the input, in which the writes are missing.

// Pass is the pass that leaves out what is not tracked. asked says which checks stay.
func Pass(s *Fields, tracked []bool, asked func(*ir.Assert) bool) transform.Pass {
	return transform.Pass{Name: "slice", Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
		if w.Program != s.p {
			return nil, fmt.Errorf("slice: these are the fields of another program")
		}
		return &transform.Output{Program: s.slice(tracked, asked), Back: transform.Same()}, nil
	}}
}

func (s *Fields) slice(tracked []bool, asked func(*ir.Assert) bool) *ir.Program {
	out, l := s.p.Clone(), s.leave(tracked, asked)
	for _, f := range out.Funcs[:transform.Threads(s.p)] {
		for _, b := range f.Blocks {
			keep := b.Instrs[:0]
			for _, in := range b.Instrs {
				keep = append(keep, l.instr(in)...)
			}
			b.Instrs = keep
		}
	}
	return out
}

// instr is what becomes of an instruction.
func (l *leave) instr(in ir.Instr) []ir.Instr {
	if a, ok := in.(*ir.Assert); ok {
		switch {
		case !transform.Internal(a.Kind) && l.asked(a):
			return []ir.Instr{in}
		case a.Cond.IsConst(1):
			return nil
		}
		return []ir.Instr{&ir.Assume{Meta: a.Meta, Cond: a.Cond}}
	}
	if l.stays(in) {
		return []ir.Instr{in}
	}
	return anything(in)
}

// anything is what is left of an access: arbitrary results.
func anything(in ir.Instr) (out []ir.Instr) {
	ir.Defs(in, func(r *ir.Reg) { out = append(out, &ir.Havoc{Meta: *in.Base(), Dst: *r}) })
	return out
}
