package extern

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// What undefined functions know is one variable, "known": they store there what they are given, and take from there what they use. Memory of their own is a
// variable too. Two kinds of threads do what they could do behind the program's back:
//
//	memory:  writes anything behind any address that is known; unlocks any lock; stores what it knows in what it knows, and knows what it finds there
//	calls:   calls any function that is known, with anything that is known; knows its result
//
// What another file may define knows the variables and functions with external linkage besides, by their names. A function that was given away, and that nobody knows to be called (ir.Func.Given), is known from the
// start.
//
// Every call that gives something, or brings an address, starts one of the first and two of the second, which are enough: a race is between two. Nobody joins them. What
// such functions do in the thread that calls them, those threads could do as well; its locks and what it knows of memory suffer from theirs as from any other
// thread's. Only what is a thread's own is not within their reach, so a call may change all thread-local variables.
//
// What they do among themselves in threads of their own is no race of the program. What they do where they are called is one: a thread that calls such a function with an object
// uses the object then, and all that it leads to, with the locks that the thread holds. These accesses are AtCall; they and those of memory do not race.
//
// The body that cfront gives such a function says what it is likely to do, in part and up to bounds, for engines that look for failures. Of that only what
// it does to the models (pipes) stays.
//
// Rejected: marking the regions that arguments lead to, and leaving them out. Pointers that are read from such memory lead to more of it, control depends on what is read, callbacks
// store addresses there, and locks lie in it; all that is right by itself if the functions are given bodies.

// Most is a program with functions that do all they could.
type Most struct {
	Program *ir.Program
	Memory  ir.FuncID // a thread that uses the memory that is known; -1: nothing is ever given
	Calls   ir.FuncID // one that calls the functions that are known
	Names   []string  // the functions that are given something, or bring something, sorted
	// AtCall is what such functions do where they are called, with the locks of the caller: accesses, by the function.
	AtCall map[ir.ID]AtCall
}

// AtCall is an access by a function that nothing defines where it is called.
type AtCall struct {
	Func string
	Any  bool // to any part of an object
}

// New makes the program; the input stays as it is.
func New(p *ir.Program) *Most {
	m := &Most{Program: p, Memory: -1, Calls: -1, AtCall: map[ir.ID]AtCall{}}
	for _, f := range p.Funcs {
		if f.Unknown && gives(p, f) && !slices.Contains(m.Names, f.Display) {
			m.Names = append(m.Names, f.Display)
		}
	}
	given := false
	for _, f := range p.Funcs {
		if f.Given != "" {
			given = true
			m.Names = append(m.Names, "what calls "+f.Display)
		}
	}
	if len(m.Names) == 0 {
		return m
	}
	slices.Sort(m.Names)
	e := &extension{in: p, p: p.Clone(), ptr: p.PtrWidth(), atCall: m.AtCall}
	size := int64(e.ptr / 8)
	e.known = e.global(&ir.Global{Name: "extern.known", Display: "what undefined functions know", Size: size, Align: size})
	e.own = e.global(&ir.Global{Name: "extern.memory", Display: "memory of undefined functions", Size: 1 << 16, Align: 16, External: true, Range: true})
	m.Memory, m.Calls = e.function("extern.memory", "functions that nothing defines"), e.function("extern.calls", "a callback of functions that nothing defines")
	e.memory, e.calls = m.Memory, m.Calls
	if first := e.firstCall(); first != nil {
		e.p.Funcs[m.Memory].Pos, e.p.Funcs[m.Calls].Pos = first.Pos, first.Pos
	}
	e.fillMemory()
	e.fillCalls()
	e.locals()
	for i, f := range p.Funcs {
		switch {
		case f.Back:
			e.start(ir.FuncID(i))
			e.finish(ir.Operand{})
		case f.Unknown:
			e.body(ir.FuncID(i), f)
		}
	}
	if given || e.recursive() {
		e.atEntry()
	}
	m.Program = e.p
	return m
}

// gives reports whether a function takes or brings addresses, or knows some by name.
func gives(p *ir.Program, f *ir.Func) bool {
	pointer := slices.ContainsFunc(f.Params, func(r ir.Reg) bool { return f.Width(r) == p.PtrWidth() })
	return pointer || f.Elsewhere && named(p) || bringsAddress(p, f)
}

// named reports whether other files know some variable or function of the program by its name.
func named(p *ir.Program) bool {
	return slices.ContainsFunc(p.Globals, func(g *ir.Global) bool { return g.Named }) || slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return f.Named })
}

// bringsAddress reports whether the result of an undefined function is a pointer: cfront takes it from another function then.
func bringsAddress(p *ir.Program, f *ir.Func) (yes bool) {
	if f.RetWidth != p.PtrWidth() {
		return false
	}
	made := map[ir.Reg]bool{}
	for in := range f.Instrs() {
		if c, ok := in.(*ir.Call); ok && c.Dst != ir.NoReg {
			made[c.Dst] = true
		}
	}
	for in := range f.Instrs() {
		if r, ok := in.(*ir.Return); ok && r.X.Kind == ir.KindReg && made[r.X.Reg] {
			yes = true
		}
	}
	return yes
}

type extension struct {
	in, p         *ir.Program
	ptr           int
	known, own    ir.GlobalID
	memory, calls ir.FuncID
	tls           []ir.GlobalID
	atCall        map[ir.ID]AtCall

	f   *ir.Func
	cur *ir.Block
}

func (e *extension) global(g *ir.Global) ir.GlobalID {
	e.p.Globals = append(e.p.Globals, g)
	return ir.GlobalID(len(e.p.Globals) - 1)
}

func (e *extension) function(name, display string) ir.FuncID {
	e.p.Funcs = append(e.p.Funcs, &ir.Func{Name: name, Display: display, Model: true, Unknown: true, Back: true})
	return ir.FuncID(len(e.p.Funcs) - 1)
}

// start begins a new body.
func (e *extension) start(id ir.FuncID) {
	e.f = e.p.Funcs[id]
	e.f.Blocks = nil
	e.block("entry")
}

func (e *extension) block(name string) ir.BlockID {
	e.cur = &ir.Block{Name: name}
	e.f.Blocks = append(e.f.Blocks, e.cur)
	return ir.BlockID(len(e.f.Blocks) - 1)
}

func (e *extension) finish(x ir.Operand) { e.emit(&ir.Return{X: x}) }

func (e *extension) emit(in ir.Instr) {
	*in.Base() = ir.Meta{ID: e.p.NewID(), Pos: e.f.Pos}
	e.cur.Instrs = append(e.cur.Instrs, in)
}

func (e *extension) reg(width int) ir.Reg { return e.f.NewReg(width, "", ir.ShowUnsigned) }

func (e *extension) any(width int) ir.Operand {
	r := e.reg(width)
	e.emit(&ir.Havoc{Dst: r})
	return ir.R(r, width)
}

func (e *extension) mem(addr ir.Operand) ir.Mem {
	return ir.Mem{Addr: addr, Size: e.ptr / 8, Excused: true, Unsure: true}
}

func (e *extension) load(addr ir.Operand) ir.Operand {
	r := e.reg(e.ptr)
	e.emit(&ir.Load{Dst: r, Mem: e.mem(addr)})
	return ir.R(r, e.ptr)
}

func (e *extension) store(addr, v ir.Operand) { e.emit(&ir.Store{Mem: e.mem(addr), Val: v}) }

// learn lets undefined functions know an address.
func (e *extension) learn(v ir.Operand) { e.store(ir.G(e.known, 0, e.ptr), v) }

// some is an address that they know.
func (e *extension) some() ir.Operand { return e.load(ir.G(e.known, 0, e.ptr)) }

// near is any address in the same object.
func (e *extension) near(p ir.Operand) ir.Operand {
	r := e.reg(e.ptr)
	e.emit(&ir.Binary{Dst: r, Op: ir.Add, X: p, Y: e.any(e.ptr)})
	return ir.R(r, e.ptr)
}

func (e *extension) fillMemory() {
	e.start(e.memory)
	e.learn(ir.G(e.own, 0, e.ptr))
	for i, g := range e.in.Globals {
		switch {
		case g.External, g.Named && !g.ThreadLocal && !g.Const:
			e.learn(ir.G(ir.GlobalID(i), 0, e.ptr))
		case g.Named && g.Const:
			e.learnWhatIsIn(ir.GlobalID(i), map[ir.GlobalID]bool{})
		}
	}
	for i, f := range e.in.Funcs {
		if f.Named || f.Given != "" {
			e.learn(ir.F(ir.FuncID(i), e.ptr))
		}
	}
	at := e.near(e.some())
	e.emit(&ir.Fill{Mem: ir.Mem{Addr: at, Size: 1, Len: e.any(e.ptr), Unsure: true}})
	e.emit(&ir.Unlock{Status: ir.NoReg, Obj: e.near(e.some())})
	e.learn(e.load(at))
	e.store(at, e.some())
	e.finish(ir.Operand{})
}

// learnWhatIsIn learns the addresses in a constant, and in constants that these lead to. The constants stay what they are.
func (e *extension) learnWhatIsIn(id ir.GlobalID, seen map[ir.GlobalID]bool) {
	if seen[id] {
		return
	}
	seen[id] = true
	for _, r := range e.in.Globals[id].Relocs {
		if r.Target.Kind == ir.KindGlobal && e.in.Globals[r.Target.Global].Const {
			e.learnWhatIsIn(r.Target.Global, seen)
			continue
		}
		e.learn(r.Target)
	}
}

func (e *extension) fillCalls() {
	e.start(e.calls)
	end := &ir.Block{Name: "end"}
	var jumps []*ir.Jump
	for i, fs := range e.shapes() {
		sample := e.in.Funcs[fs[0]]
		call := &ir.CallPtr{Dst: ir.NoReg, Candidates: fs}
		no := e.cur
		yes := e.block(fmt.Sprintf("call%d", i))
		which := e.f.NewReg(1, "", ir.ShowBool)
		for _, p := range sample.Params {
			if w := sample.Width(p); w == e.ptr {
				call.Args = append(call.Args, e.some())
			} else {
				call.Args = append(call.Args, e.any(w))
			}
		}
		call.Ptr = e.some()
		if sample.RetWidth > 0 {
			call.Dst = e.reg(sample.RetWidth)
		}
		e.emit(call)
		if sample.RetWidth == e.ptr {
			e.learn(ir.R(call.Dst, e.ptr))
		}
		j := &ir.Jump{}
		e.emit(j)
		jumps = append(jumps, j)
		next := e.block(fmt.Sprintf("or%d", i))
		e.cur = no
		e.emit(&ir.Havoc{Dst: which})
		e.emit(&ir.Branch{Cond: ir.R(which, 1), Then: yes, Else: next})
		e.cur = e.f.Blocks[next]
	}
	last := &ir.Jump{}
	e.emit(last)
	e.f.Blocks = append(e.f.Blocks, end)
	e.cur = end
	e.finish(ir.Operand{})
	for _, j := range append(jumps, last) {
		j.To = ir.BlockID(len(e.f.Blocks) - 1)
	}
}

// shapes is the functions whose address is a value somewhere, by what they take and return.
func (e *extension) shapes() (out [][]ir.FuncID) {
	taken := make([]bool, len(e.in.Funcs))
	note := func(o *ir.Operand) {
		if o.Kind == ir.KindFunc {
			taken[o.Func] = true
		}
	}
	for _, in := range e.in.Instrs() {
		ir.Uses(in, note)
	}
	for _, g := range e.in.Globals {
		for i := range g.Relocs {
			note(&g.Relocs[i].Target)
		}
	}
	at := map[string]int{}
	for i, f := range e.in.Funcs {
		if !taken[i] && !f.Named && f.Given == "" || f.Called && f.Given == "" {
			continue
		}
		key := fmt.Sprint(f.RetWidth)
		for _, p := range f.Params {
			key += fmt.Sprint(" ", f.Width(p))
		}
		k, ok := at[key]
		if !ok {
			k = len(out)
			at[key] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], ir.FuncID(i))
	}
	return out
}

// locals finds the thread-local variables of the program.
func (e *extension) locals() {
	for _, f := range e.in.Funcs {
		if f.Unknown || f.Back {
			continue
		}
		for in := range f.Instrs() {
			if t, ok := in.(*ir.TLSAddr); ok && !slices.Contains(e.tls, t.Global) {
				e.tls = append(e.tls, t.Global)
			}
		}
	}
	slices.Sort(e.tls)
}

// body writes what a function may do.
func (e *extension) body(id ir.FuncID, old *ir.Func) {
	e.start(id)
	for in := range old.Instrs() { // what it does to the models
		if c, ok := in.(*ir.Call); ok && len(c.Args) == 0 && c.Dst == ir.NoReg {
			e.emit(&ir.Call{Dst: ir.NoReg, Func: c.Func})
		}
	}
	if gives(e.in, old) {
		for _, in := range e.threads() {
			e.emit(in)
		}
	}
	for _, p := range old.Params {
		if old.Width(p) == e.ptr {
			e.learn(ir.R(p, e.ptr))
		}
	}
	e.useGiven(old)
	for _, g := range e.tls {
		at := e.reg(e.ptr)
		e.emit(&ir.TLSAddr{Dst: at, Global: g})
		e.emit(&ir.Fill{Mem: ir.Mem{Addr: ir.R(at, e.ptr), Size: 1, Len: ir.K(e.ptr, uint64(e.in.Globals[g].Size)), Excused: true, Unsure: true}})
	}
	switch {
	case old.RetWidth == 0:
		e.finish(ir.Operand{})
	case bringsAddress(e.in, old):
		e.finish(e.some())
	default:
		e.finish(e.any(old.RetWidth))
	}
}

// useGiven lets a function use what it is given, and what that leads to, in the thread that calls it: two threads that call it with one object race there, unless they hold a lock.
func (e *extension) useGiven(old *ir.Func) {
	if !slices.ContainsFunc(old.Params, func(r ir.Reg) bool { return old.Width(r) == e.ptr }) {
		return
	}
	size := int64(e.ptr / 8)
	inside := ir.G(e.global(&ir.Global{Name: e.f.Name + " follows", Display: "what " + old.Display + " follows", Size: size, Align: size}), 0, e.ptr)
	for i, p := range old.Params {
		if old.Width(p) != e.ptr || usedBytes(old, i) == ir.UsesLater {
			continue
		}
		e.use(ir.R(p, e.ptr), usedBytes(old, i), old)
		for _, at := range e.pointersIn(ir.R(p, e.ptr), usedBytes(old, i)) {
			e.store(inside, e.load(at))
		}
	}
	e.store(inside, e.load(e.near(e.load(inside)))) // it is no one's but the variable's where that leads, so this follows pointers to any depth
	e.use(e.load(inside), 0, old)
}

// mostPointers is how many pointers of what is given are followed one by one.
const mostPointers = 64

// pointersIn is where pointers may lie in so many bytes.
func (e *extension) pointersIn(at ir.Operand, bytes int64) (out []ir.Operand) {
	size := int64(e.ptr / 8)
	if bytes == 0 || bytes > mostPointers*size {
		return []ir.Operand{e.near(at)}
	}
	for off := int64(0); off+size <= bytes; off += size {
		r := e.reg(e.ptr)
		e.emit(&ir.Binary{Dst: r, Op: ir.Add, X: at, Y: ir.K(e.ptr, uint64(off))})
		out = append(out, ir.R(r, e.ptr))
	}
	return out
}

// usedBytes is how many bytes a function may use behind a parameter.
func usedBytes(f *ir.Func, param int) int64 {
	if param < len(f.Uses) {
		return f.Uses[param]
	}
	return 0
}

// use is an access to so many bytes; 0: to any part of the object.
func (e *extension) use(at ir.Operand, bytes int64, old *ir.Func) {
	in := &ir.Fill{Mem: ir.Mem{Addr: at, Size: 1, Len: ir.K(e.ptr, uint64(bytes)), Unsure: true, Name: "what " + old.Display + " is given"}}
	if bytes == 0 {
		in.Mem.Addr, in.Mem.Len = e.near(at), e.any(e.ptr)
	}
	e.emit(in)
	e.atCall[in.ID] = AtCall{Func: old.Display, Any: bytes == 0}
}

// threads starts those that act for undefined functions.
func (e *extension) threads() (out []ir.Instr) {
	for _, f := range []ir.FuncID{e.memory, e.calls, e.calls} {
		out = append(out, &ir.Spawn{Dst: ir.NoReg, Fn: ir.F(f, e.ptr), Candidates: []ir.FuncID{f}, Outlives: true})
	}
	return out
}

// recursive reports whether a function that may call itself calls an undefined one.
func (e *extension) recursive() bool {
	next := func(f ir.FuncID) []ir.FuncID { return e.in.Funcs[f].Callees() }
	for i, f := range e.in.Funcs {
		inside := graph.Reach(next, f.Callees()...)
		if slices.Contains(inside, ir.FuncID(i)) && slices.ContainsFunc(inside, func(g ir.FuncID) bool { return e.in.Funcs[g].Unknown && gives(e.in, e.in.Funcs[g]) }) {
			return true
		}
	}
	return false
}

// atEntry starts the threads when the program begins: which call of a recursion started them would be lost, and a function that was given away may be called without any.
func (e *extension) atEntry() {
	e.f = e.p.Funcs[e.p.Entry]
	e.cur = e.f.Blocks[0]
	rest := e.cur.Instrs
	e.cur.Instrs = nil
	for _, in := range e.threads() {
		e.emit(in)
	}
	e.cur.Instrs = append(e.cur.Instrs, rest...)
}

// firstCall is the first call that gives something, in the source.
func (e *extension) firstCall() (first *ir.Meta) {
	for _, in := range e.in.Instrs() {
		c, ok := in.(*ir.Call)
		if !ok || !e.in.Funcs[c.Func].Unknown || !gives(e.in, e.in.Funcs[c.Func]) {
			continue
		}
		if first == nil || c.Pos.Pos.Before(first.Pos.Pos) {
			first = &c.Meta
		}
	}
	return first
}

// Settle drops the threads that call back if no function is known. The program is the one that was made, with the calls through pointers narrowed to what they may
// hold.
func (m *Most) Settle(p *ir.Program) *ir.Program {
	if m.Calls < 0 {
		return p
	}
	for in := range p.Funcs[m.Calls].Instrs() {
		if c, ok := in.(*ir.CallPtr); ok && len(c.Candidates) > 0 {
			return p
		}
	}
	out := p.Clone()
	for _, f := range out.Funcs {
		for _, b := range f.Blocks {
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in ir.Instr) bool {
				s, ok := in.(*ir.Spawn)
				return ok && s.Fn.Kind == ir.KindFunc && s.Fn.Func == m.Calls
			})
		}
	}
	return out
}
