package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The assembly of atomic operations on x86: one instruction on one memory operand, perhaps followed by one that keeps a flag.
//
//	lock; addl %1,%0            lock cmpxchgq %2,%1         xchgl %0,%1
//	lock; decl %0; sete %1      lock cmpxchgl %3,%0; setz %1      lock btsl %2,%0; setc %1
//	movl %1,%0  (a load or a store of a volatile or atomic variable)
//
// The template is read as an assembler would, in AT&T order, with operands by number or name: guessing roles from
// constraints goes wrong as soon as there are two registers. What is not exactly of this shape is left to the caller, which
// refuses it if it can touch memory. cmpxchg8b and cmpxchg16b are left out: their operands are pairs of registers.

// asmInstr is an instruction of a template.
type asmInstr struct {
	op   string
	size int      // in bytes by the letter at the end of the mnemonic, 0 without one
	args []string // as written
}

// asmInstrs splits a template. In asm templates a prefix is often written like an instruction of its own: lock is dropped, and reported.
func asmInstrs(template string) (list []asmInstr, locked bool) {
	t := strings.NewReplacer(`\n`, ";", `\t`, " ", "\n", ";", "\t", " ").Replace(template)
	for _, part := range strings.Split(t, ";") {
		words := strings.Fields(part)
		if len(words) > 0 && words[0] == "lock" {
			locked = true
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		in := asmInstr{op: words[0]}
		for _, a := range strings.Split(strings.Join(words[1:], " "), ",") {
			if a = strings.TrimSpace(a); a != "" {
				in.args = append(in.args, a)
			}
		}
		in.op, in.size = mnemonic(in.op)
		list = append(list, in)
	}
	return list, locked
}

var asmOps = map[string]bool{
	"inc": true, "dec": true, "neg": true, "not": true, "add": true, "sub": true, "and": true, "or": true, "xor": true, "xadd": true, "xchg": true,
	"cmpxchg": true, "bts": true, "btr": true, "btc": true, "mov": true, "bswap": true,
}

// mnemonic takes the letter for the size off.
func mnemonic(s string) (string, int) {
	if asmOps[s] || len(s) < 2 {
		return s, 0
	}
	if size, ok := map[byte]int{'b': 1, 'w': 2, 'l': 4, 'q': 8}[s[len(s)-1]]; ok && asmOps[s[:len(s)-1]] {
		return s[:len(s)-1], size
	}
	return s, 0
}

// asmOperands are the operands of one asm statement, outputs first.
type asmOperands struct {
	all  []asmOperand
	outs int
}

// find resolves %0, %b1, %[name]; -1 for anything else.
func (o *asmOperands) find(arg string) int {
	name, ok := strings.CutPrefix(arg, "%")
	if !ok || name == "" || strings.HasPrefix(name, "%") {
		return -1
	}
	if len(name) > 1 && strings.ContainsRune("bwkq", rune(name[0])) {
		name = name[1:]
	}
	if inner, ok := strings.CutPrefix(name, "["); ok {
		inner, _ = strings.CutSuffix(inner, "]")
		for i, op := range o.all {
			if op.name == inner && inner != "" {
				return i
			}
		}
		return -1
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 || n >= len(o.all) {
		return -1
	}
	return n
}

// input is what an operand holds before the instruction: an input, an output that is read as well, or the input that shares its place.
func (o *asmOperands) input(i int) cc.ExpressionNode {
	if i >= o.outs || strings.Contains(o.all[i].constraint, "+") {
		return o.all[i].e
	}
	return tiedTo(o.all[o.outs:], i, o.all[i].name)
}

// accumulator is what cmpxchg compares with: the value in the register a.
func (o *asmOperands) accumulator() (in cc.ExpressionNode, out int) {
	out = -1
	for i, op := range o.all {
		if !isRegister(op.constraint, 'a') {
			continue
		}
		if i < o.outs {
			out = i
		}
		if e := o.input(i); e != nil {
			in = e
		}
	}
	return in, out
}

func isRegister(constraint string, r rune) bool {
	return strings.Trim(constraint, "=+&%") == string(r)
}

// isMemory reports operands that stand for an object in memory.
func isMemory(op asmOperand) bool { return op.e != nil && onlyMemory(op.constraint) }

// atomicAsm lowers the instructions above, and reports whether it did.
func (f *fn) atomicAsm(template string, outs, ins []asmOperand) bool {
	o := &asmOperands{all: append(append([]asmOperand(nil), outs...), ins...), outs: len(outs)}
	list, locked := asmInstrs(template)
	if len(list) == 0 || len(list) > 2 || !asmOps[list[0].op] {
		return false
	}
	in := list[0]
	if !locked && in.op != "xchg" && in.op != "mov" {
		return false
	}
	flag, set := "", -1
	if len(list) == 2 {
		cc, ok := strings.CutPrefix(list[1].op, "set")
		if !ok || len(list[1].args) != 1 {
			return false
		}
		if flag, set = cc, o.find(list[1].args[0]); set < 0 || set >= o.outs {
			return false
		}
	}
	// An output that none of these instructions writes would keep its value: no instruction may be left over.
	for i, op := range o.all {
		if op.e == nil || i < o.outs && i != set && !o.mentions(in, i) && !isRegister(op.constraint, 'a') {
			return false
		}
	}
	at := -1 // the memory operand
	for _, a := range in.args {
		if i := o.find(a); i >= 0 && isMemory(o.all[i]) {
			if at >= 0 {
				return false
			}
			at = i
		}
	}
	if at < 0 || !isLvalue(o.all[at].e) {
		return false
	}
	lv := f.lvalue(o.all[at].e)
	lv.atomic = true
	if lv.t.k != kInt && lv.t.k != kPtr || lv.reg != ir.NoReg || lv.bf != nil || in.size != 0 && int64(in.size) != f.u.size(lv.t) {
		return false
	}
	return f.lockedInstr(o, in, lv, at, flag, set)
}

func (o *asmOperands) mentions(in asmInstr, i int) bool {
	for _, a := range in.args {
		if o.find(a) == i {
			return true
		}
	}
	return false
}

// source is the operand of an instruction that is not the memory: its number, or -1 and a constant.
func (o *asmOperands) source(in asmInstr, at int) (int, uint64, bool) {
	for _, a := range in.args {
		i := o.find(a)
		if i == at {
			continue
		}
		if i >= 0 {
			return i, 0, true
		}
		k, ok := strings.CutPrefix(a, "$")
		n, err := strconv.ParseInt(k, 0, 64)
		return -1, uint64(n), ok && err == nil
	}
	return -1, 0, false
}

// lockedInstr lowers one instruction on the object lv.
func (f *fn) lockedInstr(o *asmOperands, in asmInstr, lv lval, at int, flag string, set int) bool {
	w := lv.t.w
	if lv.t.k == kPtr {
		w = f.c.pw
	}
	num := ctype{k: kInt, w: w, rank: lv.t.rank}
	value1 := func(e cc.ExpressionNode) ir.Operand { return f.resize(f.convert(f.expr(e), lv.t).op, w, false) }
	src, k, hasSrc := o.source(in, at)
	val := ir.K(w, k)
	if hasSrc && src >= 0 {
		e := o.input(src)
		if e == nil && in.op != "mov" {
			return false
		}
		if e != nil && !strings.HasPrefix(in.op, "bt") {
			val = value1(e)
		}
	}
	mem := func() ir.Mem { return f.mem(lv, f.u.size(lv.t)) }
	rmw := func(op ir.RMWOp, v ir.Operand) ir.Operand {
		d := f.newReg(w, "", showOf(lv.t))
		f.emit(&ir.RMW{Dst: d, Op: op, Mem: mem(), Val: v})
		return ir.R(d, w)
	}
	give := func(i int, x ir.Operand, t ctype) { f.assign(f.lvalue(o.all[i].e), value{op: x, t: t}) }
	setFlag := func(zero, sign, carry ir.Operand) bool {
		if set < 0 {
			return true
		}
		bit := map[string]ir.Operand{"e": zero, "z": zero, "s": sign, "c": carry, "b": carry}[flag]
		if inv, ok := strings.CutPrefix(flag, "n"); ok {
			if b := map[string]ir.Operand{"e": zero, "z": zero, "s": sign, "c": carry}[inv]; b.IsSet() {
				bit = f.binary(ir.Xor, b, ir.K(1, 1))
			}
		}
		if !bit.IsSet() {
			return false
		}
		give(set, f.resize(bit, 8, false), ctype{k: kInt, w: 8, rank: rankChar})
		return true
	}
	arithFlags := func(op ir.BinOp, old, v ir.Operand) bool {
		if set < 0 {
			return true
		}
		now := f.binary(op, old, v)
		return setFlag(f.binary(ir.Eq, now, ir.K(w, 0)), f.binary(ir.SLt, now, ir.K(w, 0)), ir.Operand{})
	}
	arith := map[string]struct {
		rmw ir.RMWOp
		op  ir.BinOp
	}{"add": {ir.RMWAdd, ir.Add}, "sub": {ir.RMWSub, ir.Sub}, "and": {ir.RMWAnd, ir.And}, "or": {ir.RMWOr, ir.Or}, "xor": {ir.RMWXor, ir.Xor}}
	known := set < 0 || strings.Contains(" e z ne nz s ns ", " "+flag+" ")
	switch op := in.op; op {
	case "inc", "dec", "not":
		if len(in.args) != 1 || !known || op == "not" && set >= 0 {
			return false
		}
		a, v := arith["add"], ir.K(w, 1)
		if op == "dec" {
			a = arith["sub"]
		} else if op == "not" {
			a, v = arith["xor"], f.binary(ir.Sub, ir.K(w, 0), ir.K(w, 1))
		}
		return arithFlags(a.op, rmw(a.rmw, v), v)
	case "add", "sub", "and", "or", "xor":
		if len(in.args) != 2 || !hasSrc || o.find(in.args[1]) != at || !known {
			return false
		}
		a := arith[op]
		return arithFlags(a.op, rmw(a.rmw, val), val)
	case "xadd", "xchg":
		if len(in.args) != 2 || src < 0 || src >= o.outs || set >= 0 || op == "xadd" && o.find(in.args[1]) != at {
			return false
		}
		r := ir.RMWXchg
		if op == "xadd" {
			r = ir.RMWAdd
		}
		give(src, rmw(r, val), num)
		return true
	case "cmpxchg":
		want, out := o.accumulator()
		if len(in.args) != 2 || !hasSrc || o.find(in.args[1]) != at || want == nil || set >= 0 && !strings.Contains(" e z ne nz ", " "+flag+" ") {
			return false
		}
		d, ok := f.newReg(w, "", showOf(lv.t)), f.tmp(1)
		expected := value1(want)
		f.emit(&ir.CAS{Dst: d, OK: ok, Mem: mem(), Expected: expected, New: val})
		if out >= 0 && out != set {
			give(out, ir.R(d, w), num)
		}
		return setFlag(ir.R(ok, 1), ir.Operand{}, ir.Operand{})
	case "bts", "btr", "btc":
		if len(in.args) != 2 || !hasSrc || o.find(in.args[1]) != at || set >= 0 && !strings.Contains(" c nc b ", " "+flag+" ") {
			return false
		}
		return f.bitInstr(o, op, lv, num, src, k, setFlag)
	case "mov":
		if len(in.args) != 2 || !hasSrc || set >= 0 {
			return false
		}
		if o.find(in.args[1]) == at && at < o.outs { // a store
			f.emit(&ir.Store{Mem: mem(), Val: val})
			return src < 0 || o.input(src) != nil
		}
		if src < 0 || src >= o.outs || o.find(in.args[0]) != at {
			return false
		}
		d := f.newReg(w, "", showOf(lv.t))
		f.emit(&ir.Load{Dst: d, Mem: mem()})
		give(src, ir.R(d, w), num)
		return true
	}
	return false
}

// bitInstr sets, clears or flips a bit of a string of bits that starts at lv; a number in a register may lead beyond the first word.
func (f *fn) bitInstr(o *asmOperands, op string, lv lval, num ctype, src int, k uint64, setFlag func(zero, sign, carry ir.Operand) bool) bool {
	w, pw := num.w, f.c.pw
	bit := ir.K(w, k&uint64(w-1))
	if src >= 0 {
		n := f.convert(f.expr(o.input(src)), ctype{k: kInt, w: w, signed: true, rank: num.rank}).op
		bit = f.binary(ir.And, n, ir.K(w, uint64(w-1)))
		shift := map[int]uint64{16: 4, 32: 5, 64: 6}[w]
		if shift == 0 {
			return false
		}
		words := f.resize(f.binary(ir.AShr, n, ir.K(w, shift)), pw, true)
		lv.addr = f.binary(ir.Add, lv.addr, f.binary(ir.Mul, words, ir.K(pw, uint64(w/8))))
	}
	mask := f.binary(ir.Shl, ir.K(w, 1), bit)
	r, v := ir.RMWOr, mask
	switch op {
	case "btr":
		r, v = ir.RMWAnd, f.binary(ir.Xor, mask, f.binary(ir.Sub, ir.K(w, 0), ir.K(w, 1)))
	case "btc":
		r = ir.RMWXor
	}
	d := f.newReg(w, "", showOf(lv.t))
	f.emit(&ir.RMW{Dst: d, Op: r, Mem: f.mem(lv, f.u.size(lv.t)), Val: v})
	was := f.binary(ir.Ne, f.binary(ir.And, ir.R(d, w), mask), ir.K(w, 0))
	return setFlag(ir.Operand{}, ir.Operand{}, was)
}
