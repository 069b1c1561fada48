package sequence

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Memory errors. Where they are looked for, every access is probed first. An access of the merge that would be invalid sets a
// flag and is not made; the process ends there, so whatever the merge does afterwards belongs to no execution, and
// no other check may fail in the same model (the engine asks for that). An access of a local part that would be
// invalid ends the thread there, like a failed assertion.
//
// A section in which the thread has to wait is not made. But if an access before that is invalid, the process ends there, and never comes to wait. So the merge
// may also make a section whose path ends where the thread would have to wait, if one of its accesses is invalid.

// faultKinds is the kinds of findings by what a probe gives, for accesses and for frees.
var (
	accessFaults = [...]string{"", "null-deref", "use-after-free", "out-of-bounds"}
	freeFaults   = [...]string{"", "", "double-free", "invalid-free"}
)

// probeOf asks what an access would meet.
func (z *lazy) probeOf(mem ir.Mem, addr ir.Operand, free *ir.Free) ir.Operand {
	mem.Addr = addr
	if mem.Len.IsSet() {
		mem.Size = 1
	}
	p := &ir.Probe{Mem: mem}
	if free != nil {
		p.Mem = ir.Mem{Addr: addr, Size: 1}
		p.Frees = append([]ir.Object(nil), free.Objects...)
	}
	return z.pure(2, func(d ir.Reg) ir.Instr { p.Dst = d; return p })
}

// faults checks an access of the merge and gives the condition that it is valid.
func (z *lazy) faults(a *access) (valid ir.Operand) {
	if a.free != nil && (a.free.Stack || len(a.free.Objects) == 0) {
		return ir.K(1, 1)
	}
	if a.excuses() {
		return ir.K(1, 1)
	}
	code := z.probeOf(a.memory(), a.addr, a.free)
	for k, flag := range z.faultFlags(a) {
		if flag != ir.NoReg {
			hit := z.binary(ir.Eq, code, ir.K(2, uint64(k)))
			z.emit(&ir.Binary{Dst: flag, Op: ir.Or, X: ir.R(flag, 1), Y: hit}, note{})
		}
	}
	return z.binary(ir.Eq, code, ir.K(2, ir.ProbeValid))
}

// faultFlags gives the flags of the faults of an access, one per code of a probe, made on first use.
func (z *lazy) faultFlags(a *access) []ir.Reg {
	if fs, ok := z.faultOf[a.id]; ok {
		return fs
	}
	kinds := accessFaults[:]
	if a.free != nil {
		kinds = freeFaults[:]
	}
	fs := make([]ir.Reg, len(kinds))
	for k, kind := range kinds {
		fs[k] = ir.NoReg
		if kind == "" {
			continue
		}
		fs[k] = z.flag()
		z.fails = append(z.fails, failure{thread: a.thread, assert: faultAssert(a.meta, kind, a.mem.Name), flag: fs[k], merged: true})
	}
	z.faultOf[a.id] = fs
	return fs
}

func faultAssert(m ir.Meta, kind, name string) *ir.Assert {
	return &ir.Assert{Meta: m, Kind: kind, Msg: fmt.Sprintf("%s: %s", kind, name)}
}

// localFaults ends the thread's local part where an access of its own would be invalid, and notes which fault it is.
func (l *localPart) localFaults(in ir.Instr, mem ir.Mem, addr ir.Operand, free *ir.Free) {
	if free != nil && (free.Stack || len(free.Objects) == 0) {
		return
	}
	code := l.probeOf(mem, addr, free)
	good := l.binary(ir.Eq, code, ir.K(2, ir.ProbeValid))
	br := &ir.Branch{Cond: good}
	l.emit(br, note{})
	l.cur = l.newBlock(fmt.Sprintf("t%d.faulty", l.t))
	br.Else = l.blockID()
	n := l.note(in)
	n.fails = true
	l.mark(n)
	kinds := accessFaults[:]
	if free != nil {
		kinds = freeFaults[:]
	}
	for k, kind := range kinds {
		if kind == "" {
			continue
		}
		flag := l.flag()
		l.emit(&ir.Binary{Dst: flag, Op: ir.Eq, X: code, Y: ir.K(2, uint64(k))}, note{})
		l.fails = append(l.fails, failure{thread: l.t, assert: faultAssert(*in.Base(), kind, mem.Name), flag: flag, after: l.last, waits: l.section == nil, unless: l.tried()})
	}
	if l.section != nil {
		l.set(l.section.reached)
	}
	l.endsAt(func(on ir.Operand) { l.final.stopLast(l.t, on) })
	l.emit(&ir.Jump{To: l.endOf}, note{})
	l.cur = l.newBlock(fmt.Sprintf("t%d.valid", l.t))
	br.Then = l.blockID()
}

// mayFault reports whether an access of the section that the current code is part of may turn out to be invalid.
func (l *localPart) mayFault() bool { return l.opt.Memory && len(l.tried()) > 0 }

// blocks is where the path of a thread ends because it would have to wait.
func (l *localPart) blocks() {
	if !l.mayFault() {
		return
	}
	if l.section.blocks == ir.NoReg {
		l.section.blocks = l.flag()
	}
	l.set(l.section.blocks)
	l.set(l.section.reached)
}

// orFaults says of a step that runs that an access of it was invalid if its path ends where the thread would have to wait.
func (z *lazy) orFaults(pos *position) {
	if pos.blocks != ir.NoReg {
		z.implies(ir.R(pos.blocks, 1), z.not(ir.R(z.sound, 1)))
	}
}
