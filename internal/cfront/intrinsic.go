package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Intrinsics: the names that models are made of, and the specification names of SV-COMP and heddle.h.

// intrinsic lowers a call of an intrinsic.
func (f *fn) intrinsic(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch {
	case strings.HasPrefix(name, "__VERIFIER_nondet"), strings.HasPrefix(name, "heddle_nondet"), strings.HasPrefix(name, "__heddle_nondet"):
		if f.userDefines(name) {
			return value{}, false
		}
		return f.nondetCall(e, name, args), true
	case name == "__VERIFIER_atomic_begin":
		f.emit(&ir.AtomicBegin{})
		return value{t: tVoid}, true
	case name == "__VERIFIER_atomic_end":
		f.emit(&ir.AtomicEnd{})
		return value{t: tVoid}, true
	case assertFails(name):
		f.fail(assertText(name, args))
		return value{t: tVoid}, true
	case strings.HasPrefix(name, "__heddle_"):
		return f.heddle(e, strings.TrimPrefix(name, "__heddle_"), args)
	}
	return value{}, false
}

// fresh gives an object that only the thread has arbitrary content, by its type: pointers in it lead to external memory.
func (f *fn) fresh(e *cc.PostfixExpression, args []cc.ExpressionNode) value {
	if len(args) == 1 {
		if v := f.expr(args[0]); v.t.k == kPtr {
			if id, ok := f.c.toucher(f.u, f.u.elem(v.t), touching{fresh: true, sure: true}); ok {
				f.emit(&ir.Call{Dst: ir.NoReg, Func: id, Args: []ir.Operand{v.op}})
			}
			return value{t: tVoid}
		}
	}
	return f.undefined(e, tVoid, "__heddle_fresh of what is no pointer")
}

// userDefines reports whether the program brings its own body for a name.
func (f *fn) userDefines(name string) bool {
	if s := f.u.internal[name]; s != nil && s.fn != nil {
		return true
	}
	s := f.c.symbols[name]
	return s != nil && s.fn != nil && s.rank != rankStub
}

// nondetCall is any value of the result type that the function is declared with.
func (f *fn) nondetCall(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) value {
	for _, a := range args {
		f.expr(a)
	}
	t := tInt
	if d := f.calleeDecl(e.PostfixExpression); d != nil {
		if ft, ok := d.Type().(*cc.FunctionType); ok {
			t = f.u.typeOf(ft.Result())
		}
		if d.IsSynthetic() {
			t = f.typeByName(name)
			f.undeclared(name, d)
		}
	}
	if name == "heddle_nondet_ptr" && t.k == kPtr && !f.isConst() {
		d := f.newReg(f.c.pw, "", ir.ShowPointer)
		f.comesFrom(d, anyOrigin)
		f.emit(&ir.Call{Dst: d, Func: f.c.anyAddress(f.u, f.u.elem(t))})
		return value{op: ir.R(d, f.c.pw), t: t}
	}
	switch name {
	case "__heddle_nondet_handle":
		d := f.newReg(t.w, "", showOf(t))
		f.emit(&ir.Havoc{Dst: d, Outside: ir.Handle})
		return value{op: ir.R(d, t.w), t: t}
	case "__heddle_nondet_shares":
		return value{op: f.resize(f.hostile(1, sharesMemory), t.w, false), t: t}
	case "__heddle_nondet_answer":
		d := f.newReg(1, "", ir.ShowBool)
		f.emit(&ir.Havoc{Dst: d, Outside: ir.Answer})
		return value{op: f.resize(ir.R(d, 1), t.w, false), t: t}
	}
	switch t.k {
	case kInt, kFloat, kPtr:
		return f.nondet(t, "")
	case kVoid:
		return value{t: tVoid}
	case kRecord:
		return value{op: f.temp(t, "any value"), t: t}
	}
	return f.undefined(e, t, otherName(t))
}

// scalarArg evaluates argument i as an integer or address of a width.
func (f *fn) scalarArg(args []cc.ExpressionNode, i, w int) ir.Operand {
	if i >= len(args) {
		return ir.K(w, 0)
	}
	v := f.expr(args[i])
	switch v.t.k {
	case kInt, kPtr:
		if v.t.k == kPtr {
			f.looksAt(f.u.elem(v.t))
		}
		return f.resize(v.op, w, v.t.signed)
	}
	f.unsupported(args[i], "argument of an intrinsic that is no number or pointer")
	return ir.K(w, 0)
}

func (f *fn) ptrArg(args []cc.ExpressionNode, i int) ir.Operand { return f.scalarArg(args, i, f.c.pw) }

// stringArg is the text of a string literal argument.
func (f *fn) stringArg(args []cc.ExpressionNode, i int) string {
	if i < len(args) {
		if lit, ok := literalOf(args[i]); ok {
			if v, ok := lit.Value().(cc.StringValue); ok {
				return cString(v)
			}
		}
	}
	return ""
}

var syncInits = map[string]ir.SyncKind{
	"mutex_init": ir.SyncMutex, "rwlock_init": ir.SyncRWLock, "spin_init": ir.SyncSpin, "cond_init": ir.SyncCond,
	"sem_init": ir.SyncSem, "barrier_init": ir.SyncBarrier,
}

// heddle lowers __heddle_NAME(args).
func (f *fn) heddle(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	void := value{t: tVoid}
	if k, ok := syncInits[name]; ok {
		in := &ir.SyncInit{Obj: f.ptrArg(args, 0), What: k}
		if k == ir.SyncMutex || k == ir.SyncSem || k == ir.SyncBarrier {
			in.Arg = f.scalarArg(args, 1, 32)
		}
		f.emit(in)
		return void, true
	}
	status := func(mk func(ir.Reg) ir.Instr) (value, bool) {
		d := f.tmp(32)
		f.emit(mk(d))
		return value{op: ir.R(d, 32), t: tInt}, true
	}
	switch name {
	case "assume":
		f.emit(&ir.Assume{Cond: f.cond(args[0])})
	case "assert":
		c := f.cond(args[0])
		f.emit(&ir.Assert{Cond: c, Kind: "assert", Msg: f.stringArg(args, 1)})
	case "fresh":
		return f.fresh(e, args), true
	case "unsupported":
		f.unsupported(e, f.stringArg(args, 0))
	case "may_fail":
		if f.c.opts.MayFail {
			return f.fromBit(f.havoc(1, "", ir.ShowBool)), true
		}
		return value{op: ir.K(32, 0), t: tInt}, true
	case "halt":
		f.emit(&ir.Halt{Code: f.scalarArg(args, 0, 32)})
		f.dead()
	case "abort":
		f.emit(&ir.Halt{})
		f.dead()
	case "thread_exit":
		f.emit(&ir.ThreadExit{X: f.ptrArg(args, 0)})
		f.dead()
	case "spawn", "async":
		return f.spawn(e, name == "async", args), true
	case "self":
		d := f.tmp(f.c.pw)
		f.emit(&ir.Self{Dst: d})
		return value{op: f.resize(ir.R(d, f.c.pw), f.c.longType(false).w, false), t: f.c.longType(false)}, true
	case "join":
		d := f.newReg(f.c.pw, "", ir.ShowPointer)
		f.emit(&ir.Join{Dst: d, Status: ir.NoReg, Thread: f.ptrArg(args, 0)})
		return value{op: ir.R(d, f.c.pw), t: f.c.pointerTo(tVoid)}, true
	case "tryjoin", "timedjoin":
		t := f.ptrArg(args, 0)
		out, ok := f.outInt(args, 1)
		if !ok {
			return f.undefined(e, f.c.pointerTo(tVoid), "status of a join that is no variable"), true
		}
		d, st := f.newReg(f.c.pw, "", ir.ShowPointer), f.tmp(32)
		f.emit(&ir.Join{Dst: d, Status: st, Thread: t, Try: name == "tryjoin", Timed: name == "timedjoin"})
		f.assign(out, value{op: ir.R(st, 32), t: tInt})
		return value{op: ir.R(d, f.c.pw), t: f.c.pointerTo(tVoid)}, true
	case "sync_destroy":
		f.emit(&ir.SyncDestroy{Obj: f.ptrArg(args, 0)})
	case "lock", "trylock", "timedlock", "rdlock", "tryrdlock", "timedrdlock":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr {
			return &ir.Lock{
				Status: d, Obj: o, Shared: strings.HasSuffix(name, "rdlock"), Try: strings.HasPrefix(name, "try"),
				Timed: strings.HasPrefix(name, "timed"),
			}
		})
	case "unlock":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr { return &ir.Unlock{Status: d, Obj: o} })
	case "wait":
		c := f.ptrArg(args, 0)
		f.emit(&ir.Wait{Cond: c, Mutex: f.ptrArg(args, 1)})
	case "wake", "timedwake":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr { return &ir.Wake{Cond: o, Status: d, Timed: name == "timedwake"} })
	case "signal", "broadcast":
		f.emit(&ir.Signal{Cond: f.ptrArg(args, 0), All: name == "broadcast"})
	case "down", "trydown", "timeddown":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr {
			return &ir.Down{Status: d, Obj: o, Try: name == "trydown", Timed: name == "timeddown"}
		})
	case "up":
		f.emit(&ir.Up{Obj: f.ptrArg(args, 0)})
	case "holds":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr { return &ir.Holds{Dst: d, Obj: o} })
	case "assert_held":
		f.assertHeld(e, args)
	case "marked_begin", "marked_end":
		in := &ir.Fence{}
		f.emit(in)
		f.c.marked[in] = name == "marked_begin"
	case "semvalue":
		o := f.ptrArg(args, 0)
		return status(func(d ir.Reg) ir.Instr { return &ir.SemValue{Dst: d, Obj: o} })
	case "arrive":
		o := f.ptrArg(args, 0)
		ticket, last := f.tmp(32), f.tmp(1)
		f.emit(&ir.Arrive{Obj: o, Ticket: ticket, Last: last})
		x := f.binary(ir.Or, f.binary(ir.Shl, ir.R(ticket, 32), ir.K(32, 1)), f.resize(ir.R(last, 1), 32, false))
		return value{op: x, t: tUint}, true
	case "pass":
		o := f.ptrArg(args, 0)
		f.emit(&ir.Pass{Obj: o, Ticket: f.scalarArg(args, 1, 32)})
	case "alloc", "alloc_page":
		n := f.ptrArg(args, 0)
		z := f.scalarArg(args, 1, 32)
		if z.Kind != ir.KindConst {
			return f.undefined(e, f.c.pointerTo(tVoid), "__heddle_alloc whose second argument is no constant"), true
		}
		d := f.newReg(f.c.pw, "", ir.ShowPointer)
		align := int64(16)
		if name == "alloc_page" {
			align = 4096
		}
		f.emit(&ir.Alloc{Dst: d, Size: n, Align: align, Zero: !z.IsConst(0), Name: "heap"})
		return value{op: ir.R(d, f.c.pw), t: f.c.pointerTo(tVoid)}, true
	case "free":
		f.emit(&ir.Free{Addr: f.ptrArg(args, 0)})
	case "fill":
		in := &ir.Fill{Mem: f.rangeAt(f.ptrArg(args, 0))}
		in.Val = f.scalarArg(args, 1, 8)
		in.Mem.Len = f.ptrArg(args, 2)
		f.emit(in)
	case "fill_any":
		in := &ir.Fill{Mem: f.rangeAt(f.ptrArg(args, 0))}
		in.Mem.Len = f.ptrArg(args, 1)
		f.emit(in)
	case "touch":
		in := &ir.Touch{Mem: f.rangeAt(f.ptrArg(args, 0))}
		in.Mem.Len = f.ptrArg(args, 1)
		f.emit(in)
	case "scan":
		in := &ir.Scan{Mem: f.rangeAt(f.ptrArg(args, 0))}
		in.Val = f.scalarArg(args, 1, 8)
		in.Mem.Len = f.ptrArg(args, 2)
		in.Dst = f.tmp(f.c.pw)
		f.emit(in)
		return value{op: ir.R(in.Dst, f.c.pw), t: f.c.sizeType()}, true
	case "copy":
		in := &ir.Copy{Mem: f.rangeAt(f.ptrArg(args, 0)), Src: f.rangeAt(f.ptrArg(args, 1))}
		in.Mem.Len = f.ptrArg(args, 2)
		f.emit(in)
	case "alloc_size":
		p := f.ptrArg(args, 0)
		d := f.tmp(f.c.pw)
		f.emit(&ir.ObjSize{Dst: d, Addr: p})
		return value{op: ir.R(d, f.c.pw), t: f.c.sizeType()}, true
	case "atomic_begin":
		f.emit(&ir.AtomicBegin{})
	case "atomic_end":
		f.emit(&ir.AtomicEnd{})
	case "atomic_block":
		return f.undefined(e, tInt, "heddle_atomic used other than as heddle_atomic { ... }"), true
	case "fence":
		f.emit(&ir.Fence{})
	case "no_assert":
		f.note("assertions are not looked at where NDEBUG is defined", false)
	case "data_race":
		f.excuse++
		v := f.expr(args[0])
		f.excuse--
		return v, true
	default:
		return value{}, false
	}
	return void, true
}

// rangeAt is an access to a range that starts at an address.
func (f *fn) rangeAt(addr ir.Operand) ir.Mem {
	return ir.Mem{Addr: addr, Size: 1, Excused: f.excuse > 0, Show: ir.ShowChar}
}

// outInt is the int that a pointer argument names; &x of a register variable works too.
func (f *fn) outInt(args []cc.ExpressionNode, i int) (lval, bool) {
	if i >= len(args) {
		return lval{}, false
	}
	p := f.expr(args[i])
	if p.t.k != kPtr {
		return lval{}, false
	}
	return lval{t: tInt, reg: ir.NoReg, addr: p.op, name: "status"}, true
}

// spawn is __heddle_spawn(id, f, args...) or __heddle_async(f, args...).
func (f *fn) spawn(e *cc.PostfixExpression, async bool, args []cc.ExpressionNode) value {
	in := &ir.Spawn{Dst: ir.NoReg, Outlives: async || f.c.opts.Harness != nil}
	void := value{t: tVoid}
	if !async {
		if len(args) == 0 {
			return f.undefined(e, tVoid, "__heddle_spawn without arguments")
		}
		id := f.ptrArg(args, 0)
		if !id.IsConst(0) {
			in.ID = &ir.Mem{Addr: id, Size: f.c.longType(false).w / 8, Name: "thread id"}
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return f.undefined(e, tVoid, "new thread without a function")
	}
	fun := f.expr(args[0])
	if fun.t.k != kPtr {
		return f.undefined(e, tVoid, "new thread of something that is no function")
	}
	in.Fn = fun.op
	// The target's own types decide how arguments are converted, where it is known.
	var params []ctype
	if ft, ok := f.u.function(fun.t); ok {
		params = f.u.signatureOf(ft).params
	}
	for i, a := range args[1:] {
		v := f.expr(a)
		if v.t.k == kRecord || v.t.k == kOther {
			return f.undefined(e, tVoid, "struct passed to a new thread")
		}
		if i < len(params) {
			v = f.convert(v, params[i])
		} else {
			v = f.arg(v)
		}
		in.Args = append(in.Args, v.op)
	}
	defer f.setPos(f.at(e))
	f.emit(in)
	return void
}
