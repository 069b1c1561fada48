package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Unspecified order of evaluation, C11 6.5 paragraphs 2 and 3, 6.5.2.2 paragraph 10, 6.7.9 paragraph 23.
//
// Operands are lowered from left to right. Meanwhile an evaluation notes each instruction with the operand that it belongs to. Two instructions of different operands of
// one operator (argument list, initializer list) may run in either order; all others run as they were emitted. This is finer than whole operands, as C has it: in a() + f(b()) the call of a
// may come between those of b and f.
//
// Whether an order matters is seen on the finished program alone, where the effects of the functions that are called are known (effects.go). Each round of lowering therefore finds out which
// evaluations have conflicts, and the next one gives those every order (reorder.go). A program without conflicts is done after the first round, and nothing in it differs.
//
// Conflicts are between a call, or an operation that synchronizes, and something else. Two plain accesses of one expression have none: if they meet in one object, C leaves undefined what
// happens (sequence.go), and otherwise nobody can tell.
//
// && || ?: and ({ }) sequence what is in them. As operands they are one unit; what is unsequenced inside is an evaluation of its own.
//
// Rejected: lowering operands in another order. An operand that declares something would be lowered twice, and calls have many ways to evaluate their arguments.

// evaluation is the lowering of an outermost expression with unsequenced operands.
type evaluation struct {
	node    any
	f       *ir.Func
	place   ir.Meta
	block   *ir.Block // where it begins
	from    int
	created int // how many blocks the function had then
	entries []entry
	cur     *operand                       // what instructions belong to now; nil: the outermost operator
	pending map[cc.ExpressionNode]*operand // operands that are not yet evaluated
	opened  map[any]*group
}

// group is an operator with unsequenced operands.
type group struct {
	in    *operand // the operand that it stands in
	node  any
	last  int  // the number of the last operand
	whole bool // the operands do not mix: each runs as a whole before or after another, as in an initializer list
}

// operand is one operand of a group.
type operand struct {
	group *group
	index int
}

// entry is an instruction of an evaluation, or a unit of several that nothing of the evaluation comes between.
type entry struct {
	list   []ir.Instr
	at     *operand
	one    *int // accesses that no call comes between have the same
	block  *ir.Block
	blocks int     // how many blocks the function had
	inner  *region // && and the like
	whole  bool    // an atomic section
}

// region is the part of a function that a unit with control flow was lowered to: the list of its entry, then blocks.
type region struct {
	blocks map[ir.BlockID][]ir.Instr
	order  []ir.BlockID
	end    ir.BlockID                  // where it goes on
	first  []ir.BlockID                // where the list leads
	next   map[ir.BlockID][]ir.BlockID // where each block leads, in the unit
}

// link notes where the parts of a unit lead: the end of lowering gives blocks other numbers.
func (x *entry) link() {
	r := x.inner
	leads := func(list []ir.Instr) (to []ir.BlockID) {
		inside := func(b ir.BlockID) {
			if _, ok := r.blocks[b]; ok {
				to = append(to, b)
			}
		}
		for _, in := range list {
			ir.Targets(in, func(b *ir.BlockID) { inside(*b) })
			if j, ok := in.(*jumpMark); ok {
				inside(j.to.block)
			}
		}
		return to
	}
	r.first, r.next = leads(x.list), map[ir.BlockID][]ir.BlockID{}
	for _, b := range r.order {
		r.next[b] = leads(r.blocks[b])
	}
}

// in reports whether an operand is, or stands in, o.
func (p *operand) in(o *operand) bool {
	for ; p != nil; p = p.group.in {
		if p == o {
			return true
		}
	}
	return o == nil
}

// apart gives the operands of one group that two instructions belong to, if they are different ones.
func apart(p, q *operand) (x, y *operand, ok bool) {
	for x = p; x != nil; x = x.group.in {
		for y = q; y != nil; y = y.group.in {
			if x.group == y.group {
				return x, y, x != y
			}
		}
	}
	return nil, nil, false
}

func nothing() {}

// evaluate begins an expression; the result ends it.
func (f *fn) evaluate(e cc.ExpressionNode) func() {
	if f.cur == nil {
		return nothing
	}
	leave := f.operandOf(e)
	operands := unsequencedOperands(e)
	if len(operands) < 2 || f.ev != nil && f.ev.opened[e] != nil {
		return leave
	}
	if f.ev == nil {
		f.checkSequence(e)
	}
	end := f.unsequenced(e, operands, false)
	return func() { end(); leave() }
}

// unsequencedOperands lists the operands of an expression if nothing sequences them.
func unsequencedOperands(e cc.ExpressionNode) []cc.ExpressionNode {
	switch e := e.(type) {
	case *cc.AssignmentExpression:
		return []cc.ExpressionNode{e.UnaryExpression, e.AssignmentExpression}
	case *cc.InclusiveOrExpression:
		return []cc.ExpressionNode{e.InclusiveOrExpression, e.ExclusiveOrExpression}
	case *cc.ExclusiveOrExpression:
		return []cc.ExpressionNode{e.ExclusiveOrExpression, e.AndExpression}
	case *cc.AndExpression:
		return []cc.ExpressionNode{e.AndExpression, e.EqualityExpression}
	case *cc.EqualityExpression:
		return []cc.ExpressionNode{e.EqualityExpression, e.RelationalExpression}
	case *cc.RelationalExpression:
		return []cc.ExpressionNode{e.RelationalExpression, e.ShiftExpression}
	case *cc.ShiftExpression:
		return []cc.ExpressionNode{e.ShiftExpression, e.AdditiveExpression}
	case *cc.AdditiveExpression:
		return []cc.ExpressionNode{e.AdditiveExpression, e.MultiplicativeExpression}
	case *cc.MultiplicativeExpression:
		return []cc.ExpressionNode{e.MultiplicativeExpression, e.CastExpression}
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionIndex:
			return []cc.ExpressionNode{e.PostfixExpression, e.ExpressionList}
		case cc.PostfixExpressionCall:
			return append([]cc.ExpressionNode{e.PostfixExpression}, argList(e)...)
		}
	}
	return nil
}

// unsequenced begins an operator with these operands; the result ends it.
func (f *fn) unsequenced(node any, operands []cc.ExpressionNode, whole bool) func() {
	if f.cur == nil {
		return nothing
	}
	outermost := f.ev == nil
	if outermost {
		f.ev = &evaluation{
			node: node, f: f.f, place: f.meta(), block: f.cur, from: len(f.cur.Instrs), created: len(f.f.Blocks),
			pending: map[cc.ExpressionNode]*operand{}, opened: map[any]*group{},
		}
	}
	ev := f.ev
	g := &group{in: ev.cur, node: node, last: len(operands) - 1, whole: whole}
	ev.opened[node] = g
	for i, e := range operands {
		ev.pending[f.unparen(e)] = &operand{group: g, index: i}
	}
	return func() {
		ev.cur = g.in
		for _, e := range operands {
			delete(ev.pending, f.unparen(e))
		}
		if outermost {
			f.ev = nil
			f.evaluated(ev)
		}
	}
}

// operandOf begins an expression that may be an operand; the result ends it. What comes behind belongs to the operand, too, until the next one begins: a conversion, say.
func (f *fn) operandOf(e cc.ExpressionNode) func() {
	if f.ev == nil {
		return nothing
	}
	ev, e := f.ev, f.unparen(e)
	o := ev.pending[e]
	if o == nil {
		return nothing
	}
	delete(ev.pending, e)
	ev.cur = o
	return func() {
		ev.cur = o
		if o.index == o.group.last {
			ev.cur = o.group.in
		}
	}
}

// calls begins the call itself, which no argument comes behind, those neither that are not evaluated here: an order of memory, the size of a checked copy.
func (f *fn) calls(e any) {
	if f.ev == nil {
		return
	}
	if g := f.ev.opened[e]; g != nil {
		f.ev.cur = g.in
	}
}

// noteEntry adds an instruction to the evaluation at hand.
func (f *fn) noteEntry(in ir.Instr) {
	if f.ev != nil {
		f.ev.entries = append(f.ev.entries, entry{list: []ir.Instr{in}, at: f.ev.cur, one: f.one, block: f.cur, blocks: len(f.f.Blocks)})
	}
}

// single begins accesses that a call comes before or after, never between: x++, x += y (6.5.2.4p2, 6.5.16.2p3).
func (f *fn) single() func() { return f.together(new(int)) }

// together goes on with such accesses.
func (f *fn) together(one *int) func() {
	was := f.one
	f.one = one
	return func() { f.one = was }
}

// unit begins a unit with an order of its own; the result ends it.
func (f *fn) unit() func() {
	ev := f.ev
	if ev == nil {
		return nothing
	}
	x := entry{at: ev.cur, block: f.cur, blocks: len(f.f.Blocks)}
	from, one := len(f.cur.Instrs), f.one
	f.ev, f.one = nil, nil
	return func() {
		f.ev, f.one = ev, one
		x.list = append(x.list, x.block.Instrs[from:]...)
		if f.cur != x.block {
			x.inner = f.regionFrom(x.blocks, f.cur)
		}
		ev.entries = append(ev.entries, x)
	}
}

// regionFrom takes the blocks from a number on as they are now.
func (f *fn) regionFrom(n int, end *ir.Block) *region {
	r := &region{blocks: map[ir.BlockID][]ir.Instr{}, end: -1}
	for id := n; id < len(f.f.Blocks); id++ {
		b := f.f.Blocks[id]
		r.blocks[ir.BlockID(id)] = append([]ir.Instr(nil), b.Instrs...)
		r.order = append(r.order, ir.BlockID(id))
		if b == end {
			r.end = ir.BlockID(id)
		}
	}
	return r
}

// each calls g with every instruction of a unit.
func (x *entry) each(g func(ir.Instr)) {
	for _, in := range x.list {
		g(in)
	}
	if x.inner == nil {
		return
	}
	for _, b := range x.inner.order {
		for _, in := range x.inner.blocks[b] {
			g(in)
		}
	}
}
