package cfront

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Functions handed over to undefined functions: as an argument, or in memory that an argument leads to. The thread that handed one over may
// call it from then on in every call of an undefined function, any number of times, as the loop of an event library does. Each
// thread keeps what it handed over in variables of its own: per function that is named at a call whether it was handed over, and per type of
// function one value that came from elsewhere, with the pointer that was given beside it.
//
// Such a function gets arbitrary arguments. Its first pointer to void is what was handed over beside it, other pointers lead to external memory and are
// not null: libraries call back with what they have.
//
// No function is called back from within one that is: neither it nor what it calls calls back. That keeps the program free of a
// recursion that the user did not write, which would multiply its size by every function handed over, at every depth.
//
// With --extern-threads a new thread calls it, too. Without, other threads do not: callbacks of an event loop are no threads. What is assumed
// there forbids PROVED.

// handed is what is known of functions handed over.
type handed struct {
	run   ir.FuncID // calls some of them; 0: nothing asked for it yet
	list  []*handedOver
	byKey map[string]*handedOver
}

// handedOver is a function, or the functions of a type.
type handedOver struct {
	fn     *ir.FuncID // nil: any value of the type
	invoke ir.FuncID  // calls it: (beside), or (function, beside)
	thread ir.FuncID  // calls it again and again; 0: no threads
	state  ir.GlobalID
	beside bool // a pointer was given beside it
	widths []int
}

func (c *compiler) whoCalls() string {
	if c.opts.ExternThreads {
		return "in its own threads, too"
	}
	return "but not in threads of its own (--extern-threads)"
}

// handOver notes the functions among the arguments.
func (f *fn) handOver(given []give) {
	beside := ir.Operand{}
	for _, how := range []giving{giveBeside, giveWritten, giveRead} {
		for _, g := range given {
			if g.how == how && !beside.IsSet() && g.what != "result" {
				beside = g.op
			}
		}
	}
	for _, g := range given {
		if g.how != giveFunc {
			continue
		}
		if g.fn != nil {
			if h := f.c.handedFunc(*g.fn); h != nil {
				f.remember(h, ir.Operand{}, beside)
			}
			continue
		}
		f.handValue(g.op, g.t, beside)
	}
}

// handValue notes a function that is known by its type alone.
func (f *fn) handValue(p ir.Operand, t ctype, beside ir.Operand) {
	h := f.c.handedType(f.u, t)
	if h == nil {
		return
	}
	there, end := f.newBlock("function"), f.newBlock("noted")
	f.branch(f.binary(ir.Eq, p, ir.K(f.c.pw, 0)), end, there)
	f.begin(there)
	f.remember(h, p, beside)
	f.jump(end)
	f.begin(end)
}

// remember keeps a function and what was given beside it: this one, or the one of before.
func (f *fn) remember(h *handedOver, p, beside ir.Operand) {
	pw := f.c.pw
	h.beside = h.beside || beside.IsSet()
	if !beside.IsSet() {
		beside = ir.K(pw, 0)
	}
	at := f.stateOf(h)
	old := f.slotOf(at, 0)
	var now ir.Operand
	if p.IsSet() {
		now = p
	} else {
		now = ir.K(pw, 1)
	}
	keep, put, end := f.newBlock("known"), f.newBlock("keep"), f.newBlock("kept")
	f.branch(f.binary(ir.Eq, old, ir.K(pw, 0)), put, keep)
	f.begin(keep)
	f.branch(f.havoc(1, "", ir.ShowBool), put, end)
	f.begin(put)
	f.setSlot(at, 0, now)
	f.setSlot(at, 1, beside)
	f.jump(end)
	f.begin(end)
	if h.thread != 0 {
		args := []ir.Operand{beside}
		if h.fn == nil {
			args = []ir.Operand{p, beside}
		}
		f.emit(&ir.Spawn{Dst: ir.NoReg, Fn: ir.F(h.thread, pw), Args: args})
	}
}

func (f *fn) stateOf(h *handedOver) ir.Operand {
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: d, Global: h.state})
	return ir.R(d, f.c.pw)
}

func (f *fn) slotMem(at ir.Operand, i int64) ir.Mem {
	n := f.c.pw / 8
	return ir.Mem{Addr: f.addr(at, i*int64(n)), Size: n, Show: ir.ShowPointer}
}

func (f *fn) slotOf(at ir.Operand, i int64) ir.Operand {
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.Load{Dst: d, Mem: f.slotMem(at, i)})
	return ir.R(d, f.c.pw)
}

func (f *fn) setSlot(at ir.Operand, i int64, v ir.Operand) {
	f.emit(&ir.Store{Mem: f.slotMem(at, i), Val: v})
}

// handedFunc is a function that the program names where it hands it over; nil if it has no body.
func (c *compiler) handedFunc(id ir.FuncID) *handedOver {
	s := c.funcs[id].sym
	if s == nil || s.fn == nil || c.opts.Harness != nil && slices.Contains(c.opts.Harness.Called, s.name) {
		return nil
	}
	ft, ok := s.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	return c.handedBy(fmt.Sprintf("function %d", id), s.name, s.unit, ft, &id)
}

// handedType is the functions of a type.
func (c *compiler) handedType(u *unit, t ctype) *handedOver {
	ft, ok := t.cc.(*cc.FunctionType)
	if !ok {
		return nil
	}
	return c.handedBy("type "+u.shapeOf(t), "function", u, ft, nil)
}

// shapeOf names a function type by what it takes.
func (u *unit) shapeOf(t ctype) string {
	ft, ok := t.cc.(*cc.FunctionType)
	if !ok {
		return "?"
	}
	sig := u.signatureOf(ft)
	var b strings.Builder
	for _, p := range append([]ctype{sig.ret}, sig.params...) {
		fmt.Fprintf(&b, "%s,", u.key(p))
	}
	return b.String()
}

func (c *compiler) handedBy(key, name string, u *unit, ft *cc.FunctionType, id *ir.FuncID) *handedOver {
	if h, ok := c.handed.byKey[key]; ok {
		return h
	}
	if c.handed.byKey == nil {
		c.handed.byKey = map[string]*handedOver{}
	}
	h := &handedOver{fn: id}
	c.handed.byKey[key] = h
	c.handed.list = append(c.handed.list, h)
	ps := int64(c.pw / 8)
	h.state = c.addGlobal(&ir.Global{Name: c.unique("handed " + name), Display: name + ", handed over", Size: 2 * ps, Align: ps, ThreadLocal: true})
	c.globals[h.state].done = true
	c.liveGlobals[h.state] = true
	sig := u.signatureOf(ft)
	h.widths = (&fn{c: c, u: u}).widths(sig)
	h.invoke = c.reserve("invoke "+name, c.invokeParams(h))
	c.fillInvoke(h, u, ft, sig)
	if c.opts.ExternThreads {
		h.thread = c.reserve("thread of "+name, c.invokeParams(h))
		f := c.bodyOf(h.thread)
		loop, more, end := f.newBlock("loop"), f.newBlock("more"), f.newBlock("end")
		f.jump(loop)
		f.begin(loop)
		f.branch(f.havoc(1, "", ir.ShowBool), more, end)
		f.begin(more)
		f.emit(&ir.Call{Dst: ir.NoReg, Func: h.invoke, Args: f.paramOps()})
		f.jump(loop)
		f.begin(end)
		f.emit(&ir.Return{})
		f.finish()
		c.mention(f.f)
	}
	return h
}

func (c *compiler) invokeParams(h *handedOver) int {
	if h.fn == nil {
		return 2
	}
	return 1
}

// reserve makes a function of some addresses whose body comes later.
func (c *compiler) reserve(name string, params int) ir.FuncID {
	f := &ir.Func{Name: c.unique(name), Display: name, Model: true, Pos: c.funcs[0].f.Pos}
	for range params {
		f.Params = append(f.Params, f.NewReg(c.pw, "", ir.ShowPointer))
	}
	c.funcs = append(c.funcs, &funcSlot{f: f})
	return ir.FuncID(len(c.funcs) - 1)
}

// bodyOf starts the body of a reserved function.
func (c *compiler) bodyOf(id ir.FuncID) *fn {
	f := &fn{c: c, u: c.units[0], f: c.funcs[id].f, locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}}
	f.pos = f.f.Pos
	f.begin(f.newBlock("entry"))
	return f
}

func (f *fn) paramOps() (out []ir.Operand) {
	for _, r := range f.f.Params {
		out = append(out, ir.R(r, f.f.Width(r)))
	}
	return out
}

// fillInvoke writes the function that calls one back with arbitrary arguments.
func (c *compiler) fillInvoke(h *handedOver, u *unit, ft *cc.FunctionType, sig signature) {
	f := c.bodyOf(h.invoke)
	f.u = u
	in := f.paramOps()
	beside := in[len(in)-1]
	var made []ir.Operand
	object := func(t ctype) ir.Operand {
		p := f.mainObject("argument", max(1, u.size(t)), u.align(t))
		made = append(made, p)
		if id, ok := c.toucher(u, t, touching{fresh: true, sure: true}); ok && t.k == kRecord {
			f.emit(&ir.Call{Dst: ir.NoReg, Func: id, Args: []ir.Operand{p}})
		}
		return p
	}
	var ops []ir.Operand
	if sig.retPtr {
		ops = append(ops, object(sig.ret))
	}
	used := false
	for _, t := range sig.params {
		switch {
		case t.k == kInt || t.k == kFloat:
			ops = append(ops, f.outsideData(t))
		case t.k == kPtr && u.elem(t).k == kVoid && !used:
			used = true
			ops = append(ops, f.givenBack(h, beside, len(ops)))
		case t.k == kPtr:
			ops = append(ops, f.someObject(u.elem(t), c.paramOrigin(h, len(ops)), false))
		default:
			ops = append(ops, object(t))
		}
	}
	if sig.variadic {
		ops = append(ops, f.mainObject("varargs", 256, 16))
		made = append(made, ops[len(ops)-1])
	}
	dst := ir.NoReg
	if w := f.retWidth(sig); w > 0 {
		dst = f.tmp(w)
	}
	if h.fn != nil {
		f.emit(&ir.Call{Dst: dst, Func: *h.fn, Args: ops})
	} else {
		f.emit(&ir.CallPtr{Dst: dst, Ptr: in[0], Args: ops})
	}
	if c.jumps() {
		jumps, on := f.newBlock("jumps"), f.newBlock("returned")
		f.branch(f.binary(ir.Ne, f.slotOf(f.jumpNote(), jumpFrame), ir.K(c.pw, 0)), jumps, on)
		f.begin(jumps)
		f.unsupported(nil, "longjmp out of a function that an undefined function calls")
		f.begin(on)
	}
	for _, p := range made {
		f.emit(&ir.Free{Addr: p, Stack: true})
	}
	f.emit(&ir.Return{})
	f.finish()
	c.mention(f.f)
}

// givenBack is what a function gets for its first pointer to void: what was handed over beside it, or external memory if that was nothing.
func (f *fn) givenBack(h *handedOver, beside ir.Operand, i int) ir.Operand {
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.Move{Dst: d, X: beside})
	none, end := f.newBlock("nothing"), f.newBlock("given")
	f.branch(f.binary(ir.Eq, beside, ir.K(f.c.pw, 0)), none, end)
	f.begin(none)
	f.emit(&ir.Move{Dst: d, X: f.someObject(tVoid, f.c.paramOrigin(h, i), true)})
	f.jump(end)
	f.begin(end)
	return ir.R(d, f.c.pw)
}

func (c *compiler) paramOrigin(h *handedOver, i int) string {
	if h.fn == nil {
		return anyOrigin
	}
	return argOrigin(c.funcs[*h.fn].sym.irName, i)
}

// callBack is the place, in a call of an undefined function, where functions handed over are called.
func (f *fn) callBack() {
	if f.isConst() || f.c.opts.Externs == ExternsPure {
		return
	}
	h := &f.c.handed
	if h.run == 0 {
		h.run = f.c.reserve("call back", 0)
		f.c.funcs[h.run].f.Back = true
	}
	f.emit(&ir.Call{Dst: ir.NoReg, Func: h.run})
}

// finishHanded writes the function that calls back, and takes out the calls of it where nothing is called.
func (c *compiler) finishHanded() {
	h := &c.handed
	if h.run == 0 {
		return
	}
	inside := map[ir.FuncID]bool{}
	if len(h.list) > 0 {
		c.fillRun()
		inside = c.calledBack()
	}
	for i, slot := range c.funcs {
		if slot.f == nil || len(h.list) > 0 && !inside[ir.FuncID(i)] {
			continue
		}
		for _, b := range slot.f.Blocks {
			n := 0
			for _, in := range b.Instrs {
				if call, ok := in.(*ir.Call); ok && call.Func == h.run {
					continue
				}
				b.Instrs[n] = in
				n++
			}
			b.Instrs = b.Instrs[:n]
		}
	}
	if len(h.list) == 0 {
		c.liveFuncs[h.run] = false
	}
}

// fillRun writes the loop that calls back.
func (c *compiler) fillRun() {
	h := &c.handed
	f := c.bodyOf(h.run)
	loop, more, end := f.newBlock("loop"), f.newBlock("more"), f.newBlock("end")
	f.jump(loop)
	f.begin(loop)
	f.branch(f.havoc(1, "", ir.ShowBool), more, end)
	f.begin(more)
	which := ir.Operand{}
	if len(h.list) > 1 {
		which = f.havoc(bits.Len(uint(len(h.list)-1)), "", ir.ShowUnsigned)
	}
	for i, x := range h.list {
		next := end
		if i+1 < len(h.list) {
			next = f.newBlock("next")
			this := f.newBlock("this")
			f.branch(f.binary(ir.Eq, which, ir.K(which.Width, uint64(i))), this, next)
			f.begin(this)
		}
		at := f.stateOf(x)
		p := f.slotOf(at, 0)
		call := f.newBlock("call")
		f.branch(f.binary(ir.Eq, p, ir.K(c.pw, 0)), end, call)
		f.begin(call)
		args := []ir.Operand{f.slotOf(at, 1)}
		if x.fn == nil {
			args = append([]ir.Operand{p}, args...)
		}
		f.emit(&ir.Call{Dst: ir.NoReg, Func: x.invoke, Args: args})
		f.jump(loop)
		if next != end {
			f.begin(next)
		}
	}
	f.begin(end)
	f.emit(&ir.Return{})
	f.finish()
	c.mention(f.f)
}

// calledBack is the functions that are called back and those that they call.
func (c *compiler) calledBack() map[ir.FuncID]bool {
	in := map[ir.FuncID]bool{}
	var todo []ir.FuncID
	add := func(id ir.FuncID) {
		if !in[id] {
			in[id] = true
			todo = append(todo, id)
		}
	}
	fits := func(widths []int) {
		for i, slot := range c.funcs {
			if !slot.taken || slot.f == nil && slot.sym == nil {
				continue
			}
			if w, _, ok := c.shape(ir.FuncID(i)); ok && slices.Equal(w, widths) {
				add(ir.FuncID(i))
			}
		}
	}
	for _, h := range c.handed.list {
		if h.fn != nil {
			add(*h.fn)
		} else {
			fits(h.widths)
		}
	}
	for len(todo) > 0 {
		f := c.funcs[todo[0]].f
		todo = todo[1:]
		if f == nil {
			continue
		}
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Call:
				add(in.Func)
			case *ir.CallPtr:
				var w []int
				for _, a := range in.Args {
					w = append(w, a.Width)
				}
				fits(w)
			}
		}
	}
	delete(in, c.handed.run)
	return in
}
