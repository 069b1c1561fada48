package pair

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// One thread of a pair. What is its own keeps its values: registers, and memory as far as no other thread can change it meanwhile. What it reads from
// memory that others may write is anything. Locks are the addresses that it holds; every place that takes a lock has a flag of its own.

// thread is one of the threads that a program of a pair runs, with registers of its own.
type thread struct {
	kind     *Kind
	role     *role // nil: the creator
	src      *ir.Func
	regs     []ir.Reg
	blocks   []ir.BlockID
	begin    ir.BlockID
	then     ir.BlockID // where it goes when it has noted an access
	notes    bool       // it may stop before an access and note it
	compares bool       // it may stop before an access and compare it with the one noted
	checks   bool       // what it does to locks is checked
	locks    []*lock
	lockOf   map[ir.ID]*lock
	atomic   ir.Reg // how many atomic sections it is in
	local    map[ir.GlobalID]ir.Reg
	fresh    []*object
	freshOf  map[ir.ID]*object
	defs     map[ir.Reg][]ir.Instr // by register, once asked for
}

// lock is a place that takes a lock.
type lock struct {
	held   ir.Reg
	addr   ir.Reg
	obj    ir.Operand // as it stands in the text
	shared bool
	region ir.RegionID
}

// object is the last that an allocation has made. Nobody else knows it before its address is given away.
type object struct {
	made, given ir.Reg
	base, size  ir.Reg
}

func (b *builder) newThread(k *Kind, r *role, begin ir.BlockID) *thread {
	t := &thread{
		kind: k, role: r, src: b.sources[k], begin: begin, lockOf: map[ir.ID]*lock{}, local: map[ir.GlobalID]ir.Reg{}, freshOf: map[ir.ID]*object{},
	}
	return t
}

// mostFresh is how many allocations of a thread are followed.
const mostFresh = 16

// body emits a thread.
func (b *builder) body(t *thread) {
	b.enter(t.begin)
	for _, r := range t.src.Regs {
		t.regs = append(t.regs, b.f.NewReg(r.Width, r.Name, r.Show))
	}
	for _, blk := range t.src.Blocks {
		t.blocks = append(t.blocks, b.block(blk.Name))
	}
	b.hints.threads = append(b.hints.threads, t)
	t.atomic = b.named(8, "atomic")
	b.move(t.atomic, ir.K(8, 0))
	fresh := b.follows(t.kind)
	for in := range t.src.Instrs() {
		id := in.Base().ID
		switch in := in.(type) {
		case *ir.Lock:
			if b.bare(t) {
				break
			}
			b.newLock(t, id, in.Obj, in.Shared)
		case *ir.Down:
			if b.bare(t) {
				break
			}
			b.newLock(t, id, in.Obj, false)
		case *ir.Alloc:
			if len(t.fresh) < mostFresh && fresh[id] {
				n := &object{made: b.named(1, "made"), given: b.named(1, "given"), base: b.named(b.ptr, "base"), size: b.named(b.ptr, "size")}
				t.fresh, t.freshOf[id] = append(t.fresh, n), n
				b.move(n.made, ir.K(1, 0))
				b.move(n.given, ir.K(1, 1))
				b.ghost(n.made, false, n.base, n.size)
			}
		case *ir.TLSAddr:
			if _, ok := t.local[in.Global]; !ok {
				t.local[in.Global] = b.named(b.ptr, b.Program.Globals[in.Global].Name)
				size := ir.K(b.ptr, uint64(b.Program.Globals[in.Global].Size))
				b.move(t.local[in.Global], b.allocate(size, b.Program.Globals[in.Global].Align))
			}
		}
	}
	if t.role != nil {
		for i, p := range t.src.Params {
			b.move(t.regs[p], b.val(t.role.args[i]))
		}
		for r := range b.regions { // what other threads wrote before
			if r != 0 && b.regions[r].byThreads {
				b.emit(&ir.Forget{Region: ir.RegionID(r)})
			}
		}
	}
	b.jump(t.blocks[0])
	for i, blk := range t.src.Blocks {
		b.enter(t.blocks[i])
		for _, in := range blk.Instrs {
			b.at = *in.Base()
			b.instr(t, in)
		}
	}
	if t.notes {
		b.noted.locks = t.locks
	}
}

// newLock makes the flag of a place that takes a lock.
func (b *builder) newLock(t *thread, id ir.ID, obj ir.Operand, shared bool) {
	l := &lock{held: b.named(1, "held"), addr: b.named(b.ptr, "lock"), obj: obj, shared: shared, region: b.Info.Sync[id][0]}
	t.locks, t.lockOf[id] = append(t.locks, l), l
	b.move(l.held, ir.K(1, 0))
	b.ghost(l.held, false, l.addr)
	b.hints.locks = append(b.hints.locks, l)
}

// use gives an operand of the thread in the program that is made.
func (b *builder) use(t *thread, o ir.Operand) ir.Operand {
	if o.Kind == ir.KindReg {
		o.Reg = t.regs[o.Reg]
	}
	return o
}

func (t *thread) def(r ir.Reg) ir.Reg {
	if r == ir.NoReg {
		return r
	}
	return t.regs[r]
}

// allocate gives the address of a new object: behind all others.
func (b *builder) allocate(size ir.Operand, align int64) ir.Operand {
	base := b.any(b.ptr)
	b.assume(b.binary(ir.ULe, b.val(b.heap), base))
	if align > 1 && align&(align-1) == 0 {
		b.assume(b.binary(ir.Eq, b.binary(ir.And, base, ir.K(b.ptr, uint64(align-1))), ir.K(b.ptr, 0)))
	}
	last := b.binary(ir.Add, base, size)
	b.assume(b.binary(ir.ULe, base, last))
	next := b.binary(ir.Add, last, ir.K(b.ptr, 1))
	b.assume(b.binary(ir.ULt, last, next))
	b.move(b.heap, next)
	return base
}

// instr emits one instruction of a thread.
func (b *builder) instr(t *thread, in ir.Instr) {
	id := in.Base().ID
	if b.Info.Wild[id] {
		b.assume(ir.K(1, 0)) // an address of no object
		if !ir.IsTerm(in) {
			ir.Defs(in, func(r *ir.Reg) { b.havoc(t.regs[*r]) })
		}
		return
	}
	for _, a := range t.kind.numbers[id] {
		b.stop(t, in, a)
	}
	switch in := in.(type) {
	case *ir.Load:
		v := b.read(t, id, &in.Mem)
		b.owned(t, &in.Mem, v)
		b.move(t.regs[in.Dst], v)
	case *ir.Store:
		v := b.use(t, in.Val)
		b.give(t, in.Val)
		b.write(t, &in.Mem, v)
	case *ir.RMW:
		v := b.use(t, in.Val)
		b.give(t, in.Val)
		old := b.read(t, id, &in.Mem)
		b.write(t, &in.Mem, b.modified(in.Op, old, v))
		b.move(t.def(in.Dst), old)
	case *ir.CAS:
		v := b.use(t, in.New)
		b.give(t, in.New)
		old := b.read(t, id, &in.Mem)
		ok := b.binary(ir.Eq, old, b.use(t, in.Expected))
		if in.Weak {
			ok = b.and(ok, b.any(1))
		}
		b.write(t, &in.Mem, b.ite(ok, v, old))
		b.move(t.def(in.Dst), old)
		b.move(t.def(in.OK), ok)
	case *ir.Fill, *ir.Copy:
		for _, r := range b.written(in) {
			b.emit(&ir.Forget{Region: r})
		}
	case *ir.Touch:
	case *ir.Alloc:
		size := b.use(t, in.Size)
		base := b.allocate(size, in.Align)
		if n := t.freshOf[id]; n != nil {
			b.move(n.made, ir.K(1, 1))
			b.move(n.given, ir.K(1, 0))
			b.move(n.base, base)
			b.move(n.size, size)
		}
		b.move(t.regs[in.Dst], base)
	case *ir.Free:
	case *ir.TLSAddr:
		b.move(t.regs[in.Dst], b.val(t.local[in.Global]))
	case *ir.Assume:
		b.assume(b.use(t, in.Cond))
	case *ir.Assert:
		b.assume(b.use(t, in.Cond)) // one that fails ends the process
	case *ir.Unsupported:
		b.emit(&ir.Assert{Cond: ir.K(1, 0), Kind: Unknown, Msg: in.What})
		b.end()
	case *ir.Forget:
		b.anything(t)
	case *ir.Jump:
		b.jump(t.blocks[in.To])
	case *ir.Branch:
		b.emit(&ir.Branch{Cond: b.use(t, in.Cond), Then: t.blocks[in.Then], Else: t.blocks[in.Else]})
	case *ir.Switch:
		s := &ir.Switch{X: b.use(t, in.X), Default: t.blocks[in.Default]}
		for _, c := range in.Cases {
			c.To = t.blocks[c.To]
			s.Cases = append(s.Cases, c)
		}
		b.emit(s)
	case *ir.Return, *ir.Halt, *ir.ThreadExit:
		b.end()
	case *ir.Call, *ir.CallPtr:
		panic(fmt.Sprintf("pair: %T in a flat program", in))
	default:
		if b.sync(t, in) {
			return
		}
		if pure(in) {
			c := ir.Clone(in)
			ir.Defs(c, func(r *ir.Reg) { *r = t.regs[*r] })
			ir.Uses(c, func(o *ir.Operand) { *o = b.use(t, *o) })
			b.emit(c)
			return
		}
		ir.Defs(in, func(r *ir.Reg) { b.havoc(t.regs[*r]) }) // Scan, ObjSize, SameObject, Havoc and the like
	}
}

func pure(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite:
		return true
	}
	return false
}

// read reads memory: what the thread knows to be there, or anything.
//
// The creator knows what it wrote itself, where no thread writes, or as long as there is none. A thread knows what the creator wrote before any thread existed. And it
// knows what is in a stable region, if it reads it plainly, in no section and with no lock in its hands: a thread that writes it meanwhile would race with that very
// read, and regions are stable only if nothing races. What it finds there first is what the creator has written, where no thread writes; else
// anything (see body), and then what it writes itself.
func (b *builder) read(t *thread, id ir.ID, mem *ir.Mem) ir.Operand {
	m := *mem
	m.Addr = b.use(t, m.Addr)
	use := b.regions[m.Region]
	var exact ir.Operand
	switch {
	case b.uncertain(m.Region):
		return b.any(8 * m.Size)
	case b.private.Facts.IsPrivate(id), t.role == nil && !use.byThreads, t.role != nil && !use.byThreads && !use.afterRun:
		exact = ir.K(1, 1)
	case t.role == nil:
		exact = b.not(b.val(b.spawned))
	case !b.bare(t) && b.plain(&m) && !m.Excused && !use.excused && b.rules.Stable(m.Region):
		exact = b.binary(ir.Eq, b.val(t.atomic), ir.K(8, 0))
		for _, l := range t.locks {
			exact = b.and(exact, b.not(b.val(l.held)))
		}
	default:
		return b.any(8 * m.Size)
	}
	r := b.reg(8 * m.Size)
	b.emit(&ir.Load{Dst: r, Mem: m})
	if exact.IsConst(1) {
		return b.val(r)
	}
	return b.ite(exact, b.val(r), b.any(8*m.Size))
}

func (b *builder) write(t *thread, mem *ir.Mem, v ir.Operand) {
	m := *mem
	m.Addr = b.use(t, m.Addr)
	b.emit(&ir.Store{Mem: m, Val: v})
}

// modified is what an atomic operation makes of a value.
func (b *builder) modified(op ir.RMWOp, old, v ir.Operand) ir.Operand {
	switch op {
	case ir.RMWXchg:
		return v
	case ir.RMWAdd:
		return b.binary(ir.Add, old, v)
	case ir.RMWSub:
		return b.binary(ir.Sub, old, v)
	case ir.RMWAnd:
		return b.binary(ir.And, old, v)
	case ir.RMWOr:
		return b.binary(ir.Or, old, v)
	case ir.RMWXor:
		return b.binary(ir.Xor, old, v)
	}
	return b.any(old.Width)
}

// anything is what a call may have done that is not followed.
func (b *builder) anything(t *thread) {
	for r := range b.out.Regions {
		if r != 0 {
			b.emit(&ir.Forget{Region: ir.RegionID(r)})
		}
	}
	for _, l := range t.locks {
		b.move(l.held, ir.K(1, 0))
	}
	for _, n := range t.fresh {
		b.move(n.given, ir.K(1, 1))
	}
	above := b.any(b.ptr)
	b.assume(b.binary(ir.ULe, b.val(b.heap), above))
	b.move(b.heap, above)
}

// give notes that a value of the thread gets to where others may find it.
func (b *builder) give(t *thread, o ir.Operand) {
	if o.Width != b.ptr || o.Kind != ir.KindReg {
		return
	}
	v := b.use(t, o)
	b.Info.Values.Allocs(t.kind.Func, o.Reg, func(id ir.ID) {
		if n := t.freshOf[id]; n != nil {
			in := b.binary(ir.ULe, b.binary(ir.Sub, v, b.val(n.base)), b.val(n.size))
			b.move(n.given, b.or(b.val(n.given), in))
		}
	})
}

// follows is the allocations of a kind of threads of which it matters whether others know what they made: those that accesses of it may go to that are asked about, or all if locks are.
func (b *builder) follows(k *Kind) map[ir.ID]bool {
	out := map[ir.ID]bool{}
	open := map[ir.ID]bool{}
	for _, as := range b.asked(k) {
		for a := range as {
			for _, o := range b.regions[a.Region].objects {
				open[o.Alloc] = true
			}
		}
	}
	for _, id := range k.unknown {
		if b.which.Alone || open[id] {
			out[id] = true
		}
	}
	return out
}

// asked is the accesses of a kind of threads that are asked about.
func (b *builder) asked(k *Kind) (out []map[*Access]bool) {
	first := b.which.First
	if first == nil {
		first = b.Kinds[0]
	}
	if b.which.Open != nil && k == first {
		out = append(out, b.which.Open.First)
	}
	if b.which.Open != nil && k == b.which.Second {
		out = append(out, b.which.Open.Second)
	}
	return out
}

// isFresh is the condition that an address lies in an object that nobody else knows.
func (b *builder) isFresh(t *thread, addr ir.Operand) ir.Operand {
	out := ir.K(1, 0)
	for _, n := range t.fresh {
		in := b.binary(ir.ULt, b.binary(ir.Sub, addr, b.val(n.base)), b.val(n.size))
		out = b.or(out, b.and(b.val(n.made), b.not(b.val(n.given)), in))
	}
	return out
}

// unknown lists the allocations of a thread that make objects which others do not know at first, and of whose addresses nothing else is made.
func (t *Threads) unknown(f *ir.Func) (out []ir.ID) {
	odd := obscured(f)
	for in := range f.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && !odd[a.ID] && !t.private.PrivateAlloc(a.ID) {
			out = append(out, a.ID)
		}
	}
	return out
}

// obscured lists the allocations of whose addresses something else is made than other addresses: pieces of them may get anywhere.
func obscured(f *ir.Func) map[ir.ID]bool {
	from := make([]map[ir.ID]bool, len(f.Regs))
	out := map[ir.ID]bool{}
	for changed := true; changed; {
		changed = false
		add := func(r ir.Reg, id ir.ID) {
			if from[r] == nil {
				from[r] = map[ir.ID]bool{}
			}
			if !from[r][id] {
				from[r][id], changed = true, true
			}
		}
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Alloc); ok {
				add(a.Dst, a.ID)
				continue
			}
			if !pure(in) {
				continue
			}
			harmless := false
			switch in := in.(type) {
			case *ir.Move, *ir.Ite:
				harmless = true
			case *ir.Binary:
				harmless = in.Op == ir.Add || in.Op == ir.Sub || in.Op.IsCompare()
				if in.Op.IsCompare() {
					continue
				}
			}
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind != ir.KindReg {
					return
				}
				for id := range from[o.Reg] {
					ir.Defs(in, func(r *ir.Reg) { add(*r, id) })
					if !harmless {
						out[id] = true
					}
				}
			})
		}
	}
	return out
}
