package kinds

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
)

// What one execution shows of the kinds of its threads.

// StartsIn gives the starts in an execution: those on the way to the last thread of a kind, and the others, each
// place once.
func StartsIn(p *ir.Program, run trace.Trace, kind ir.FuncID) (w Way, others []Start) {
	spawns := map[ir.ID]Start{}
	for _, in := range p.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			spawns[s.Base().ID] = Start{s.Base().ID, -1}
			if s.Fn.Kind == ir.KindFunc {
				spawns[s.Base().ID] = Start{s.Base().ID, s.Fn.Func}
			}
		}
	}
	parents, starts := []int{-1}, []Start{{}} // of threads, which are numbered in the order of their starts
	for _, step := range run.Steps {
		if s, ok := spawns[step.Instr]; ok {
			parents, starts = append(parents, step.Thread), append(starts, s)
		}
	}
	last := len(starts) - 1
	for last > 0 && starts[last].Kind != kind {
		last--
	}
	for th := last; th > 0; th = parents[th] {
		w = append(Way{starts[th]}, w...)
	}
	for _, s := range starts[1:] {
		if !slices.Contains(w, s) && !slices.Contains(others, s) {
			others = append(others, s)
		}
	}
	return w, others
}

// StartedIn says how many threads an execution started at each place.
func StartedIn(p *ir.Program, run trace.Trace) map[ir.ID]int {
	out := map[ir.ID]int{}
	for _, in := range p.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			out[s.Base().ID] = 0
		}
	}
	for _, step := range run.Steps {
		if n, ok := out[step.Instr]; ok {
			out[step.Instr] = n + 1
		}
	}
	maps.DeleteFunc(out, func(_ ir.ID, n int) bool { return n == 0 })
	return out
}

// Path is the instructions that the threads of each kind passed in an execution.
type Path map[ir.FuncID]map[ir.ID]bool

// PathOf gives the path of an execution; nil: there is none.
func PathOf(p *ir.Program, schedule trace.Schedule, inputs trace.Inputs) Path {
	threads, err := irexec.Passes(p, schedule, inputs, irexec.Options{})
	if err != nil {
		return nil
	}
	out := Path{}
	for _, t := range threads {
		if out[t.Start] == nil {
			out[t.Start] = map[ir.ID]bool{}
		}
		maps.Copy(out[t.Start], t.Instrs)
	}
	return out
}
