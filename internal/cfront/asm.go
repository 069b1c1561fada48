package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Inline assembly. Little of its computation is modelled; its operands say what it can touch:
//   - no template, or one that is a known barrier or pause: a fence at most;
//   - one instruction of x86 that computes a register from registers and constants: what it computes, see asmregister.go; other outputs in registers: arbitrary values;
//   - atomic operations of x86 on one memory operand: the operation they are, see asmatomic.go;
//   - memory outputs, in the kernel: arbitrary values are stored there, in accesses like any other;
//   - a memory clobber, in the kernel: what pointers among the inputs lead to becomes arbitrary, as by an undefined function. That nothing else is touched is assumed, and forbids PROVED;
//   - templates of other programs that touch memory, whose values a check would be told to depend on: unsupported, at their line;
//   - templates that touch memory and lock something, leave for elsewhere or are not understood, and asm goto: unsupported, at their line. Taken for plain accesses, a
//     lock made of assembly would protect nothing.

type asmOperand struct {
	name       string // of [name]
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
			op := asmOp(x.AssignmentExpression)
			if x.AsmIndex != nil {
				if p, ok := unparen(x.AsmIndex.ExpressionList).(*cc.PrimaryExpression); ok {
					op.name = p.Token.SrcStr()
				}
			}
			ops = append(ops, op)
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
			f.asmInput(op, false)
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
			if tied := tiedTo(ins, i, op.name); tied != nil && op.e != nil {
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
	if f.atomicAsm(template, outs, ins) || !memory && f.registerAsm(template, outs, ins) {
		return
	}
	if isQuery(template) {
		memory = false // the clobber keeps the compiler from moving accesses
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
	if mem && !(f.c.opts.Parse.Platform == "linux" && isPlain(template)) {
		f.unsupported(a, "inline assembly that writes memory")
		return
	}
	var given []give
	for _, op := range ins {
		v := f.asmInput(op, true)
		if v.t.k != kPtr || v.op.IsConst(0) || !memory {
			continue
		}
		g := give{how: giveWritten, t: f.u.elem(v.t), op: v.op}
		if f.u.exprQual(op.e).next().isConst() {
			g.how = giveRead
		}
		if g.t.k == kVoid || g.t.k == kFunc || g.t.k == kOther {
			f.unsupported(a, "inline assembly that writes memory of no known type")
			return
		}
		given = append(given, g)
	}
	f.touchAll(given)
	for _, op := range outs {
		f.asmOutput(op)
	}
	if memory {
		f.emit(&ir.Fence{})
		f.note("inline assembly touches no memory but its operands and what they lead to", true)
	}
}

// isPlain reports whether a template computes something in place: it locks nothing and goes nowhere.
func isPlain(t string) bool {
	list, locked := asmInstrs(t)
	for _, in := range list {
		switch in.op {
		case "xchg", "cmpxchg", "cmpxchg8b", "cmpxchg16b", "xadd", "xbegin", "xend", "monitor", "mwait", "call", "ret", "iret", "int", "syscall", "sysenter", "loop", "vmcall", "vmmcall", "push", "pop":
			return false
		}
		for _, p := range []string{"j", "b.", "bl", "ldrex", "strex", "ldxr", "stxr", "ldaxr", "stlxr", "cas", "swp", "lwarx", "ldarx", "stwcx", "stdcx", "amo", "lr.", "sc.", "ll", "."} {
			if strings.HasPrefix(in.op, p) {
				return false
			}
		}
		if strings.HasSuffix(in.op, ":") {
			return false
		}
	}
	return !locked
}

// tiedTo is the input that starts in the place of output i.
func tiedTo(ins []asmOperand, i int, name string) cc.ExpressionNode {
	for _, op := range ins {
		if op.constraint == strconv.Itoa(i) || name != "" && op.constraint == "["+name+"]" {
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

// isBarrier reports templates that compute nothing. A locked addition of nothing to the top of the stack is a barrier too.
func isBarrier(t string) bool {
	list, locked := asmInstrs(t)
	for _, in := range list {
		switch in.op {
		case "mfence", "lfence", "sfence", "pause", "nop", "rep", "sync", "dmb", "dsb", "isb", "cpuid", "hlt", "yield", "fence":
			continue
		case "add", "or":
			if zero := len(in.args) == 2 && (in.args[0] == "$0" || in.args[0] == "$0x0"); locked && zero &&
				(strings.Contains(in.args[1], "(%%esp)") || strings.Contains(in.args[1], "(%%rsp)")) {
				continue
			}
		}
		if strings.HasPrefix(in.op, "prefetch") {
			continue // asks for memory that is soon needed, whatever is there
		}
		return false
	}
	return true
}

// isQuery reports templates that ask the processor something: outputs are arbitrary, memory is not touched.
func isQuery(t string) bool {
	list, _ := asmInstrs(t)
	for _, in := range list {
		switch in.op {
		case "rdtsc", "rdtscp", "cpuid", "rdrand", "rdseed", "xgetbv", "lfence", "mfence", "sfence":
		default:
			return false
		}
	}
	return len(list) > 0
}

func onlyMemory(c string) bool {
	c = strings.Trim(c, "=+&%")
	return strings.ContainsAny(c, "mo") && !strings.ContainsAny(c, "rgqabcdSDR")
}

// asmInput evaluates an input. One in memory is read by what computes.
func (f *fn) asmInput(op asmOperand, reads bool) value {
	if op.e == nil {
		return value{}
	}
	if onlyMemory(op.constraint) && isLvalue(op.e) {
		if lv := f.lvalue(op.e); reads && lv.t.scalar() {
			f.load(lv)
		}
		return value{}
	}
	v := f.expr(op.e)
	v.op = f.snapshot(v.op)
	return v
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
	f.store(lv, value{op: f.outsideData(lv.t), t: lv.t})
}
