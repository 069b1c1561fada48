package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// A harness.Spec as an entry function: it calls what comes first, starts a thread for each call of an entry point, calls one entry point itself (a thread less), waits,
// and calls what comes last.
//
// An entry point that is called any number of times is started by a loop of unknown length, which --threads bounds as it does any other, in a function of its own that makes
// new arguments for each call. The loop starts all calls up front: a thread may begin as late as it likes, so nothing is lost. Those calls are waited for by counting, because
// nothing could hold the handles of any number of threads; the others are joined. Rejected: recursion in place of the loop, each level joining its own thread; recursion is
// bounded by --unwind, and the depth of calls would stand in every trace.

// completeHarness writes the body of an entry for a harness.
func (c *compiler) completeHarness(f *fn) {
	lead, spec := f.sym, c.opts.Harness
	if spec.Start == harness.Loaded {
		f.loaded()
	} else {
		f.initMutexes()
	}
	f.open(&scope{block: true})
	for _, s := range c.roles.first {
		f.callFromOutside(&entryPoint{sym: s})
	}
	var threads []ir.Operand
	for i := range c.roles.entries {
		if i != c.roles.own {
			threads = append(threads, f.startEntry(&c.roles.entries[i], lead)...)
		}
	}
	if c.roles.against != nil {
		c.sameOrigins()
	}
	if c.roles.own >= 0 {
		f.callFromOutside(&c.roles.entries[c.roles.own])
	}
	f.await(threads)
	for _, s := range c.roles.last {
		f.callFromOutside(&entryPoint{sym: s})
	}
	f.scope = nil
	if c.opts.Caller {
		f.emit(&ir.Spawn{Dst: ir.NoReg, Fn: ir.F(c.callerFunc(f), c.pw), Outlives: true})
	}
	f.emit(&ir.Halt{Code: ir.K(32, 0), Main: true, Outside: true})
	f.dead()
	f.finish()
	c.mention(f.f)
	c.assume(f.pos, spec.Assumption(), false)
	for _, l := range spec.LeftOut {
		c.assumption(f.pos, l.Why(), true, true)
	}
	for _, text := range spec.Missing {
		c.assume(f.pos, text, true)
	}
	for _, text := range spec.Rests {
		c.assume(f.pos, text, false)
	}
	if len(spec.First)+len(spec.Last) > 0 && c.exitsThreads() {
		c.assume(f.pos, "a function that is called from outside and ends its thread does not return: what comes after it does not happen", true)
	}
}

// callFromOutside calls a function with any arguments, in its context.
func (f *fn) callFromOutside(e *entryPoint) {
	f.sym, f.u = e.sym, e.sym.unit
	f.at(e.sym.fn.Declarator)
	leave := f.enterContext(e)
	if id, args, ret, ok := f.outsideCall(e.sym, e.Calls); ok {
		dst := ir.NoReg
		if ret > 0 {
			dst = f.tmp(ret)
		}
		f.emit(&ir.Call{Dst: dst, Func: id, Args: args})
	}
	leave()
}

// enterContext begins the context of an entry point, and returns what ends it.
func (f *fn) enterContext(e *entryPoint) (leave func()) {
	if e.in == nil {
		return func() {}
	}
	c := f.c
	t := e.in.unit.typeOf(e.in.decl.Type())
	at := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: at, Global: c.global(e.in)})
	m := ir.Mem{Addr: ir.R(at, c.pw), Size: int(e.in.unit.size(t)), Name: e.in.name, Show: showOf(t)}
	old := f.newReg(t.w, "", showOf(t))
	f.emit(&ir.Load{Dst: old, Mem: m})
	f.emit(&ir.Store{Mem: m, Val: ir.K(t.w, e.Context.Value)})
	return func() { f.emit(&ir.Store{Mem: m, Val: ir.R(old, t.w)}) }
}

// startEntry starts the threads that call an entry point, and returns those to join. A thread that is one of many starts at its own function: that is
// the place by which their number is bounded.
func (f *fn) startEntry(e *entryPoint, lead *symbol) (threads []ir.Operand) {
	c := f.c
	f.sym, f.u = e.sym, e.sym.unit
	f.at(e.sym.fn.Declarator)
	spawn := &ir.Spawn{Dst: ir.NoReg, Outlives: true}
	waited := len(c.roles.last) > 0 && !e.Detached
	if e.threaded() {
		spawn.Fn = ir.F(c.callFunc(e, waited), c.pw)
	} else {
		id, args, _, ok := f.outsideCall(e.sym, e.Calls)
		if !ok {
			return nil
		}
		spawn.Fn, spawn.Args = ir.F(id, c.pw), args
		f.at(lead.fn.Declarator)
	}
	if e.Calls == harness.Once {
		if waited {
			spawn.Dst = f.newReg(c.pw, "", ir.ShowPointer)
			threads = append(threads, ir.R(spawn.Dst, c.pw))
		}
		f.emit(spawn)
		return threads
	}
	again, more, enough := f.newBlock("again"), f.newBlock("more"), f.newBlock("enough")
	f.jump(again)
	f.begin(again)
	f.branch(f.havoc(1, "", ir.ShowBool), more, enough)
	f.begin(more)
	if waited {
		f.count(ir.RMWAdd)
	}
	f.emit(spawn)
	f.jump(again)
	f.begin(enough)
	return nil
}

// callFunc is the function that a thread runs in order to call an entry point.
func (c *compiler) callFunc(e *entryPoint, waited bool) ir.FuncID {
	g := &fn{
		c: c, u: e.sym.unit, sym: e.sym, f: &ir.Func{Name: c.unique("heddle.call." + e.sym.name), Display: e.sym.name},
		locals: map[*cc.Declarator]*local{}, labels: map[string]*label{},
	}
	g.begin(g.newBlock("entry"))
	g.at(e.sym.fn.Declarator)
	g.f.Pos = g.pos
	g.open(&scope{block: true})
	g.callFromOutside(e)
	g.scope = nil
	if waited && e.Calls == harness.Any {
		g.count(ir.RMWSub)
	}
	g.emit(&ir.Return{})
	id := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: g.finish()})
	c.liveFuncs[id] = true
	c.mention(g.f)
	return id
}

// count adds a call to those that run, or takes one away.
func (f *fn) count(op ir.RMWOp) {
	f.emit(&ir.RMW{Dst: f.tmp(32), Op: op, Mem: f.c.runningCalls(), Val: ir.K(32, 1)})
}

func (c *compiler) runningCalls() ir.Mem {
	if c.roles.running == nil {
		id := c.addGlobal(&ir.Global{Name: c.unique("heddle.running"), Display: "calls that run", Size: 4, Align: 4})
		c.globals[id].done = true
		c.liveGlobals[id] = true
		c.roles.running = &id
	}
	return ir.Mem{Addr: ir.G(*c.roles.running, 0, c.pw), Size: 4, Mark: ir.MarkAtomic}
}

// await waits until these threads have ended and no counted call runs.
func (f *fn) await(threads []ir.Operand) {
	for _, t := range threads {
		f.emit(&ir.Join{Dst: ir.NoReg, Status: ir.NoReg, Thread: t})
	}
	if f.c.roles.running == nil {
		return
	}
	f.atomically(func() {
		n := f.tmp(32)
		f.emit(&ir.Load{Dst: n, Mem: f.c.runningCalls()})
		f.emit(&ir.Assume{Cond: f.binary(ir.Eq, ir.R(n, 32), ir.K(32, 0))})
	})
}

// exitsThreads reports whether something in the program ends its thread without returning. What a harness in C ends is left aside: it ends the threads that the system ends there, and nothing comes
// after it.
func (c *compiler) exitsThreads() bool {
	for i, slot := range c.funcs {
		if slot.f == nil || slot.f.Pos.File == cparse.AfterFile || !c.mentionedFunc(ir.FuncID(i)) {
			continue
		}
		for in := range slot.f.Instrs() {
			if _, ok := in.(*ir.ThreadExit); ok {
				return true
			}
		}
	}
	return false
}

// callerFunc is a thread that represents the caller of the harness after the harness has returned. Its actions are unknown, so it does nothing; but it might
// still signal, unlock and end the process: a worker that waits for more work is no deadlock then, two threads that
// hold each other's locks are. It is blocked at an assumption that does not hold, which deadlock detection treats as able to do anything.
func (c *compiler) callerFunc(entry *fn) ir.FuncID {
	g := &fn{c: c, u: entry.u, sym: entry.sym, f: &ir.Func{Name: c.unique("heddle.caller"), Display: "caller of " + entry.sym.name, Model: true}}
	g.begin(g.newBlock("entry"))
	g.at(entry.sym.fn.Declarator)
	g.f.Pos = g.pos
	g.emit(&ir.Assume{Cond: ir.K(1, 0)})
	g.emit(&ir.Halt{Code: ir.K(32, 0)})
	g.dead()
	id := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: g.finish()})
	c.liveFuncs[id] = true
	return id
}
