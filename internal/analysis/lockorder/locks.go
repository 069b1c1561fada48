package lockorder

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// lock is what an operation names. Locks of two regions are never one; two of one region may be, unless both are known by a constant address.
type lock struct {
	region ir.RegionID
	sym    symbol
	single bool // the region has one lock
}

// symbol is an address as a base and a distance: a global, a register that is written once, or an allocation's result.
type symbol struct {
	known  bool
	global ir.GlobalID // with reg < 0
	reg    ir.Reg
	fn     ir.FuncID
	off    uint64
}

// fixed reports whether the address is a constant.
func (l lock) fixed() bool { return l.single || l.sym.known && l.sym.reg < 0 }

// same reports whether two names in one thread are the same lock for sure.
func (l lock) same(m lock) bool {
	return l.region == m.region && (l.single || l.sym.known && l.sym == m.sym)
}

// one reports whether two names, perhaps of two threads, are the same lock for sure.
func (l lock) one(m lock) bool { return l.same(m) && l.fixed() }

// may reports whether two names may be the same lock.
func (l lock) may(m lock) bool {
	return l.region == m.region && (!l.fixed() || !m.fixed() || l.same(m))
}

// values follows registers of a function that are written once to where they come from.
type values struct {
	fn   ir.FuncID
	defs map[ir.Reg]ir.Instr // nil: written more than once
}

func newValues(p *ir.Program, fn ir.FuncID) *values {
	v := &values{fn: fn, defs: map[ir.Reg]ir.Instr{}}
	for _, r := range p.Funcs[fn].Params {
		v.defs[r] = nil
	}
	for in := range p.Funcs[fn].Instrs() {
		ir.Defs(in, func(r *ir.Reg) {
			if _, twice := v.defs[*r]; twice {
				v.defs[*r] = nil
			} else {
				v.defs[*r] = in
			}
		})
	}
	return v
}

// def is the one instruction that writes an operand, behind moves; nil if there are several or none.
func (v *values) def(o ir.Operand) (ir.Instr, ir.Operand) {
	for o.Kind == ir.KindReg {
		in := v.defs[o.Reg]
		m, ok := in.(*ir.Move)
		if !ok {
			return in, o
		}
		o = m.X
	}
	return nil, o
}

// address is an operand as a symbol.
func (v *values) address(o ir.Operand) symbol {
	off := uint64(0)
	for {
		in, x := v.def(o)
		switch {
		case x.Kind == ir.KindGlobal:
			return symbol{known: true, global: x.Global, reg: -1, off: off + x.Val.Lo}
		case x.Kind != ir.KindReg:
			return symbol{}
		}
		b, ok := in.(*ir.Binary)
		switch {
		case ok && b.Op == ir.Add && b.Y.Kind == ir.KindConst:
			o, off = b.X, off+b.Y.Val.Lo
		case ok && b.Op == ir.Sub && b.Y.Kind == ir.KindConst:
			o, off = b.X, off-b.Y.Val.Lo
		default:
			return symbol{known: true, reg: x.Reg, fn: v.fn, off: off}
		}
	}
}

// zeroTest finds the try that a condition looks at, and whether the condition holds if the try succeeded.
func (v *values) zeroTest(o ir.Operand, tries map[ir.Reg]*ir.Lock) (l *ir.Lock, ifZero bool) {
	ifZero = false // a condition holds if it is not zero
	for range 16 {
		in, x := v.def(o)
		switch d := in.(type) {
		case *ir.Lock:
			if x.Kind == ir.KindReg && d.Status == x.Reg && tries[x.Reg] == d {
				return d, ifZero
			}
			return nil, false
		case *ir.Unary:
			if d.Op == ir.Not && d.X.Width == 1 {
				ifZero = !ifZero
			} else if d.Op != ir.ZExt && d.Op != ir.SExt && d.Op != ir.Trunc {
				return nil, false
			}
			o = d.X
		case *ir.Binary:
			if d.Op != ir.Eq && d.Op != ir.Ne || !d.Y.IsConst(0) {
				return nil, false
			}
			if d.Op == ir.Eq {
				ifZero = !ifZero
			}
			o = d.X
		default:
			return nil, false
		}
	}
	return nil, false
}

// singles finds the regions that hold one lock.
func singles(p *ir.Program) map[ir.RegionID]bool {
	out := map[ir.RegionID]bool{}
	for i, r := range p.Regions {
		if len(r.Cells) == 1 && r.Cells[0].Count == 1 && r.Cells[0].Object.Alloc == 0 && !p.Globals[r.Cells[0].Object.Global].External && !p.Globals[r.Cells[0].Object.Global].ThreadLocal {
			out[ir.RegionID(i)] = true
		}
	}
	return out
}

// recursive finds the regions with mutexes that may be recursive or error-checking: to take them twice is no wait.
func (a *analysis) recursive() {
	a.again = map[ir.RegionID]bool{}
	for _, in := range a.p.Instrs() {
		if in, ok := in.(*ir.SyncInit); ok && in.What == ir.SyncMutex && in.Arg.IsSet() && !in.Arg.IsConst(0) {
			if r := a.info.Sync[in.ID]; len(r) > 0 {
				a.again[r[0]] = true
			}
		}
	}
}

// held is a lock in a thread's hands: the operation that took it.
type held struct {
	by     *ir.Lock
	lock   lock
	shared bool
	sure   bool // on every way here
}

// hands is what a thread may hold at a program point, in the order of the operations.
type hands []held

func (h hands) clone() hands { return slices.Clone(h) }

// take adds a lock.
func (h hands) take(x held) hands {
	h = slices.DeleteFunc(h.clone(), func(y held) bool { return y.by == x.by })
	return append(h, x)
}

// drop lets go of a lock: those that are surely it, or if there are none, all that may be.
func (h hands) drop(l lock) hands {
	if slices.ContainsFunc(h, func(x held) bool { return x.lock.same(l) }) {
		return slices.DeleteFunc(h.clone(), func(x held) bool { return x.lock.same(l) })
	}
	return slices.DeleteFunc(h.clone(), func(x held) bool { return x.lock.may(l) })
}

// without is the hands after a try that failed.
func (h hands) without(by *ir.Lock) hands {
	return slices.DeleteFunc(h.clone(), func(x held) bool { return x.by == by })
}

// join is what may be held on either way, and surely on both; changed says that h is not all of it.
func (h hands) join(g hands) (out hands, changed bool) {
	out = h.clone()
	for i := range out {
		k := slices.IndexFunc(g, func(x held) bool { return x.by == out[i].by })
		if out[i].sure && (k < 0 || !g[k].sure) {
			out[i].sure, changed = false, true
		}
	}
	for _, x := range g {
		if !slices.ContainsFunc(h, func(y held) bool { return y.by == x.by }) {
			x.sure = false
			out, changed = append(out, x), true
		}
	}
	slices.SortFunc(out, func(a, b held) int { return int(a.by.ID) - int(b.by.ID) })
	return out, changed
}
