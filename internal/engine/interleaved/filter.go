package interleaved

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// assume P2 := "assume not phi; P2", line 13 of Algorithm 1, for any number of filters, as a program: what every engine takes. The entry looks at the input in one atomic
// section before it calls or starts anything. A filter is a conjunction, and each condition is computed only where those before it hold: they say that the pointers are
// not null which it goes through.
//
// Thread 0 is alone then, so an execution of the new program is one of the old with one entry of its schedule more (strip).

// assume is the program without the inputs of some filters. Where one has choices of its own, it may look whether the input is one of those; see decide.Unless.
func (q *question) assume(filters []*Filter) (*ir.Program, []decide.Unless) {
	p := q.Program.Clone()
	e, rest := q.filtered(p)
	body := e.block("input")
	e.f.Blocks[body].Instrs = rest
	looks := e.filter(filters)
	e.add(&ir.Jump{To: body})
	return p, looks
}

// left is a program that fails if there is an input which is in none of some filters. It may do nothing, so that this says something about all inputs.
func (q *question) left(filters []*Filter) (*ir.Program, []decide.Unless) {
	p := q.Program.Clone()
	e, _ := q.filtered(p)
	e.f.Blocks = e.f.Blocks[:1]
	look, end := e.block("look"), e.block("end")
	any := e.f.NewReg(1, "", ir.ShowBool)
	e.add(&ir.Havoc{Dst: any})
	e.add(&ir.Branch{Cond: ir.R(any, 1), Then: look, Else: end})
	e.at = look
	looks := e.filter(filters)
	e.add(&ir.Assert{Cond: ir.K(1, 0), Kind: string(verdict.KindAssert), Msg: "an input is left"})
	e.add(&ir.Jump{To: end})
	e.at = end
	back := &ir.Return{}
	if e.f.RetWidth > 0 {
		back.X = ir.K(e.f.RetWidth, 0)
	}
	e.add(back)
	return p, looks
}

// look may look whether the input is one of a filter with choices of its own, and fails if it is.
func (e *emitter) look(i int, x *Filter) decide.Unless {
	havoc := func(width int) (ir.Operand, ir.ID) {
		d := e.f.NewReg(width, "", ir.ShowUnsigned)
		in := &ir.Havoc{Dst: d}
		e.add(in)
		return ir.R(d, width), in.ID
	}
	e.done = map[logic.Term]ir.Operand{}
	yes, id := havoc(1)
	out := decide.Unless{Look: id}
	in, next := e.block(fmt.Sprintf("look.%d", i+1)), e.block(fmt.Sprintf("filter.%d", i+1))
	e.add(&ir.Branch{Cond: yes, Then: in, Else: next})
	e.at = in
	for _, v := range x.bound {
		any, id := havoc(e.choices[v].width)
		e.done[v], out.Any = any, append(out.Any, id)
	}
	e.conds(i, x, next)
	fails := &ir.Assert{Cond: ir.K(1, 0), Kind: string(verdict.KindAssert), Msg: "the input is filtered"}
	e.add(fails)
	out.Fails = fails.ID
	e.add(&ir.Jump{To: next})
	e.at = next
	return out
}

// conds goes on if all conditions of a filter hold, and elsewhere if one does not.
func (e *emitter) conds(i int, x *Filter, elsewhere ir.BlockID) {
	for k, c := range x.conds {
		more := e.block(fmt.Sprintf("filter.%d.%d", i+1, k+1))
		e.add(&ir.Branch{Cond: e.term(c), Then: more, Else: elsewhere})
		e.at = more
	}
}

// filtered begins the entry of a program anew, with its parameters; rest is what stood behind them.
func (q *question) filtered(p *ir.Program) (e *emitter, rest []ir.Instr) {
	f := p.Funcs[p.Entry]
	first := f.Blocks[0]
	at := 0
	for i, in := range first.Instrs { // behind the parameters, before anything happens
		if _, ok := in.(*ir.Havoc); ok {
			if _, is := q.params[in.Base().ID]; is {
				at = i + 1
			}
		}
	}
	hoisted := []ir.Instr{}
	for i, in := range first.Instrs {
		if _, is := q.params[in.Base().ID]; is && i < at {
			hoisted = append(hoisted, in)
		} else {
			rest = append(rest, in)
		}
	}
	pos := first.Instrs[0].Base().Pos
	first.Instrs = hoisted
	return &emitter{question: q, p: p, f: f, pos: func() ir.Meta { return ir.Meta{ID: p.NewID(), Pos: pos} }}, rest
}

// filter ends executions on inputs of some filters, or looks whether they are, in one section.
func (e *emitter) filter(filters []*Filter) (looks []decide.Unless) {
	e.add(&ir.AtomicBegin{})
	for i, x := range filters {
		if len(x.bound) > 0 {
			looks = append(looks, e.look(i, x))
			continue
		}
		e.done = map[logic.Term]ir.Operand{}
		next := e.block(fmt.Sprintf("filter.%d", i+1))
		e.conds(i, x, next)
		e.add(&ir.Assume{Cond: ir.K(1, 0)})
		e.add(&ir.Jump{To: next})
		e.at = next
	}
	e.add(&ir.AtomicEnd{})
	return looks
}

// emitter writes terms as instructions.
type emitter struct {
	*question
	p    *ir.Program
	f    *ir.Func
	at   ir.BlockID
	pos  func() ir.Meta
	done map[logic.Term]ir.Operand
}

func (e *emitter) block(name string) ir.BlockID {
	e.f.Blocks = append(e.f.Blocks, &ir.Block{Name: "heddle." + name})
	return ir.BlockID(len(e.f.Blocks) - 1)
}

func (e *emitter) add(in ir.Instr) {
	*in.Base() = e.pos()
	e.f.Blocks[e.at].Instrs = append(e.f.Blocks[e.at].Instrs, in)
}

func (e *emitter) width(t logic.Term) int {
	if e.b.Sort(t).IsBool() {
		return 1
	}
	return e.b.Width(t)
}

// term computes a term, its arguments first.
func (e *emitter) term(t logic.Term) ir.Operand {
	for _, x := range e.b.Cone(e.needs(t)...) {
		if _, ok := e.done[x]; !ok {
			e.done[x] = e.compute(x)
		}
	}
	return e.done[t]
}

// needs is a term and the addresses of the input that it is about, those first.
func (e *emitter) needs(t logic.Term) []logic.Term {
	out := []logic.Term{t}
	for _, v := range e.b.VarsOf(t) {
		if in := e.inputs[v]; in != nil && in.param == 0 {
			if _, ok := e.done[v]; !ok {
				e.done[v] = e.load(in)
			}
		}
	}
	return out
}

// load reads a piece of the input.
func (e *emitter) load(in *input) ir.Operand {
	a := &in.access
	addr := e.address(a.at)
	switch {
	case in.chosen && a.base == 0:
		g, _ := e.globalAt(a.at)
		addr = e.binary(ir.Add, ir.G(g, 0, e.p.PtrWidth()), e.term(e.b.Sub(a.term, e.b.BV(e.p.PtrWidth(), e.bases[g]))))
	case in.chosen:
		addr = e.term(a.term)
	case a.base != 0:
		addr = e.binary(ir.Add, e.term(a.base), ir.K(e.p.PtrWidth(), a.offset))
	}
	d := e.f.NewReg(8*a.size, "", ir.ShowUnsigned)
	e.add(&ir.Load{Dst: d, Mem: ir.Mem{Addr: addr, Size: a.size}})
	return ir.R(d, 8*a.size)
}

// address is a number that is where something lies.
func (e *emitter) address(at uint64) ir.Operand {
	if g, ok := e.globalAt(at); ok {
		return ir.G(g, at-e.bases[g], e.p.PtrWidth())
	}
	return ir.K(e.p.PtrWidth(), at)
}

func (e *emitter) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	w := x.Width
	if op.IsCompare() {
		w = 1
	}
	d := e.f.NewReg(w, "", ir.ShowUnsigned)
	e.add(&ir.Binary{Dst: d, Op: op, X: x, Y: y})
	return ir.R(d, w)
}

func (e *emitter) unary(op ir.UnOp, x ir.Operand, w int) ir.Operand {
	d := e.f.NewReg(w, "", ir.ShowUnsigned)
	e.add(&ir.Unary{Dst: d, Op: op, X: x})
	return ir.R(d, w)
}

func (e *emitter) ite(c, x, y ir.Operand) ir.Operand {
	d := e.f.NewReg(x.Width, "", ir.ShowUnsigned)
	e.add(&ir.Ite{Dst: d, Cond: c, X: x, Y: y})
	return ir.R(d, x.Width)
}

var binaries = map[logic.Kind]ir.BinOp{
	logic.KEq: ir.Eq, logic.KBVAnd: ir.And, logic.KBVOr: ir.Or, logic.KBVXor: ir.Xor, logic.KAdd: ir.Add, logic.KMul: ir.Mul, logic.KULt: ir.ULt, logic.KSLt: ir.SLt,
	logic.KAnd: ir.And,
}

// compute makes an operation whose arguments are there.
func (e *emitter) compute(t logic.Term) ir.Operand {
	w := e.width(t)
	var args []ir.Operand
	for _, a := range e.b.Args(t) {
		args = append(args, e.done[a])
	}
	switch k := e.b.Kind(t); k {
	case logic.KConst:
		if w == 1 {
			return ir.K(1, b2u(e.b.IsTrue(t) || !e.b.Sort(t).IsBool() && !constOf(e.b.Value(t)).IsZero()))
		}
		if v, ok := e.b.Uint64(t); ok && w == e.p.PtrWidth() && v > 1<<20 {
			return e.address(v)
		}
		return ir.KConst(w, constOf(e.b.Value(t)))
	case logic.KVar:
		for _, in := range e.f.Blocks[0].Instrs {
			if h, ok := in.(*ir.Havoc); ok && e.params[h.ID] == e.inputs[t].param {
				return ir.R(h.Dst, e.f.Width(h.Dst))
			}
		}
	case logic.KNot, logic.KBVNot:
		return e.unary(ir.Not, args[0], w)
	case logic.KNeg:
		return e.unary(ir.Neg, args[0], w)
	case logic.KIte:
		return e.ite(args[0], args[1], args[2])
	case logic.KUDiv, logic.KURem:
		zero := e.binary(ir.Eq, args[1], ir.K(w, 0))
		y := e.ite(zero, ir.K(w, 1), args[1])
		if k == logic.KUDiv {
			return e.ite(zero, ir.KConst(w, ir.SignedConst(w, -1)), e.binary(ir.UDiv, args[0], y))
		}
		return e.ite(zero, args[0], e.binary(ir.URem, args[0], y))
	case logic.KShl, logic.KLShr, logic.KAShr:
		far := e.binary(ir.ULe, ir.K(w, uint64(w)), args[1])
		y := e.ite(far, ir.K(w, 0), args[1])
		switch k {
		case logic.KShl:
			return e.ite(far, ir.K(w, 0), e.binary(ir.Shl, args[0], y))
		case logic.KLShr:
			return e.ite(far, ir.K(w, 0), e.binary(ir.LShr, args[0], y))
		}
		return e.ite(far, e.binary(ir.AShr, args[0], ir.K(w, uint64(w-1))), e.binary(ir.AShr, args[0], y))
	case logic.KConcat:
		d := e.f.NewReg(w, "", ir.ShowUnsigned)
		e.add(&ir.Concat{Dst: d, Hi: args[0], Lo: args[1]})
		return ir.R(d, w)
	case logic.KExtract:
		_, lo := e.b.ExtractBounds(t)
		d := e.f.NewReg(w, "", ir.ShowUnsigned)
		e.add(&ir.Extract{Dst: d, X: args[0], Lo: lo})
		return ir.R(d, w)
	case logic.KSExt:
		return e.unary(ir.SExt, args[0], w)
	default:
		if op, ok := binaries[k]; ok {
			v := args[0]
			for _, a := range args[1:] {
				v = e.binary(op, v, a)
			}
			return v
		}
	}
	panic(fmt.Sprintf("interleaved: %v in a filter", e.b.Kind(t)))
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
