package lower

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// What becomes of misused locks (docs/semantics.md#locks-that-are-misused), where deadlocks are looked for.
//
// An unlock compares the owner with its thread and leaves a bit that says that they differ. Who holds a lock at the end of a thread is looked at in the last state
// of the sequential program: any state is the last one of some execution. For that a lock remembers where it was taken, in the upper half of the word that says by
// whom; no lock is more than that word larger, and nothing is written more often. Rejected: a count of the locks in each thread's hands, which a foreign unlock,
// a free or a new initialization would have to find.

// siteOf numbers the places where locks are taken, from 1.
func (l *Lowering) siteOf(at source.Pos) int {
	if l.sites == nil {
		l.sites = map[source.Pos]int{}
	}
	n, ok := l.sites[at]
	if !ok {
		n = len(l.sites) + 1
		l.sites[at] = n
	}
	return n
}

// taker is what this thread writes as the owner of a lock that it takes.
func (l *Lowering) taker(in *ir.Lock) ir.Operand {
	if l.known == nil {
		return l.Self()
	}
	return Word(int(l.f) + 1 | l.siteOf(in.Pos.Pos)<<transform.OwnerBits)
}

// isSelf is the condition that an owner is this thread.
func (l *Lowering) isSelf(owner ir.Operand) ir.Operand {
	if l.known == nil {
		return l.W.Eq(owner, l.Self())
	}
	return l.W.Eq(l.W.Binary(ir.And, owner, Word(transform.OwnerMask)), l.Self())
}

// readMore is a count of shared holds and one more, or none; it remembers where the first was taken.
func (l *Lowering) readMore(in *ir.Lock, held, one ir.Operand) ir.Operand {
	w := l.W
	more := w.Binary(ir.Add, held, one)
	if l.known == nil {
		return more
	}
	first := w.And(w.Eq(held, Word(0)), w.Eq(one, Word(1)))
	return w.Ite(first, Word(1|l.siteOf(in.Pos.Pos)<<transform.OwnerBits), more)
}

// readLess is a count of shared holds and one less, or none.
func (l *Lowering) readLess(held, one ir.Operand) ir.Operand {
	w := l.W
	less := w.Binary(ir.Sub, held, one)
	if l.known == nil {
		return less
	}
	return w.Ite(w.Eq(w.Binary(ir.And, less, Word(transform.OwnerMask)), Word(0)), Word(0), less)
}

// took notes that a lock is taken if a condition holds; the region says by whom.
func (l *Lowering) took(in *ir.Lock, got ir.Operand, region ir.RegionID) {
	if l.known == nil {
		return
	}
	for _, x := range l.W.Out.Regions[region].Cells {
		if x.Object.Alloc == 0 && int(x.Object.Global) >= l.opt.Own {
			l.known.Untold = "a lock in a thread-local variable, taken at " + in.Pos.Pos.String() + ", is not followed to the end of its thread"
			return
		}
	}
	l.W.Add(&ir.Move{Dst: l.W.Temp(1), X: got})
	l.known.Taken[l.last()] = &transform.Hold{Obj: in.Obj, Region: region, Word: uint32(int(l.f) + 1 | l.siteOf(in.Pos.Pos)<<transform.OwnerBits), Shared: in.Shared}
}

// misused notes that a lock is released that is not held, if a condition holds.
func (l *Lowering) misused(c ir.Operand) {
	if l.known != nil {
		l.W.Add(&ir.Move{Dst: l.W.Temp(1), X: c})
		l.known.NotHeld[l.last()] = true
	}
}

// last is the instruction that was just made.
func (l *Lowering) last() ir.ID { return l.W.Instrs[len(l.W.Instrs)-1].Base().ID }

// lockable finds the allocations that may hold a lock.
func (l *Lowering) lockable() map[ir.ID]bool {
	out := map[ir.ID]bool{}
	if l.known == nil {
		return out
	}
	for _, f := range l.Funcs {
		for in := range f.Instrs() {
			if in, ok := in.(*ir.Lock); ok {
				for _, x := range l.In.Regions[l.Info.Sync[in.ID][0]].Cells {
					out[x.Object.Alloc] = true
				}
			}
		}
	}
	return out
}

// freed notes that locals that end with their thread have ended before.
func (l *Lowering) freed(in *ir.Free) {
	for _, o := range in.Objects {
		if at := l.local[o.Alloc]; slices.Contains(l.unfreed[l.f], o.Alloc) {
			here := l.W.Eq(in.Addr, ir.R(at, l.In.PtrWidth()))
			l.W.Add(&ir.Move{Dst: at, X: l.W.Ite(here, ir.K(l.In.PtrWidth(), 0), ir.R(at, l.In.PtrWidth()))})
		}
	}
}
