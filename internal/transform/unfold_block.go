package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// block emits one instance of a block of the input into the current block of the output.
func (u *unfolder) block(fr *frame, b *ir.Block) {
	for _, in := range b.Instrs {
		if !u.instr(fr, in) {
			return
		}
	}
}

// instr emits one instruction and reports whether the block goes on after it.
func (u *unfolder) instr(fr *frame, in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Jump:
		u.leave(fr, in.To, nil)
		return false
	case *ir.Branch:
		u.branch(fr, in)
		return false
	case *ir.Switch:
		u.switchOn(fr, in)
		return false
	case *ir.Return:
		if fr.dst != ir.NoReg && in.X.IsSet() {
			u.giveBack(fr, in)
		}
		fr.returns = append(fr.returns, edge{block: u.cur, known: u.known})
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
		u.cut(Unsupported, in.What, &in.Meta)
		return false
	case *ir.Call:
		return u.inline(fr, in.Func, u.args(in.Args), in.Dst, &in.Meta)
	case *ir.CallPtr:
		return u.callPtr(fr, in)
	case *ir.Spawn:
		return u.spawn(fr, in)
	case *ir.Move:
		u.pure(fr, in, in.Dst, u.resolve(in.X))
	case *ir.Unary:
		k, _ := ir.FoldUnary(in.Op, u.resolve(in.X), fr.fn.Width(in.Dst))
		u.pure(fr, in, in.Dst, k)
	case *ir.Binary:
		k, _ := ir.FoldBinary(in.Op, u.resolve(in.X), u.resolve(in.Y))
		u.pure(fr, in, in.Dst, k)
	case *ir.Extract:
		u.pure(fr, in, in.Dst, u.foldExtract(fr, in))
	case *ir.Ite:
		u.pure(fr, in, in.Dst, u.foldIte(in))
	case *ir.TLSAddr:
		u.pure(fr, in, in.Dst, ir.G(u.instance(in.Global), 0, u.in.PtrWidth()))
	case *ir.Load:
		if k, ok := u.constLoad(in); ok {
			// A section with nothing in it keeps the operation in traces: the judge makes it.
			if !u.in.Form.Sequential {
				u.emit(&ir.AtomicBegin{Meta: u.userMeta(fr, &in.Meta)}, in.ID)
				u.emit(&ir.AtomicEnd{Meta: u.userMeta(fr, &in.Meta)}, 0)
			}
			u.pure(fr, in, in.Dst, k)
			return true
		}
		u.copy(fr, in)
	case *ir.Alloc:
		u.reserve(fr, in)
		u.copy(fr, in)
	case *ir.Join:
		if in.Dst != ir.NoReg && (in.Try || in.Timed) {
			// The register keeps its value if the thread has not ended: what is known of it must stand there.
			if k := u.lookup(in.Dst); k.IsSet() {
				u.emit(&ir.Move{Meta: u.userMeta(fr, &in.Meta), Dst: fr.base + in.Dst, X: k}, 0)
			}
		}
		u.copy(fr, in)
	case *ir.Assume:
		if c := u.resolve(in.Cond); c.IsConst(1) {
			return true
		}
		u.copy(fr, in)
	default:
		u.copy(fr, in)
	}
	return true
}

// reserve cuts the executions in which an allocation of unknown size is larger than what it gets.
func (u *unfolder) reserve(fr *frame, in *ir.Alloc) {
	size := u.resolve(in.Size)
	if size.Kind == ir.KindConst || u.opt.Reserve == 0 {
		return
	}
	m := u.userMeta(fr, &in.Meta)
	c := u.f.NewReg(1, "", ir.ShowBool)
	u.emit(&ir.Binary{Meta: m, Dst: c, Op: ir.ULe, X: size, Y: ir.K(size.Width, uint64(u.opt.Reserve))}, 0)
	br := &ir.Branch{Meta: m, Cond: ir.R(c, 1)}
	u.emit(br, 0)
	rest := u.known.fork()
	u.enter([]edge{{slot: &br.Else, known: u.known.fork()}}, "large")
	u.cut(Bound, fmt.Sprintf("allocation at %s of more than %d bytes", m.Pos.Pos, u.opt.Reserve), &in.Meta)
	u.enter([]edge{{slot: &br.Then, known: rest}}, "fits")
}

func (u *unfolder) foldExtract(fr *frame, in *ir.Extract) ir.Operand {
	x := u.resolve(in.X)
	if x.Kind != ir.KindConst {
		return ir.Operand{}
	}
	v := x.Val.Big()
	w := fr.fn.Width(in.Dst)
	return ir.KConst(w, ir.ConstFromBig(w, v.Rsh(v, uint(in.Lo))))
}

func (u *unfolder) foldIte(in *ir.Ite) ir.Operand {
	switch c := u.resolve(in.Cond); {
	case c.IsConst(1):
		return u.resolve(in.X)
	case c.IsConst(0):
		return u.resolve(in.Y)
	}
	return ir.Operand{}
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
	return id
}

// constLoad reads a constant global whose content is in the program.
func (u *unfolder) constLoad(in *ir.Load) (ir.Operand, bool) {
	a := u.resolve(in.Mem.Addr)
	if a.Kind != ir.KindGlobal {
		return ir.Operand{}, false
	}
	g := u.out.Globals[a.Global]
	off, size := int64(a.Val.Lo), int64(in.Mem.Size)
	if !g.Const || g.External || in.Mem.Mark == ir.MarkVolatile || a.Val.Hi != 0 || off < 0 || off > g.Size-size {
		return ir.Operand{}, false
	}
	for _, r := range g.Relocs {
		ptr := int64(u.in.PtrWidth() / 8)
		if r.Offset == off && size == ptr {
			return r.Target, true
		}
		if r.Offset < off+size && off < r.Offset+ptr {
			return ir.Operand{}, false
		}
	}
	var c ir.Const
	for i := size - 1; i >= 0; i-- {
		var b byte
		if off+i < int64(len(g.Init)) {
			b = g.Init[off+i]
		}
		c.Hi = c.Hi<<8 | c.Lo>>56
		c.Lo = c.Lo<<8 | uint64(b)
	}
	return ir.KConst(8*in.Mem.Size, c), true
}

// pure emits an instruction that only writes dst, whose value may be known. A known temporary needs no instruction at all.
func (u *unfolder) pure(fr *frame, in ir.Instr, dst ir.Reg, k ir.Operand) {
	if k.Kind == ir.KindReg {
		k = ir.Operand{} // a copy of a register is not followed: it may change before this one does
	}
	if !k.IsSet() {
		u.copy(fr, in)
		return
	}
	if fr.shape.cross[dst] >= 0 {
		from := in.Base().ID
		if _, ok := in.(*ir.Load); ok {
			from = 0 // a trace that names it would say that the access is made here
		}
		u.emit(&ir.Move{Meta: u.userMeta(fr, in.Base()), Dst: fr.base + dst, X: k}, from)
	}
	u.learn(dst, k)
}

// define emits a copy into a register of the frame.
func (u *unfolder) define(m *ir.Move, r ir.Reg, k ir.Operand, from ir.ID) {
	u.emit(m, from)
	if k.Kind == ir.KindReg {
		k = ir.Operand{}
	}
	u.learn(r, k)
}

// giveBack hands the result of a call to the caller.
func (u *unfolder) giveBack(fr *frame, in *ir.Return) {
	x := u.resolve(in.X)
	u.emit(&ir.Move{Meta: u.userMeta(fr, &in.Meta), Dst: fr.dst, X: x}, 0)
	if x.Kind == ir.KindReg || len(fr.returns) > 0 && fr.result != x {
		x = ir.Operand{}
	}
	fr.result = x
}

// copy emits an instruction with its registers renamed; what it writes is unknown from here on.
func (u *unfolder) copy(fr *frame, in ir.Instr) {
	c := ir.Clone(in)
	ir.Uses(c, func(o *ir.Operand) { *o = u.resolve(*o) })
	ir.Defs(c, func(r *ir.Reg) { *r += fr.base })
	ir.Defs(in, func(r *ir.Reg) { u.learn(*r, ir.Operand{}) })
	*c.Base() = u.userMeta(fr, in.Base())
	u.emit(c, in.Base().ID)
}

// leave goes to a block of the frame: through a slot of a branch, or by falling through.
func (u *unfolder) leave(fr *frame, to ir.BlockID, slot *ir.BlockID) {
	fr.pending[to] = append(fr.pending[to], edge{slot: slot, block: u.cur, known: u.known.fork()})
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

// decide notes for every loop that one of the targets leaves that a way out of it was decided.
func (u *unfolder) decide(fr *frame, targets ...ir.BlockID) {
	for _, l := range fr.loops {
		for _, t := range targets {
			l.decided = l.decided || !l.set[t] && !final(fr.fn.Blocks[t])
		}
	}
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
		u.decide(fr, in.Then, in.Else)
		u.leave(fr, in.Then, nil)
	case c.IsConst(0):
		u.decide(fr, in.Then, in.Else)
		u.leave(fr, in.Else, nil)
	default:
		u.doubt(fr, in.Then, in.Else)
		br := &ir.Branch{Meta: u.userMeta(fr, &in.Meta), Cond: c}
		u.emit(br, in.ID)
		u.leave(fr, in.Then, &br.Then)
		u.leave(fr, in.Else, &br.Else)
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
		u.decide(fr, in.Default)
		for _, c := range in.Cases {
			u.decide(fr, c.To)
		}
		u.leave(fr, to, nil)
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
		u.leave(fr, in.Cases[i].To, &sw.Cases[i].To)
	}
	u.leave(fr, in.Default, &sw.Default)
	u.cur = nil
}

// args resolves the arguments of a call in the caller's frame.
func (u *unfolder) args(xs []ir.Operand) []ir.Operand {
	out := make([]ir.Operand, len(xs))
	for i, x := range xs {
		out[i] = u.resolve(x)
	}
	return out
}

func (u *unfolder) inline(fr *frame, id ir.FuncID, args []ir.Operand, dst ir.Reg, at *ir.Meta) bool {
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
	for _, id := range in.Candidates {
		hit := u.compareFunc(fr, ptr, id, &in.Meta)
		rest := u.known.fork()
		u.enter([]edge{{slot: &hit.Then, known: u.known.fork()}}, "call")
		if u.candidate(fr, in, id, args) {
			back = append(back, edge{block: u.cur, known: u.known})
		}
		u.enter([]edge{{slot: &hit.Else, known: rest}}, "next")
	}
	u.invalid(&in.Meta)
	if in.Dst != ir.NoReg {
		defer u.forget(in.Dst) // each candidate taught its own result
	}
	return u.enter(back, "called")
}

// forget drops what is known of a register, on the ways that have met.
func (u *unfolder) forget(r ir.Reg) {
	if u.cur != nil {
		u.learn(r, ir.Operand{})
	}
}

// candidate inlines one function that a pointer may point to.
func (u *unfolder) candidate(fr *frame, in *ir.CallPtr, id ir.FuncID, args []ir.Operand) bool {
	f := u.in.Funcs[id]
	fits := len(f.Params) == len(args) && (in.Dst == ir.NoReg || f.RetWidth == fr.fn.Width(in.Dst))
	for i := 0; fits && i < len(args); i++ {
		fits = f.Width(f.Params[i]) == args[i].Width
	}
	if !fits {
		u.cut(Unsupported, fmt.Sprintf("call of %s through a pointer of another type", f.Display), &in.Meta)
		return false
	}
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
	if u.inDoubtfulLoop() {
		if u.spawned[in.Meta.ID] >= u.opt.Threads && u.opt.Threads > 0 {
			u.cut(Bound, fmt.Sprintf("more than %d threads spawned at %s", u.opt.Threads, u.userMeta(fr, &in.Meta).Pos.Pos), &in.Meta)
			return false
		}
		u.spawned[in.Meta.ID]++
	}
	fn, args := u.resolve(in.Fn), u.args(in.Args)
	if fn.Kind == ir.KindFunc {
		return u.spawnOne(fr, in, fn.Func, args)
	}
	var back []edge
	for _, id := range in.Candidates {
		hit := u.compareFunc(fr, fn, id, &in.Meta)
		rest := u.known.fork()
		u.enter([]edge{{slot: &hit.Then, known: u.known.fork()}}, "spawn")
		if u.spawnOne(fr, in, id, args) {
			back = append(back, edge{block: u.cur, known: u.known})
		}
		u.enter([]edge{{slot: &hit.Else, known: rest}}, "next")
	}
	u.invalid(&in.Meta)
	if in.Dst != ir.NoReg {
		defer u.forget(in.Dst)
	}
	return u.enter(back, "spawned")
}

// inDoubtfulLoop reports whether this code runs in a loop of unknown length, of this function or of a caller.
func (u *unfolder) inDoubtfulLoop() bool {
	for fr := u.frame; fr != nil; fr = fr.parent {
		for _, l := range fr.loops {
			if l.uncertain {
				return true
			}
		}
	}
	return false
}

func (u *unfolder) spawnOne(fr *frame, in *ir.Spawn, id ir.FuncID, args []ir.Operand) bool {
	f := u.in.Funcs[id]
	fits := len(f.Params) == len(args)
	for i := 0; fits && i < len(args); i++ {
		fits = f.Width(f.Params[i]) == args[i].Width
	}
	if !fits {
		u.cut(Unsupported, fmt.Sprintf("thread function %s of another type", f.Display), &in.Meta)
		return false
	}
	known := make([]ir.Operand, len(args))
	for i, a := range args {
		if a.Kind != ir.KindReg {
			known[i] = a
		}
	}
	t := u.newThread(id, known)
	s := ir.Clone(in).(*ir.Spawn)
	s.Meta = u.userMeta(fr, &in.Meta)
	if s.ID != nil {
		s.ID.Addr = u.resolve(s.ID.Addr)
	}
	if s.Dst != ir.NoReg {
		u.learn(s.Dst, ir.Operand{})
		s.Dst += fr.base
	}
	s.Fn, s.Args, s.Candidates = ir.F(t, u.in.PtrWidth()), args, []ir.FuncID{t}
	u.emit(s, in.Meta.ID)
	return true
}
