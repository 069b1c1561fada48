package unfold

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
)

// How each instruction changes what unfold knows (known.go, memory.go), and the operations that leave no code because of it.

// compute emits an instruction that only computes, or learns its result if that is known.
func (u *unfolder) compute(fr *frame, in ir.Instr) {
	var v value
	dst := ir.NoReg
	ir.Defs(in, func(r *ir.Reg) { dst = *r })
	if dst == ir.NoReg {
		return
	}
	width := fr.fn.Width(dst)
	switch in := in.(type) {
	case *ir.Move:
		v = u.value(in.X)
	case *ir.Unary:
		v = u.unary(in, width)
	case *ir.Binary:
		v = u.binary(in)
	case *ir.Extract:
		x := u.value(in.X)
		if x.op.Kind == ir.KindConst {
			b := x.op.Val.Big()
			v.op = ir.KConst(width, ir.ConstFromBig(width, b.Rsh(b, uint(in.Lo))))
		} else {
			u.expose(u.known.mem, x.obj)
		}
	case *ir.Concat:
		hi, lo := u.value(in.Hi), u.value(in.Lo)
		if hi.op.Kind == ir.KindConst && lo.op.Kind == ir.KindConst {
			b := hi.op.Val.Big()
			b.Lsh(b, uint(lo.op.Width))
			v.op = ir.KConst(width, ir.ConstFromBig(width, b.Or(b, lo.op.Val.Big())))
		} else {
			u.expose(u.known.mem, hi.obj)
			u.expose(u.known.mem, lo.obj)
		}
	case *ir.Ite:
		switch c, x, y := u.value(in.Cond), u.value(in.X), u.value(in.Y); {
		case c.op.IsConst(1):
			v = x
		case c.op.IsConst(0):
			v = y
		default:
			v = u.meet(u.known.mem, x, y)
		}
	case *ir.TLSAddr:
		v = u.value(ir.G(u.instance(in.Global), 0, u.in.PtrWidth()))
	case *ir.SameObject:
		if x, y := u.value(in.X), u.value(in.Y); u.within(x) && u.within(y) {
			v.op = ir.Bit(x.obj == y.obj)
		}
	case *ir.ObjSize:
		if x := u.value(in.Addr); u.within(x) && x.obj >= firstAlloc && u.tracked(u.known.mem, x.obj) {
			if o := u.object(u.known.mem, x.obj); o.stack || !x.op.Val.IsZero() {
				v.op = ir.K(width, 0)
			} else {
				v.op = ir.K(width, uint64(o.size))
			}
		}
	}
	if !v.known() {
		u.copy(fr, u.fitting(fr, in))
	}
	u.learn(dst, v)
}

// fitting takes the mark off exact arithmetic that is valid wherever objects lie. With 64-bit pointers there are more than 2^34 bytes below each object, and more above.
func (u *unfolder) fitting(fr *frame, in ir.Instr) ir.Instr {
	b, ok := in.(*ir.Binary)
	if !ok || !b.Exact || b.Op == ir.Mul || u.in.PtrWidth() != 64 || b.Y.Kind != ir.KindReg || fr.shape.bits[b.Y.Reg] > 35 {
		return in
	}
	if x := u.value(b.X); x.obj == 0 || !x.known() || !near(x) {
		return in
	}
	c := ir.Clone(b).(*ir.Binary)
	c.Exact = false
	return c
}

func (u *unfolder) unary(in *ir.Unary, width int) value {
	x := u.value(in.X)
	if (in.Op == ir.ZExt || in.Op == ir.SExt || in.Op == ir.Trunc) && in.X.Width == width {
		return x
	}
	if x.op.Kind == ir.KindConst {
		k, _ := ir.FoldUnary(in.Op, x.op, width)
		return value{op: k}
	}
	u.expose(u.known.mem, x.obj)
	return value{}
}

func (u *unfolder) binary(in *ir.Binary) value {
	x, y := u.value(in.X), u.value(in.Y)
	if x.known() && y.known() {
		if k, ok := in.Fold(x.op, y.op); ok {
			v := value{op: k}
			switch {
			case k.Kind == ir.KindGlobal:
				v.obj = u.globalObject(k.Global)
			case k.Kind == ir.KindReg && x.op.Kind == ir.KindReg:
				v.obj = x.obj
			case k.Kind == ir.KindReg:
				v.obj = y.obj
			}
			return v
		}
		if v := u.addresses(in.Op, x, y); v.known() && (!in.Exact || near(x) && near(y) && near(v)) {
			return v
		}
	}
	m := u.known.mem
	switch {
	case in.Op.IsCompare() || x.obj == 0 && y.obj == 0:
		return value{}
	case in.Op == ir.Add && !m.strange && (x.obj == 0 || y.obj == 0):
		return value{obj: x.obj + y.obj}
	case in.Op == ir.Sub && !m.strange && y.obj == 0:
		return value{obj: x.obj}
	case in.Op == ir.Sub && x.obj == y.obj:
		return value{}
	case in.Op == ir.Sub:
		m.strange = true
	}
	u.expose(m, x.obj)
	u.expose(m, y.obj)
	return value{}
}

// near reports whether exact arithmetic with a known value surely stays in the address space: addresses that lie near their object, and small numbers.
func near(v value) bool { return ir.NearObject(v.op.Width, v.op.Val) }

// addresses computes with addresses of which at least one is of an allocation.
func (u *unfolder) addresses(op ir.BinOp, x, y value) value {
	xa, ya := x.op.Kind == ir.KindReg, y.op.Kind == ir.KindReg
	add := func(a value, k ir.Operand, op ir.BinOp) value {
		sum, ok := ir.FoldInt(op, ir.KConst(a.op.Width, a.op.Val), k)
		if !ok {
			return value{}
		}
		a.op.Val = sum.Val
		return a
	}
	same := x.obj == y.obj && x.obj != 0 && x.op.Kind == y.op.Kind
	switch {
	case op == ir.Add && xa && y.op.Kind == ir.KindConst:
		return add(x, y.op, ir.Add)
	case op == ir.Add && ya && x.op.Kind == ir.KindConst:
		return add(y, x.op, ir.Add)
	case op == ir.Sub && xa && y.op.Kind == ir.KindConst:
		return add(x, y.op, ir.Sub)
	case op == ir.Sub && same:
		k, _ := ir.FoldInt(ir.Sub, ir.KConst(x.op.Width, x.op.Val), ir.KConst(y.op.Width, y.op.Val))
		return value{op: k}
	case (op == ir.Eq || op == ir.Ne) && (xa && y.op.IsConst(0) || ya && x.op.IsConst(0)):
		// An offset could only bring an address to null by leaving its object.
		return value{op: ir.Bit(op == ir.Ne)}
	case (op == ir.Eq || op == ir.Ne) && same:
		return value{op: ir.Bit((x.op.Val == y.op.Val) == (op == ir.Eq))}
	case (op == ir.Eq || op == ir.Ne) && u.within(x) && u.within(y) && x.obj != y.obj && !u.mayMeet(x, y):
		return value{op: ir.Bit(op == ir.Ne)}
	case (op == ir.ULt || op == ir.ULe) && same && u.within(x) && u.within(y):
		k, _ := ir.FoldInt(op, ir.KConst(x.op.Width, x.op.Val), ir.KConst(y.op.Width, y.op.Val))
		return value{op: k}
	}
	return value{}
}

// within reports whether a value is an address in an object that lives, or at its end.
func (u *unfolder) within(v value) bool {
	if v.obj == 0 || !v.known() {
		return false
	}
	o := u.object(u.known.mem, v.obj)
	return !o.gone && o.inside(v.op.Val, 0)
}

// mayMeet reports whether two addresses are equal in some layouts alone: one is the end of its object and the other the start of another (C11 6.5.9p6), or they lie in literals that may share memory (6.4.5p7).
func (u *unfolder) mayMeet(x, y value) bool {
	end := func(v value) bool { return !u.object(u.known.mem, v.obj).inside(v.op.Val, 1) }
	start := func(v value) bool { return v.op.Val == (ir.Const{}) }
	g, ok := u.isGlobal(x.obj)
	h, ok2 := u.isGlobal(y.obj)
	share := ok && ok2 && (u.out.Globals[g].PartOf(u.out.Globals[h]) || u.out.Globals[h].PartOf(u.out.Globals[g]))
	return share || end(x) && start(y) || end(y) && start(x)
}

// place is the object and the offset of an access, if its content is followed.
func (u *unfolder) place(m *memory, addr value, size int) (id objectID, off int64, ok bool) {
	if !addr.known() || addr.obj == 0 || !u.tracked(m, addr.obj) || !u.object(m, addr.obj).inside(addr.op.Val, size) {
		return 0, 0, false
	}
	return addr.obj, int64(addr.op.Val.Lo), true
}

// load reads what is known, or emits the load.
func (u *unfolder) load(fr *frame, in *ir.Load) {
	m, addr := u.known.mem, u.value(in.Mem.Addr)
	var v value
	if k, ok := u.constLoad(in, addr.op); ok {
		v = k
	} else if id, off, ok := u.place(m, addr, in.Mem.Size); ok {
		if v = u.read(m, id, off, in.Mem.Size); in.Mem.Mark == ir.MarkVolatile {
			u.expose(m, v.obj)
			v = value{}
		}
	} else if addr.obj != 0 {
		u.exposeContent(m, u.object(m, addr.obj))
	}
	if !v.known() {
		u.private = u.tracked(m, addr.obj)
		u.copy(fr, in)
		u.private = false
		return
	}
	u.silently(fr, in)
	if in.Dst != ir.NoReg {
		u.learn(in.Dst, v)
	}
}

// constLoad reads a constant global whose content is in the program.
func (u *unfolder) constLoad(in *ir.Load, a ir.Operand) (value, bool) {
	if a.Kind != ir.KindGlobal {
		return value{}, false
	}
	g := u.out.Globals[a.Global]
	if !g.Const || g.External || u.synced[a.Global] || in.Mem.Mark == ir.MarkVolatile || !(&object{size: g.Size}).inside(a.Val, in.Mem.Size) {
		return value{}, false
	}
	off, size, ptr := int64(a.Val.Lo), int64(in.Mem.Size), int64(u.in.PtrWidth()/8)
	for _, r := range g.Relocs {
		if r.Offset == off && size == ptr {
			return u.value(r.Target), true
		}
		if r.Offset < off+size && off < r.Offset+ptr {
			return value{}, false
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
	return value{op: ir.KConst(8*in.Mem.Size, c)}, true
}

// store emits a store and takes note of it.
func (u *unfolder) store(fr *frame, in *ir.Store) {
	addr, v := u.value(in.Mem.Addr), u.value(in.Val)
	u.private = u.tracked(u.known.mem, addr.obj)
	_, _, u.settled = u.place(u.known.mem, addr, in.Mem.Size)
	u.settled = u.settled && in.Mem.Mark == ir.MarkPlain
	u.copy(fr, in)
	u.private, u.settled = false, false
	u.stored(u.known.mem, addr, in.Mem.Size, v)
}

// stored takes note of a store.
func (u *unfolder) stored(m *memory, addr value, size int, v value) {
	u.changes++
	u.writes++
	if id, off, ok := u.place(m, addr, size); ok {
		u.record(m, id, off, size, v)
		return
	}
	u.expose(m, v.obj)
	if addr.obj != 0 {
		u.drop(m, addr.obj)
	} else {
		u.clobber(m)
	}
}

// alloc makes an object.
func (u *unfolder) alloc(fr *frame, in *ir.Alloc, room int64) {
	if in.Dst == ir.NoReg {
		u.copy(fr, in)
		return
	}
	c := ir.Clone(in).(*ir.Alloc)
	c.Size, c.Room, c.Meta = u.resolve(in.Size), room, u.userMeta(fr, &in.Meta)
	c.Dst = u.f.NewReg(u.in.PtrWidth(), fr.fn.Regs[in.Dst].Name, ir.ShowPointer)
	u.emit(c, in.ID)
	u.learn(in.Dst, u.newObject(u.known.mem, in, c.Size, c.Dst))
}

// free ends the life of an object.
func (u *unfolder) free(fr *frame, in *ir.Free) {
	m, addr := u.known.mem, u.value(in.Addr)
	u.private = u.tracked(m, addr.obj)
	u.settled = in.Stack && u.private && addr.known() && addr.op.Val.IsZero()
	u.copy(fr, in)
	u.private, u.settled = false, false
	switch {
	case addr.op.IsConst(0):
	case addr.obj != 0:
		u.end(m, addr.obj)
	default:
		u.clobber(m)
	}
}

// touch notes what any other instruction may do to what is known.
func (u *unfolder) touch(in ir.Instr) {
	m := u.known.mem
	switch in := in.(type) {
	case *ir.RMW:
		u.expose(m, u.value(in.Val).obj)
		u.modified(m, &in.Mem)
	case *ir.CAS:
		u.expose(m, u.value(in.Expected).obj)
		u.expose(m, u.value(in.New).obj)
		u.modified(m, &in.Mem)
	case *ir.Fill:
		u.filled(m, in)
	case *ir.Copy:
		u.copied(m, in)
	case *ir.SyncInit:
		u.inUse(m, in.Obj)
	case *ir.Lock:
		u.inUse(m, in.Obj)
	case *ir.Wait:
		u.inUse(m, in.Cond)
	case *ir.Up:
		u.inUse(m, in.Obj)
	case *ir.Arrive:
		u.inUse(m, in.Obj)
	case *ir.Havoc, *ir.Touch, *ir.Assert, *ir.Self, *ir.SyncDestroy, *ir.Unlock, *ir.Wake, *ir.Signal, *ir.Down,
		*ir.SemValue, *ir.Holds, *ir.Pass, *ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence:
	default:
		ir.Uses(in, func(o *ir.Operand) {
			if v := u.value(*o); v.obj != 0 {
				u.expose(m, v.obj)
				u.drop(m, v.obj)
			}
		})
		u.clobber(m)
	}
}

// inUse takes note of an operation that a synchronization object is not free after. What its bytes are is not known from then on: who copies them copies an object in
// use, and package overwrite has to see that.
func (u *unfolder) inUse(m *memory, obj ir.Operand) {
	if id, off, ok := u.place(m, u.value(obj), 1); ok && u.read(m, id, off, 1).known() {
		u.record(m, id, off, 1, value{})
	}
}

// modified takes note of an access that reads a place and writes something that is not known.
func (u *unfolder) modified(m *memory, mem *ir.Mem) {
	addr := u.value(mem.Addr)
	if addr.obj != 0 { // what it held may be read
		u.exposeContent(m, u.object(m, addr.obj))
	}
	u.stored(m, addr, mem.Size, value{})
}

// silently marks an operation that leaves no code, so that traces can be followed: the judge makes it. An atomic section with nothing in
// it stands for all such operations between two others.
func (u *unfolder) silently(fr *frame, in ir.Instr) {
	if u.in.Form.Sequential || u.muted && u.leaveOut(in, in.Base().ID) {
		return
	}
	if u.marked == u.cur {
		u.more[u.mark]++
		return
	}
	u.private = true
	u.emit(&ir.AtomicBegin{Meta: u.userMeta(fr, in.Base())}, in.Base().ID)
	u.private = false
	u.mark = u.out.NextID - 1
	u.marks[u.mark] = true
	u.emit(&ir.AtomicEnd{Meta: u.userMeta(fr, in.Base())}, 0)
	u.marked = u.cur
}

// back is the way back, with the operations that left no code.
func (u *unfolder) back(origins transform.Back) transform.Back {
	return transform.Back{Origin: origins.Origin, Trace: func(t trace.Trace) (trace.Trace, error) {
		steps := append([]trace.Step(nil), t.Steps...)
		for i := range steps {
			steps[i].More = u.more[steps[i].Instr]
		}
		t.Steps = steps
		return origins.Trace(t)
	}}
}
