package ir

import (
	"reflect"
	"slices"
)

// What can be asked of any instruction without knowing its type: the registers it writes, the operands it reads, its
// memory access, whether it is visible to other threads, where control goes next. Passes that only rename or copy are
// written against these, so a new instruction needs an entry only here.

// Defs calls f with every register the instruction writes. f may change it.
func Defs(in Instr, f func(*Reg)) {
	def := func(r *Reg) {
		if *r != NoReg {
			f(r)
		}
	}
	switch in := in.(type) {
	case *Move:
		def(&in.Dst)
	case *Unary:
		def(&in.Dst)
	case *Binary:
		def(&in.Dst)
	case *Extract:
		def(&in.Dst)
	case *Concat:
		def(&in.Dst)
	case *Ite:
		def(&in.Dst)
	case *Load:
		def(&in.Dst)
	case *Scan:
		def(&in.Dst)
	case *RMW:
		def(&in.Dst)
	case *CAS:
		def(&in.Dst)
		def(&in.OK)
	case *Alloc:
		def(&in.Dst)
	case *TLSAddr:
		def(&in.Dst)
	case *ObjSize:
		def(&in.Dst)
	case *Probe:
		def(&in.Dst)
	case *SameObject:
		def(&in.Dst)
	case *Havoc:
		def(&in.Dst)
	case *Call:
		def(&in.Dst)
	case *CallPtr:
		def(&in.Dst)
	case *Spawn:
		def(&in.Dst)
	case *Join:
		def(&in.Dst)
		def(&in.Status)
	case *Self:
		def(&in.Dst)
	case *Lock:
		def(&in.Status)
	case *Unlock:
		def(&in.Status)
	case *Wake:
		def(&in.Status)
	case *Down:
		def(&in.Status)
	case *Holds:
		def(&in.Dst)
	case *SemValue:
		def(&in.Dst)
	case *Arrive:
		def(&in.Ticket)
		def(&in.Last)
	}
}

// Uses calls f with every operand the instruction reads, in a fixed order. f may change it.
func Uses(in Instr, f func(*Operand)) {
	use := func(ops ...*Operand) {
		for _, o := range ops {
			if o.IsSet() {
				f(o)
			}
		}
	}
	args := func(xs []Operand) {
		for i := range xs {
			use(&xs[i])
		}
	}
	switch in := in.(type) {
	case *Move:
		use(&in.X)
	case *Unary:
		use(&in.X)
	case *Binary:
		use(&in.X, &in.Y)
	case *Extract:
		use(&in.X)
	case *Concat:
		use(&in.Hi, &in.Lo)
	case *Ite:
		use(&in.Cond, &in.X, &in.Y)
	case *Load:
		use(&in.Mem.Addr)
	case *Store:
		use(&in.Mem.Addr, &in.Val)
	case *Fill:
		use(&in.Mem.Addr, &in.Mem.Len, &in.Val)
	case *Copy:
		use(&in.Mem.Addr, &in.Mem.Len, &in.Src.Addr)
	case *Scan:
		use(&in.Mem.Addr, &in.Mem.Len, &in.Val)
	case *Touch:
		use(&in.Mem.Addr, &in.Mem.Len, &in.Mem.Also)
	case *RMW:
		use(&in.Mem.Addr, &in.Val)
	case *CAS:
		use(&in.Mem.Addr, &in.Expected, &in.New)
	case *Alloc:
		use(&in.Size)
	case *Free:
		use(&in.Addr)
	case *ObjSize:
		use(&in.Addr)
	case *Probe:
		use(&in.Mem.Addr, &in.Mem.Len, &in.Mem.Also)
	case *SameObject:
		use(&in.X, &in.Y)
	case *Assume:
		use(&in.Cond)
	case *Assert:
		use(&in.Cond)
	case *Branch:
		use(&in.Cond)
	case *Switch:
		use(&in.X)
	case *Return:
		use(&in.X)
	case *Call:
		args(in.Args)
	case *CallPtr:
		use(&in.Ptr)
		args(in.Args)
	case *Halt:
		use(&in.Code)
	case *ThreadExit:
		use(&in.X)
	case *Spawn:
		if in.ID != nil {
			use(&in.ID.Addr)
		}
		use(&in.Fn)
		args(in.Args)
	case *Join:
		use(&in.Thread)
	case *SyncInit:
		use(&in.Obj, &in.Arg)
	case *SyncDestroy:
		use(&in.Obj)
	case *Lock:
		use(&in.Obj)
	case *Unlock:
		use(&in.Obj)
	case *Wait:
		use(&in.Cond, &in.Mutex)
	case *Wake:
		use(&in.Cond)
	case *Signal:
		use(&in.Cond)
	case *Down:
		use(&in.Obj)
	case *Up:
		use(&in.Obj)
	case *Holds:
		use(&in.Obj)
	case *SemValue:
		use(&in.Obj)
	case *Arrive:
		use(&in.Obj)
	case *Pass:
		use(&in.Obj, &in.Ticket)
	}
}

// AccessOf returns the memory access of the instruction, or nil. A Free of a heap object is a plain write of the whole
// object, which no Mem describes: ask for it by type. A Copy has a second access: see SourceOf.
func AccessOf(in Instr) (m *Mem, reads, writes bool) {
	switch in := in.(type) {
	case *Load:
		return &in.Mem, true, false
	case *Store:
		return &in.Mem, false, true
	case *RMW:
		return &in.Mem, true, true
	case *CAS:
		return &in.Mem, true, true
	case *Spawn:
		return in.ID, false, in.ID != nil
	case *Fill:
		return &in.Mem, false, true
	case *Copy:
		return &in.Mem, false, true
	case *Scan:
		return &in.Mem, true, false
	case *Touch:
		return &in.Mem, !in.Write, in.Write
	}
	return nil, false, false
}

// SourceOf returns what a Copy reads, or nil.
func SourceOf(in Instr) *Mem {
	if c, ok := in.(*Copy); ok {
		return &c.Src
	}
	return nil
}

// Visible reports whether the instruction is a visible operation: a context switch can happen right before it. AtomicBegin is visible, and represents its whole
// section; what is inside a section is not a switch point, whatever Visible says.
func Visible(in Instr) bool {
	switch in.(type) {
	case *Load, *Store, *Fill, *Copy, *Scan, *Touch, *RMW, *CAS, *Free, *Halt, *Spawn, *Join, *SyncInit, *SyncDestroy, *Lock, *Unlock, *Wait, *Wake, *Signal,
		*Down, *Up, *SemValue, *Holds, *Arrive, *Pass, *AtomicBegin:
		return true
	}
	return false
}

// IsSync reports whether the instruction belongs to a Concurrent program only.
func IsSync(in Instr) bool {
	switch in.(type) {
	case *Spawn, *Join, *SyncInit, *SyncDestroy, *Lock, *Unlock, *Wait, *Wake, *Signal, *Down, *Up, *SemValue, *Holds, *Arrive, *Pass,
		*AtomicBegin, *AtomicEnd, *Fence, *ThreadExit, *Self:
		return true
	}
	return false
}

// IsTerm reports whether the instruction is a terminator.
func IsTerm(in Instr) bool {
	switch in.(type) {
	case *Jump, *Branch, *Switch, *Return, *Halt, *ThreadExit, *Unsupported:
		return true
	}
	return false
}

// Targets calls f with every block the instruction can go to, in order. f may change it.
func Targets(in Instr, f func(*BlockID)) {
	switch in := in.(type) {
	case *Jump:
		f(&in.To)
	case *Branch:
		f(&in.Then)
		f(&in.Else)
	case *Switch:
		for i := range in.Cases {
			f(&in.Cases[i].To)
		}
		f(&in.Default)
	}
}

// Clone copies an instruction so that neither copy sees changes of the other. The ID is kept. Only what an instruction holds by reference is named here.
func Clone(in Instr) Instr {
	v := reflect.New(reflect.TypeOf(in).Elem())
	v.Elem().Set(reflect.ValueOf(in).Elem())
	out := v.Interface().(Instr)
	switch c := out.(type) {
	case *Free:
		c.Objects = slices.Clone(c.Objects)
	case *Probe:
		c.Frees = slices.Clone(c.Frees)
	case *Switch:
		c.Cases = slices.Clone(c.Cases)
	case *Call:
		c.Args = slices.Clone(c.Args)
	case *CallPtr:
		c.Args = slices.Clone(c.Args)
		c.Candidates = slices.Clone(c.Candidates)
	case *Spawn:
		if c.ID != nil {
			c.ID = new(*c.ID)
		}
		c.Args = slices.Clone(c.Args)
		c.Candidates = slices.Clone(c.Candidates)
	}
	return out
}

// Clone copies a program so that neither copy sees changes of the other. IDs are kept.
func (p *Program) Clone() *Program {
	q := p.Shell()
	for i, f := range p.Funcs {
		q.Funcs[i] = f.Clone()
	}
	return q
}

// Shell copies a program but for the code of its functions, which have none in the copy.
func (p *Program) Shell() *Program {
	q := *p
	q.Regions = append([]Region(nil), p.Regions...)
	for i := range q.Regions {
		q.Regions[i].Cells = append([]Extent(nil), p.Regions[i].Cells...)
	}
	q.Assumed = append([]Assumption(nil), p.Assumed...)
	q.Globals = make([]*Global, len(p.Globals))
	for i, g := range p.Globals {
		c := *g
		c.Init = append([]byte(nil), g.Init...)
		c.Relocs = append([]Reloc(nil), g.Relocs...)
		c.Incoming = append([]Incoming(nil), g.Incoming...)
		for j := range c.Incoming {
			c.Incoming[j].Targets = append([]Extent(nil), g.Incoming[j].Targets...)
		}
		q.Globals[i] = &c
	}
	q.Funcs = make([]*Func, len(p.Funcs))
	for i, f := range p.Funcs {
		q.Funcs[i] = f.shell()
	}
	return &q
}

func (f *Func) shell() *Func {
	c := *f
	c.Params = append([]Reg(nil), f.Params...)
	c.Regs = append([]RegInfo(nil), f.Regs...)
	c.Blocks = nil
	return &c
}

// Clone copies a function.
func (f *Func) Clone() *Func {
	c := f.shell()
	c.Blocks = make([]*Block, len(f.Blocks))
	for i, b := range f.Blocks {
		nb := &Block{Name: b.Name, Instrs: make([]Instr, len(b.Instrs))}
		for j, in := range b.Instrs {
			nb.Instrs[j] = Clone(in)
		}
		c.Blocks[i] = nb
	}
	return c
}
