package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// value is the value of an expression. For structs and unions op is the address where it lies; whoever keeps it copies it.
type value struct {
	op   ir.Operand
	t    ctype
	bits int   // the width of the bit-field it was read from, or 0
	from *lval // structs: the object it is the value of, for its name and qualifiers

	field   string // pointers: the field they lead to, where the expression says so, see field.go
	overlay bool   // other fields share the bytes of field
}

// object is where a struct value lies.
func (v value) object() lval {
	if v.from != nil {
		return *v.from
	}
	return lval{t: v.t, reg: ir.NoReg, addr: v.op}
}

// fn is the state of lowering one function. A fn without f lowers constant expressions: what does not fold is an error
// there.
type fn struct {
	c   *compiler
	u   *unit
	sym *symbol
	f   *ir.Func

	cur     *ir.Block // where instructions go; nil in a constant expression
	scope   *scope
	pos     source.Range
	line    string
	locals  map[*cc.Declarator]*local
	labels  map[string]*label
	addrs   []*label   // labels whose address is taken, by number
	perhaps []ir.Instr // addresses of elements that perhaps nothing asks for
	vla     map[cc.Node]ir.Operand
	ret     ctype
	retPtr  ir.Operand // where a struct result goes
	vaArea  ir.Operand // the packed variable arguments
	loops   int        // depth of loops, to refuse alloca in them
	exit    *exitBlock // for functions that call alloca
	frame   ir.Operand // of a function that calls setjmp, see jump.go
	excuse  int        // inside data_race()
	lent    []lent     // locks of the caller, see mustheld.go
	failed  bool       // constant expressions: something did not fold
	parent  *fn        // constant expressions: the function they stand in
	sw      *switchCtx // the switch that case labels belong to

	ev  *evaluation // of unsequenced operands, see unsequenced.go
	one *int        // accesses that belong together, see single

	ticks     int             // see tick
	redecls   []redeclaration // objects that may be declared twice in one life
	backwards []backward      // every goto

	origins map[ir.Reg]map[string]bool // where void pointers come from, see open.go
	objects map[ir.Reg]bool            // registers that hold the address of a local, or of a part of one, and nothing else
}

// local is a variable of automatic storage.
type local struct {
	t    ctype
	reg  ir.Reg     // where it is a register
	addr ir.Operand // where it is memory
	name string

	passed  bool // a register: it can be read although its declaration was not executed
	pending bool // its initializer is being evaluated
}

func (f *fn) isConst() bool { return f.f == nil }

func (f *fn) meta() ir.Meta { return ir.Meta{Pos: f.pos, Text: f.line} }

// at sets the place that instructions are attributed to and returns what was set before.
func (f *fn) at(n cc.Node) source.Range {
	old := f.pos
	p := n.Position()
	if p.IsValid() {
		f.setPos(source.At(p.Filename, p.Line, p.Column))
	}
	return old
}

func (f *fn) setPos(r source.Range) {
	if r.File != f.pos.File || r.Line != f.pos.Line {
		f.line = f.u.text(r.File, r.Line)
	}
	f.pos = r
}

func (f *fn) emit(in ir.Instr) {
	if f.cur == nil {
		f.failed = true
		return
	}
	if m := in.Base(); m.Text == "" && !m.Pos.IsValid() {
		*m = f.meta()
	}
	f.cur.Instrs = append(f.cur.Instrs, in)
	f.noteEntry(in)
}

func (f *fn) newReg(w int, name string, show ir.Show) ir.Reg {
	if f.f == nil {
		f.failed = true
		return 0
	}
	return f.f.NewReg(w, name, show)
}

// here is how many instructions the block at hand has.
func (f *fn) here() int {
	if f.cur == nil {
		return 0
	}
	return len(f.cur.Instrs)
}

// tmp makes a register for an intermediate value.
func (f *fn) tmp(w int) ir.Reg { return f.newReg(w, "", ir.ShowUnsigned) }

func (f *fn) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if r, ok := ir.FoldBinary(op, x, y); ok {
		return r
	}
	if f.isConst() && x.Kind == ir.KindConst && y.Kind == ir.KindConst && (op == ir.FAdd || op == ir.FSub || op == ir.FMul || op == ir.FDiv) {
		return quietNaN(x.Width)
	}
	w := x.Width
	if op.IsCompare() {
		w = 1
	}
	d := f.tmp(w)
	f.emit(&ir.Binary{Dst: d, Op: op, X: x, Y: y})
	return ir.R(d, w)
}

// quietNaN is the value of 0./0. in a static initializer: the compiler chooses the bits, and gcc takes these.
func quietNaN(w int) ir.Operand {
	if w == 32 {
		return ir.K(32, 0x7fc00000)
	}
	return ir.K(w, 0x7ff8000000000000)
}

func (f *fn) unary(op ir.UnOp, x ir.Operand, w int) ir.Operand {
	if r, ok := ir.FoldUnary(op, x, w); ok {
		return r
	}
	if f.isConst() && x.Kind == ir.KindConst && op == ir.FToF {
		return quietNaN(w)
	}
	d := f.tmp(w)
	f.emit(&ir.Unary{Dst: d, Op: op, X: x})
	return ir.R(d, w)
}

// resize gives x another width.
func (f *fn) resize(x ir.Operand, w int, signed bool) ir.Operand {
	switch {
	case x.Width == w:
		return x
	case x.Width > w:
		return f.unary(ir.Trunc, x, w)
	case signed:
		return f.unary(ir.SExt, x, w)
	}
	return f.unary(ir.ZExt, x, w)
}

func (f *fn) ite(c, x, y ir.Operand) ir.Operand {
	if c.Kind == ir.KindConst {
		if c.IsConst(0) {
			return y
		}
		return x
	}
	d := f.tmp(x.Width)
	f.emit(&ir.Ite{Dst: d, Cond: c, X: x, Y: y})
	return ir.R(d, x.Width)
}

func (f *fn) move(dst ir.Reg, x ir.Operand) {
	f.copied(dst, x)
	f.emit(&ir.Move{Dst: dst, X: x})
}

// keep moves a value that nothing else uses into a register. If the instruction before made the value, it makes it
// there at once.
func (f *fn) keep(dst ir.Reg, x ir.Operand) {
	f.copied(dst, x)
	if f.cur != nil && len(f.cur.Instrs) > 0 && x.Kind == ir.KindReg && f.f.Regs[x.Reg].Name == "" && f.f.Regs[dst].Width == x.Width {
		done := false
		ir.Defs(f.cur.Instrs[len(f.cur.Instrs)-1], func(r *ir.Reg) {
			if *r == x.Reg {
				*r, done = dst, true
			}
		})
		if done {
			return
		}
	}
	f.move(dst, x)
}

func (f *fn) havoc(w int, name string, show ir.Show) ir.Operand {
	d := f.newReg(w, name, show)
	f.emit(&ir.Havoc{Dst: d})
	return ir.R(d, w)
}

// data is any value that the outside hands over.
func (f *fn) data(w int, show ir.Show) ir.Operand {
	d := f.newReg(w, "", show)
	f.emit(&ir.Havoc{Dst: d, Outside: ir.Data})
	return ir.R(d, w)
}

// hostile is 0 where the outside is friendly. Otherwise it does what the text says of it.
func (f *fn) hostile(w int, what string) ir.Operand {
	d := f.newReg(w, "", ir.ShowUnsigned)
	f.emit(&ir.Havoc{Dst: d, Outside: ir.Choice, What: what})
	return ir.R(d, w)
}

// snapshot copies the register of a variable so that later changes do not show.
func (f *fn) snapshot(x ir.Operand) ir.Operand {
	if x.Kind != ir.KindReg || f.f == nil || f.f.Regs[x.Reg].Name == "" {
		return x
	}
	d := f.tmp(x.Width)
	f.move(d, x)
	return ir.R(d, x.Width)
}

// addr adds a number of bytes to an address, to reach a part of an object.
func (f *fn) addr(p ir.Operand, off int64) ir.Operand {
	r := f.binary(ir.Add, p, ir.KConst(p.Width, ir.SignedConst(p.Width, off)))
	if f.ofObject(p) && r.Kind == ir.KindReg {
		f.objects[r.Reg] = true
	}
	return r
}

// ---- blocks

// newBlock makes a block; it is filled after begin.
func (f *fn) newBlock(name string) ir.BlockID {
	if f.f == nil {
		f.failed = true
		return 0
	}
	f.f.Blocks = append(f.f.Blocks, &ir.Block{Name: name})
	return ir.BlockID(len(f.f.Blocks) - 1)
}

func (f *fn) begin(b ir.BlockID) {
	if f.f == nil {
		return
	}
	f.cur = f.f.Blocks[b]
}

// dead starts a block that nothing reaches unless it holds a label.
func (f *fn) dead() { f.begin(f.newBlock("dead")) }

func (f *fn) jump(b ir.BlockID) { f.emit(&ir.Jump{To: b}) }

func (f *fn) branch(c ir.Operand, then, els ir.BlockID) {
	switch {
	case c.IsConst(1):
		f.jump(then)
	case c.Kind == ir.KindConst:
		f.jump(els)
	default:
		f.emit(&ir.Branch{Cond: c, Then: then, Else: els})
	}
}

// newLabel makes a label that stands where it is begun.
func (f *fn) newLabel(name string) *label { return &label{name: name, block: f.newBlock(name)} }

// place begins the block of a label here.
func (f *fn) place(l *label) {
	f.jump(l.block)
	f.begin(l.block)
	l.in = f.scope
	l.at = f.tick()
}

// goTo goes to a label, leaving and entering scopes on the way.
func (f *fn) goTo(l *label) {
	f.emit(&jumpMark{from: f.scope, to: l})
	f.dead()
}

// unsupported ends the executions that get here as UNKNOWN.
func (f *fn) unsupported(n cc.Node, what string) {
	if n != nil {
		defer f.setPos(f.at(n))
	}
	if f.isConst() {
		if !f.failed {
			f.failed = true
			f.c.badConst = what
		}
		return
	}
	f.emit(&ir.Unsupported{What: what})
	f.dead()
}

// undefined is unsupported for an expression: its value is never used.
func (f *fn) undefined(n cc.Node, t ctype, what string) value {
	f.unsupported(n, what)
	return zero(t, f.c.pw)
}

// zero is a value of a type that means nothing.
func zero(t ctype, pw int) value {
	switch t.k {
	case kInt, kFloat, kPtr:
		return value{op: ir.K(max(1, t.w), 0), t: t}
	case kVoid:
		return value{t: t}
	case kArray, kFunc:
		return value{op: ir.K(pw, 0), t: t}
	}
	return value{op: ir.K(pw, 0), t: t}
}

// invalid ends the execution as an invalid operation does.
func (f *fn) invalid() {
	f.emit(&ir.Assume{Cond: ir.K(1, 0)})
	f.stop()
}

// stop ends a block whose end is never reached: a failed check has ended the process, or an assumption the execution.
func (f *fn) stop() {
	if f.isConst() {
		f.failed = true
		return
	}
	f.emit(&ir.Halt{})
	f.dead()
}
