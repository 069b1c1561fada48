package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// On the path of one execution. What leads to the two threads of a pair may be much more than the two: a routine with a case for every request that there is, a thread that talks to the device for a thousand lines, and all that can fail on the way. For a
// first answer it is enough that these others do what they did in the execution in which the two met: they go along the blocks that it passed, with any values that lead there, and stop where it left them. The two themselves are as they are.

// path is what the threads of each kind passed in an execution.
type path map[ir.FuncID]map[ir.ID]bool

// pathOf gives the path of an execution; nil: there is none.
func pathOf(p *ir.Program, found *irexec.Found) path {
	threads, err := irexec.Passes(p, found.Schedule, found.Inputs, irexec.Options{})
	if err != nil {
		return nil
	}
	out := path{}
	for _, t := range threads {
		if out[t.Start] == nil {
			out[t.Start] = map[ir.ID]bool{}
		}
		maps.Copy(out[t.Start], t.Instrs)
	}
	return out
}

// onPath says of a program that what leads to the two goes along a path.
const onPath = ", on the path of one execution to them"

// along gives the program in which the threads of all kinds but two go along a path, each kind in functions of its own, and what their instructions are copies of.
func (taken path) along(p *ir.Program, kinds [2]ir.FuncID) (*ir.Program, map[ir.ID]ir.ID) {
	out := p.Clone()
	c := &copier{from: p, to: out, of: map[ir.ID]ir.ID{}, kinds: map[ir.FuncID]map[ir.FuncID]ir.FuncID{}}
	for k := range taken {
		if !slices.Contains(kinds[:], k) {
			c.kinds[k] = map[ir.FuncID]ir.FuncID{}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(c.kinds)) {
		c.copy(k, k, taken[k])
	}
	if f, ok := c.kinds[p.Entry]; ok {
		out.Entry = f[p.Entry]
	}
	for _, in := range out.Instrs() {
		if s, ok := in.(*ir.Spawn); ok && s.Fn.Kind == ir.KindFunc {
			if f, ok := c.kinds[s.Fn.Func]; ok {
				s.Fn.Func = f[s.Fn.Func]
				s.Candidates = []ir.FuncID{s.Fn.Func}
			}
		}
	}
	return out, c.of
}

// copier copies functions for kinds of threads.
type copier struct {
	from, to *ir.Program
	of       map[ir.ID]ir.ID                       // what copied instructions are copies of
	kinds    map[ir.FuncID]map[ir.FuncID]ir.FuncID // the copies for each kind
}

// copy gives the function that a kind of threads has in place of one, with the blocks that it passed.
func (c *copier) copy(kind, f ir.FuncID, passed map[ir.ID]bool) ir.FuncID {
	if len(c.from.Funcs[f].Blocks) == 0 {
		return f
	}
	if g, ok := c.kinds[kind][f]; ok {
		return g
	}
	fn := c.from.Funcs[f].Clone()
	g := ir.FuncID(len(c.to.Funcs))
	fn.Display = cmp.Or(fn.Display, fn.Name)
	fn.Name = fmt.Sprintf("%s.along%d", fn.Name, g)
	c.to.Funcs = append(c.to.Funcs, fn)
	c.kinds[kind][f] = g
	begins := func(h ir.FuncID) bool {
		b := c.from.Funcs[h].Blocks
		return len(b) > 0 && passed[b[0].Instrs[0].Base().ID]
	}
	for i, b := range fn.Blocks {
		if first := b.Instrs[0].Base(); !passed[first.ID] && (f != kind || i > 0) {
			// A section of its own, so that what comes before it was done.
			b.Instrs = []ir.Instr{&ir.AtomicBegin{}, &ir.Assume{Cond: ir.K(1, 0)}, &ir.AtomicEnd{}, &ir.ThreadExit{}}
			for _, in := range b.Instrs {
				*in.Base() = ir.Meta{ID: c.to.NewID(), Pos: first.Pos, Text: first.Text}
			}
			continue
		}
		var list []ir.Instr
		for _, in := range b.Instrs {
			old := in.Base().ID
			in.Base().ID = c.to.NewID()
			c.of[in.Base().ID] = old
			if m, _, _ := ir.AccessOf(in); m != nil {
				m.Excused = true // it is not of the two
			}
			if m := ir.SourceOf(in); m != nil {
				m.Excused = true
			}
			switch call := in.(type) {
			case *ir.Call:
				call.Func = c.copy(kind, call.Func, passed)
			case *ir.CallPtr:
				if to := slices.DeleteFunc(slices.Clone(call.Candidates), func(h ir.FuncID) bool { return !begins(h) }); len(to) == 1 && c.fits(fn, call, to[0]) {
					is := fn.NewReg(1, "", ir.ShowUnsigned)
					list = append(list,
						&ir.Binary{Meta: ir.Meta{ID: c.to.NewID(), Pos: call.Pos, Text: call.Text}, Dst: is, Op: ir.Eq, X: call.Ptr, Y: ir.F(to[0], c.to.PtrWidth())},
						&ir.Assume{Meta: ir.Meta{ID: c.to.NewID(), Pos: call.Pos, Text: call.Text}, Cond: ir.R(is, 1)})
					in = &ir.Call{Meta: call.Meta, Dst: call.Dst, Func: c.copy(kind, to[0], passed), Args: call.Args}
				}
			}
			list = append(list, in)
		}
		b.Instrs = list
	}
	return g
}

// fits reports whether a call through a pointer can be one of a function.
func (c *copier) fits(caller *ir.Func, call *ir.CallPtr, f ir.FuncID) bool {
	fn := c.from.Funcs[f]
	if len(call.Args) != len(fn.Params) || call.Dst != ir.NoReg && caller.Width(call.Dst) != fn.RetWidth {
		return false
	}
	for i, a := range call.Args {
		if a.Width != fn.Width(fn.Params[i]) {
			return false
		}
	}
	return true
}

// copied is facts about a program, for one with copies of instructions: these do what the others do, in fewer executions.
func copied(facts *verdict.Facts, of map[ir.ID]ir.ID) *verdict.Facts {
	if facts == nil || len(of) == 0 {
		return facts
	}
	more := &verdict.Facts{Private: map[ir.ID]bool{}, Alone: map[ir.ID]bool{}}
	for id, old := range of {
		if facts.Private[old] {
			more.Private[id] = true
		}
		if facts.Alone[old] {
			more.Alone[id] = true
		}
	}
	return facts.With(more)
}
