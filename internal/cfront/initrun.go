package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Initializers at run time: the items that init.go found become stores.

// itemsFrom names the items of an initializer, by the first.
type itemsFrom struct{ first cc.ExpressionNode }

// initialize stores the items of an initializer into an object whose other bytes are zero already.
func (f *fn) initialize(lv lval, w *initWalk) {
	if w.bad != "" {
		f.unsupported(nil, w.bad)
		return
	}
	var operands []cc.ExpressionNode
	for _, it := range w.items {
		operands = append(operands, it.e)
	}
	if len(operands) > 1 {
		defer f.unsequenced(itemsFrom{operands[0]}, operands, true)()
	}
	overlay := lv.overlay || f.u.overlaid(lv.t, 0)
	for _, it := range w.items {
		part := lv
		part.overlay = overlay
		part.bf = it.bf
		part.t = it.t
		part.name = lv.name + it.name
		part.field = partField(lv.field, it.name)
		part.addr = f.addr(lv.addr, it.off)
		f.initItem(part, it)
	}
}

func (f *fn) initItem(part lval, it initItem) {
	if it.str != nil {
		f.each(part, it.reps, func(p lval) { f.storeString(p, it.str) })
		return
	}
	defer f.setPos(f.at(it.e))
	defer f.operandOf(it.e)()
	if it.t.k == kRecord {
		v := f.expr(it.e)
		if v.t.k != kRecord {
			f.unsupported(it.e, "struct initialized by a number")
			return
		}
		f.each(part, it.reps, func(p lval) { f.copyObject(p, v.object()) })
		return
	}
	if it.t.k == kOther {
		f.assign(part, f.expr(it.e))
		return
	}
	v := f.convert(f.expr(it.e), it.t)
	f.each(part, it.reps, func(p lval) { f.store(p, v) })
}

// each calls g for every repetition of an item.
func (f *fn) each(p lval, reps []rep, g func(lval)) {
	if len(reps) == 0 {
		g(p)
		return
	}
	r := reps[len(reps)-1]
	l := run{count: r.count, stride: r.stride, leaves: []leaf{{}}}
	if r.count <= maxLeaves {
		for i := int64(0); i < r.count; i++ {
			q := p
			q.addr = f.addr(p.addr, i*r.stride)
			f.each(q, reps[:len(reps)-1], g)
		}
		return
	}
	f.eachRun(l, func(off ir.Operand, _ leaf) {
		q := p
		q.addr = f.binary(ir.Add, p.addr, off)
		f.each(q, reps[:len(reps)-1], g)
	})
}

// storeString writes the bytes of a string literal, element by element.
func (f *fn) storeString(p lval, data []byte) {
	el := f.u.elem(p.t)
	if el.k != kInt || el.w == 0 || el.w > 64 {
		f.unsupported(nil, "string literal as an initializer of something that is no array of characters")
		return
	}
	step := el.w / 8
	if len(data) > 16*maxLeaves {
		src := lval{t: ctype{k: kInt, w: 8}, reg: ir.NoReg, addr: ir.G(f.c.str(data, step), 0, f.c.pw)}
		f.eachRun(run{count: int64(len(data) / step), stride: int64(step), leaves: chunks(0, int64(step), int64(step), "[]")},
			func(off ir.Operand, l leaf) {
				v := f.leafLoad(f.part(src, off, l.t, l), l.size)
				f.emit(&ir.Store{Mem: f.mem(f.part(p, off, el, l), l.size), Val: v})
			})
		return
	}
	for i := 0; i+step <= len(data); i += step {
		var v uint64
		for k := step - 1; k >= 0; k-- {
			v = v<<8 | uint64(data[i+k])
		}
		q := lval{t: el, reg: ir.NoReg, addr: f.addr(p.addr, int64(i)), name: p.name + "[]", field: p.field, overlay: p.overlay, volatile: p.volatile}
		f.emit(&ir.Store{Mem: f.mem(q, int64(step)), Val: ir.K(el.w, v)})
	}
}

// compoundLiteral is an unnamed object: of the block it stands in, or static at file scope.
func (f *fn) compoundLiteral(e *cc.PostfixExpression) lval {
	t := f.u.typeOf(e.TypeName.Type())
	q := f.u.typeNameQual(e.TypeName)
	in := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: e.InitializerList}
	if f.isConst() {
		g, ok := f.c.staticLiteral(f, t, in, q)
		if !ok {
			f.failed = true
		}
		return lval{t: t, reg: ir.NoReg, addr: ir.G(g, 0, f.c.pw), name: "literal"}
	}
	w := f.initItems(t, in)
	size := max(f.u.size(t), w.end)
	if size < 0 {
		f.unsupported(e, "compound literal of unknown size")
		return lval{t: t, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	lv := lval{t: t, reg: ir.NoReg, addr: f.stackObject(f.blockScope(), t, size, f.u.align(t), "literal"), name: "literal"}
	if !w.covers(f.u, t) {
		f.zeroObject(lv)
	}
	f.initialize(lv, w)
	f.madeMutexes(lv, w)
	lv.volatile = q.isVolatile()
	lv.atomic = q.isAtomic()
	return lv
}

// covers reports whether the items write every byte of the object for certain.
func (w *initWalk) covers(u *unit, t ctype) bool {
	return len(w.items) == 1 && w.items[0].off == 0 && w.items[0].bf == nil && w.items[0].str == nil && w.items[0].reps == nil &&
		u.size(w.items[0].t) == u.size(t)
}
