package cfront

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Memory orders. Everything runs sequentially consistently, so a program that rests on nothing weaker is decided as C11 has it (7.17.3), and of others the executions that reorder are not looked at.
// That is one assumption, with the places of the accesses: those of C11 and of the builtins that name a weaker order, and the kernel's functions whose names do
// (Documentation/atomic_t.txt, "ORDERING": _relaxed, _acquire, _release). What a model does inside is no access of the program's.

// noteOrders lists the accesses that ask for less than sequential consistency.
func (c *compiler) noteOrders() {
	var at []source.Range
	for _, f := range c.prog.Funcs {
		if f.Model {
			continue
		}
		for in := range f.Instrs() {
			pos := in.Base().Pos
			if c.weak(in) && pos.IsValid() {
				at = append(at, pos)
			}
		}
	}
	c.assumeAt(at, "atomic access that asks for less is", "atomic accesses that ask for less are", "taken as sequentially consistent")
}

// weak reports whether an instruction is an atomic access that asks for less than sequential consistency, or the call of a model of one.
func (c *compiler) weak(in ir.Instr) bool {
	if call, ok := in.(*ir.Call); ok {
		f := c.prog.Funcs[call.Func]
		of := func(parts []string, has func(name, part string) bool) bool {
			return slices.ContainsFunc(parts, func(part string) bool { return has(f.Name, part) })
		}
		return f.Model && of([]string{"_relaxed", "_acquire", "_release"}, strings.HasSuffix) && of([]string{"atomic", "smp_", "xchg", "refcount", "bit"}, strings.Contains)
	}
	m, _, _ := ir.AccessOf(in)
	return m != nil && m.Mark == ir.MarkAtomic && m.Order != ir.SeqCst
}
