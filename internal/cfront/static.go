package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Objects of static storage: their bytes and the addresses in them.

// constFn lowers expressions that must fold to constants.
func (c *compiler) constFn(u *unit, parent *fn) *fn {
	f := &fn{c: c, u: u, parent: parent, locals: map[*cc.Declarator]*local{}, vla: map[cc.Node]ir.Operand{}}
	if parent != nil {
		f.sym = parent.sym
	}
	return f
}

// constant evaluates an expression if it is a constant.
func (c *compiler) constant(u *unit, e cc.ExpressionNode) (value, bool) {
	f := c.constFn(u, nil)
	v := f.expr(e)
	return v, !f.failed && v.op.Kind == ir.KindConst
}

// constContent reads a const variable in a constant expression, which gcc allows in initializers.
func (c *compiler) constContent(lv lval, size int64) (ir.Operand, bool) {
	if lv.addr.Kind != ir.KindGlobal || lv.volatile || lv.t.k == kPtr || !c.inStatic {
		return ir.Operand{}, false
	}
	slot := c.globals[lv.addr.Global]
	if slot.sym == nil || !slot.sym.unit.declQual(slot.sym.decl).isConst() || slot.sym.init == nil || slot.sym.tls || slot.busy {
		return ir.Operand{}, false
	}
	if !slot.done {
		slot.busy = true
		c.lowerGlobal(slot)
		slot.busy = false
	}
	var v ir.Const
	off := int64(lv.addr.Val.Lo)
	if off < 0 || off+size > slot.g.Size || size > 16 {
		return ir.Operand{}, false
	}
	for i := size - 1; i >= 0; i-- {
		v.Hi = v.Hi<<8 | v.Lo>>56
		v.Lo <<= 8
		if off+i < int64(len(slot.g.Init)) {
			v.Lo |= uint64(slot.g.Init[off+i])
		}
	}
	return ir.KConst(int(8*size), v), true
}

// image is the content of an object while it is built.
type image struct {
	bytes  []byte
	relocs map[int64]ir.Operand
}

func (m *image) put(off int64, v ir.Const, size int64) {
	if need := off + size; need > int64(len(m.bytes)) {
		m.bytes = append(m.bytes, make([]byte, need-int64(len(m.bytes)))...)
	}
	for i := int64(0); i < size; i++ {
		b := v.Lo
		sh := uint(8 * i)
		if i >= 8 {
			b, sh = v.Hi, sh-64
		}
		m.bytes[off+i] = byte(b >> sh)
	}
	delete(m.relocs, off)
}

func (m *image) putBits(off int64, bf *bitField, v ir.Const) {
	if need := off + bf.size; need > int64(len(m.bytes)) {
		m.bytes = append(m.bytes, make([]byte, need-int64(len(m.bytes)))...)
	}
	for i := 0; i < bf.width; i++ {
		bit := v.Lo >> uint(i) & 1
		if i >= 64 {
			bit = v.Hi >> uint(i-64) & 1
		}
		at := bf.off + i
		p := &m.bytes[off+int64(at/8)]
		*p = *p&^(1<<uint(at%8)) | byte(bit)<<uint(at%8)
	}
}

// fill writes the items of an initializer; what is wrong comes back as text.
func (c *compiler) fillImage(f *fn, m *image, w *initWalk, base int64) string {
	if w.bad != "" {
		return w.bad
	}
	for _, it := range w.items {
		offs := []int64{base + it.off}
		for _, r := range it.reps {
			var more []int64
			for _, o := range offs {
				for i := int64(0); i < r.count; i++ {
					more = append(more, o+i*r.stride)
				}
			}
			offs = more
		}
		for _, off := range offs {
			if bad := c.fillItem(f, m, it, off); bad != "" {
				return bad
			}
		}
	}
	return ""
}

func (c *compiler) fillItem(f *fn, m *image, it initItem, off int64) string {
	if it.str != nil {
		for i, b := range it.str {
			m.put(off+int64(i), ir.MakeConst(8, uint64(b)), 1)
		}
		return ""
	}
	if it.t.k == kRecord {
		cl, ok := unparen(it.e).(*cc.PostfixExpression)
		if !ok || cl.Case != cc.PostfixExpressionComplit {
			return "static initializer that is no constant"
		}
		in := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: cl.InitializerList}
		return c.fillImage(f, m, f.initItems(f.u.typeOf(cl.TypeName.Type()), in), off)
	}
	f.failed = false
	c.badConst = ""
	was := c.inStatic
	c.inStatic = true
	defer func() { c.inStatic = was }()
	v := f.expr(it.e)
	if it.t.k == kOther {
		if v.op.IsConst(0) && v.t.k != kOther {
			return ""
		}
		if isLongDouble(it.t) {
			x := f.parts(f.convert(v, it.t))
			if !f.failed {
				m.put(off, x.man.Val, 8)
				m.put(off+8, f.concat(x.sign, x.exp).Val, 2)
				return ""
			}
		}
		return otherName(it.t)
	}
	v = f.convert(v, it.t)
	if f.failed {
		if c.badConst != "" {
			return c.badConst
		}
		return "static initializer that is no constant"
	}
	switch v.op.Kind {
	case ir.KindConst:
		if it.bf != nil {
			m.putBits(off, it.bf, v.op.Val)
			return ""
		}
		m.put(off, v.op.Val, f.u.size(it.t))
	case ir.KindGlobal, ir.KindFunc:
		if it.bf != nil || f.u.size(it.t)*8 != int64(c.pw) {
			return "address in a static initializer of another width"
		}
		m.put(off, ir.Const{}, f.u.size(it.t))
		m.relocs[off] = v.op
	}
	return ""
}

// build makes the content of a global from an initializer.
func (c *compiler) build(f *fn, g *ir.Global, t ctype, in *cc.Initializer) string {
	g.Size = f.u.size(t)
	m := &image{relocs: map[int64]ir.Operand{}}
	var bad string
	if in != nil {
		w := f.initItems(t, in)
		bad = c.fillImage(f, m, w, 0)
		g.Size = max(g.Size, w.end)
	}
	if g.Size < 0 {
		return "variable of incomplete type"
	}
	if int64(len(m.bytes)) > g.Size {
		m.bytes = m.bytes[:g.Size]
	}
	// Zeros at the end need not be written down, but the bytes of a relocation must be there.
	last := int64(0)
	for off := range m.relocs {
		last = max(last, off+int64(c.pw/8))
	}
	n := int64(len(m.bytes))
	for n > last && m.bytes[n-1] == 0 {
		n--
	}
	g.Init = m.bytes[:n]
	for off := int64(0); off < n; off++ {
		if r, ok := m.relocs[off]; ok {
			g.Relocs = append(g.Relocs, ir.Reloc{Offset: off, Target: r})
		}
	}
	return bad
}

// lowerGlobal makes the content of a linked variable.
func (c *compiler) lowerGlobal(slot *globalSlot) {
	slot.done = true
	s := slot.sym
	if s == nil {
		return // a string literal
	}
	g := slot.g
	u := s.unit
	d := s.decl
	g.Pos = posOf(d)
	t := u.typeOf(d.Type())
	g.Align = u.align(t)
	if a := int64(d.Alignas()); a > g.Align {
		g.Align = a
	}
	q := u.declQual(d)
	for t := t; t.k == kArray; t = u.elem(t) {
		q = q.next()
	}
	g.Const = q.isConst() && !q.isVolatile()
	f := c.constFn(u, s.owner)
	bad := c.build(f, g, t, s.init)
	if t.k == kArray && g.Size < 0 && s.rank == rankTentative {
		// `int a[];` is an array of one element.
		g.Size = u.size(u.elem(t))
		bad = ""
	}
	if s.rank == rankExtern {
		g.External = true
		if !g.Const && !strings.HasPrefix(s.name, "__heddle_") {
			c.nowhere = append(c.nowhere, nowhere{ir.GlobalID(s.id), u.SystemFile(g.Pos.File)})
		}
		g.Const = false
		if g.Size < 0 {
			g.Size = 4096 // no size is known; accesses stay near the start
			bad = ""
		}
		if !strings.HasPrefix(s.name, "__heddle_") {
			c.assume(g.Pos, fmt.Sprintf("%s: defined in no file, its content is arbitrary", s.name), false)
			if t.k == kPtr {
				kernels := c.opts.Parse.Platform == "linux" && u.SystemFile(g.Pos.File) // system_wq and the like: what it leads to is the kernel's, too
				c.assume(g.Pos, fmt.Sprintf("%s: leads to no variable that the program knows", s.name), !kernels)
			}
		}
	}
	c.staticMutexes(u, t, ir.GlobalID(s.id), slot)
	c.openGlobal(slot, u, t)
	if bad != "" && (!g.External || g.Size < 0) {
		g.Size = max(g.Size, 1)
		c.broken = append(c.broken, brokenInit{what: "initializer of " + s.name + ": " + bad, pos: g.Pos, text: u.text(g.Pos.File, g.Pos.Line)})
	}
	if what := c.roomFor(g); what != "" {
		c.broken = append(c.broken, brokenInit{what: what, pos: g.Pos, text: u.text(g.Pos.File, g.Pos.Line)})
	}
}

// maxVariables is how many bytes all variables may take together. Where pointers have 32 bits there is less room, which is
// for the engines to say.
const maxVariables = 1 << 31

// roomFor says what is wrong with a variable that no layout of memory has room for.
func (c *compiler) roomFor(g *ir.Global) string {
	if g.Size <= maxVariables && c.room+max(g.Size, 0) <= maxVariables {
		c.room += max(g.Size, 0)
		return ""
	}
	what := fmt.Sprintf("no room for the variable %s of %d bytes", g.Display, g.Size)
	g.Size = 1
	return what
}

// brokenInit is a variable that could not be made, for its initializer or its size: the program cannot run.
type brokenInit struct {
	what string
	pos  source.Range
	text string
}

// localStatic declares a static local.
func (c *compiler) localStatic(f *fn, d *cc.Declarator, id *cc.InitDeclarator) {
	s := &symbol{name: d.Name(), unit: f.u, decl: d, rank: rankTentative, owner: f, tls: d.IsThreadLocal(), model: f.u.model}
	if id.Case == cc.InitDeclaratorInit {
		s.init = id.Initializer
		s.rank = rankStrong
	}
	c.statics[d] = s
	if c.addressesLabels(s.init) {
		// Labels are numbered while the function is lowered.
		g := c.global(s)
		c.lowerGlobal(c.globals[g])
	}
}

// addressesLabels reports whether an initializer mentions &&label.
func (c *compiler) addressesLabels(in *cc.Initializer) bool {
	if in == nil {
		return false
	}
	if in.Case == cc.InitializerExpr {
		e := unparen(in.AssignmentExpression)
		for {
			if cast, ok := e.(*cc.CastExpression); ok {
				e = unparen(cast.CastExpression)
				continue
			}
			if sub, ok := e.(*cc.AdditiveExpression); ok {
				e = unparen(sub.AdditiveExpression)
				continue
			}
			break
		}
		un, ok := e.(*cc.UnaryExpression)
		return ok && un.Case == cc.UnaryExpressionLabelAddr
	}
	for l := in.InitializerList; l != nil; l = l.InitializerList {
		if c.addressesLabels(l.Initializer) {
			return true
		}
	}
	return false
}

// staticLiteral is a compound literal at file scope.
func (c *compiler) staticLiteral(f *fn, t ctype, in *cc.Initializer, q *qual) (ir.GlobalID, bool) {
	g := &ir.Global{Name: c.unique("literal"), Display: "literal", Align: f.u.align(t), Const: q.isConst()}
	id := c.addGlobal(g)
	c.globals[id].done = true
	sub := c.constFn(f.u, f.parent)
	bad := c.build(sub, g, t, in)
	c.staticMutexes(f.u, t, id, c.globals[id])
	return id, bad == ""
}
