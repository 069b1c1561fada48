package irexec

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The compact form. All functions stand in one array of fixed-size instructions; blocks are gone, their targets are
// indices into it. Registers become slots of machine words (two for widths above 64), addresses of globals and functions
// become constants, because the layout is fixed before anything runs. Rejected: closures per instruction (twice as slow to
// copy and impossible to hash by position) and interpreting ir.Instr directly (interface dispatch and operand kinds at
// every step; a first version of it was about five times slower).

type opcode uint8

const (
	opMove opcode = iota
	opUnary
	opBinary
	opExact
	opExtract
	opConcat
	opIte
	opLoad
	opStore
	opFill
	opCopy
	opScan
	opTouch
	opRMW
	opCAS
	opAlloc
	opFree
	opTLSAddr
	opObjSize
	opProbe
	opSameObject
	opHavoc
	opAssume
	opAssert
	opUnsupported
	opJump
	opBranch
	opSwitch
	opReturn
	opCall
	opCallPtr
	opHalt
	opThreadExit
	opSpawn
	opJoin
	opSelf
	opSyncInit
	opSyncDestroy
	opLock
	opUnlock
	opWait
	opWake
	opSignal
	opDown
	opUp
	opSemValue
	opHolds
	opArrive
	opPass
	opAtomicBegin
	opAtomicEnd
	opNop // Fence
)

// operand is a resolved ir.Operand.
type operand struct {
	lo, hi uint64
	slot   int32 // -1: the constant lo, hi
	bit    int32 // the bit of its frame that says that it holds no constant, -1: it always does when read
	w      uint8
	set    bool
	of     uint64 // the object or function that the constant is an address of, 0: it is a number
}

// target is a resolved destination.
type target struct {
	slot int32 // -1: not wanted
	bit  int32
	w    uint8
}

type inst struct {
	op       opcode
	sub      uint8 // UnOp, BinOp, RMWOp
	visible  bool
	shared   bool // Lock.Shared
	try      bool
	timed    bool
	flag     bool // Layout, Stack, Weak, All, Main, of a Branch that it decides a check, of a Load that a Store writes what it read: the one boolean of the instruction
	atomic   bool // the access never counts as plain
	excused  bool
	unsure   bool
	volatile bool
	number   bool  // of a Binary: it uses an address operand as a number
	hostile  bool  // of a Havoc: it is 0 where the outside is friendly
	asks     bool  // of a Havoc: what the system says to a text
	handle   bool  // of a Havoc: the number of something that is opened; of a return: such a number may be returned
	data     bool  // of a Havoc: the outside hands it over
	size     int32 // bytes of an access, lowest bit of an Extract
	dst      target
	dst2     target
	a, b, c  operand
	to, to2  int32
	fn       int32 // the function it stands in
	caps     uint8 // what the thread may still provide from here on, see caps.go
	src      ir.Instr
	args     []operand
	classes  []ir.Const // of a Havoc: one value of each class, if the classes are known
}

type function struct {
	src    *ir.Func
	entry  int32
	end    int32
	nslots int32 // value slots and then the words of open bits
	bits   int32 // first slot of the open bits
	params []target
	slots  []int32  // of each register
	bitOf  []int32  // of each register: its open bit, counted from the start of the frame, or -1
	start  []uint64 // the open bits at the start: of what may be read before it is written
	model  bool
}

// program is the compiled program with its layout; immutable after compile.
type program struct {
	src     *ir.Program
	code    []inst
	funcs   []function
	live    []*liveSet // before each instruction
	outside bool       // the outside has a part in what it does
	across  []*liveSet // over a call: what its frame still needs while the callee runs
	layout  layout
	ins     [][]incoming  // per global: addresses in external memory
	tls     []ir.GlobalID // thread-local globals, in order
	tlsSlot map[ir.GlobalID]int32
	handed  []int32 // the thread-local variables that keep functions that were handed over
	addrFn  map[uint64]int32
	pw      uint8 // pointer width
	hasWake bool
}

type compileError struct{ msg string }

func (e compileError) Error() string { return "irexec: " + e.msg }

// SizeError is a program that is right and has no room in memory.
type SizeError struct{ msg string }

func (e SizeError) Error() string { return e.msg }

func compile(p *ir.Program) (cp *program, err error) {
	defer func() {
		if r := recover(); r != nil {
			switch e := r.(type) {
			case compileError:
				cp, err = nil, e
			case SizeError:
				cp, err = nil, e
			default:
				panic(r)
			}
		}
	}()
	c := &program{src: p, outside: p.HasOutside(), pw: uint8(p.PtrWidth()), tlsSlot: map[ir.GlobalID]int32{}, addrFn: map[uint64]int32{}}
	for i, g := range p.Globals {
		if g.ThreadLocal {
			c.tlsSlot[ir.GlobalID(i)] = int32(len(c.tls))
			c.tls = append(c.tls, ir.GlobalID(i))
		}
	}
	c.layout = makeLayout(p)
	c.ins = c.layout.incoming(p)
	for i := range p.Funcs {
		c.addrFn[c.layout.fn(int32(i))] = int32(i)
	}
	c.funcs = make([]function, len(p.Funcs))
	for i, f := range p.Funcs {
		c.compileFunc(int32(i), f)
	}
	if int(p.Entry) >= len(p.Funcs) {
		return nil, compileError{"the program has no entry function"}
	}
	c.decisions()
	c.handed = c.handedSlots()
	c.live = make([]*liveSet, len(c.code))
	c.across = make([]*liveSet, len(c.code))
	c.capabilities()
	return c, nil
}

// decisions marks the branches one side of which is a check that always fails, which is what assert(e) becomes: the check is
// reached where e is decided, not only where it fails.
func (c *program) decisions() {
	for i := range c.code {
		if in := &c.code[i]; in.op == opBranch {
			in.flag = c.fails(in.to) || c.fails(in.to2)
		}
	}
}

func (c *program) fails(pc int32) bool {
	a, ok := c.code[pc].src.(*ir.Assert)
	return ok && a.Cond.IsConst(0)
}

func (c *program) compileFunc(id int32, f *ir.Func) {
	fn := &c.funcs[id]
	*fn = function{src: f, entry: int32(len(c.code)), model: f.Model, slots: make([]int32, len(f.Regs))}
	for r, info := range f.Regs {
		fn.slots[r] = fn.nslots
		fn.nslots++
		if info.Width > 64 {
			fn.nslots++
		}
	}
	fn.openBits()
	start := make([]int32, len(f.Blocks))
	n := fn.entry
	for i, b := range f.Blocks {
		start[i] = n
		n += int32(len(b.Instrs))
	}
	fn.end = n
	k := &funcCompiler{program: c, f: f, fn: fn, id: id, start: start, uses: usesOf(f)}
	for _, p := range f.Params {
		fn.params = append(fn.params, k.dst(p))
	}
	for in := range f.Instrs() {
		c.code = append(c.code, k.instr(in))
	}
	for i, b := range f.Blocks {
		k.pairCopies(c.code[start[i]:][:len(b.Instrs)])
	}
}

// pairCopies finds the Stores of a block that write what a Load before read, from an address that the block still knows: such a Store gets it.
func (k *funcCompiler) pairCopies(block []inst) {
	loaded := map[ir.Reg]int{}
	for i := range block {
		x := &block[i]
		if st, ok := x.src.(*ir.Store); ok && st.Val.Kind == ir.KindReg {
			if at, ok := loaded[st.Val.Reg]; ok {
				x.c, block[at].flag = block[at].a, true
			}
		}
		ir.Defs(x.src, func(r *ir.Reg) {
			delete(loaded, *r)
			for d, at := range loaded {
				if a := block[at].src.(*ir.Load).Mem.Addr; a.Kind == ir.KindReg && a.Reg == *r {
					delete(loaded, d)
				}
			}
		})
		if l, ok := x.src.(*ir.Load); ok && !(l.Mem.Addr.Kind == ir.KindReg && l.Mem.Addr.Reg == l.Dst) {
			loaded[l.Dst] = i
		}
	}
}

type funcCompiler struct {
	*program
	f     *ir.Func
	fn    *function
	id    int32
	start []int32
	uses  [][]ir.Instr
}

func (k *funcCompiler) dst(r ir.Reg) target {
	if r == ir.NoReg {
		return target{slot: -1, bit: -1}
	}
	return target{slot: k.fn.slots[r], bit: k.bit(r), w: uint8(k.f.Width(r))}
}

func (k *funcCompiler) bit(r ir.Reg) int32 { return k.fn.bitOf[r] }

// openBits gives a bit to each register that may hold something else than a constant.
func (fn *function) openBits() {
	fn.bits = fn.nslots
	fn.bitOf = make([]int32, len(fn.src.Regs))
	late := unwritten(fn.src)
	next := int32(0)
	for r, may := range mayHold(fn.src, late) {
		fn.bitOf[r] = -1
		if !may {
			continue
		}
		if next&63 == 0 {
			fn.start = append(fn.start, 0)
		}
		if late[r] {
			fn.start[next>>6] |= 1 << (next & 63)
		}
		fn.bitOf[r] = fn.bits<<6 + next
		next++
	}
	fn.nslots += int32(len(fn.start))
}

func (k *funcCompiler) op(o ir.Operand) operand {
	r := operand{slot: -1, bit: -1, w: uint8(o.Width), set: true}
	switch o.Kind {
	case ir.KindNone:
		r.set = false
	case ir.KindReg:
		r.slot, r.bit, r.w = k.fn.slots[o.Reg], k.bit(o.Reg), uint8(k.f.Width(o.Reg))
	case ir.KindConst:
		r.lo, r.hi = o.Val.Lo, o.Val.Hi
	case ir.KindGlobal:
		g := k.src.Globals[o.Global]
		if g.ThreadLocal {
			panic(compileError{fmt.Sprintf("address of thread-local %s taken without TLSAddr", g.Name)})
		}
		r.of = k.layout.global(o.Global)
		r.lo = (r.of + o.Val.Lo) & mask(k.pw)
	case ir.KindFunc:
		r.of = k.layout.fn(int32(o.Func))
		r.lo = r.of
	}
	return r
}

func (k *funcCompiler) mem(x *inst, m *ir.Mem) {
	x.a = k.op(m.Addr)
	x.size = int32(m.Size)
	x.atomic = m.Mark == ir.MarkAtomic
	x.volatile = m.Mark == ir.MarkVolatile
	x.excused, x.unsure = m.Excused, m.Unsure
	if m.Size < 1 || m.Size > 16 {
		panic(compileError{fmt.Sprintf("access of %d bytes", m.Size)})
	}
}

// instr resolves one instruction. One case per type, in the order of package ir.
func (k *funcCompiler) instr(in ir.Instr) inst {
	x := inst{fn: k.id, src: in, visible: ir.Visible(in), dst: target{slot: -1, bit: -1}, dst2: target{slot: -1, bit: -1}}
	switch in := in.(type) {
	case *ir.Move:
		x.op, x.dst, x.a = opMove, k.dst(in.Dst), k.op(in.X)
	case *ir.Unary:
		x.op, x.sub, x.dst, x.a = opUnary, uint8(in.Op), k.dst(in.Dst), k.op(in.X)
	case *ir.Binary:
		x.op, x.sub, x.dst, x.a, x.b, x.flag = opBinary, uint8(in.Op), k.dst(in.Dst), k.op(in.X), k.op(in.Y), in.Layout
		x.number = in.X.Width == int(k.pw) && !in.Layout && looksAt(in.Op)
		if in.Exact {
			x.op = opExact
		}
	case *ir.Extract:
		x.op, x.dst, x.a, x.size = opExtract, k.dst(in.Dst), k.op(in.X), int32(in.Lo)
	case *ir.Concat:
		x.op, x.dst, x.a, x.b = opConcat, k.dst(in.Dst), k.op(in.Hi), k.op(in.Lo)
	case *ir.Ite:
		x.op, x.dst, x.a, x.b, x.c = opIte, k.dst(in.Dst), k.op(in.Cond), k.op(in.X), k.op(in.Y)
	case *ir.Load:
		x.op, x.dst = opLoad, k.dst(in.Dst)
		k.mem(&x, &in.Mem)
	case *ir.Store:
		x.op, x.b = opStore, k.op(in.Val)
		k.mem(&x, &in.Mem)
	case *ir.Fill:
		x.op, x.b, x.c = opFill, k.op(in.Val), k.op(in.Mem.Len)
		k.mem(&x, &in.Mem)
	case *ir.Copy:
		x.op, x.b, x.c = opCopy, k.op(in.Src.Addr), k.op(in.Mem.Len)
		k.mem(&x, &in.Mem)
	case *ir.Scan:
		x.op, x.dst, x.b, x.c, x.flag = opScan, k.dst(in.Dst), k.op(in.Val), k.op(in.Mem.Len), in.Part
		k.mem(&x, &in.Mem)
	case *ir.Touch:
		x.op, x.b, x.c, x.flag = opTouch, k.op(in.Mem.Also), k.op(in.Mem.Len), in.Write
		k.mem(&x, &in.Mem)
	case *ir.RMW:
		x.op, x.sub, x.dst, x.b = opRMW, uint8(in.Op), k.dst(in.Dst), k.op(in.Val)
		k.mem(&x, &in.Mem)
	case *ir.CAS:
		x.op, x.dst, x.dst2, x.b, x.c, x.flag = opCAS, k.dst(in.Dst), k.dst(in.OK), k.op(in.Expected), k.op(in.New), in.Weak
		k.mem(&x, &in.Mem)
	case *ir.Alloc:
		x.op, x.dst, x.a, x.flag = opAlloc, k.dst(in.Dst), k.op(in.Size), in.Stack
	case *ir.Free:
		x.op, x.a, x.flag = opFree, k.op(in.Addr), in.Stack
	case *ir.TLSAddr:
		x.op, x.dst, x.size = opTLSAddr, k.dst(in.Dst), k.tlsSlot[in.Global]
	case *ir.ObjSize:
		x.op, x.dst, x.a = opObjSize, k.dst(in.Dst), k.op(in.Addr)
	case *ir.Probe:
		x.op, x.dst, x.b, x.c = opProbe, k.dst(in.Dst), k.op(in.Mem.Also), k.op(in.Mem.Len)
		k.mem(&x, &in.Mem)
	case *ir.SameObject:
		x.op, x.dst, x.a, x.b = opSameObject, k.dst(in.Dst), k.op(in.X), k.op(in.Y)
	case *ir.Havoc:
		x.op, x.dst, x.hostile, x.data = opHavoc, k.dst(in.Dst), in.Outside == ir.Choice, in.Outside == ir.Data
		x.handle, x.asks = in.Outside == ir.Handle, in.Outside == ir.Answer
		if in.Dst != ir.NoReg {
			x.classes = classesOf(k.f, k.uses, in.Dst)
		}
	case *ir.Assume:
		x.op, x.a = opAssume, k.op(in.Cond)
	case *ir.Assert:
		x.op, x.a = opAssert, k.op(in.Cond)
	case *ir.Unsupported:
		x.op = opUnsupported
	case *ir.Jump:
		x.op, x.to = opJump, k.start[in.To]
	case *ir.Branch:
		x.op, x.a, x.to, x.to2 = opBranch, k.op(in.Cond), k.start[in.Then], k.start[in.Else]
	case *ir.Switch:
		x.op, x.a, x.to = opSwitch, k.op(in.X), k.start[in.Default]
		for _, c := range in.Cases {
			// Two operands per case, the first with the target in its slot: a case is read, never evaluated.
			x.args = append(x.args, operand{lo: c.Lo.Lo, hi: c.Lo.Hi, slot: k.start[c.To]}, operand{lo: c.Hi.Lo, hi: c.Hi.Hi})
		}
	case *ir.Return:
		x.op, x.a, x.handle = opReturn, k.op(in.X), givesHandle(k.f)
	case *ir.Call:
		x.op, x.dst, x.to = opCall, k.dst(in.Dst), int32(in.Func)
		k.args(&x, in.Args)
	case *ir.CallPtr:
		x.op, x.dst, x.a = opCallPtr, k.dst(in.Dst), k.op(in.Ptr)
		k.args(&x, in.Args)
	case *ir.Halt:
		x.op, x.a, x.flag = opHalt, k.op(in.Code), in.Main
	case *ir.ThreadExit:
		x.op, x.a = opThreadExit, k.op(in.X)
	case *ir.Spawn:
		x.op, x.dst, x.b, x.flag = opSpawn, k.dst(in.Dst), k.op(in.Fn), in.Outlives
		if in.ID != nil {
			k.mem(&x, in.ID)
		}
		k.args(&x, in.Args)
	case *ir.Join:
		x.op, x.dst, x.dst2, x.a, x.try, x.timed = opJoin, k.dst(in.Dst), k.dst(in.Status), k.op(in.Thread), in.Try, in.Timed
	case *ir.Self:
		x.op, x.dst = opSelf, k.dst(in.Dst)
	case *ir.SyncInit:
		x.op, x.a, x.b, x.sub = opSyncInit, k.op(in.Obj), k.op(in.Arg), uint8(in.What)
	case *ir.SyncDestroy:
		x.op, x.a = opSyncDestroy, k.op(in.Obj)
	case *ir.Lock:
		x.op, x.dst, x.a, x.shared, x.try, x.timed = opLock, k.dst(in.Status), k.op(in.Obj), in.Shared, in.Try, in.Timed
	case *ir.Unlock:
		x.op, x.dst, x.a = opUnlock, k.dst(in.Status), k.op(in.Obj)
	case *ir.Wait:
		x.op, x.a, x.b = opWait, k.op(in.Cond), k.op(in.Mutex)
	case *ir.Wake:
		x.op, x.a, x.dst, x.timed = opWake, k.op(in.Cond), k.dst(in.Status), in.Timed
		k.hasWake = true
	case *ir.Signal:
		x.op, x.a, x.flag = opSignal, k.op(in.Cond), in.All
	case *ir.Down:
		x.op, x.dst, x.a, x.try, x.timed = opDown, k.dst(in.Status), k.op(in.Obj), in.Try, in.Timed
	case *ir.Up:
		x.op, x.a = opUp, k.op(in.Obj)
	case *ir.SemValue:
		x.op, x.dst, x.a = opSemValue, k.dst(in.Dst), k.op(in.Obj)
	case *ir.Holds:
		x.op, x.dst, x.a = opHolds, k.dst(in.Dst), k.op(in.Obj)
	case *ir.Arrive:
		x.op, x.a, x.dst, x.dst2 = opArrive, k.op(in.Obj), k.dst(in.Ticket), k.dst(in.Last)
	case *ir.Pass:
		x.op, x.a, x.b = opPass, k.op(in.Obj), k.op(in.Ticket)
	case *ir.AtomicBegin:
		x.op = opAtomicBegin
	case *ir.AtomicEnd:
		x.op = opAtomicEnd
	case *ir.Fence:
		x.op = opNop
	default:
		panic(compileError{fmt.Sprintf("instruction %T", in)})
	}
	return x
}

func (k *funcCompiler) args(x *inst, args []ir.Operand) {
	for _, a := range args {
		x.args = append(x.args, k.op(a))
	}
}
