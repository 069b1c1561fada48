package irexec

import (
	"fmt"
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Names and values for people.

// nameAt names the object that holds an address, with the offset if there is one.
func (m *machine) nameAt(addr uint64) string {
	s, i, ok := m.find(addr)
	if !ok {
		if f, is := m.prog.addrFn[addr]; is {
			return m.prog.funcs[f].src.Display
		}
		return fmt.Sprintf("0x%x", addr)
	}
	o := &m.spaces[s][i]
	name := m.objectName(o)
	if d := addr - o.base; d != 0 {
		return fmt.Sprintf("%s+%d", name, int64(d))
	}
	return name
}

func (m *machine) objectName(o *object) string {
	switch o.kind {
	case kindStack, kindHeap:
		if l := m.lives.of[o.base]; l != nil && l.name != "" {
			return l.name
		}
		if a, ok := m.prog.code[o.site].src.(*ir.Alloc); ok && a.Name != "" {
			return a.Name
		}
		return "an object"
	}
	g := m.prog.src.Globals[o.site]
	if g.Display != "" {
		return g.Display
	}
	return g.Name
}

func (m *machine) offsetText(addr uint64) string {
	if addr == 0 {
		return ""
	}
	return fmt.Sprintf(" plus %d", addr)
}

func (m *machine) nearText(addr uint64) string {
	s, i, ok := m.find(addr)
	if !ok {
		return fmt.Sprintf(" (0x%x)", addr)
	}
	o := &m.spaces[s][i]
	if o.state == objUnused {
		return fmt.Sprintf(" (0x%x)", addr)
	}
	return fmt.Sprintf(" (%s has %d bytes, this is byte %d)", m.objectName(o), o.size, int64(addr-o.base))
}

// accessName names what two accesses touch: the lvalue of the source where the instruction has one.
func (m *machine) accessName(a, b *access) string {
	for _, x := range []*access{a, b} {
		if x.user != x.pc {
			continue
		}
		if mem, _, _ := ir.AccessOf(m.prog.code[x.pc].src); mem != nil && mem.Name != "" {
			return mem.Name
		}
	}
	addr := a.addr
	if b.addr > a.addr && b.addr < a.addr+a.size {
		addr = b.addr
	}
	return m.nameAt(addr)
}

// format prints a value.
func (m *machine) format(v ir.Const, w int, show ir.Show) string {
	switch show {
	case ir.ShowSigned:
		return v.SignedBig(w).String()
	case ir.ShowBool:
		if v.IsZero() {
			return "false"
		}
		if v.Lo == 1 {
			return "true"
		}
	case ir.ShowChar:
		if v.Lo >= 32 && v.Lo < 127 {
			return fmt.Sprintf("%d '%c'", v.SignedBig(w).Int64(), rune(v.Lo))
		}
		return v.SignedBig(w).String()
	case ir.ShowFloat:
		if w == 32 {
			return fmt.Sprintf("%g", math.Float32frombits(uint32(v.Lo)))
		}
		if w == 64 {
			return fmt.Sprintf("%g", math.Float64frombits(v.Lo))
		}
	case ir.ShowPointer:
		return m.formatPointer(v.Lo)
	}
	return v.Big().String()
}

func (m *machine) formatPointer(a uint64) string {
	if a == 0 {
		return "NULL"
	}
	if f, ok := m.prog.addrFn[a]; ok {
		return m.prog.funcs[f].src.Display
	}
	if s, i, ok := m.find(a); ok && m.spaces[s][i].state != objUnused {
		if o := &m.spaces[s][i]; a-o.base <= o.size {
			return "&" + m.nameAt(a)
		}
	}
	return fmt.Sprintf("0x%x", a)
}
