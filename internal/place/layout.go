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
// passes added and all allocations behind. threads is how many functions stand before those of p.
func Of(seq, p *ir.Program, threads int) Layout {
	l := Layout{Globals: irexec.GlobalBases(p), Allocs: map[ir.ID]uint64{}}
	for i := range seq.Funcs {
		l.Funcs = append(l.Funcs, irexec.FuncAddress(ir.FuncID(max(i-threads, 0))))
	}
	slot := uint64(len(p.Globals)) // behind all globals of the judge
	next := uint64(0xf5000000)     // with 32-bit pointers: behind all that the judge's threads have
	put := func(size, align int64) uint64 {
		if p.PtrWidth() == 64 {
			slot++
			return irexec.SlotBase(slot)
		}
		a := uint64(max(align, 16))
		at := (next + a - 1) / a * a
		next = at + uint64(size) + 1024
		return at
	}
	for _, g := range seq.Globals[len(p.Globals):] {
		l.Globals = append(l.Globals, put(g.Size, g.Align))
	}
	for _, a := range New(seq, l).Allocs {
		l.Allocs[a.ID] = put(AllocSize(a), a.Align)
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
