package emit

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// From the IR to statements. What an instruction computes is written where it is used if that is the only place and nothing it reads changes
// in between, so that a condition reads as one; everything else becomes an assignment. The rules for invalid
// operations are those of docs/assumptions.md: the execution ends there, as by an assumption.

// translate makes the statements of a program.
func translate(p *ir.Program, opt Options) (*program, *memory, error) {
	out := &program{ptr: p.PtrWidth()}
	names := newNamer(reserved...)
	m, err := newMemory(p, opt.Layout, names, out)
	if err != nil {
		return nil, nil, err
	}
	procs := map[ir.FuncID]*proc{}
	ids := called(p)
	for _, id := range ids {
		f := p.Funcs[id]
		pr := &proc{ret: f.RetWidth, entry: id == p.Entry, note: f.Display}
		if pr.name = "main"; !pr.entry {
			pr.name = names.fresh("f_" + f.Name)
		}
		if f.Pos.IsValid() {
			pr.note += " at " + lineOf(f.Pos.Pos)
		}
		procs[id] = pr
		out.procs = append(out.procs, pr)
	}
	for _, id := range ids {
		l := &lowering{memory: m, p: p, f: p.Funcs[id], proc: procs[id], procs: procs, names: names, out: out}
		if err := l.run(); err != nil {
			return nil, nil, err
		}
	}
	out.dropUncalled()
	return out, m, nil
}

// dropUncalled leaves out the procedures whose calls all stood behind branches that are never taken.
func (p *program) dropUncalled() {
	used := graph.Reach((*proc).calls, p.procs[0]) // from the entry
	p.procs = slices.DeleteFunc(p.procs, func(pr *proc) bool { return !slices.Contains(used, pr) })
}

// called lists the functions that can run, the entry first.
func called(p *ir.Program) []ir.FuncID {
	return graph.Reach(func(f ir.FuncID) []ir.FuncID { return p.Funcs[f].Callees() }, p.Entry)
}

// lowering is the translation of one function.
type lowering struct {
	*memory
	p      *ir.Program
	f      *ir.Func
	proc   *proc
	procs  map[ir.FuncID]*proc
	names  *namer
	out    *program
	facts  *facts
	vars   []*variable
	blocks map[ir.BlockID]*block
	cur    *block
	at     ir.BlockID // the block being translated, and the place in it
	pos    int
	last   string // the place of the last comment in this block

	waiting []pending
}

// pending is a register whose value is written where it is used.
type pending struct {
	r ir.Reg
	e *expr
}

func (l *lowering) run() error {
	l.facts = analyze(l.p, l.f, l.Address, func(a *ir.Alloc) (uint64, bool) { return l.Layout.Allocs[a.ID], l.heap == nil })
	l.vars = make([]*variable, len(l.f.Regs))
	l.blocks = map[ir.BlockID]*block{}
	for _, r := range l.f.Params {
		l.proc.params = append(l.proc.params, l.variable(r))
	}
	l.proc.locals = nil // parameters are declared elsewhere
	for _, b := range l.facts.order {
		blk := &block{label: l.names.fresh(l.f.Blocks[b].Name)}
		l.blocks[b] = blk
	}
	for _, b := range l.facts.order {
		l.cur, l.last = l.blocks[b], ""
		l.proc.blocks = append(l.proc.blocks, l.cur)
		if b == 0 && l.proc.entry {
			for _, e := range l.incoming {
				l.add(stmt{kind: sAssume, e: e})
			}
		}
		for i, in := range l.f.Blocks[b].Instrs {
			l.at, l.pos = b, i
			if !l.facts.kept(in) {
				continue
			}
			if err := l.instr(in); err != nil {
				return fmt.Errorf("%s: %w", lineOf(in.Base().Pos.Pos), err)
			}
		}
		l.flushAll()
	}
	tidy(l.proc)
	return nil
}

// variable is the variable of a register, made on first use.
func (l *lowering) variable(r ir.Reg) *variable {
	if v := l.vars[r]; v != nil {
		return v
	}
	info := l.f.Regs[r]
	name := fmt.Sprintf("r%d", r)
	if info.Name != "" {
		name = fmt.Sprintf("%s_%d", clean(info.Name), r)
	}
	v := &variable{name: l.names.fresh(name), w: info.Width, unset: l.facts.unset[r], once: l.facts.defs[r] == 1 && l.p.Form.Bounded}
	l.vars[r] = v
	l.proc.locals = append(l.proc.locals, v)
	return v
}

// operand is the value of an operand here.
func (l *lowering) operand(o ir.Operand) *expr {
	switch o.Kind {
	case ir.KindConst:
		return constant(o.Width, o.Val)
	case ir.KindReg:
		if c, ok := l.facts.consts[o.Reg]; ok {
			return constant(o.Width, c)
		}
		for i, w := range l.waiting {
			if w.r == o.Reg {
				l.waiting = append(l.waiting[:i:i], l.waiting[i+1:]...)
				return w.e
			}
		}
		return varOf(l.variable(o.Reg))
	}
	return number(o.Width, l.Address(o))
}

// say writes where the statements that follow come from.
func (l *lowering) say(in ir.Instr) {
	m := in.Base()
	if !m.Pos.IsValid() {
		return
	}
	at := lineOf(m.Pos.Pos)
	text := m.Text
	if text == "" {
		if a, _, _ := ir.AccessOf(in); a != nil {
			text = a.Name
		}
	}
	if line := at + ": " + text; line != l.last {
		l.last = line
		if text == "" {
			line = at
		}
		l.cur.stmts = append(l.cur.stmts, stmt{kind: sComment, text: line})
	}
}

func lineOf(p source.Pos) string {
	if !p.IsValid() {
		return p.String()
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// add appends a statement, after assigning the pending values that it would change.
func (l *lowering) add(s stmt) {
	if s.kind == sAssign && s.e.v == s.dst && s.e.op == eVar {
		return
	}
	if s.dst != nil {
		l.flush(func(e *expr) bool { return mentions(e, s.dst) })
	}
	if s.kind == sSet {
		l.flushMemory()
	}
	l.cur.stmts = append(l.cur.stmts, s)
}

func mentions(e *expr, v *variable) bool {
	if e.v == v {
		return true
	}
	for _, a := range e.args {
		if mentions(a, v) {
			return true
		}
	}
	return false
}

// flush assigns pending values to their variables.
func (l *lowering) flush(which func(*expr) bool) {
	var keep, out []pending
	for _, w := range l.waiting {
		if which(w.e) {
			out = append(out, w)
		} else {
			keep = append(keep, w)
		}
	}
	l.waiting = keep
	for _, w := range out {
		l.add(stmt{kind: sAssign, dst: l.variable(w.r), e: w.e})
	}
}

func (l *lowering) flushAll() { l.flush(func(*expr) bool { return true }) }

// mostNested is how large an expression may get before it is given a name.
const mostNested = 16

// set gives a register a value. A value that is used once, in this block, stays pending until its use.
func (l *lowering) set(in ir.Instr, r ir.Reg, e *expr) {
	if r == ir.NoReg || !l.facts.needed[r] {
		return
	}
	if _, known := l.facts.consts[r]; known {
		return
	}
	if l.facts.defs[r] == 1 && l.facts.uses[r] == 1 && e.size <= mostNested && plain(e) && l.usedHere(r) {
		l.waiting = append(l.waiting, pending{r, e})
		return
	}
	l.say(in)
	l.add(stmt{kind: sAssign, dst: l.variable(r), e: e})
}

// plain reports whether an expression reads variables alone, and no memory by address.
func plain(e *expr) bool {
	switch e.op {
	case eCell, eValid, eSize, eLive:
		return false
	}
	for _, a := range e.args {
		if !plain(a) {
			return false
		}
	}
	return true
}

// usedHere reports whether the one use of a register lies a little further on in the same block.
func (l *lowering) usedHere(r ir.Reg) bool {
	const far = 400
	rest := l.f.Blocks[l.at].Instrs[l.pos+1:]
	for _, x := range rest[:min(far, len(rest))] {
		found := false
		if l.facts.kept(x) {
			ir.Uses(x, func(o *ir.Operand) { found = found || o.Kind == ir.KindReg && o.Reg == r })
		}
		if found {
			return true
		}
	}
	return false
}

func (l *lowering) assume(in ir.Instr, c *expr) {
	if c.isTrue() {
		return
	}
	l.say(in)
	l.add(stmt{kind: sAssume, e: c})
}

func (l *lowering) instr(in ir.Instr) error {
	switch in := in.(type) {
	case *ir.Move:
		l.set(in, in.Dst, l.operand(in.X))
	case *ir.Unary:
		l.set(in, in.Dst, l.unary(in))
	case *ir.Binary:
		l.set(in, in.Dst, l.binary(in))
	case *ir.Extract:
		l.set(in, in.Dst, extract(l.operand(in.X), in.Lo, l.f.Width(in.Dst)))
	case *ir.Concat:
		l.set(in, in.Dst, concat(l.operand(in.Hi), l.operand(in.Lo)))
	case *ir.Ite:
		l.set(in, in.Dst, ite(l.operand(in.Cond), l.operand(in.X), l.operand(in.Y)))
	case *ir.Havoc:
		l.say(in)
		l.add(stmt{kind: sHavoc, dst: l.variable(in.Dst)})
	case *ir.Assume:
		l.assume(in, l.operand(in.Cond))
	case *ir.Assert:
		l.assert(in)
	case *ir.Load, *ir.Store, *ir.RMW, *ir.CAS, *ir.Alloc, *ir.Free, *ir.Probe, *ir.SameObject, *ir.ObjSize, *ir.TLSAddr, *ir.AssumeSame:
		l.memoryInstr(in)
	case *ir.Touch, *ir.Fill, *ir.Copy, *ir.Scan:
		if l.heap != nil {
			return fmt.Errorf("%T of memory that is not split", in)
		}
		l.rangeInstr(in)
	case *ir.Call:
		l.call(in, l.procs[in.Func], in.Dst, l.operands(in.Args))
	case *ir.CallPtr:
		l.callPtr(in)
	default:
		return l.control(in)
	}
	return nil
}

func (l *lowering) operands(os []ir.Operand) []*expr {
	out := make([]*expr, len(os))
	for i, o := range os {
		out[i] = l.operand(o)
	}
	return out
}

// assert writes a check. Those that are about bounds and not about the program only end what goes beyond them.
func (l *lowering) assert(in *ir.Assert) {
	c := l.operand(in.Cond)
	if transform.Internal(in.Kind) {
		if in.Kind == transform.Bound || in.Kind == transform.Unsupported {
			l.cur.stmts = append(l.cur.stmts, stmt{kind: sComment, zero: true, text: fmt.Sprintf("%s: %s: %s", lineOf(in.Pos.Pos), in.Kind, in.Msg)})
			l.add(stmt{kind: sAssume, e: c})
		}
		return
	}
	text := in.Kind
	if in.Msg != "" && in.Msg != in.Kind {
		text += ": " + strings.TrimPrefix(in.Msg, in.Kind+": ")
	}
	if in.Pos.IsValid() {
		text = lineOf(in.Pos.Pos) + ": " + text
	}
	l.add(stmt{kind: sAssert, e: c, text: text})
}

func (l *lowering) unary(in *ir.Unary) *expr {
	x, d := l.operand(in.X), l.f.Width(in.Dst)
	switch in.Op {
	case ir.Not:
		return not(x)
	case ir.Neg:
		if d == 1 {
			return x
		}
		if x.isConst() {
			return folded(ir.FoldUnary(ir.Neg, x.operand(), d))
		}
		return mk(eNeg, d, x)
	case ir.ZExt:
		return extend(eZExt, x, d)
	case ir.SExt:
		return extend(eSExt, x, d)
	case ir.Trunc:
		return extract(x, 0, d)
	case ir.PtrToInt:
		return x
	case ir.FToS, ir.FToU:
		x = l.named(in, x)
		l.assume(in, floatFits(in.Op, x, d))
	}
	l.out.floats = true
	if k, ok := ir.FoldUnary(in.Op, x.operand(), d); x.isConst() && ok {
		return constant(d, k.Val)
	}
	e := mk(eFloat, d, x)
	e.un = in.Op
	return e
}

// named makes sure that a value can be written twice.
func (l *lowering) named(in ir.Instr, e *expr) *expr {
	if e.isConst() || e.op == eVar {
		return e
	}
	v := &variable{name: l.names.fresh("v"), w: e.w}
	l.proc.locals = append(l.proc.locals, v)
	l.say(in)
	l.add(stmt{kind: sAssign, dst: v, e: e})
	return varOf(v)
}

func floatOp(op ir.BinOp, w int, x, y *expr) *expr {
	e := mk(eFloat, w, x, y)
	e.bin = op
	return e
}

// floatFits is the condition that a float, cut towards zero, fits an integer of d bits. The bounds are powers of two and so floats; the one
// below the least number is one only if the format has as many digits.
func floatFits(op ir.UnOp, x *expr, d int) *expr {
	digits := 53
	if x.w == 32 {
		digits = 24
	}
	k := func(v float64) *expr { o := ir.FloatConst(x.w, v); return constant(x.w, o.Val) }
	if op == ir.FToU {
		return and(floatOp(ir.FLt, 1, k(-1), x), floatOp(ir.FLt, 1, x, k(math.Ldexp(1, d))))
	}
	above := floatOp(ir.FLt, 1, x, k(math.Ldexp(1, d-1)))
	least := -math.Ldexp(1, d-1)
	if d-1 < digits {
		return and(floatOp(ir.FLt, 1, k(least-1), x), above)
	}
	return and(floatOp(ir.FLe, 1, k(least), x), above)
}

var binaryOps = map[ir.BinOp]exprOp{
	ir.Add: eAdd, ir.Sub: eSub, ir.Mul: eMul, ir.UDiv: eUDiv, ir.SDiv: eSDiv, ir.URem: eURem, ir.SRem: eSRem, ir.And: eAnd, ir.Or: eOr, ir.Xor: eXor,
	ir.Shl: eShl, ir.LShr: eLShr, ir.AShr: eAShr, ir.ULt: eULt, ir.ULe: eULe, ir.SLt: eSLt, ir.SLe: eSLe,
}

func (l *lowering) binary(in *ir.Binary) *expr {
	x, y := l.operand(in.X), l.operand(in.Y)
	if in.Op.IsFloat() {
		l.out.floats = true
		if k, ok := ir.FoldBinary(in.Op, x.operand(), y.operand()); x.isConst() && y.isConst() && ok {
			return constant(k.Width, k.Val)
		}
		return floatOp(in.Op, l.f.Width(in.Dst), x, y)
	}
	if in.Op == ir.UDiv || in.Op == ir.SDiv || in.Op == ir.URem || in.Op == ir.SRem {
		x, y = l.named(in, x), l.named(in, y)
		l.assume(in, not(equal(y, number(y.w, 0))))
		if in.Op == ir.SDiv || in.Op == ir.SRem {
			least := constant(x.w, ir.Const{Lo: 1}.Shifted(x.w-1))
			l.assume(in, not(and(equal(x, least), equal(y, constant(y.w, ir.SignedConst(y.w, -1))))))
		}
	}
	if in.Exact {
		x, y = l.named(in, x), l.named(in, y)
		l.assume(in, fits(in.Op, x, y))
	}
	if x.w == 1 {
		return bitOp(in.Op, x, y)
	}
	switch in.Op {
	case ir.Eq:
		return equal(x, y)
	case ir.Ne:
		return not(equal(x, y))
	case ir.And:
		return and(x, y)
	case ir.Or:
		return or(x, y)
	case ir.Shl, ir.LShr, ir.AShr:
		return binary(binaryOps[in.Op], x, shiftCount(y))
	case ir.ULt, ir.ULe, ir.SLt, ir.SLe:
		return compare(binaryOps[in.Op], x, y)
	}
	return binary(binaryOps[in.Op], x, y)
}

// fits is the condition that exact arithmetic is valid.
func fits(op ir.BinOp, x, y *expr) *expr {
	inside := func(v, k *expr, left bool) *expr {
		lo, hi, signed := ir.ExactRange(op, k.operand(), left)
		le := eULe
		if signed {
			le = eSLe
		}
		return and(compare(le, constant(v.w, lo), v), compare(le, v, constant(v.w, hi)))
	}
	switch {
	case y.isConst():
		return inside(x, y, false)
	case x.isConst():
		return inside(y, x, true)
	case op == ir.Mul:
		wide := binary(eMul, extend(eSExt, x, 2*x.w), extend(eSExt, y, 2*y.w))
		return equal(wide, extend(eSExt, binary(eMul, x, y), 2*x.w))
	}
	down := compare(eSLt, y, number(y.w, 0)) // the sum is less than the address, the difference greater
	if op == ir.Add {
		return equal(compare(eULt, binary(eAdd, x, y), x), down)
	}
	return equal(compare(eULt, x, binary(eSub, x, y)), down)
}

// shiftCount takes a count modulo the width.
func shiftCount(y *expr) *expr {
	if bits.OnesCount(uint(y.w)) == 1 {
		return binary(eAnd, y, number(y.w, uint64(y.w-1)))
	}
	return binary(eURem, y, number(y.w, uint64(y.w)))
}

// bitOp is an operation on single bits, which are truth values.
func bitOp(op ir.BinOp, x, y *expr) *expr {
	switch op {
	case ir.Eq:
		return equal(x, y)
	case ir.Ne, ir.Xor, ir.Add, ir.Sub:
		return not(equal(x, y))
	case ir.And, ir.Mul:
		return and(x, y)
	case ir.Or:
		return or(x, y)
	case ir.ULt:
		return and(not(x), y)
	case ir.ULe:
		return or(not(x), y)
	case ir.SLt: // 1 is -1
		return and(x, not(y))
	case ir.SLe:
		return or(x, not(y))
	case ir.URem, ir.SRem:
		return truth(false)
	}
	return x // divided by 1, shifted by 0
}
