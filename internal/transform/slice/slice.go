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
// Accesses that may race are steps whether or not their values matter: such a write stays, and what such a read gives goes nowhere. A free is a write of the whole object: those that
// may race stay as they are.
//
// The checks that are asked about stay. Others hold on the way to them, so they are assumptions. But a section that fails ends there, and what it did before may race: where races are looked for, checks inside of sections stay.
//
// An instruction keeps its ID, and blocks stay what they are: a trace of the output is one of the input, in which the writes are missing, and what trim.go took away.

// Aim is what is asked about a check.
type Aim uint8

const (
	Nothing Aim = iota // it holds on the way to those that are asked about
	Fails              // whether it can fail
	Reached            // whether an execution comes to it
)

// Aims says what is asked about each check.
type Aims func(*ir.Assert) Aim

// Asked is what is asked about a slice.
type Asked struct {
	Aims  Aims
	Raced []bool             // fields whose races are looked for. If such a field is not tracked, its accesses lose only their values
	Freed map[ir.Object]bool // objects that may be freed twice at a time, if that is looked for
	Races bool               // it is races that are asked about
	Added []bool             // fields that are tracked because of traces, and may turn out not to be needed
}

func (a *Asked) added(field int) bool { return field < len(a.Added) && a.Added[field] }

// Pass is the pass that leaves out what is not tracked.
func Pass(s *Fields, tracked []bool, asked Asked) transform.Pass {
	return transform.Pass{Name: "slice", Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
		if w.Program != s.p {
			return nil, fmt.Errorf("slice: these are the fields of another program")
		}
		l := s.leave(tracked, asked)
		return &transform.Output{Program: l.slice(), Back: transform.Same(), Found: &Left{Held: l.partly, Raced: l.onlyRaces}}, nil
	}}
}

// Left is what a slice did not leave out, as far as others have to know.
type Left struct {
	Held  []ir.Mem       // locks that are tracked, but for operations that nothing tracked lies between
	Raced map[ir.ID]bool // accesses that stayed only because they may race
}

func (l *leave) slice() *ir.Program {
	out := l.p.Shell()
	for t, f := range out.Funcs {
		if f.Blocks = l.p.Funcs[t].Blocks; t >= transform.Threads(l.p) {
			continue // only its address counts
		}
		f.Blocks = make([]*ir.Block, 0, len(f.Blocks))
		for _, b := range l.p.Funcs[t].Blocks {
			keep := make([]ir.Instr, 0, len(b.Instrs))
			for _, in := range b.Instrs {
				keep = l.instr(keep, out, f, in)
			}
			f.Blocks = append(f.Blocks, &ir.Block{Name: b.Name, Instrs: keep})
		}
		l.trim(t, f)
	}
	return out
}

// instr appends what becomes of an instruction, which it leaves as it is: what stays is shared with the whole threads.
func (l *leave) instr(to []ir.Instr, p *ir.Program, f *ir.Func, in ir.Instr) []ir.Instr {
	if a, ok := in.(*ir.Assert); ok {
		holds := ir.Meta{ID: a.ID}
		switch aim := l.asked.Aims(a); {
		case aim == Fails || l.mayFail(a):
			return append(to, in)
		case aim == Reached: // it fails where it is reached, or not: then the thread goes on
			on := f.NewReg(1, "", ir.ShowBool)
			to = append(to, &ir.Havoc{Meta: ir.Meta{ID: p.NewID()}, Dst: on}, &ir.Assert{Meta: a.Meta, Cond: ir.R(on, 1), Kind: transform.Reached, Msg: a.Msg})
			holds.ID = p.NewID()
		}
		if a.Cond.IsConst(1) {
			return to
		}
		return append(to, &ir.Assume{Meta: holds, Cond: a.Cond})
	}
	if l.stays(in) {
		return append(to, in)
	}
	if l.races(in) {
		c := ir.Clone(in)
		to = append(to, c)
		l.onlyRaces[in.Base().ID] = true
		ir.Defs(c, func(r *ir.Reg) {
			to = append(to, &ir.Havoc{Meta: ir.Meta{ID: p.NewID()}, Dst: *r})
			*r = f.NewReg(f.Width(*r), "", ir.ShowUnsigned)
		})
		return to
	}
	ir.Defs(in, func(r *ir.Reg) { to = append(to, &ir.Havoc{Meta: *in.Base(), Dst: *r}) }) // what is left of an access: arbitrary results
	return to
}

// mayFail reports whether a check that nobody asks about may fail in a slice.
func (l *leave) mayFail(a *ir.Assert) bool {
	return l.asked.Races && l.inside[a.ID] && !transform.Internal(a.Kind)
}
