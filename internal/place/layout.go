package place

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// Layout says where objects lie.
type Layout struct {
	Globals []uint64
	Funcs   []uint64
	Allocs  map[ir.ID]uint64
	Near    uint64 // how far from a global no other object is
}

// Base is where an object starts.
func (l *Layout) Base(o ir.Object) uint64 {
	if o.Alloc != 0 {
		return l.Allocs[o.Alloc]
	}
	return l.Globals[o.Global]
}

// Address is where the global or function of an operand lies.
func (l *Layout) Address(o ir.Operand) uint64 {
	if o.Kind == ir.KindFunc {
		return l.Funcs[o.Func]
	}
	return l.Globals[o.Global] + o.Val.Lo
}

// Of says where the objects of a sequential program lie that was made of p: p's globals and functions where the judge has them, the globals that
// passes added and all allocations where the judge has nothing. threads is how many functions stand before those of p. Without room for them it panics with an irexec.SizeError, as where p itself has none.
func Of(seq, p *ir.Program, threads int) Layout {
	l := Layout{Globals: irexec.GlobalBases(p), Allocs: map[ir.ID]uint64{}, Near: irexec.Near(p)}
	for i := range seq.Funcs {
		l.Funcs = append(l.Funcs, irexec.FuncAddress(ir.FuncID(max(i-threads, 0))))
	}
	added := seq.Globals[len(p.Globals):]
	allocs := New(seq, l).Allocs
	var objects []irexec.Sized
	for _, g := range added {
		objects = append(objects, irexec.Sized{Size: g.Size, Align: g.Align})
	}
	for _, a := range allocs {
		objects = append(objects, irexec.Sized{Size: AllocSize(a), Align: a.Align})
	}
	bases, err := irexec.Behind(p, objects)
	if err != nil {
		panic(err)
	}
	l.Globals = append(l.Globals, bases[:len(added)]...)
	for i, a := range allocs {
		l.Allocs[a.ID] = bases[len(added)+i]
	}
	return l
}

// Reserve is how many bytes an allocation of unknown size gets at least.
const Reserve = 64

// AllocSize is how many bytes an allocation gets.
func AllocSize(a *ir.Alloc) int64 {
	if a.Size.Kind == ir.KindConst {
		return int64(a.Size.Val.Lo)
	}
	return max(Reserve, a.Room)
}
