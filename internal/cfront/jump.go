package cfront

import (
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// setjmp and longjmp.
//
// A function that calls setjmp has a frame, a stack object that lives as long as the call. setjmp writes the address of the frame, the number of a label behind
// itself and the thread into the buffer. longjmp reads one byte of the frame, so that a jump to a function that has returned is a use of memory after the end of its life;
// then it stores the frame, the label and the value in thread-local variables and returns from its function. After every call of a function that may jump the
// caller reads them: it goes to the label if the frame is its own, as by a computed goto, which ends the lives of the locals in between, and returns
// otherwise. All of it is plain IR, so no engine has to know about jumps.
//
// C says that a local of the function, not volatile, that was changed since setjmp is indeterminate then. Registers are compared with what they held and become
// arbitrary if they differ. Locals in memory keep what they hold; where there are any, nothing is PROVED.
//
// The previous round tells which functions call setjmp and which may jump; a first round without jumps tells whether there are any.
//
// Rejected: an instruction of its own. Every engine and the interpreter would need unwinding, for few programs. A pass over the finished IR: the scopes, which say what ends
// on the way out, are gone by then.

// jumping is what is known about jumps.
type jumping struct {
	sets   map[*cc.FunctionDefinition]bool // call setjmp
	throws map[*cc.FunctionDefinition]bool // call longjmp
	may    map[*cc.FunctionDefinition]bool // may be left by a jump
	ptr    bool                            // so may something that is called through a pointer
}

func newJumping() *jumping {
	return &jumping{sets: map[*cc.FunctionDefinition]bool{}, throws: map[*cc.FunctionDefinition]bool{}, may: map[*cc.FunctionDefinition]bool{}}
}

// same reports whether lowering would come out the same with either.
func (j *jumping) same(o *jumping) bool {
	if len(j.throws) == 0 && len(o.throws) == 0 {
		return true
	}
	return maps.Equal(j.sets, o.sets) && maps.Equal(j.throws, o.throws) && maps.Equal(j.may, o.may) && j.ptr == o.ptr
}

// The parts of a buffer, and of the note that a thread leaves itself.
const (
	jumpFrame = iota // 0: no jump is under way
	jumpLabel
	jumpValue
	jumpThread = jumpValue // in a buffer
)

func isSetjmp(name string) bool {
	switch name {
	case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp":
		return true
	}
	return false
}

func isLongjmp(name string) bool {
	switch name {
	case "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk":
		return true
	}
	return false
}

// jumps reports whether the program jumps at all.
func (c *compiler) jumps() bool { return len(c.jumped.throws) > 0 }

// jumpCall lowers a call of setjmp or longjmp.
func (f *fn) jumpCall(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch {
	case f.isConst() || f.sym == nil || f.sym.fn == nil || len(args) == 0:
		return value{}, false
	case isSetjmp(name):
		return f.setjmp(args), true
	case isLongjmp(name):
		return f.longjmp(e, args), true
	}
	return value{}, false
}

func (f *fn) setjmp(args []cc.ExpressionNode) value {
	f.c.jumping.sets[f.sym.fn] = true
	env := f.snapshot(f.expr(args[0]).op)
	for _, a := range args[1:] {
		f.expr(a)
	}
	if !f.frame.IsSet() {
		return value{op: ir.K(32, 0), t: tInt}
	}
	l := f.newLabel("setjmp")
	f.addrs = append(f.addrs, l)
	l.num = len(f.addrs)
	self := f.tmp(f.c.pw)
	f.emit(&ir.Self{Dst: self})
	f.setSlot(env, jumpFrame, f.frame)
	f.setSlot(env, jumpLabel, ir.K(f.c.pw, uint64(l.num)))
	f.setSlot(env, jumpThread, ir.R(self, f.c.pw))
	result := f.newReg(32, "", ir.ShowSigned)
	f.emit(&ir.Move{Dst: result, X: ir.K(32, 0)})
	kept := f.keepRegs()
	after := f.newBlock("set")
	f.jump(after)

	f.begin(l.block)
	l.in, l.at = f.scope, f.tick()
	f.exposes(nil)
	for s := f.scope; s != nil; s = s.up {
		s.label = true
	}
	note := f.jumpNote()
	f.setSlot(note, jumpFrame, ir.K(f.c.pw, 0))
	f.emit(&ir.Move{Dst: result, X: f.resize(f.slotOf(note, jumpValue), 32, false)})
	for _, k := range kept {
		w := f.f.Width(k.reg)
		changed := f.binary(ir.Ne, ir.R(k.reg, w), k.was)
		some := f.havoc(w, "", ir.ShowUnsigned)
		f.emit(&ir.Ite{Dst: k.reg, Cond: changed, X: some, Y: ir.R(k.reg, w)})
	}
	f.jump(after)
	f.begin(after)
	return value{op: ir.R(result, 32), t: tInt}
}

// keptReg is a variable in a register, and what it held.
type keptReg struct {
	reg ir.Reg
	was ir.Operand
}

// keepRegs notes what the variables hold that a jump may make arbitrary.
func (f *fn) keepRegs() (out []keptReg) {
	for d, l := range f.locals {
		switch {
		case f.u.declQual(d).isVolatile():
		case l.reg != ir.NoReg:
			out = append(out, keptReg{reg: l.reg})
		case l.t.k != kArray || !isJumpBuffer(d.Type()):
			f.note("setjmp: local variables in memory keep what they hold when a jump comes back to it", true)
		}
	}
	slices.SortFunc(out, func(a, b keptReg) int { return int(a.reg) - int(b.reg) })
	for i := range out {
		w := f.f.Width(out[i].reg)
		d := f.tmp(w)
		f.emit(&ir.Move{Dst: d, X: ir.R(out[i].reg, w)})
		out[i].was = ir.R(d, w)
	}
	return out
}

func isJumpBuffer(t cc.Type) bool {
	td := t.Typedef()
	return td != nil && (td.Name() == "jmp_buf" || td.Name() == "sigjmp_buf")
}

func (f *fn) longjmp(e *cc.PostfixExpression, args []cc.ExpressionNode) value {
	f.c.jumping.throws[f.sym.fn] = true
	env := f.snapshot(f.expr(args[0]).op)
	v := ir.K(32, 1)
	if len(args) > 1 {
		v = f.snapshot(f.convert(f.expr(args[1]), tInt).op)
	}
	defer f.setPos(f.at(e))
	if !f.c.jumps() {
		f.dead()
		return value{t: tVoid}
	}
	frame, label, thread := f.slotOf(env, jumpFrame), f.slotOf(env, jumpLabel), f.slotOf(env, jumpThread)
	f.emit(&ir.Load{Dst: f.tmp(8), Mem: ir.Mem{Addr: frame, Size: 1, Name: "the call that setjmp was called in"}})
	self := f.tmp(f.c.pw)
	f.emit(&ir.Self{Dst: self})
	other, own := f.newBlock("other"), f.newBlock("own")
	f.branch(f.binary(ir.Ne, thread, ir.R(self, f.c.pw)), other, own)
	f.begin(other)
	f.unsupported(e, "longjmp to where another thread called setjmp")
	f.begin(own)
	one := f.tmp(32)
	f.emit(&ir.Ite{Dst: one, Cond: f.binary(ir.Eq, v, ir.K(32, 0)), X: ir.K(32, 1), Y: v})
	note := f.jumpNote()
	f.setSlot(note, jumpFrame, frame)
	f.setSlot(note, jumpLabel, label)
	f.setSlot(note, jumpValue, f.resize(ir.R(one, 32), f.c.pw, false))
	f.unwind(frame)
	return value{t: tVoid}
}

// jumpNote is the address of the thread's note.
func (f *fn) jumpNote() ir.Operand {
	c := f.c
	if c.jumpGlobal == nil {
		ps := int64(c.pw / 8)
		id := c.addGlobal(&ir.Global{Name: c.unique("jump"), Display: "the jump under way", Size: 3 * ps, Align: ps, ThreadLocal: true})
		c.globals[id].done = true
		c.liveGlobals[id] = true
		c.jumpGlobal = &id
	}
	d := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: d, Global: *c.jumpGlobal})
	return ir.R(d, c.pw)
}

// afterCall checks after a call whether a jump is under way. callee is nil for a call through a pointer.
func (f *fn) afterCall(callee *symbol) {
	j := f.c.jumped
	if f.isConst() || !f.c.jumps() || callee != nil && callee.fn != nil && !j.may[callee.fn] || (callee == nil || callee.fn == nil) && !j.ptr {
		return
	}
	frame := f.slotOf(f.jumpNote(), jumpFrame)
	jumps, on := f.newBlock("jumps"), f.newBlock("returned")
	f.branch(f.binary(ir.Ne, frame, ir.K(f.c.pw, 0)), jumps, on)
	f.begin(jumps)
	f.unwind(frame)
	f.begin(on)
}

// unwind goes to the label of a jump that is under way if it is in this function, and returns otherwise.
func (f *fn) unwind(frame ir.Operand) {
	if f.frame.IsSet() {
		here, out := f.newBlock("here"), f.newBlock("out")
		f.branch(f.binary(ir.Eq, frame, f.frame), here, out)
		f.begin(here)
		x := f.slotOf(f.jumpNote(), jumpLabel)
		f.emit(&gotoMark{from: f.scope, x: x})
		f.backwards = append(f.backwards, backward{from: f.scope, at: f.tick()})
		f.dead()
		f.begin(out)
	}
	for s := f.scope; s != nil; s = s.up {
		if slices.ContainsFunc(s.end, func(e ending) bool { return e.cleanup != nil }) {
			f.unsupported(nil, "longjmp past a variable with a cleanup function")
			return
		}
	}
	x := ir.Operand{}
	if f.f.RetWidth > 0 {
		x = ir.K(f.f.RetWidth, 0)
	}
	f.doReturn(x)
}

// mayJump finds out which functions may be left by a jump: those that call longjmp, or a function that may, by name or through a pointer.
func (c *compiler) mayJump() {
	j := c.jumping
	maps.Copy(j.may, j.throws)
	for again := len(j.throws) > 0; again; {
		again = false
		for _, slot := range c.funcs {
			if slot.f == nil || slot.sym == nil || slot.sym.fn == nil {
				continue
			}
			fd := slot.sym.fn
			if j.may[fd] && slot.taken && !j.ptr {
				j.ptr, again = true, true
			}
			if !j.may[fd] && c.callsJumper(slot.f) {
				j.may[fd], again = true, true
			}
		}
	}
}

func (c *compiler) callsJumper(f *ir.Func) bool {
	for in := range f.Instrs() {
		switch in := in.(type) {
		case *ir.Call:
			s := c.funcs[in.Func].sym
			if s != nil && s.fn != nil && c.jumping.may[s.fn] || (s == nil || s.fn == nil) && c.jumping.ptr {
				return true
			}
		case *ir.CallPtr:
			if c.jumping.ptr {
				return true
			}
		}
	}
	return false
}
