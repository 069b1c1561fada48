package cfront

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// The entry of the program: static mutexes that are not normal ones, constructors, main, the end of the process.

const entryName = "heddle.entry"

// staticMutex is a statically initialized recursive or error-checking mutex.
type staticMutex struct {
	global ir.GlobalID
	off    int64
	kind   uint64
}

// entryFunc starts the entry function; it is filled when everything it has to initialize is known.
func (c *compiler) entryFunc(main *symbol) *fn {
	c.taken[entryName]++
	slot := &funcSlot{}
	c.funcs = append(c.funcs, slot)
	f := &fn{
		c: c, u: main.unit, sym: main,
		f:      &ir.Func{Name: entryName, Display: c.roles.display(c.opts.Harness, main.name)},
		locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}, vla: map[cc.Node]ir.Operand{},
	}
	f.begin(f.newBlock("entry"))
	f.at(main.fn.Declarator)
	f.f.Pos = f.pos
	slot.f = f.f
	before, after := bodies(c.ctors), bodies(c.dtors)
	if spec := c.opts.Harness; spec != nil {
		after = nil
		if spec.Start != harness.Loaded {
			before = nil
		}
	}
	for _, s := range append(before, after...) {
		c.liveFuncs[c.funcID(s)] = true
	}
	c.liveFuncs[c.funcID(main)] = true
	for _, s := range c.roles.all() {
		c.liveFuncs[c.funcID(s)] = true
	}
	return f
}

// loaded is what happens before main: an initializer that cannot be lowered makes the program UNKNOWN, mutexes are made, constructors run.
func (f *fn) loaded() {
	for _, b := range f.c.broken {
		f.pos, f.line = b.pos, b.text
		f.unsupported(nil, b.what)
	}
	f.initMutexes()
	f.callAll(bodies(f.c.ctors))
	f.at(f.sym.fn.Declarator)
}

// initMutexes makes the mutexes that are statically initialized as something else than normal ones.
func (f *fn) initMutexes() {
	f.at(f.sym.fn.Declarator)
	for _, m := range f.c.mutexes {
		f.emit(&ir.SyncInit{Obj: ir.G(m.global, uint64(m.off), f.c.pw), What: ir.SyncMutex, Arg: ir.K(32, m.kind)})
	}
}

// completeEntry writes the body of the entry function.
func (c *compiler) completeEntry(f *fn) {
	main := f.sym
	f.loaded()
	id := c.funcID(main)
	w, ret, ok := c.shape(id)
	if !ok {
		f.unsupported(main.fn.Declarator, "main that is no function")
		f.emit(&ir.Halt{})
		f.f = f.finish()
		return
	}
	f.open(&scope{block: true})
	args := f.mainArgs(main, w)
	dst := ir.NoReg
	code := ir.K(32, 0)
	if ret > 0 {
		dst = f.tmp(ret)
	}
	f.emit(&ir.Call{Dst: dst, Func: id, Args: args})
	if dst != ir.NoReg {
		code = f.resize(ir.R(dst, ret), 32, true)
	}
	f.exitHandlers(code)
	dtors := bodies(c.dtors)
	for _, s := range dtors {
		c.assume(posOf(s.fn.Declarator), s.name+": a destructor, which runs when main returns and not when exit is called", true)
	}
	slices.Reverse(dtors)
	f.callAll(dtors)
	f.at(main.fn.Declarator)
	f.emit(&ir.Halt{Code: code, Main: true})
	f.dead()
	f.scope = nil
	f.finish()
	c.mention(f.f)
}

// exitHandlers runs what atexit and on_exit registered, if something calls them.
func (f *fn) exitHandlers(status ir.Operand) {
	c := f.c
	registers := false
	for _, name := range []string{"atexit", "on_exit"} {
		if s := c.symbols[name]; s != nil && s.fn != nil && s.rank == rankStub && s.linked && c.liveFuncs[ir.FuncID(s.id)] {
			registers = true
		}
	}
	run := c.symbols["__heddle_atexit_run"]
	if registers && run != nil && run.fn != nil {
		f.emit(&ir.Call{Dst: ir.NoReg, Func: c.funcID(run), Args: []ir.Operand{status}})
	}
}

// callAll calls functions that take nothing.
func (f *fn) callAll(list []*symbol) {
	for _, s := range list {
		f.at(s.fn.Declarator)
		w, ret, ok := f.c.shape(f.c.funcID(s))
		if !ok {
			continue
		}
		dst := ir.NoReg
		if ret > 0 {
			dst = f.tmp(ret)
		}
		f.emit(&ir.Call{Dst: dst, Func: f.c.funcID(s), Args: f.fit(nil, w)})
	}
}

// bodies keeps the symbols that have a body of the user's, each once.
func bodies(list []*symbol) (out []*symbol) {
	seen := map[*symbol]bool{}
	for _, s := range list {
		if s.fn != nil && !seen[s] && s.rank != rankStub {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// mainArgs makes argc and argv: arbitrary but small if main uses them, else zeros.
func (f *fn) mainArgs(main *symbol, widths []int) []ir.Operand {
	args := make([]ir.Operand, len(widths))
	for i, w := range widths {
		args[i] = ir.K(w, 0)
	}
	ft := main.fn.Declarator.Type().(*cc.FunctionType)
	used := false
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil && (d.ReadCount() > 0 || d.AddressTaken()) {
			used = true
		}
	}
	if !used || len(widths) == 0 || widths[0] > 64 {
		return args
	}
	const maxArgs, maxLen = 3, 7
	argc := f.havoc(32, "argc", ir.ShowSigned)
	f.emit(&ir.Assume{Cond: f.binary(ir.ULt, f.binary(ir.Sub, argc, ir.K(32, 1)), ir.K(32, maxArgs))})
	args[0] = f.resize(argc, widths[0], true)
	f.c.assume(f.pos, fmt.Sprintf("main: argc is at most %d and every argument at most %d bytes long", maxArgs, maxLen), true)
	if len(widths) < 2 || widths[1] != f.c.pw {
		return args
	}
	ps := int64(f.c.pw / 8)
	vec := f.mainObject("argv", (maxArgs+1)*ps, ps)
	for i := int64(0); i < maxArgs; i++ {
		str := f.mainObject(fmt.Sprintf("argv[%d]", i), maxLen+1, 1)
		f.emit(&ir.Store{Mem: ir.Mem{Addr: f.addr(str, maxLen), Size: 1, Name: "argv[]"}, Val: ir.K(8, 0)})
		// The pointers from argc on are null.
		in := f.binary(ir.ULt, ir.K(32, uint64(i)), argc)
		p := f.ite(in, str, ir.K(f.c.pw, 0))
		f.emit(&ir.Store{Mem: ir.Mem{Addr: f.addr(vec, i*ps), Size: int(ps), Name: "argv[]", Show: ir.ShowPointer}, Val: p})
	}
	f.emit(&ir.Store{Mem: ir.Mem{Addr: f.addr(vec, maxArgs*ps), Size: int(ps), Name: "argv[]", Show: ir.ShowPointer}, Val: ir.K(f.c.pw, 0)})
	args[1] = vec
	return args
}

// mainObject is memory that lives as long as the process.
func (f *fn) mainObject(name string, size, align int64) ir.Operand {
	d := f.newReg(f.c.pw, name, ir.ShowPointer)
	f.emit(&ir.Alloc{Dst: d, Size: ir.K(f.c.pw, uint64(size)), Align: align, Stack: true, Name: name})
	return ir.R(d, f.c.pw)
}

// staticMutexes finds glibc's recursive and error-checking initializers in a variable.
func (c *compiler) staticMutexes(u *unit, t ctype, slot *globalSlot) {
	init := slot.g.Init
	if len(init) == 0 || slot.g.External {
		return
	}
	u.mutexes(t, 0, int64(len(init)), 0, func(off, kindAt int64) {
		if kindAt < int64(len(init)) {
			if k := uint64(init[kindAt]) & 3; k == 1 || k == 2 {
				m := staticMutex{global: ir.GlobalID(slot.sym.id), off: off, kind: k}
				if slot.g.ThreadLocal {
					slot.mutexes = append(slot.mutexes, m)
				} else {
					c.mutexes = append(c.mutexes, m)
				}
			}
		}
	})
}

// threadMutexes makes the mutexes of a thread-local variable that are statically initialized as something else than
// normal ones, when the thread first names the variable: no other thread can know their address before. at is the
// variable of this thread.
func (f *fn) threadMutexes(s *symbol, at ir.Operand) {
	c := f.c
	slot := c.globals[c.global(s)]
	if s.init == nil || slot.busy || f.isConst() {
		return
	}
	if !slot.done {
		t, some := s.unit.typeOf(s.decl.Type()), false
		if s.unit.mutexes(t, 0, s.unit.size(t), 0, func(int64, int64) { some = true }); !some {
			return
		}
		slot.busy = true
		c.lowerGlobal(slot)
		slot.busy = false
	}
	if len(slot.mutexes) == 0 {
		return
	}
	if slot.made == nil {
		id := c.addGlobal(&ir.Global{Name: c.unique(s.name + ".made"), Display: s.name + ", made", Size: 4, Align: 4, ThreadLocal: true})
		c.globals[id].done = true
		c.liveGlobals[id] = true
		slot.made = &id
	}
	a := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: a, Global: *slot.made})
	flag := ir.Mem{Addr: ir.R(a, c.pw), Size: 4}
	was := f.newReg(32, "", ir.ShowUnsigned)
	f.emit(&ir.Load{Dst: was, Mem: flag})
	first, ready := f.newBlock("first"), f.newBlock("made")
	f.branch(f.binary(ir.Eq, ir.R(was, 32), ir.K(32, 0)), first, ready)
	f.begin(first)
	for _, m := range slot.mutexes {
		f.emit(&ir.SyncInit{Obj: f.addr(at, m.off), What: ir.SyncMutex, Arg: ir.K(32, m.kind)})
	}
	f.emit(&ir.Store{Mem: flag, Val: ir.K(32, 1)})
	f.jump(ready)
	f.begin(ready)
}

// localMutexes does the same for a local variable that was just initialized.
func (f *fn) localMutexes(lv lval, w *initWalk) {
	if len(w.items) == 0 {
		return
	}
	f.u.mutexes(lv.t, 0, w.end, 0, func(off, kindAt int64) {
		for _, it := range w.items {
			if it.off != kindAt || it.e == nil || it.t.k != kInt {
				continue
			}
			v, ok := f.c.constant(f.u, it.e)
			if k := v.op.Val.Lo & 3; ok && (k == 1 || k == 2) {
				f.emit(&ir.SyncInit{Obj: f.addr(lv.addr, off), What: ir.SyncMutex, Arg: ir.K(32, k)})
			}
		}
	})
}

// mutexes calls g for every pthread_mutex_t in the first limit bytes of a type, with its offset and that of its kind, an
// int in glibc's type. A program's own type of that name has none.
func (u *unit) mutexes(t ctype, off, limit int64, depth int, g func(off, kindAt int64)) {
	if depth > 16 || off >= limit {
		return
	}
	if t.cc != nil {
		if td := t.cc.Typedef(); td != nil && td.Name() == "pthread_mutex_t" {
			if at, ok := u.mutexKind(t); ok {
				g(off, off+at)
			}
			return
		}
	}
	switch t.k {
	case kArray:
		a, ok := t.cc.(*cc.ArrayType)
		if !ok {
			return
		}
		el := u.elem(t)
		n, size := u.lay.Len(a), u.size(el)
		if el.scalar() || size <= 0 {
			return
		}
		for i := int64(0); i < n && off+i*size < limit; i++ {
			u.mutexes(el, off+i*size, limit, depth+1, g)
		}
	case kRecord:
		for _, m := range u.lay.Fields(t.cc) {
			if !m.BitField {
				u.mutexes(u.typeOf(m.Type), off+m.Offset, limit, depth+1, g)
			}
		}
	}
}

// mutexKind is where __data.__kind lies in a type.
func (u *unit) mutexKind(t ctype) (off int64, ok bool) {
	for _, name := range []string{"__data", "__kind"} {
		if t.k != kRecord {
			return 0, false
		}
		path, ok := u.lay.Lookup(t.cc, name)
		if !ok {
			return 0, false
		}
		for _, m := range path {
			off += m.Offset
			t = u.typeOf(m.Type)
		}
	}
	return off, t.k == kInt
}
