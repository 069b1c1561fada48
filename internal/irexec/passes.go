package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Passed is what a thread passed in an execution.
type Passed struct {
	Start  ir.FuncID // with which it began
	Instrs map[ir.ID]bool
}

// Passes runs a program under a schedule and lists what each thread passes.
func Passes(p *ir.Program, s trace.Schedule, in trace.Inputs, o Options) ([]Passed, error) {
	o.NoTrace = true
	r, err := newRunner(p, in, o)
	if err != nil {
		return nil, err
	}
	var out []Passed
	r.m.by = func(t int, pc int32) {
		for len(out) <= t {
			out = append(out, Passed{Instrs: map[ir.ID]bool{}})
		}
		out[t].Instrs[r.m.prog.code[pc].src.Base().ID] = true
	}
	for i, goes := 0, r.start(); goes && i < len(s); i++ {
		goes = r.step(s[i])
	}
	for t := range out {
		out[t].Start = ir.FuncID(r.m.threads[t].start)
	}
	return out, nil
}
