package threads

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
)

// On the path of one execution. What leads to the two threads of a pair may be much more than the two: a routine with
// a case for every request that there is, a thread that talks to the device for a thousand lines, and all that can
// fail on the way. For a first answer it is enough that these others do what they did in the execution in which the
// two met: they go along the blocks that it passed, with any values that lead there, and stop where it left them. The
// two themselves are as they are.
//
// An execution of the output is one of the input: the copies do what the others do, on fewer paths, and where a copy
// would leave the path its thread stops, which a thread may do anywhere. A call through a pointer that called one
// function on the path is a call of that function, where the pointer is the function's address.

// Along gives the program in which the threads of all kinds but two go along a path, each kind in functions of its
// own, and what their instructions are copies of.
func Along(p *ir.Program, taken kinds.Path, pair [2]ir.FuncID) (*ir.Program, map[ir.ID]ir.ID) {
	out := p.Clone()
	c := &copier{from: p, to: out, of: map[ir.ID]ir.ID{}, kinds: map[ir.FuncID]map[ir.FuncID]ir.FuncID{}}
	for k := range taken {
		if !slices.Contains(pair[:], k) {
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
	for i, b := range fn.Blocks {
		if first := b.Instrs[0].Base(); !passed[first.ID] && (f != kind || i > 0) {
			b.Instrs = c.end(first)
			continue
		}
		var list []ir.Instr
		for _, in := range b.Instrs {
			old := in.Base().ID
			in.Base().ID = c.to.NewID()
			c.of[in.Base().ID] = old
			excuse(in) // it is not of the two
			switch call := in.(type) {
			case *ir.Call:
				call.Func = c.copy(kind, call.Func, passed)
			case *ir.CallPtr:
				before, direct := c.resolve(kind, fn, call, passed)
				list, in = append(list, before...), direct
			}
			list = append(list, in)
		}
		b.Instrs = list
	}
	return g
}

// end is the code of a block that the path does not pass. It is a section of its own, so that what comes before it
// was done.
func (c *copier) end(first *ir.Meta) []ir.Instr {
	out := []ir.Instr{&ir.AtomicBegin{}, &ir.Assume{Cond: ir.K(1, 0)}, &ir.AtomicEnd{}, &ir.ThreadExit{}}
	for _, in := range out {
		*in.Base() = ir.Meta{ID: c.to.NewID(), Pos: first.Pos, Text: first.Text}
	}
	return out
}

// resolve makes a call through a pointer that called one function on the path a call of that one, behind what says
// that the pointer is its address; another one stays.
func (c *copier) resolve(
	kind ir.FuncID, caller *ir.Func, call *ir.CallPtr, passed map[ir.ID]bool,
) (before []ir.Instr, out ir.Instr) {
	to := slices.DeleteFunc(slices.Clone(call.Candidates), func(f ir.FuncID) bool {
		b := c.from.Funcs[f].Blocks
		return len(b) == 0 || !passed[b[0].Instrs[0].Base().ID]
	})
	if len(to) != 1 || !c.fits(caller, call, to[0]) {
		return nil, call
	}
	meta := func() ir.Meta { return ir.Meta{ID: c.to.NewID(), Pos: call.Pos, Text: call.Text} }
	is := caller.NewReg(1, "", ir.ShowUnsigned)
	before = []ir.Instr{
		&ir.Binary{Meta: meta(), Dst: is, Op: ir.Eq, X: call.Ptr, Y: ir.F(to[0], c.to.PtrWidth())},
		&ir.Assume{Meta: meta(), Cond: ir.R(is, 1)},
	}
	return before, &ir.Call{Meta: call.Meta, Dst: call.Dst, Func: c.copy(kind, to[0], passed), Args: call.Args}
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
