package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Functions: parameters, results, the frame.
//
// Scalars travel in registers. A struct parameter is the address of a copy that the caller made and ends; the callee uses it as its
// own variable. A struct result goes to memory the caller names in a hidden first parameter. Variable arguments are packed
// by the caller into one object whose address is a hidden last parameter.

// signature is the shape of a function on the level of registers.
type signature struct {
	ret      ctype
	retPtr   bool // hidden first parameter
	params   []ctype
	variadic bool // hidden last parameter
	open     bool // declared with (): parameters not known
}

// signatureOf reads the shape of a function type.
func (u *unit) signatureOf(ft *cc.FunctionType) signature {
	s := signature{ret: u.typeOf(ft.Result()), variadic: ft.IsVariadic()}
	s.retPtr = s.ret.k == kRecord || s.ret.k == kOther
	ps := ft.Parameters()
	if len(ps) == 0 {
		s.open = !ft.IsVariadic()
	}
	for _, p := range ps {
		t := u.passedAs(u.decay(u.typeOf(p.Type())))
		if t.k == kVoid && len(ps) == 1 {
			break
		}
		s.params = append(s.params, t)
	}
	return s
}

// passedAs is the type that a parameter is passed as: a transparent union goes as its first member. So a function that is declared with one, as glibc does for socket
// addresses, may be defined without.
func (u *unit) passedAs(t ctype) ctype {
	if !t.union() || !u.lay.Transparent(t.cc) {
		return t
	}
	first := t
	for i, m := range u.lay.Fields(t.cc) {
		mt := u.typeOf(m.Type)
		if i == 0 {
			first = mt
		}
		if m.BitField || mt.k != kPtr && mt.k != kInt || u.size(mt) != u.size(first) {
			return t
		}
	}
	return first
}

// widths lists the widths of the registers a function takes.
func (f *fn) widths(s signature) (w []int) {
	if s.retPtr {
		w = append(w, f.c.pw)
	}
	for _, t := range s.params {
		w = append(w, max(1, f.regWidth(t)))
	}
	if s.variadic {
		w = append(w, f.c.pw)
	}
	return w
}

func (f *fn) retWidth(s signature) int {
	if s.retPtr {
		return 0
	}
	return f.regWidth(s.ret)
}

// lowerFunc lowers the body of a function.
func (c *compiler) lowerFunc(s *symbol) *ir.Func {
	fd := s.fn
	u := s.unit
	ft, ok := fd.Declarator.Type().(*cc.FunctionType)
	f := &fn{
		c: c, u: u, sym: s,
		f:      &ir.Func{Name: s.irName, Display: s.name, Model: u.Model || s.model},
		locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}, vla: map[cc.Node]ir.Operand{},
	}
	f.begin(f.newBlock("entry"))
	f.at(fd.Declarator)
	f.f.Pos = f.pos
	if h := c.opts.Harness; h != nil && f.pos.Pos.File != cparse.AfterFile {
		if i := slices.IndexFunc(h.LeftOut, func(l harness.Left) bool { return l.Func == s.name }); i >= 0 {
			f.f.Given = h.LeftOut[i].Place()
		}
	}
	f.f.Called = c.opts.Harness != nil && slices.Contains(c.opts.Harness.Called, s.name)
	if f.pos.Pos.File == cparse.AfterFile && c.opts.Harness != nil {
		f.f.Model = true
		if c.opts.Parse.Platform != "linux" || strings.HasPrefix(s.name, harness.Prefix) {
			f.excuse++ // what the kernel does with its own; its functions that the driver calls use what the driver gave them
		}
		if name, ok := c.opts.Harness.Display[s.name]; ok {
			f.f.Display = name
		}
	}
	if k := c.opts.Parse.Kernel; k != nil && k.Defines(f.pos.Pos.File) {
		f.f.Model = true // an execution shows its call
	}
	if c.opts.Parse.Platform == "windows" && u.SystemFile(f.pos.Pos.File) {
		f.f.Model = true // lists and the like, which headers define: the same
	}
	if !ok {
		f.unsupported(fd.Declarator, "function of unknown type")
		return f.finish()
	}
	sig := u.signatureOf(ft)
	f.ret = sig.ret
	f.f.RetWidth = f.retWidth(sig)
	if sig.retPtr {
		r := f.newReg(c.pw, "result", ir.ShowPointer)
		f.f.Params = append(f.f.Params, r)
		f.retPtr = ir.R(r, c.pw)
	}
	top := f.open(&scope{block: true})
	if c.jumps() && c.jumped.sets[fd] {
		f.frame = f.stackObject(top, ctype{k: kOther}, 1, 1, "frame")
	}
	if isAtomicFunc(s.name) {
		f.emit(&ir.AtomicBegin{})
		f.push(&scope{atomic: true})
	}
	f.params(fd, ft, sig)
	if sig.variadic {
		r := f.newReg(c.pw, "varargs", ir.ShowPointer)
		f.f.Params = append(f.f.Params, r)
		f.vaArea = ir.R(r, c.pw)
	}
	f.blockItems(fd.CompoundStatement)
	// Falling off the end.
	f.at(fd.CompoundStatement.Token2)
	switch {
	case f.f.RetWidth == 0:
		f.doReturn(ir.Operand{})
	case s.name == "main":
		f.doReturn(ir.K(f.f.RetWidth, 0))
	default:
		f.doReturn(f.havoc(f.f.RetWidth, "", ir.ShowUnsigned))
	}
	f.scope = top.up
	f.exit.emit(f)
	f.dropAddresses()
	return f.finish()
}

// isAtomicFunc reports a function that runs as one atomic section, by its SV-COMP name.
func isAtomicFunc(name string) bool {
	rest, ok := strings.CutPrefix(name, "__VERIFIER_atomic_")
	return ok && rest != "begin" && rest != "end" && rest != ""
}

// params binds the parameters to registers, or to memory where their address is taken.
func (f *fn) params(fd *cc.FunctionDefinition, ft *cc.FunctionType, sig signature) {
	ps := ft.Parameters()
	type stored struct {
		l lval
		v value
	}
	var stores []stored
	for i, t := range sig.params {
		p := ps[i]
		w := max(1, f.regWidth(t))
		r := f.newReg(w, p.Name(), showOf(t))
		if isVoidPtr(f.u, t) {
			f.comesFrom(r, argOrigin(f.sym.irName, len(f.f.Params)))
		}
		f.f.Params = append(f.f.Params, r)
		d := p.Declarator
		if d == nil {
			continue
		}
		l := &local{t: t, reg: ir.NoReg, name: p.Name()}
		whole := f.u.decay(f.u.typeOf(p.Type()))
		switch {
		case whole.k == kRecord && t.k != kRecord: // a transparent union
			l.t = whole
			l.addr = f.stackObject(f.blockScope(), whole, f.u.size(whole), f.u.align(whole), p.Name())
			stores = append(stores, stored{lval{t: t, reg: ir.NoReg, addr: l.addr, name: p.Name()}, value{op: ir.R(r, w), t: t}})
		case t.k == kRecord || t.k == kOther:
			l.addr = ir.R(r, f.c.pw)
		case d.AddressTaken():
			l.addr = f.stackObject(f.blockScope(), t, f.u.size(t), f.u.align(t), p.Name())
			stores = append(stores, stored{lval{t: t, reg: ir.NoReg, addr: l.addr, name: p.Name(), field: f.u.objectField(t, p.Name())}, value{op: ir.R(r, w), t: t}})
		default:
			l.reg = r
		}
		f.locals[d] = l
	}
	for _, s := range stores {
		f.store(s.l, s.v)
	}
	// Lengths of variable arrays among the parameters.
	for i := range sig.params {
		f.evalSizes(f.u.typeOf(ps[i].Type()))
	}
}

// doReturn leaves the function with a result.
func (f *fn) doReturn(x ir.Operand) {
	if x.IsSet() && f.f.RetWidth == 0 {
		x = ir.Operand{}
	}
	f.leaveTo(nil)
	if f.exit != nil {
		f.exit.jump(f, x)
	} else {
		f.emit(&ir.Return{X: x})
	}
	f.dead()
}

// returnValue evaluates the operand of return and leaves.
func (f *fn) returnValue(e cc.ExpressionNode) {
	if e == nil {
		x := ir.Operand{}
		if f.f.RetWidth > 0 {
			x = f.havoc(f.f.RetWidth, "", ir.ShowUnsigned)
		}
		f.doReturn(x)
		return
	}
	var x ir.Operand
	f.full(func() {
		v := f.expr(e)
		switch {
		case f.retPtr.IsSet():
			f.assign(lval{t: f.ret, reg: ir.NoReg, addr: f.retPtr, name: "result"}, v)
		case f.ret.k == kVoid:
		default:
			x = f.convert(v, f.ret).op
			if x.Kind == ir.KindReg {
				x = f.snapshotIfLocal(x)
			}
		}
	})
	f.doReturn(x)
}

// snapshotIfLocal copies the register of a variable: cleanup functions run between here and the return.
func (f *fn) snapshotIfLocal(x ir.Operand) ir.Operand {
	if f.f.Regs[x.Reg].Name == "" {
		return x
	}
	for s := f.scope; s != nil; s = s.up {
		for _, e := range s.end {
			if e.cleanup != nil {
				return f.snapshot(x)
			}
		}
	}
	return x
}

// ---- alloca

// exitBlock is where functions return once they have called alloca: it ends what alloca made. Only calls outside loops
// are supported, so that one register per call is enough, and a return that was lowered before the call cannot come after it.
type exitBlock struct {
	block ir.BlockID
	ret   ir.Reg
	made  []ir.Reg
}

func (x *exitBlock) jump(f *fn, v ir.Operand) {
	if x.ret != ir.NoReg && v.IsSet() {
		f.move(x.ret, v)
	}
	f.jump(x.block)
}

func (x *exitBlock) emit(f *fn) {
	if x == nil {
		return
	}
	entry := f.f.Blocks[0]
	var zero []ir.Instr
	f.begin(x.block)
	for _, r := range x.made {
		zero = append(zero, &ir.Move{Meta: ir.Meta{Pos: f.f.Pos}, Dst: r, X: ir.K(f.c.pw, 0)})
		free, next := f.newBlock("free"), f.newBlock("freed")
		f.branch(f.binary(ir.Ne, ir.R(r, f.c.pw), ir.K(f.c.pw, 0)), free, next)
		f.begin(free)
		f.emit(&ir.Free{Addr: ir.R(r, f.c.pw), Stack: true})
		f.jump(next)
		f.begin(next)
	}
	v := ir.Operand{}
	if x.ret != ir.NoReg {
		v = ir.R(x.ret, f.f.RetWidth)
	}
	f.emit(&ir.Return{X: v})
	entry.Instrs = append(zero, entry.Instrs...)
}

// alloca makes an object that ends with the function.
func (f *fn) alloca(n cc.Node, size ir.Operand, align int64) value {
	t := f.c.pointerTo(tVoid)
	if f.loops > 0 || len(f.labels) > 0 {
		return f.undefined(n, t, "alloca in a loop, or in a function with labels")
	}
	if f.exit == nil {
		f.exit = &exitBlock{block: f.newBlock("exit"), ret: ir.NoReg}
		if f.f.RetWidth > 0 {
			f.exit.ret = f.newReg(f.f.RetWidth, "", ir.ShowUnsigned)
		}
	}
	r := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.Alloc{Dst: r, Size: size, Align: align, Stack: true, Name: "alloca"})
	f.exit.made = append(f.exit.made, r)
	// The value is a copy: where it is assigned, keep may let the instruction that made it write the variable instead, and
	// the end of the object needs its address.
	v := f.tmp(f.c.pw)
	f.move(v, ir.R(r, f.c.pw))
	return value{op: ir.R(v, f.c.pw), t: t}
}
