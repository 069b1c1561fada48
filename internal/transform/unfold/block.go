package unfold

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// block emits one instance of a block of the input into the current block of the output.
func (u *unfolder) block(fr *frame, b *ir.Block) {
	for k, in := range b.Instrs {
		if u.opt.Visits && u.begins(fr, b, k) {
			u.leaveMark(transform.Visited, in.Base().ID)
		}
		if !u.instr(fr, in) {
			return
		}
	}
}

// begins reports whether a segment of the user's code begins at an instruction. Of models only the beginnings and the ends of threads count.
func (u *unfolder) begins(fr *frame, b *ir.Block, k int) bool {
	if !fr.fn.Model {
		return reach.Begins(b, k)
	}
	if fr.parent == nil && k == 0 && b == fr.fn.Blocks[0] {
		return true
	}
	switch b.Instrs[k].(type) {
	case *ir.Halt, *ir.ThreadExit:
		return true
	}
	return false
}

// stopEvery is how many instructions are evaluated between two questions whether to go on.
const stopEvery = 1 << 16

// instr emits one instruction and reports whether the block goes on after it.
func (u *unfolder) instr(fr *frame, in ir.Instr) bool {
	if u.evaluated++; u.evaluated%stopEvery == 0 && u.opt.Stop != nil {
		if err := u.opt.Stop(); err != nil {
			panic(stopped{err})
		}
	}
	switch in := in.(type) {
	case *ir.Jump:
		u.leave(fr, in.To, nil, u.known)
		u.cur = nil
		return false
	case *ir.Branch:
		u.branch(fr, in)
		return false
	case *ir.Switch:
		u.switchOn(fr, in)
		return false
	case *ir.Return:
		e := edge{block: u.cur, known: u.known}
		if fr.dst != ir.NoReg && in.X.IsSet() {
			if e.result = u.value(in.X); !e.result.known() {
				e.resultOp = u.resolve(in.X)
			}
		}
		fr.returns = append(fr.returns, e)
		u.cur = nil
		return false
	case *ir.Halt:
		u.copy(fr, in)
		u.cur = nil
		return false
	case *ir.ThreadExit:
		u.endThread(u.userMeta(fr, &in.Meta), u.resolve(in.X), in.ID)
		return false
	case *ir.Unsupported:
		u.cut(transform.Unsupported, in.What, &in.Meta)
		return false
	case *ir.Call:
		return u.inline(fr, in.Func, u.args(in.Args), in.Dst, &in.Meta)
	case *ir.CallPtr:
		return u.callPtr(fr, in)
	case *ir.Spawn:
		return u.spawn(fr, in)
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite, *ir.TLSAddr, *ir.SameObject, *ir.ObjSize:
		u.compute(fr, in)
	case *ir.Load:
		u.load(fr, in)
	case *ir.Scan:
		u.scan(fr, in)
	case *ir.Store:
		u.store(fr, in)
	case *ir.Alloc:
		u.alloc(fr, in, u.reserve(fr, in))
	case *ir.Free:
		u.free(fr, in)
	case *ir.Join:
		if in.Dst != ir.NoReg && (in.Try || in.Timed) {
			// The register keeps its value if the thread has not ended: what is known of it must stand there.
			if v := u.lookup(in.Dst); v.known() {
				u.write(fr.base+in.Dst, v)
				u.expose(u.known.mem, v.obj)
			}
		}
		u.copy(fr, in)
	case *ir.Assume:
		if c := u.resolve(in.Cond); c.IsConst(1) {
			return true
		}
		u.copy(fr, in)
	default:
		u.touch(in)
		u.copy(fr, in)
	}
	return true
}

// reserve cuts the executions in which an allocation of unknown size is larger than what it gets, which is the result; 0: it gets what it asks for.
func (u *unfolder) reserve(fr *frame, in *ir.Alloc) (room int64) {
	size := u.resolve(in.Size)
	if size.Kind == ir.KindConst || u.opt.Reserve == 0 {
		return 0
	}
	room = u.roomFor(size)
	m := u.userMeta(fr, &in.Meta)
	c := u.f.NewReg(1, "", ir.ShowBool)
	u.emit(&ir.Binary{Meta: m, Dst: c, Op: ir.ULe, X: size, Y: ir.K(size.Width, uint64(room))}, 0)
	br := &ir.Branch{Meta: m, Cond: ir.R(c, 1)}
	u.emit(br, 0)
	rest := u.known.fork()
	u.enter([]edge{{slot: &br.Else, known: u.known.fork()}}, "large", nil)
	u.cut(transform.Bound, fmt.Sprintf("allocation at %s of more than %d bytes", m.Pos.Pos, room), &in.Meta)
	u.enter([]edge{{slot: &br.Then, known: rest}}, "fits", nil)
	return room
}

// instance gives this thread's own copy of a thread-local global.
func (u *unfolder) instance(g ir.GlobalID) ir.GlobalID {
	key := [2]int{u.thread, int(g)}
	if id, ok := u.instances[key]; ok {
		return id
	}
	c := *u.out.Globals[g]
	c.Name, c.ThreadLocal = fmt.Sprintf("%s@t%d", c.Name, u.thread), false
	c.Relocs = append([]ir.Reloc(nil), c.Relocs...)
	u.out.Globals = append(u.out.Globals, &c)
	id := ir.GlobalID(len(u.out.Globals) - 1)
	u.instances[key] = id
	u.whose = append(u.whose, u.thread)
	return id
}

// copy emits an instruction with its registers renamed; what it writes is unknown from here on.
func (u *unfolder) copy(fr *frame, in ir.Instr) {
	c := ir.Clone(in)
	ir.Uses(c, func(o *ir.Operand) { *o = u.resolve(*o) })
	ir.Defs(c, func(r *ir.Reg) { *r += fr.base })
	ir.Defs(in, func(r *ir.Reg) { u.learn(*r, value{}) })
	*c.Base() = u.userMeta(fr, in.Base())
	u.emit(c, in.Base().ID)
}

// leave goes to a block of the frame, with what is known then: through a slot of a branch, or by falling through.
func (u *unfolder) leave(fr *frame, to ir.BlockID, slot *ir.BlockID, known state) {
	fr.pending[to] = append(fr.pending[to], edge{slot: slot, block: u.cur, known: known})
}

// final reports whether a block ends the execution as a failed check does: it leaves a loop, and says nothing about its length.
func final(b *ir.Block) bool {
	switch in := b.Term().(type) {
	case *ir.Halt:
		return !in.Main && !in.Code.IsSet()
	case *ir.Unsupported:
		return true
	}
	return false
}

// doubt notes for every loop that one of the targets leaves that its length is not known.
func (u *unfolder) doubt(fr *frame, targets ...ir.BlockID) {
	for _, l := range fr.loops {
		for _, t := range targets {
			if !l.set[t] && !final(fr.fn.Blocks[t]) {
				l.uncertain = true
			}
		}
	}
}

func (u *unfolder) branch(fr *frame, in *ir.Branch) {
	c := u.resolve(in.Cond)
	switch {
	case in.Then == in.Else || c.IsConst(1):
		u.leave(fr, in.Then, nil, u.known)
	case c.IsConst(0):
		u.leave(fr, in.Else, nil, u.known)
	default:
		u.doubt(fr, in.Then, in.Else)
		br := &ir.Branch{Meta: u.userMeta(fr, &in.Meta), Cond: c}
		u.emit(br, in.ID)
		u.leave(fr, in.Then, &br.Then, u.known.fork())
		u.leave(fr, in.Else, &br.Else, u.known)
	}
	u.cur = nil
}

func (u *unfolder) switchOn(fr *frame, in *ir.Switch) {
	x := u.resolve(in.X)
	if x.Kind == ir.KindConst {
		to := in.Default
		v := x.Val.Big()
		for _, c := range in.Cases {
			if c.Lo.Big().Cmp(v) <= 0 && v.Cmp(c.Hi.Big()) <= 0 {
				to = c.To
				break
			}
		}
		u.leave(fr, to, nil, u.known)
		u.cur = nil
		return
	}
	sw := &ir.Switch{Meta: u.userMeta(fr, &in.Meta), X: x, Cases: append([]ir.Case(nil), in.Cases...)}
	u.emit(sw, in.ID)
	targets := []ir.BlockID{in.Default}
	for _, c := range in.Cases {
		targets = append(targets, c.To)
	}
	u.doubt(fr, targets...)
	for i := range sw.Cases {
		u.leave(fr, in.Cases[i].To, &sw.Cases[i].To, u.known.fork())
	}
	u.leave(fr, in.Default, &sw.Default, u.known)
	u.cur = nil
}

// args resolves the arguments of a call in the caller's frame.
func (u *unfolder) args(xs []ir.Operand) []argument {
	out := make([]argument, len(xs))
	for i, x := range xs {
		out[i].op = x
		if out[i].val = u.value(x); !out[i].val.known() {
			out[i].op = u.resolve(x)
		}
	}
	return out
}

func (u *unfolder) inline(fr *frame, id ir.FuncID, args []argument, dst ir.Reg, at *ir.Meta) bool {
	out := ir.NoReg
	if dst != ir.NoReg {
		out = fr.base + dst
	}
	meta := u.userMeta(fr, at)
	result, back := u.call(id, args, out, &meta)
	if back && dst != ir.NoReg {
		u.learn(dst, result)
	}
	return back
}

// callPtr inlines the candidates of a call through a pointer, one after another behind a comparison.
func (u *unfolder) callPtr(fr *frame, in *ir.CallPtr) bool {
	ptr, args := u.resolve(in.Ptr), u.args(in.Args)
	if ptr.Kind == ir.KindFunc {
		return u.candidate(fr, in, ptr.Func, args)
	}
	var back []edge
	likely, others := u.callees(&in.Meta, in.Candidates)
	for _, id := range likely {
		hit := u.compareFunc(fr, ptr, id, &in.Meta)
		rest := u.known.fork()
		u.enter([]edge{{slot: &hit.Then, known: u.known.fork()}}, "call", nil)
		if u.candidate(fr, in, id, args) {
			u.settle(fr, in.Dst)
			back = append(back, edge{block: u.cur, known: u.known})
		}
		u.enter([]edge{{slot: &hit.Else, known: rest}}, "next", nil)
	}
	u.elsewhere(fr, ptr, others, &in.Meta)
	return u.enter(back, "called", nil)
}

// callees parts the candidates of a call or spawn in those that its pointer may hold and others.
func (u *unfolder) callees(at *ir.Meta, candidates []ir.FuncID) (likely, others []ir.FuncID) {
	held, known := u.opt.Callees[at.ID]
	for _, id := range candidates {
		if known && !slices.Contains(held, id) {
			others = append(others, id)
		} else {
			likely = append(likely, id)
		}
	}
	return likely, others
}

// elsewhere ends the executions in which a pointer is none of the functions that it may hold: with a cut if it is another candidate, else as an invalid
// operation does.
func (u *unfolder) elsewhere(fr *frame, ptr ir.Operand, others []ir.FuncID, at *ir.Meta) {
	var in []edge
	for _, id := range others {
		hit := u.compareFunc(fr, ptr, id, at)
		in = append(in, edge{slot: &hit.Then, known: u.known.fork()})
		u.enter([]edge{{slot: &hit.Else, known: u.known}}, "next", nil)
	}
	u.invalid(at)
	if u.enter(in, "elsewhere", nil) {
		u.cut(transform.Bound, fmt.Sprintf("call at %s of a function whose address never gets there", u.userMeta(fr, at).Pos.Pos), at)
	}
}

// settle writes a register that the ways which are about to meet know differently.
func (u *unfolder) settle(fr *frame, r ir.Reg) {
	if r == ir.NoReg {
		return
	}
	v := u.lookup(r)
	if v.known() {
		u.write(fr.base+r, v)
	}
	u.expose(u.known.mem, v.obj)
	u.learn(r, value{})
}

// candidate inlines one function that a pointer may point to.
func (u *unfolder) candidate(fr *frame, in *ir.CallPtr, id ir.FuncID, args []argument) bool {
	f := u.in.Funcs[id]
	fits := len(f.Params) == len(args) && (in.Dst == ir.NoReg || f.RetWidth == fr.fn.Width(in.Dst))
	for i := 0; fits && i < len(args); i++ {
		fits = f.Width(f.Params[i]) == args[i].op.Width
	}
	if !fits {
		u.cut(transform.Unsupported, fmt.Sprintf("call of %s through a pointer of another type", f.Display), &in.Meta)
		return false
	}
	u.used(fr, &in.Meta)
	return u.inline(fr, id, args, in.Dst, &in.Meta)
}

// compareFunc branches on ptr being the address of a function.
func (u *unfolder) compareFunc(fr *frame, ptr ir.Operand, id ir.FuncID, at *ir.Meta) *ir.Branch {
	m := u.userMeta(fr, at)
	c := u.f.NewReg(1, "", ir.ShowBool)
	u.emit(&ir.Binary{Meta: m, Dst: c, Op: ir.Eq, X: ptr, Y: ir.F(id, ptr.Width)}, 0)
	br := &ir.Branch{Meta: m, Cond: ir.R(c, 1)}
	u.emit(br, 0)
	return br
}

// invalid ends the execution as an invalid operation does.
func (u *unfolder) invalid(at *ir.Meta) {
	m := u.userMeta(u.frame, at)
	u.emit(&ir.Assume{Meta: m, Cond: ir.K(1, 0)}, 0)
	u.endThread(m, ir.Operand{}, 0)
}

// spawn makes a thread of its own for each candidate.
func (u *unfolder) spawn(fr *frame, in *ir.Spawn) bool {
	at, idle := u.userMeta(fr, &in.Meta).Pos.Pos, false
	tooMany := func(n int) bool {
		u.cut(transform.Bound, fmt.Sprintf("more than %d%s%s", n, transform.ThreadsSpawned, at), &in.Meta)
		return false
	}
	if u.inLoop(func(*loop) bool { return true }) {
		if n := u.opt.ThreadsAll; n > 0 && u.made[at] >= n {
			return tooMany(n)
		}
		u.made[at]++
		idle = u.opt.Scout > 0 && u.made[at] > u.opt.Scout
	}
	if u.inLoop(func(l *loop) bool { return l.uncertain }) {
		if n := u.opt.Threads; n > 0 && u.spawned[at] >= n {
			return tooMany(n)
		}
		u.spawned[at]++
	}
	fn, args := u.resolve(in.Fn), u.args(in.Args)
	if fn.Kind == ir.KindFunc {
		return u.spawnOne(fr, in, fn.Func, args, idle)
	}
	var back []edge
	likely, others := u.callees(&in.Meta, in.Candidates)
	for _, id := range likely {
		hit := u.compareFunc(fr, fn, id, &in.Meta)
		rest := u.known.fork()
		u.enter([]edge{{slot: &hit.Then, known: u.known.fork()}}, "spawn", nil)
		if u.spawnOne(fr, in, id, args, idle) {
			back = append(back, edge{block: u.cur, known: u.known})
		}
		u.enter([]edge{{slot: &hit.Else, known: rest}}, "next", nil)
	}
	u.elsewhere(fr, fn, others, &in.Meta)
	return u.enter(back, "spawned", nil)
}

// inLoop reports whether this code runs in a loop of some sort, of this function or of a caller.
func (u *unfolder) inLoop(sort func(*loop) bool) bool {
	for fr := u.frame; fr != nil; fr = fr.parent {
		if slices.ContainsFunc(fr.loops, sort) {
			return true
		}
	}
	return false
}

func (u *unfolder) spawnOne(fr *frame, in *ir.Spawn, id ir.FuncID, args []argument, idle bool) bool {
	f := u.in.Funcs[id]
	fits := len(f.Params) == len(args)
	for i := 0; fits && i < len(args); i++ {
		fits = f.Width(f.Params[i]) == args[i].op.Width
	}
	if !fits {
		u.cut(transform.Unsupported, fmt.Sprintf("thread function %s of another type", f.Display), &in.Meta)
		return false
	}
	if deepest := u.unwind(); u.generation(id) > deepest {
		u.cut(transform.Bound, fmt.Sprintf("threads of %s at %s that start each other, deeper than %d", f.Display, f.Pos.Pos, deepest), &in.Meta)
		return false
	}
	known, ops := make([]ir.Operand, len(args)), make([]ir.Operand, len(args))
	for i, a := range args {
		ops[i] = a.op
		if a.val.known() {
			ops[i] = u.usable(a.val)
		}
		if ops[i].Kind != ir.KindReg {
			known[i] = ops[i]
		}
	}
	t := u.newThread(id, known)
	if idle {
		u.threads[t].idle = true
		u.loose = true
	}
	s := ir.Clone(in).(*ir.Spawn)
	s.Meta = u.userMeta(fr, &in.Meta)
	if s.ID != nil {
		s.ID.Addr = u.resolve(s.ID.Addr)
	}
	if s.Dst != ir.NoReg {
		u.learn(s.Dst, value{})
		s.Dst += fr.base
	}
	s.Fn, s.Args, s.Candidates = ir.F(t, u.in.PtrWidth()), ops, []ir.FuncID{t}
	u.private = u.threads[t].idle
	u.emit(s, in.Meta.ID)
	u.private = false
	u.used(fr, &in.Meta)
	m := u.known.mem
	if in.ID != nil {
		u.stored(m, u.value(in.ID.Addr), in.ID.Size, value{})
	}
	for _, a := range args {
		u.expose(m, a.val.obj)
	}
	m.concurrent = true
	return true
}
