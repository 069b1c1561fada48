package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Of code that never runs everything is true. A pair is proved, or bounded, only if some execution comes to each of the two.

// Who looks for the threads of entry points: random executions, of the whole program and then of each alone that was not met there; then, on one way after the other, `rounds`, which finds what needs particular values, such
// as the name of a machine. Random executions have their part of the time, and so has `rounds`.
const (
	metTogether = 40_000_000 // instructions
	metAlone    = 8_000_000
	metPair     = 8_000_000 // for two to meet, once it is known how they come
	metTime     = 12
)

// happening is the kinds of threads that some execution comes to.
type happening struct {
	begins map[ir.FuncID]arrival
	met    map[ir.FuncID]bool
}

// arrival is where a thread is that has come: at the call of the driver's function, if it begins in the harness and makes one such call, and no second time; otherwise at its beginning.
type arrival struct {
	begins ir.ID
	block  ir.BlockID
	at     int
	calls  []ir.ID // where the functions begin that are called there
}

// arrivalAt is where threads arrive that start with a function.
func arrivalAt(p *ir.Program, fn ir.FuncID) arrival {
	f := p.Funcs[fn]
	begin := arrival{begins: f.Blocks[0].Instrs[0].Base().ID}
	if !f.Model {
		return begin
	}
	out, calls := begin, 0
	for i, b := range f.Blocks {
		for k, in := range b.Instrs {
			if to := drivers(p, in); len(to) > 0 {
				out.block, out.at, out.calls, calls = ir.BlockID(i), k, to, calls+1
			}
		}
	}
	if calls != 1 || slices.Contains(graph.Reach(f.Next, f.Next(out.block)...), out.block) {
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

// in reports whether executions that reached some instructions arrived.
func (a arrival) in(reached *reach.Set) bool {
	return reached.Has(a.begins) && (len(a.calls) == 0 || slices.ContainsFunc(a.calls, reached.Has))
}

// note notes that an execution arrived.
func (a arrival) note(reached *reach.Set) {
	reached.Add(a.begins)
	for _, id := range a.calls {
		reached.Add(id)
	}
}

// has reports whether an execution comes to threads of a kind.
func (h *happening) has(f ir.FuncID) bool { return h.met[f] }

// learn takes over what some executions got to.
func (h *happening) learn(reached *reach.Set) {
	for f, a := range h.begins {
		if reached != nil && a.in(reached) {
			h.met[f] = true
		}
	}
}

// missing lists the kinds that were not met.
func (h *happening) missing() (out []ir.FuncID) {
	for f := range h.begins {
		if !h.met[f] {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// happen looks for executions that come to the threads of some pairs; some were reached already.
func (job *Job) happen(ctx context.Context, prog *ir.Program, pairs [][2]ir.FuncID, reached *reach.Set) *happening {
	h := &happening{begins: map[ir.FuncID]arrival{}, met: map[ir.FuncID]bool{}}
	for _, k := range pairs {
		for _, f := range k {
			if b := prog.Funcs[f].Blocks; len(b) > 0 && len(b[0].Instrs) > 0 {
				h.begins[f] = arrivalAt(prog, f)
			}
		}
	}
	h.learn(reached)
	some, cancel := job.part(ctx, metTime)
	defer cancel()
	walk := func(p *ir.Program, instrs int64, fs ...ir.FuncID) {
		var until []ir.ID
		for _, f := range fs {
			if a := h.begins[f]; len(a.calls) == 1 {
				until = append(until, a.calls[0])
			} else {
				until = append(until, a.begins)
			}
		}
		x, err := irexec.Explore(some, p, irexec.ExploreOptions{Walks: math.MaxInt, MaxInstrs: instrs, Until: until, Seed: job.Request.Seed, NoShorten: true})
		if err != nil {
			return
		}
		set := &reach.Set{}
		for _, id := range x.Reached {
			set.Add(id)
		}
		h.learn(set)
	}
	if left := h.missing(); len(left) > 0 {
		walk(prog, metTogether, left...)
	}
	for _, f := range h.missing() {
		if !h.met[f] && some.Err() == nil {
			walk(only(prog, [2]ir.FuncID{f, f}), metAlone, f)
		}
	}
	for f := range job.routes(ctx, prog, h.missing(), job.Effort/metTime) {
		h.met[f] = true
	}
	return h
}

// part is a part of all the work.
func (job *Job) part(ctx context.Context, n budget.Work) (context.Context, context.CancelFunc) {
	if job.Effort == 0 {
		return context.WithCancel(ctx)
	}
	return budget.Within(ctx, job.Effort/n)
}

// doubt takes back what is said of a pair that nothing is known to come to.
func doubt(p *verdict.Pair, prog *ir.Program, kinds [2]ir.FuncID, happens *happening) {
	if p.Verdict != verdict.Proved && p.Verdict != verdict.Bounded {
		return
	}
	for _, f := range kinds {
		if !happens.has(f) {
			p.Verdict, p.Reason = verdict.Unknown, fmt.Sprintf("no execution was found that comes to %s: of what never runs everything is true", prog.Funcs[f].Display)
		}
	}
}
