package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Alike runs a program like an execution of another one that it was made of: with the same inputs, and switches at the same operations. original gives of an instruction the one that it is a copy of, 0: none. Operations that the program lacks are
// passed over, and those that it has besides are made when a thread comes to them, so that a turn of a thread stays one. What comes of it is an execution of the program; nil: it cannot go on like the other.
func Alike(p, other *ir.Program, original func(ir.ID) ir.ID, s trace.Schedule, in trace.Inputs, o Options) (*Outcome, error) {
	ops, err := operations(other, s, in, o)
	if err != nil || len(ops) == 0 {
		return nil, err
	}
	r, err := newRunner(p, in, o)
	if err != nil {
		return nil, err
	}
	theirs := map[ir.ID]bool{}
	for _, in := range other.Instrs() {
		if ir.Visible(in) {
			theirs[in.Base().ID] = true
		}
	}
	made := map[int]ir.ID{} // by each thread, the last
	goes := r.start()
	for _, op := range ops {
		for goes {
			if op.thread >= len(r.m.threads) || r.m.threads[op.thread].status != ready {
				return nil, nil
			}
			next := original(r.next(op.thread))
			if next != op.instr && theirs[next] && next != made[op.thread] {
				break // it lacks this one
			}
			goes = r.step(op.thread)
			if next == op.instr {
				made[op.thread] = next
				break
			}
		}
	}
	for last := ops[len(ops)-1].thread; goes && r.m.threads[last].status == ready; { // it may lack the last one
		goes = r.step(last)
	}
	r.finish()
	return r.out, nil
}

// operation is a visible operation of a thread.
type operation struct {
	thread int
	instr  ir.ID
}

// operations lists the visible operations of an execution.
func operations(p *ir.Program, s trace.Schedule, in trace.Inputs, o Options) ([]operation, error) {
	r, err := newRunner(p, in, o)
	if err != nil {
		return nil, err
	}
	out := make([]operation, 0, len(s))
	for i, goes := 0, r.start(); goes && i < len(s); i++ {
		out = append(out, operation{s[i], r.next(s[i])})
		goes = r.step(s[i])
	}
	return out, nil
}

// next is the instruction that a thread is at.
func (r *runner) next(t int) ir.ID {
	frames := r.m.threads[t].frames
	return r.m.prog.code[frames[len(frames)-1].pc].src.Base().ID
}
