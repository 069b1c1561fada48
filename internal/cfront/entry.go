package cfront

import (
	"cmp"
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// The entry of the program: constructors, main, the end of the process.

// EntryName is the name of the function in which a program starts.
const EntryName = "heddle.entry"

// entryFunc starts the entry function; it is filled when everything it has to initialize is known.
func (c *compiler) entryFunc(main *symbol) *fn {
	c.taken[EntryName]++
	slot := &funcSlot{}
	c.funcs = append(c.funcs, slot)
	f := &fn{
		c: c, u: main.unit, sym: main,
		f:      &ir.Func{Name: EntryName, Display: c.roles.display(c.opts.Harness, main.name)},
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

// bodies keeps the symbols that have a body of the user's, each once, in the order in which they run.
func bodies(list []itself) (out []*symbol) {
	seen := map[*symbol]bool{}
	for _, i := range slices.SortedStableFunc(slices.Values(list), func(a, b itself) int { return cmp.Compare(a.priority, b.priority) }) {
		s := i.s
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
