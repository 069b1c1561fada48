package cfront

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// From lowered functions and variables to the program: who can be called through a pointer, which of the provisional
// numbers are used, and the final numbers and instruction ids.

// mention notes what a lowered function refers to.
func (c *compiler) mention(f *ir.Func) {
	for in := range f.Instrs() {
		if call, ok := in.(*ir.Call); ok {
			c.liveFuncs[call.Func] = true
		}
		if t, ok := in.(*ir.TLSAddr); ok {
			c.liveGlobals[t.Global] = true
		}
		ir.Uses(in, func(o *ir.Operand) { c.mentionOperand(*o) })
	}
}

func (c *compiler) mentionOperand(o ir.Operand) (more bool) {
	switch o.Kind {
	case ir.KindFunc:
		more = !c.liveFuncs[o.Func]
		c.liveFuncs[o.Func] = true
		c.funcs[o.Func].taken = true
	case ir.KindGlobal:
		more = !c.liveGlobals[o.Global]
		c.liveGlobals[o.Global] = true
	}
	return more
}

// mentionGlobals follows the addresses in variables; it reports whether something new came up.
func (c *compiler) mentionGlobals() bool {
	more := false
	for i, slot := range c.globals {
		if !c.liveGlobals[ir.GlobalID(i)] {
			continue
		}
		for _, r := range slot.g.Relocs {
			if c.mentionOperand(r.Target) {
				more = true
			}
		}
	}
	return more
}

func (c *compiler) mentionedFunc(id ir.FuncID) bool { return c.liveFuncs[id] }

// candidates completes the calls through pointers. A function whose address is taken is a candidate if it takes the
// registers of the call. If its address was ever converted to a pointer of another shape, it is also one, through a small
// adapter, for calls with more arguments or other widths: C programs pass functions without parameters to pthread_create,
// and every real calling convention lets them. A function with more parameters than the call has arguments is none.
func (c *compiler) candidates() {
	var taken []ir.FuncID
	for i, slot := range c.funcs {
		if slot.taken && c.liveFuncs[ir.FuncID(i)] {
			taken = append(taken, ir.FuncID(i))
		}
	}
	n := len(c.funcs)
	for i := range n {
		slot := c.funcs[i]
		if slot.f == nil || !c.liveFuncs[ir.FuncID(i)] && i != 0 {
			continue
		}
		for _, b := range slot.f.Blocks {
			var out []ir.Instr
			changed := false
			for _, in := range b.Instrs {
				switch x := in.(type) {
				case *ir.CallPtr:
					ret := 0
					if x.Dst != ir.NoReg {
						ret = slot.f.Width(x.Dst)
					}
					var pre []ir.Instr
					x.Ptr, x.Candidates, pre = c.fitting(slot.f, x.Meta, x.Ptr, x.Args, ret, c.ofType(x, taken))
					out = append(out, pre...)
					changed = changed || len(pre) > 0
				case *ir.Spawn:
					var pre []ir.Instr
					x.Fn, x.Candidates, pre = c.fitting(slot.f, x.Meta, x.Fn, x.Args, -1, taken)
					out = append(out, pre...)
					changed = changed || len(pre) > 0
				}
				out = append(out, in)
			}
			if changed {
				b.Instrs = out
			}
		}
	}
}

// fitting chooses the candidates of one call. Where a function needs an adapter, the pointer is exchanged for the
// adapter's address right before the call. ret is the width of the result, 0 for none, -1 for any.
func (c *compiler) fitting(f *ir.Func, m ir.Meta, ptr ir.Operand, args []ir.Operand, ret int, taken []ir.FuncID) (ir.Operand, []ir.FuncID, []ir.Instr) {
	var out []ir.FuncID
	var pre []ir.Instr
	if ptr.Kind == ir.KindFunc {
		taken = []ir.FuncID{ptr.Func}
	}
	for _, id := range taken {
		params, r, ok := c.shape(id)
		if !ok || len(params) > len(args) {
			continue
		}
		same := len(params) == len(args) && (ret < 0 || ret == r)
		for i := range params {
			same = same && params[i] == args[i].Width
		}
		if same {
			out = append(out, id)
			continue
		}
		if !c.funcs[id].loose && !c.allLoose && ptr.Kind != ir.KindFunc {
			continue
		}
		t := c.thunk(id, args, ret, r)
		out = append(out, t)
		if ptr.Kind == ir.KindFunc {
			ptr = ir.F(t, c.pw)
			continue
		}
		is := f.NewReg(1, "", ir.ShowBool)
		p := f.NewReg(c.pw, "", ir.ShowPointer)
		pre = append(pre,
			&ir.Binary{Meta: m, Dst: is, Op: ir.Eq, X: ptr, Y: ir.F(id, c.pw)},
			&ir.Ite{Meta: m, Dst: p, Cond: ir.R(is, 1), X: ir.F(t, c.pw), Y: ptr})
		ptr = ir.R(p, c.pw)
	}
	return ptr, out, pre
}

// thunk is an adapter that takes the registers of a call and calls a function that takes others.
func (c *compiler) thunk(id ir.FuncID, args []ir.Operand, ret, have int) ir.FuncID {
	if ret < 0 {
		ret = have
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%d:%d", id, ret)
	for _, a := range args {
		fmt.Fprintf(&key, ",%d", a.Width)
	}
	if t, ok := c.thunks[key.String()]; ok {
		return t
	}
	target := c.funcs[id].f
	g := &fn{c: c, f: &ir.Func{Name: c.unique(target.Name + ".adapter"), Display: target.Display, Model: target.Model, Pos: target.Pos, RetWidth: ret}}
	g.begin(g.newBlock("entry"))
	g.pos = target.Pos
	var ops []ir.Operand
	for _, a := range args {
		r := g.newReg(a.Width, "", ir.ShowUnsigned)
		g.f.Params = append(g.f.Params, r)
		ops = append(ops, ir.R(r, a.Width))
	}
	params, _, _ := c.shape(id)
	dst := ir.NoReg
	if have > 0 {
		dst = g.tmp(have)
	}
	g.emit(&ir.Call{Dst: dst, Func: id, Args: g.fit(ops, params)})
	x := ir.Operand{}
	switch {
	case ret > 0 && dst != ir.NoReg:
		x = g.resize(ir.R(dst, have), ret, false)
	case ret > 0:
		x = g.havoc(ret, "", ir.ShowUnsigned)
	}
	g.emit(&ir.Return{X: x})
	t := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: g.f})
	c.liveFuncs[t] = true
	c.thunks[key.String()] = t
	return t
}

// assemble numbers what is used and gives every instruction its id.
func (c *compiler) assemble() {
	fnum := make([]ir.FuncID, len(c.funcs))
	gnum := make([]ir.GlobalID, len(c.globals))
	for i, slot := range c.funcs {
		if i == 0 || c.liveFuncs[ir.FuncID(i)] {
			fnum[i] = ir.FuncID(len(c.prog.Funcs))
			c.prog.Funcs = append(c.prog.Funcs, slot.f)
		}
	}
	for i, slot := range c.globals {
		if c.liveGlobals[ir.GlobalID(i)] {
			gnum[i] = ir.GlobalID(len(c.prog.Globals))
			c.prog.Globals = append(c.prog.Globals, slot.g)
		}
	}
	c.nameShared()
	c.assumeStrong()
	c.assumeThere()
	c.assumeApart()
	c.assumeMatched()
	renumber := func(o *ir.Operand) {
		switch o.Kind {
		case ir.KindFunc:
			o.Func = fnum[o.Func]
		case ir.KindGlobal:
			o.Global = gnum[o.Global]
		}
	}
	for _, g := range c.prog.Globals {
		for i := range g.Relocs {
			renumber(&g.Relocs[i].Target)
		}
		for i := range g.Incoming {
			for k := range g.Incoming[i].Targets {
				o := &g.Incoming[i].Targets[k].Object
				o.Global = gnum[o.Global]
			}
		}
	}
	each := func(ids []ir.FuncID) {
		for i := range ids {
			ids[i] = fnum[ids[i]]
		}
	}
	for _, in := range c.prog.Instrs() {
		in.Base().ID = c.prog.NewID()
		ir.Uses(in, renumber)
		switch x := in.(type) {
		case *ir.Call:
			x.Func = fnum[x.Func]
		case *ir.CallPtr:
			each(x.Candidates)
		case *ir.Spawn:
			each(x.Candidates)
		case *ir.TLSAddr:
			x.Global = gnum[x.Global]
		}
	}
	c.prog.Entry = 0
}
