package reach

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where executions end early. An instruction that was reached, while none of its successors was, is a place that no execution gets past: an
// invalid operation, an assumption that does not hold, a construct that is not supported, a call that blocks. This needs nothing but the set, so
// it is the same for every engine. A branch with one side that was never taken is not such a place.

// Stop is a place that no execution gets past.
type Stop struct {
	Place
	Blocks bool // it may be because of other threads: an operation that waits, or a call of a model that has one
	Main   bool // in code that the first thread may run
}

// Stops lists the places that no execution gets past, in the order of the program's text.
func Stops(p *ir.Program, s *Set) (out []Stop) {
	g := newGraph(p)
	for i, f := range p.Funcs {
		if f.Model || !g.funcs[i] {
			continue
		}
		for j, b := range f.Blocks {
			if !g.blocks[i][j] {
				continue
			}
			for k, in := range b.Instrs {
				if !s.Has(in.Base().ID) || g.passes(s, ir.FuncID(i), b, k) {
					continue
				}
				at := culprit(b, k)
				out = append(out, Stop{Place: Place{g.what(at), at.Base().Pos.Pos, at.Base().ID}, Blocks: g.blocksAt(at), Main: g.called[i]})
			}
		}
	}
	return out
}

// passes reports whether some execution got past instruction k of a block, or ended there as it should.
func (g *graph) passes(s *Set, fn ir.FuncID, b *ir.Block, k int) bool {
	f, in := g.p.Funcs[fn], b.Instrs[k]
	if _, check := in.(*ir.Assert); check {
		return true // a failed check is an end of the process
	}
	if k+1 < len(b.Instrs) {
		if s.Has(b.Instrs[k+1].Base().ID) {
			return true
		}
	} else {
		next := targets(in)
		for _, t := range next {
			if s.Has(f.Blocks[t].Instrs[0].Base().ID) {
				return true
			}
		}
		switch in.(type) {
		case *ir.Unsupported:
		case *ir.Return:
			if g.returns(s, fn) {
				return true
			}
		default:
			if len(next) == 0 {
				return true // an end
			}
		}
	}
	for _, c := range callees(in, false) {
		callee := g.p.Funcs[c]
		if !callee.Model {
			if s.Has(callee.Blocks[0].Instrs[0].Base().ID) {
				return true // if it ends early, then inside
			}
			continue
		}
		if slices.ContainsFunc(g.halts[c], s.Has) {
			return true
		}
	}
	return false
}

// returns reports whether some execution came back from a function to a caller of the user's. For functions that models or thread starts call this is not known.
func (g *graph) returns(s *Set, fn ir.FuncID) bool {
	if g.callers == nil {
		g.callers, g.preds = g.ways()
	}
	for _, e := range g.callers[fn] {
		f := g.p.Funcs[e.fn]
		b := f.Blocks[e.block]
		if _, start := b.Instrs[e.n-1].(*ir.Spawn); start || f.Model || s.Has(b.Instrs[e.n].Base().ID) {
			return true
		}
	}
	return len(g.callers[fn]) == 0
}

// culprit is the last instruction, up to number k of a block, at which an execution may end for good: what lies behind it was counted as reached with it.
func culprit(b *ir.Block, k int) ir.Instr {
	for i := k; i >= 0; i-- {
		m, _, _ := ir.AccessOf(b.Instrs[i])
		if MayStop(b.Instrs[i]) && (m == nil || m.Addr.Kind == ir.KindReg || m.Len.IsSet()) { // a variable is always there
			return b.Instrs[i]
		}
	}
	return b.Instrs[k]
}

// MayStop reports whether an execution may end early at an instruction.
func MayStop(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Move, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Havoc, *ir.TLSAddr, *ir.Jump, *ir.Branch, *ir.Switch, *ir.Return, *ir.Self, *ir.Probe, *ir.SameObject:
		return false
	case *ir.Unary, *ir.Binary:
		return undefined(in)
	}
	return true
}

// undefined reports whether an instruction has no result for some values: a division, pointer arithmetic, and a conversion of floats.
func undefined(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Unary:
		return in.Op == ir.FToS || in.Op == ir.FToU
	case *ir.Binary:
		return in.Op == ir.UDiv || in.Op == ir.URem || in.Op == ir.SDiv || in.Op == ir.SRem || in.Exact && !ir.ExactFits(in.Op, in.X, in.Y)
	}
	return false
}

// what names an instruction that ends executions.
func (g *graph) what(in ir.Instr) string {
	switch in := in.(type) {
	case *ir.Call:
		return "the call of " + g.p.Funcs[in.Func].Display
	case *ir.CallPtr:
		return "a call through a pointer"
	case *ir.Assume:
		return "an assumption"
	case *ir.Unsupported:
		return in.What
	case *ir.Binary:
		if in.Exact {
			return "pointer arithmetic"
		}
		return "a division"
	case *ir.Unary:
		return "a conversion"
	}
	if waiting(in) {
		return "an operation that waits"
	}
	if m, _, _ := ir.AccessOf(in); m != nil {
		if m.Name != "" {
			return fmt.Sprintf("an access of %s", m.Name)
		}
		return "an access of memory"
	}
	return "an operation"
}

// blocksAt reports whether other threads may be why an execution does not get past an instruction.
func (g *graph) blocksAt(in ir.Instr) bool {
	if call, ok := in.(*ir.Call); ok {
		return g.waits[call.Func]
	}
	return waiting(in)
}

// Where says in words where executions end, most telling first: in the first thread, and at what does not wait.
func Where(stops []Stop) string {
	if len(stops) == 0 {
		return ""
	}
	best := stops[0]
	for _, s := range stops[1:] {
		if s.Main && !best.Main || s.Main == best.Main && !s.Blocks && best.Blocks {
			best = s
		}
	}
	text := fmt.Sprintf("no execution gets past %s: %s", best.Pos, best.Name)
	if n := len(stops) - 1; n == 1 {
		text += ", and 1 other place"
	} else if n > 1 {
		text += fmt.Sprintf(", and %d other places", n)
	}
	return text
}

// Contradicted says why no execution of a set comes to an end. Within, if set, are bounds that may be what keeps executions from
// getting further.
func Contradicted(p *ir.Program, s *Set, within string) string {
	why := "nothing comes to an end: the assumptions contradict one another"
	if within != "" {
		why = "nothing comes to an end within " + within
	}
	if where := Where(Stops(p, s)); where != "" {
		return where + "; " + why
	}
	return why
}
