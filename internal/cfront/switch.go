package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// switch. Its cases are labels anywhere in its body, inside loops and blocks too, so the body is lowered first as a piece of
// code with labels in it, and the dispatch goes to each of them as a goto would.

// switchCtx collects the cases of a switch while its body is lowered.
type switchCtx struct {
	t     ctype
	from  *scope
	deflt *label
	cases []switchCase
}

type switchCase struct {
	lo, hi *big.Int // in the type of the switch
	to     *label
}

func (f *fn) switchStmt(s *cc.SelectionStatement) {
	f.at(s.ExpressionList)
	var v value
	f.full(func() {
		v = f.promoted(f.expr(s.ExpressionList))
	})
	if v.t.k != kInt {
		f.unsupported(s, "switch over something that is no integer")
		return
	}
	ctx := &switchCtx{t: v.t, from: f.scope}
	dispatch := f.cur
	pos, line := f.pos, f.line
	lp := &loop{breakTo: f.newLabel("endswitch")}
	lp.breakTo.in = f.scope
	saved := f.sw
	f.sw = ctx
	f.dead()
	sc := f.open(&scope{loop: lp})
	f.inner(s.Statement)
	f.close(sc)
	f.sw = saved
	f.jump(lp.breakTo.block)
	// The dispatch.
	end := f.pos
	f.pos, f.line = pos, line
	sw := &ir.Switch{X: v.op}
	way := func(l *label) ir.BlockID {
		b := f.newBlock("case")
		f.begin(b)
		f.emit(&jumpMark{from: ctx.from, to: l})
		return b
	}
	for _, c := range ctx.cases {
		to := way(c.to)
		for _, r := range unsignedRanges(c.lo, c.hi, v.t.w) {
			sw.Cases = append(sw.Cases, ir.Case{Lo: r[0], Hi: r[1], To: to})
		}
	}
	sw.Default = lp.breakTo.block
	if ctx.deflt != nil {
		sw.Default = way(ctx.deflt)
	}
	f.cur = dispatch
	f.dispatch(sw)
	f.begin(lp.breakTo.block)
	f.setPos(end)
}

// dispatch emits the switch; on a constant only one way is left.
func (f *fn) dispatch(sw *ir.Switch) {
	if sw.X.Kind == ir.KindConst {
		x := sw.X.Val.Big()
		for _, c := range sw.Cases {
			if c.Lo.Big().Cmp(x) <= 0 && x.Cmp(c.Hi.Big()) <= 0 {
				f.jump(c.To)
				return
			}
		}
		f.jump(sw.Default)
		return
	}
	if len(sw.Cases) == 0 {
		f.jump(sw.Default)
		return
	}
	f.emit(sw)
}

// unsignedRanges turns a range of a signed type into at most two of bit patterns.
func unsignedRanges(lo, hi *big.Int, w int) (out [][2]ir.Const) {
	if lo.Cmp(hi) > 0 {
		return nil
	}
	if lo.Sign() < 0 && hi.Sign() >= 0 {
		return append(unsignedRanges(lo, big.NewInt(-1), w), unsignedRanges(new(big.Int), hi, w)...)
	}
	return [][2]ir.Const{{ir.ConstFromBig(w, lo), ir.ConstFromBig(w, hi)}}
}

func (f *fn) caseLabel(s *cc.LabeledStatement) {
	ctx := f.sw
	if ctx == nil {
		f.unsupported(s, "case outside a switch")
		return
	}
	if s.Case == cc.LabeledStatementDefault {
		if ctx.deflt != nil {
			f.c.errorAt(f.pos, "a switch has two default labels", "remove one of them")
			return
		}
		ctx.deflt = f.newLabel("default")
		f.place(ctx.deflt)
		f.exposes(ctx.from)
		return
	}
	l := f.newLabel("case")
	lo, ok1 := f.caseValue(ctx, s.ConstantExpression)
	hi, ok2 := lo, true
	if s.Case == cc.LabeledStatementRange {
		hi, ok2 = f.caseValue(ctx, s.ConstantExpression2)
	}
	f.place(l)
	f.exposes(ctx.from)
	if !ok1 || !ok2 {
		f.c.errorAt(f.pos, "case label that is no constant", "use an integer constant expression")
		return
	}
	for _, c := range ctx.cases {
		if lo.Cmp(c.hi) <= 0 && c.lo.Cmp(hi) <= 0 {
			f.c.errorAt(f.pos, "a switch has two labels for one value", "remove one of the case labels")
			return
		}
	}
	ctx.cases = append(ctx.cases, switchCase{lo: lo, hi: hi, to: l})
}

// caseValue converts a case constant to the type of the switch.
func (f *fn) caseValue(ctx *switchCtx, e cc.ExpressionNode) (*big.Int, bool) {
	v, ok := f.c.constant(f.u, e)
	if !ok || v.t.k != kInt || v.op.Kind != ir.KindConst {
		return nil, false
	}
	k := f.convert(v, ctx.t).op
	if ctx.t.signed {
		return k.Val.SignedBig(ctx.t.w), true
	}
	return k.Val.Big(), true
}

// atomicBlock lowers heddle_atomic { ... }, which the header writes as a switch over a call that nothing else uses.
func (f *fn) atomicBlock(s *cc.SelectionStatement) bool {
	call, ok := unparen(s.ExpressionList).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || calleeName(call.PostfixExpression) != "__heddle_atomic_block" {
		return false
	}
	body := s.Statement
	if body.Case != cc.StatementLabeled || body.LabeledStatement.Case != cc.LabeledStatementDefault {
		return false
	}
	f.at(s)
	f.emit(&ir.AtomicBegin{})
	sc := f.push(&scope{atomic: true})
	saved := f.sw
	f.sw = nil
	f.inner(body.LabeledStatement.Statement)
	f.sw = saved
	f.close(sc)
	return true
}
