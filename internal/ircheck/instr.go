package ircheck

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What each instruction must look like. Operands are checked alone first (indices, stray fields); only if all of them
// and all results are right, the widths are compared, so a wrong index is said once and widths can be read freely.

// badOperand says what is wrong with an operand by itself.
func (c *checker) badOperand(o ir.Operand) string {
	clean := ir.Operand{Kind: o.Kind, Width: o.Width}
	switch o.Kind {
	case ir.KindReg:
		if c.f == nil || o.Reg < 0 || int(o.Reg) >= len(c.f.Regs) {
			return fmt.Sprintf("no register %d", o.Reg)
		}
		if w := c.f.Regs[o.Reg].Width; o.Width != w {
			return fmt.Sprintf("operand of %d bits is a register of %d", o.Width, w)
		}
		clean.Reg = o.Reg
	case ir.KindConst:
		if o.Width < 1 || o.Width > ir.MaxWidth {
			return fmt.Sprintf("constant of %d bits", o.Width)
		}
		if o.Val != o.Val.Truncate(o.Width) {
			return fmt.Sprintf("constant has bits above its width of %d", o.Width)
		}
		clean.Val = o.Val
	case ir.KindGlobal:
		if o.Global < 0 || int(o.Global) >= len(c.p.Globals) {
			return fmt.Sprintf("no global %d", o.Global)
		}
		if c.p.Globals[o.Global].ThreadLocal {
			return fmt.Sprintf("address of the thread-local %s without TLSAddr", c.p.Globals[o.Global].Name)
		}
		if o.Width != c.p.PtrWidth() || o.Val != o.Val.Truncate(o.Width) {
			return "address of a global is not as wide as a pointer"
		}
		clean.Global, clean.Val = o.Global, o.Val
	case ir.KindFunc:
		if !c.inFuncs(o.Func) {
			return fmt.Sprintf("no function %d", o.Func)
		}
		if o.Width != c.p.PtrWidth() {
			return "address of a function is not as wide as a pointer"
		}
		clean.Func = o.Func
	default:
		return fmt.Sprintf("operand of unknown kind %d", o.Kind)
	}
	if o != clean {
		return "operand has fields that its kind does not use"
	}
	return ""
}

// instr checks one instruction.
func (c *checker) instr(in ir.Instr) {
	before := len(c.errs)
	ir.Uses(in, func(o *ir.Operand) {
		if msg := c.badOperand(*o); msg != "" {
			c.errorf("%s", msg)
		}
	})
	var defs []ir.Reg
	ir.Defs(in, func(r *ir.Reg) {
		if *r < 0 || int(*r) >= len(c.f.Regs) {
			c.errorf("no register %d", *r)
		}
		for _, d := range defs {
			if d == *r {
				c.errorf("two results in one register")
			}
		}
		defs = append(defs, *r)
	})
	ir.Targets(in, func(b *ir.BlockID) {
		if *b < 0 || int(*b) >= len(c.f.Blocks) {
			c.errorf("no block %d", *b)
		}
	})
	if m, _, _ := ir.AccessOf(in); m != nil {
		c.mem(m)
	}
	if m := ir.SourceOf(in); m != nil {
		if m.Len.IsSet() {
			c.errorf("a length of what is copied from")
		}
		from := *m
		from.Len = in.(*ir.Copy).Mem.Len
		c.mem(&from)
	}
	if pr, ok := in.(*ir.Probe); ok {
		c.mem(&pr.Mem)
	}
	if len(c.errs) > before {
		return
	}
	if !c.pure(in) && !c.memory(in) && !c.control(in) && !c.sync(in) {
		c.errorf("unknown instruction %T", in)
	}
}

func (c *checker) mem(m *ir.Mem) {
	if m.Region < 0 || int(m.Region) >= len(c.p.Regions) {
		c.errorf("no region %d", m.Region)
	}
	if m.Size < 1 || m.Size > ir.MaxWidth/8 {
		c.errorf("access of %d bytes", m.Size)
	}
	if m.Mark > ir.MarkAtomic || m.Order > ir.AcqRel || m.Show > ir.ShowChar {
		c.errorf("unknown mark, order or way to show")
	}
	if m.Mark != ir.MarkAtomic && m.Order != ir.SeqCst {
		c.errorf("memory order on an access that is not atomic")
	}
	c.ptr("address", m.Addr)
	if m.Also.IsSet() {
		c.ptr("other address", m.Also)
	}
	for _, r := range []ir.RegionID{m.Within, m.AlsoIn} {
		if r < 0 || int(r) >= len(c.p.Regions) {
			c.errorf("no region %d", r)
		}
	}
	if m.Len.IsSet() {
		c.ptr("length", m.Len)
		if m.Size != 1 {
			c.errorf("a range of units of %d bytes", m.Size)
		}
		return
	}
	if m.Region > 0 && int(m.Region) < len(c.p.Regions) {
		if w := c.p.Regions[m.Region].Width; w > 0 && m.Size%w != 0 {
			c.errorf("access of %d bytes in a region with cells of %d", m.Size, w)
		}
	}
}

// must checks a result that has to be there.
func (c *checker) must(r ir.Reg, width int) {
	if r == ir.NoReg {
		c.errorf("no result")
		return
	}
	c.may(r, width)
}

// may checks a result that may be missing.
func (c *checker) may(r ir.Reg, width int) {
	if r != ir.NoReg && c.f.Regs[r].Width != width {
		c.errorf("result of %d bits, want %d", c.f.Regs[r].Width, width)
	}
}

func (c *checker) width(what string, o ir.Operand, width int) {
	switch {
	case !o.IsSet():
		c.errorf("no %s", what)
	case o.Width != width:
		c.errorf("%s of %d bits, want %d", what, o.Width, width)
	}
}

func (c *checker) ptr(what string, o ir.Operand) { c.width(what, o, c.p.PtrWidth()) }

func (c *checker) float(width int) {
	if width != 32 && width != 64 {
		c.errorf("float of %d bits", width)
	}
}

func (c *checker) pure(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Move:
		c.must(in.Dst, in.X.Width)
	case *ir.Unary:
		c.unary(in)
	case *ir.Binary:
		w := in.X.Width
		if int(in.Op) >= len(ir.BinOps()) {
			c.errorf("unknown operation %d", in.Op)
			break
		}
		c.width("right side", in.Y, w)
		if in.Op.IsFloat() {
			c.float(w)
		}
		if in.Op.IsCompare() {
			w = 1
		}
		c.must(in.Dst, w)
		if in.Layout && (in.Op < ir.ULt || in.Op > ir.SLe) {
			c.errorf("layout mark on what is no order comparison")
		}
		if in.Exact && (in.Op > ir.Mul || in.X.Width < 8 || in.X.Width > 64) {
			c.errorf("exact mark on what is no sum, difference or product of 8 to 64 bits")
		}
	case *ir.Extract:
		if in.Dst == ir.NoReg {
			c.errorf("no result")
		} else if w := c.f.Regs[in.Dst].Width; in.Lo < 0 || in.Lo+w > in.X.Width {
			c.errorf("bits %d to %d of %d", in.Lo, in.Lo+w-1, in.X.Width)
		}
	case *ir.Concat:
		c.must(in.Dst, in.Hi.Width+in.Lo.Width)
	case *ir.Ite:
		c.width("condition", in.Cond, 1)
		c.must(in.Dst, in.X.Width)
		c.width("right side", in.Y, in.X.Width)
	case *ir.Havoc:
		switch {
		case in.Dst == ir.NoReg:
			c.errorf("no result")
		case in.Outside > ir.Answer:
			c.errorf("outside part %d", in.Outside)
		case (in.Outside == ir.Choice) != (in.What != ""):
			c.errorf("a choice of the outside, and no other value, says what it is")
		}
	case *ir.Assume:
		c.width("condition", in.Cond, 1)
	case *ir.AssumeSame:
		c.sameCells(in.A, in.B)
	case *ir.Forget:
		if !c.inRegions(in.Region) {
			c.errorf("no region %d", in.Region)
		}
	case *ir.Assert:
		c.width("condition", in.Cond, 1)
		if in.Kind == "" {
			c.errorf("assertion without a kind")
		}
	default:
		return false
	}
	return true
}

func (c *checker) unary(in *ir.Unary) {
	if in.Dst == ir.NoReg {
		c.errorf("no result")
		return
	}
	if !in.X.IsSet() {
		c.errorf("no operand")
		return
	}
	d, w := c.f.Regs[in.Dst].Width, in.X.Width
	switch in.Op {
	case ir.Not, ir.Neg, ir.PtrToInt:
		c.must(in.Dst, w)
	case ir.ZExt, ir.SExt:
		if d < w {
			c.errorf("extension of %d bits to %d", w, d)
		}
	case ir.Trunc:
		if d > w {
			c.errorf("truncation of %d bits to %d", w, d)
		}
	case ir.FNeg, ir.FSqrt:
		c.float(w)
		c.must(in.Dst, w)
	case ir.SToF, ir.UToF:
		c.float(d)
	case ir.FToS, ir.FToU:
		c.float(w)
	case ir.FToF:
		c.float(w)
		c.float(d)
		if d == w {
			c.errorf("float conversion to the same width")
		}
	default:
		c.errorf("unknown operation %d", in.Op)
	}
}

// scalar checks that an access is not to a range.
func (c *checker) scalar(m *ir.Mem) {
	if m.Len.IsSet() || m.Also.IsSet() {
		c.errorf("a length of an access that is not to a range")
	}
}

func (c *checker) memory(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Load:
		c.must(in.Dst, 8*in.Mem.Size)
		c.scalar(&in.Mem)
	case *ir.Store:
		c.width("value", in.Val, 8*in.Mem.Size)
		c.scalar(&in.Mem)
	case *ir.Fill:
		c.ptr("length", in.Mem.Len)
		if !in.Any() {
			c.width("value", in.Val, 8)
		}
	case *ir.Copy:
		c.ptr("length", in.Mem.Len)
		if in.Mem.Mark != in.Src.Mark || in.Mem.Excused != in.Src.Excused {
			c.errorf("a copy that is marked on one side only")
		}
	case *ir.Scan:
		c.must(in.Dst, c.p.PtrWidth())
		c.ptr("length", in.Mem.Len)
		c.width("value", in.Val, 8)
	case *ir.Touch:
		c.ptr("length", in.Mem.Len)
	case *ir.RMW:
		if int(in.Op) >= len(ir.RMWOps()) {
			c.errorf("unknown operation %d", in.Op)
		}
		c.may(in.Dst, 8*in.Mem.Size)
		c.width("value", in.Val, 8*in.Mem.Size)
	case *ir.CAS:
		c.may(in.Dst, 8*in.Mem.Size)
		c.may(in.OK, 1)
		c.width("expected value", in.Expected, 8*in.Mem.Size)
		c.width("new value", in.New, 8*in.Mem.Size)
	case *ir.Alloc:
		c.must(in.Dst, c.p.PtrWidth())
		c.ptr("size", in.Size)
		if !powerOfTwo(in.Align) {
			c.errorf("alignment %d is no power of two", in.Align)
		}
	case *ir.Free:
		c.ptr("address", in.Addr)
		if msg := c.badLives(in.Lives); msg != "" {
			c.errorf("%s", msg)
		}
		for _, o := range in.Objects {
			if msg := c.badObject(o); msg != "" {
				c.errorf("%s", msg)
			}
		}
	case *ir.Probe:
		c.must(in.Dst, 2)
		for _, o := range in.Frees {
			if msg := c.badObject(o); msg != "" {
				c.errorf("%s", msg)
			}
		}
	case *ir.SameObject:
		c.must(in.Dst, 1)
		c.ptr("address", in.X)
		c.ptr("address", in.Y)
	case *ir.TLSAddr:
		c.must(in.Dst, c.p.PtrWidth())
		if in.Global < 0 || int(in.Global) >= len(c.p.Globals) {
			c.errorf("no global %d", in.Global)
		} else if !c.p.Globals[in.Global].ThreadLocal {
			c.errorf("%s is not thread-local", c.p.Globals[in.Global].Name)
		}
	case *ir.ObjSize:
		c.must(in.Dst, c.p.PtrWidth())
		c.ptr("address", in.Addr)
	default:
		return false
	}
	return true
}

func (c *checker) control(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Jump, *ir.Unsupported:
	case *ir.Branch:
		c.width("condition", in.Cond, 1)
	case *ir.Switch:
		w := in.X.Width
		if !in.X.IsSet() {
			c.errorf("no operand")
		}
		for _, k := range in.Cases {
			if k.Lo.Truncate(w) != k.Lo || k.Hi.Truncate(w) != k.Hi {
				c.errorf("case has bits above the width of %d", w)
			} else if k.Lo.Hi > k.Hi.Hi || k.Lo.Hi == k.Hi.Hi && k.Lo.Lo > k.Hi.Lo {
				c.errorf("empty case range")
			}
		}
	case *ir.Return:
		switch {
		case c.f.RetWidth != 0:
			c.width("result", in.X, c.f.RetWidth)
		case in.X.IsSet():
			c.errorf("result of a function that returns nothing")
		}
	case *ir.Call:
		if !c.inFuncs(in.Func) {
			c.errorf("no function %d", in.Func)
			break
		}
		c.fits(in.Func, in.Args)
		c.returns(in.Func, in.Dst)
	case *ir.CallPtr:
		c.ptr("callee", in.Ptr)
		c.candidates(in.Candidates, in.Args, func(f ir.FuncID) { c.returns(f, in.Dst) })
	case *ir.Halt:
		if in.Code.IsSet() {
			c.width("exit status", in.Code, 32)
		}
	case *ir.ThreadExit:
	default:
		return false
	}
	return true
}

// fits checks arguments against parameters.
func (c *checker) fits(f ir.FuncID, args []ir.Operand) {
	g := c.p.Funcs[f]
	if len(args) != len(g.Params) {
		c.errorf("%d arguments for %d parameters of @%s", len(args), len(g.Params), g.Name)
		return
	}
	for i, a := range args {
		c.width(fmt.Sprintf("argument %d of @%s", i+1, g.Name), a, g.Width(g.Params[i]))
	}
}

func (c *checker) returns(f ir.FuncID, dst ir.Reg) {
	if dst != ir.NoReg {
		c.must(dst, c.p.Funcs[f].RetWidth)
	}
}

func (c *checker) candidates(fs []ir.FuncID, args []ir.Operand, also func(ir.FuncID)) {
	seen := map[ir.FuncID]bool{}
	for _, f := range fs {
		if !c.inFuncs(f) {
			c.errorf("candidate %d is no function", f)
			continue
		}
		if seen[f] {
			c.errorf("candidate @%s twice", c.p.Funcs[f].Name)
		}
		seen[f] = true
		c.fits(f, args)
		also(f)
	}
	for i, a := range args {
		if !a.IsSet() {
			c.errorf("no argument %d", i+1)
		}
	}
}

func (c *checker) sync(in ir.Instr) bool {
	status := func(r ir.Reg) { c.may(r, 32) }
	hurry := func(try, timed bool) {
		if try && timed {
			c.errorf("both try and timed")
		}
	}
	switch in := in.(type) {
	case *ir.Spawn:
		c.may(in.Dst, c.p.PtrWidth())
		c.ptr("function", in.Fn)
		if in.ID != nil && in.ID.Size > c.p.PtrWidth()/8 {
			c.errorf("thread handle of %d bytes", in.ID.Size)
		}
		c.candidates(in.Candidates, in.Args, func(ir.FuncID) {})
		if in.Fn.Kind == ir.KindFunc && (len(in.Candidates) != 1 || in.Candidates[0] != in.Fn.Func) {
			c.errorf("candidates of a known function are not that function")
		}
	case *ir.Join:
		c.ptr("thread", in.Thread)
		status(in.Status)
		hurry(in.Try, in.Timed)
	case *ir.Self:
		c.must(in.Dst, c.p.PtrWidth())
	case *ir.SyncInit:
		c.ptr("object", in.Obj)
		switch in.What {
		case ir.SyncMutex, ir.SyncSem, ir.SyncBarrier:
			c.width("argument", in.Arg, 32)
		case ir.SyncRWLock, ir.SyncSpin, ir.SyncCond:
			if in.Arg.IsSet() {
				c.errorf("argument for an object that takes none")
			}
		default:
			c.errorf("unknown synchronization object %d", in.What)
		}
	case *ir.SyncDestroy:
		c.ptr("object", in.Obj)
	case *ir.Lock:
		c.ptr("object", in.Obj)
		status(in.Status)
		hurry(in.Try, in.Timed)
	case *ir.Unlock:
		c.ptr("object", in.Obj)
		status(in.Status)
	case *ir.Wait:
		c.ptr("condition", in.Cond)
		c.ptr("mutex", in.Mutex)
	case *ir.Wake:
		c.ptr("condition", in.Cond)
		status(in.Status)
	case *ir.Signal:
		c.ptr("condition", in.Cond)
	case *ir.Down:
		c.ptr("object", in.Obj)
		status(in.Status)
		hurry(in.Try, in.Timed)
	case *ir.Up:
		c.ptr("object", in.Obj)
	case *ir.Holds:
		c.ptr("object", in.Obj)
		c.must(in.Dst, 32)
	case *ir.SemValue:
		c.ptr("object", in.Obj)
		c.must(in.Dst, 32)
	case *ir.Arrive:
		c.ptr("object", in.Obj)
		c.must(in.Ticket, 32)
		c.may(in.Last, 1)
	case *ir.Pass:
		c.ptr("object", in.Obj)
		c.width("ticket", in.Ticket, 32)
	case *ir.Fence:
		if in.Order > ir.AcqRel {
			c.errorf("unknown memory order %d", in.Order)
		}
	case *ir.AtomicBegin, *ir.AtomicEnd:
	default:
		return false
	}
	return true
}
