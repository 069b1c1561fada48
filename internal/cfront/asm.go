package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Inline assembly. What it computes is not understood; what it can touch is in its operands:
//   - no template, or one that is a known barrier or pause: a fence at most;
//   - outputs in registers: arbitrary values;
//   - known lock-prefixed idioms on one memory operand: the atomic operation they are;
//   - memory outputs or a memory clobber with any other template: unsupported, at its line.

type asmOperand struct {
	constraint string
	e          cc.ExpressionNode
}

func (f *fn) asm(a *cc.Asm) {
	if a == nil {
		return
	}
	if f.isConst() {
		f.failed = true
		return
	}
	for q := a.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		if q.AsmQualifier != nil && q.AsmQualifier.Case == cc.AsmQualifierGoto {
			f.unsupported(a, "asm goto")
			return
		}
	}
	template := strings.ToLower(strings.Trim(a.Token3.SrcStr(), "\""))
	var sections [][]asmOperand
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		var ops []asmOperand
		for x := l.AsmExpressionList; x != nil; x = x.AsmExpressionList {
			ops = append(ops, asmOp(x.AssignmentExpression))
		}
		sections = append(sections, ops)
	}
	section := func(i int) []asmOperand {
		if i < len(sections) {
			return sections[i]
		}
		return nil
	}
	outs, ins, clobbers := section(0), section(1), section(2)
	memory := false
	for _, c := range clobbers {
		memory = memory || c.constraint == "memory"
	}
	if isBarrier(template) && len(outs) == 0 {
		for _, op := range ins {
			f.asmInput(op)
		}
		if memory || template != "" {
			f.emit(&ir.Fence{})
		}
		return
	}
	if strings.TrimSpace(template) == "" {
		// asm("" : "+r"(x)): hides a value from the optimizer, keeps it.
		for i, op := range outs {
			if strings.Contains(op.constraint, "+") {
				continue
			}
			if tied := tiedTo(ins, i); tied != nil && op.e != nil {
				f.assign(f.lvalue(op.e), f.expr(tied))
				continue
			}
			f.asmOutput(op)
		}
		if memory {
			f.emit(&ir.Fence{})
		}
		return
	}
	if f.lockedIdiom(a, template, outs, ins) {
		return
	}
	for _, op := range append(append([]asmOperand(nil), outs...), ins...) {
		if op.e == nil {
			f.unsupported(a, "inline assembly that is not understood")
			return
		}
	}
	mem := memory
	for _, op := range outs {
		mem = mem || onlyMemory(op.constraint)
	}
	if mem {
		f.unsupported(a, "inline assembly that writes memory")
		return
	}
	for _, op := range ins {
		f.asmInput(op)
	}
	for _, op := range outs {
		f.asmOutput(op)
	}
}

// tiedTo is the input that starts in the place of output i.
func tiedTo(ins []asmOperand, i int) cc.ExpressionNode {
	for _, op := range ins {
		if op.constraint == string(rune('0'+i)) {
			return op.e
		}
	}
	return nil
}

// asmOp takes "=r"(x) apart, which the parser reads as a call of a string.
func asmOp(e cc.ExpressionNode) asmOperand {
	e = unparen(e)
	if call, ok := e.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
		c := ""
		if lit, ok := literalOf(call.PostfixExpression); ok {
			c = strings.Trim(lit.Token.SrcStr(), "\"")
		}
		args := argList(call)
		if len(args) == 1 {
			return asmOperand{constraint: c, e: args[0]}
		}
		return asmOperand{constraint: c}
	}
	if lit, ok := literalOf(e); ok {
		return asmOperand{constraint: strings.Trim(lit.Token.SrcStr(), "\"")}
	}
	return asmOperand{}
}

// isBarrier reports templates that compute nothing.
func isBarrier(t string) bool {
	for _, part := range strings.FieldsFunc(t, func(r rune) bool { return r == ';' || r == '\n' }) {
		part = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(part, "\\n", ""), "\\t", ""))
		switch part {
		case "", "mfence", "lfence", "sfence", "pause", "rep nop", "nop", "sync", "dmb", "dmb ish", "dsb", "isb", "cpuid", "hlt", "yield",
			"rep", "fence", "lock addl $0,0(%%esp)", "lock; addl $0,0(%%esp)", "lock addl $0,-4(%%esp)", "lock addl $0,-4(%%rsp)",
			"addl $0,0(%%esp)", "addl $0,-4(%%rsp)", "lock":
		default:
			return false
		}
	}
	return true
}

func onlyMemory(c string) bool {
	c = strings.Trim(c, "=+&%")
	return strings.ContainsAny(c, "mo") && !strings.ContainsAny(c, "rgqabcdSDR")
}

// asmInput evaluates an input; one in memory is not read here.
func (f *fn) asmInput(op asmOperand) {
	if op.e == nil {
		return
	}
	if onlyMemory(op.constraint) && isLvalue(op.e) {
		f.lvalue(op.e)
		return
	}
	f.expr(op.e)
}

// asmOutput makes an output arbitrary.
func (f *fn) asmOutput(op asmOperand) {
	if op.e == nil {
		return
	}
	lv := f.lvalue(op.e)
	if !lv.t.scalar() {
		f.unsupported(op.e, "inline assembly with a struct as its output")
		return
	}
	f.store(lv, f.nondet(lv.t, ""))
}

// lockedIdiom recognizes one lock-prefixed instruction on the memory operand %0 (or %1).
func (f *fn) lockedIdiom(a *cc.Asm, template string, outs, ins []asmOperand) bool {
	t := strings.NewReplacer("\\n", " ", "\\t", " ", ";", " ", ",", " ").Replace(template)
	words := strings.Fields(t)
	if len(words) > 0 && words[0] == "lock" {
		words = words[1:]
	} else if len(words) == 0 || !strings.HasPrefix(words[0], "xchg") {
		return false
	}
	if len(words) < 2 {
		return false
	}
	mem := func() (lval, bool) {
		for _, op := range outs {
			if op.e != nil && strings.ContainsAny(op.constraint, "m") {
				lv := f.lvalue(op.e)
				lv.atomic = true
				return lv, lv.t.k == kInt && lv.reg == ir.NoReg && lv.bf == nil
			}
		}
		return lval{}, false
	}
	base := strings.TrimRight(words[0], "bwlq")
	if base == "su" { // subb, subl cut to su by the letters of sizes
		base = "sub"
	}
	switch base {
	case "inc", "dec":
		if len(outs) != 1 || len(ins) > 1 {
			return false
		}
		lv, ok := mem()
		if !ok {
			return false
		}
		op := ir.RMWAdd
		if base == "dec" {
			op = ir.RMWSub
		}
		f.emit(&ir.RMW{Dst: ir.NoReg, Op: op, Mem: f.mem(lv, f.u.size(lv.t)), Val: ir.K(lv.t.w, 1)})
		return true
	case "add", "sub", "or", "and", "xor":
		if len(outs) != 1 || len(ins) == 0 || ins[0].e == nil {
			return false
		}
		lv, ok := mem()
		if !ok {
			return false
		}
		v := f.operand(ins[0].e, lv.t)
		op := map[string]ir.RMWOp{"add": ir.RMWAdd, "sub": ir.RMWSub, "or": ir.RMWOr, "and": ir.RMWAnd, "xor": ir.RMWXor}[base]
		f.emit(&ir.RMW{Dst: ir.NoReg, Op: op, Mem: f.mem(lv, f.u.size(lv.t)), Val: v})
		return true
	case "xadd", "xchg":
		// "+r"(x), "+m"(v): x gets the old value.
		if len(outs) != 2 || len(words) != 3 {
			return false
		}
		reg := -1
		for i, op := range outs {
			if strings.Contains(op.constraint, "+") && !onlyMemory(op.constraint) {
				reg = i
			}
		}
		if reg < 0 || outs[reg].e == nil {
			return false
		}
		lv, ok := mem()
		if !ok {
			return false
		}
		x := f.lvalue(outs[reg].e)
		v := f.convert(f.load(x), lv.t).op
		op := ir.RMWAdd
		if base == "xchg" {
			op = ir.RMWXchg
		}
		d := f.newReg(lv.t.w, "", showOf(lv.t))
		f.emit(&ir.RMW{Dst: d, Op: op, Mem: f.mem(lv, f.u.size(lv.t)), Val: v})
		f.assign(x, value{op: ir.R(d, lv.t.w), t: lv.t})
		return true
	}
	return false
}
