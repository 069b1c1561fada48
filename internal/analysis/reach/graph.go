package reach

import (
	"strings"

	graphs "github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// graph is what the control flow can reach: blocks behind branches whose condition is a constant are left out.
type graph struct {
	p      *ir.Program
	funcs  []bool    // from the entry, by calls and thread starts
	called []bool    // from the entry, by calls alone: what the first thread runs
	blocks [][]bool  // by function, from its entry
	starts []bool    // models that start a thread, themselves or by models that they call
	calls  []bool    // models that call through a pointer, in the same way
	waits  []bool    // models that wait for other threads, in the same way
	halts  [][]ir.ID // models: ends of the process or the thread in them, in the same way

	// What leads to each function and each block; computed on first use.
	callers map[ir.FuncID][]end
	preds   []map[ir.BlockID][]ir.BlockID
}

func newGraph(p *ir.Program) *graph {
	n := len(p.Funcs)
	g := &graph{
		p: p, funcs: make([]bool, n), called: make([]bool, n), blocks: make([][]bool, n),
		starts: make([]bool, n), calls: make([]bool, n), waits: make([]bool, n), halts: make([][]ir.ID, n),
	}
	for i, f := range p.Funcs {
		g.blocks[i] = live(f)
	}
	g.visit(g.funcs, p.Entry, true)
	g.visit(g.called, p.Entry, false)
	g.models()
	return g
}

// live finds the blocks that a function's entry leads to.
func live(f *ir.Func) []bool {
	out := make([]bool, len(f.Blocks))
	for _, b := range graphs.Reach(func(b ir.BlockID) []ir.BlockID { return targets(f.Blocks[b].Term()) }, 0) {
		out[b] = true
	}
	return out
}

// targets lists where a terminator can go.
func targets(term ir.Instr) (out []ir.BlockID) {
	if br, ok := term.(*ir.Branch); ok {
		switch {
		case br.Cond.IsConst(1):
			return []ir.BlockID{br.Then}
		case br.Cond.IsConst(0):
			return []ir.BlockID{br.Else}
		}
	}
	ir.Targets(term, func(t *ir.BlockID) { out = append(out, *t) })
	return out
}

// each calls f with the instructions of a function that its entry leads to.
func (g *graph) each(fn ir.FuncID, f func(ir.Instr)) {
	for i, b := range g.p.Funcs[fn].Blocks {
		if g.blocks[fn][i] {
			for _, in := range b.Instrs {
				f(in)
			}
		}
	}
}

// callees lists the functions that an instruction calls or, if starts is set, starts a thread with.
func callees(in ir.Instr, starts bool) []ir.FuncID {
	switch in := in.(type) {
	case *ir.Call:
		return []ir.FuncID{in.Func}
	case *ir.CallPtr:
		if in.Ptr.Kind == ir.KindFunc {
			return []ir.FuncID{in.Ptr.Func}
		}
		return in.Candidates
	case *ir.Spawn:
		if !starts {
			return nil
		}
		if in.Fn.Kind == ir.KindFunc {
			return []ir.FuncID{in.Fn.Func}
		}
		return in.Candidates
	}
	return nil
}

// visit marks the functions that one leads to by calls and, if starts is set, by starting threads.
func (g *graph) visit(seen []bool, from ir.FuncID, starts bool) {
	next := func(fn ir.FuncID) (out []ir.FuncID) {
		g.each(fn, func(in ir.Instr) { out = append(out, callees(in, starts)...) })
		return out
	}
	for _, fn := range graphs.Reach(next, from) {
		seen[fn] = true
	}
}

// models finds what models do on behalf of their callers, until nothing changes: models call models.
func (g *graph) models() {
	for changed := true; changed; {
		changed = false
		for i, f := range g.p.Funcs {
			if !f.Model {
				continue
			}
			starts, calls, waits, halts := g.starts[i], g.calls[i], g.waits[i], map[ir.ID]bool{}
			g.each(ir.FuncID(i), func(in ir.Instr) {
				waits = waits || waiting(in)
				switch in := in.(type) {
				case *ir.Spawn:
					starts = true
				case *ir.CallPtr:
					calls = true
				case *ir.Halt, *ir.ThreadExit:
					halts[in.Base().ID] = true
				case *ir.Call:
					if g.p.Funcs[in.Func].Model {
						starts, calls, waits = starts || g.starts[in.Func], calls || g.calls[in.Func], waits || g.waits[in.Func]
						for _, id := range g.halts[in.Func] {
							halts[id] = true
						}
					}
				}
			})
			if starts != g.starts[i] || calls != g.calls[i] || waits != g.waits[i] || len(halts) != len(g.halts[i]) {
				changed = true
				g.starts[i], g.calls[i], g.waits[i], g.halts[i] = starts, calls, waits, nil
				for id := range halts {
					g.halts[i] = append(g.halts[i], id)
				}
			}
		}
	}
}

// waiting reports whether an instruction may have to wait for other threads.
func waiting(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Join, *ir.Lock, *ir.Wake, *ir.Down, *ir.Pass, *ir.AtomicBegin:
		return true
	}
	return false
}

// counts reports whether a function is one of the user's.
func (g *graph) counts(fn ir.FuncID) bool {
	f := g.p.Funcs[fn]
	return g.funcs[fn] && !f.Model && !strings.HasPrefix(f.Name, "heddle.")
}

// outsider reports whether an instruction, outside of models, starts a thread of heddle's own: one that represents the caller of a harness. It is not a thread
// of the program.
func (g *graph) outsider(in ir.Instr) bool {
	s, ok := in.(*ir.Spawn)
	return ok && s.Fn.Kind == ir.KindFunc && g.p.Funcs[s.Fn.Func].Model
}

// site says whether an instruction of the user's starts threads, and whether it calls through pointers, itself or inside of the model that it calls.
func (g *graph) site(in ir.Instr) (starts, calls bool) {
	switch in := in.(type) {
	case *ir.Spawn:
		return !g.outsider(in), false
	case *ir.CallPtr:
		return false, true
	case *ir.Call:
		if g.p.Funcs[in.Func].Model {
			return g.starts[in.Func], g.calls[in.Func]
		}
	}
	return false, false
}
