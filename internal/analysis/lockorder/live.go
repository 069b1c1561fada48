package lockorder

import (
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Which threads may live at the same time. The first thread starts others and joins them; along its code a set of bits says which of its spawns may have a thread that lives.
// A join ends the thread of a spawn if it reads its handle from where that spawn, and no other, wrote it, or has it from the spawn itself. What such a thread starts in turn counts as a
// bit of its own that nothing ends.

// spawning is a spawn of the first thread: the kinds of threads that live from then on.
type spawning struct {
	in     *ir.Spawn
	direct map[ir.FuncID]bool
	below  map[ir.FuncID]bool // what those start
}

// bits are two for each spawn: its own thread, and what that starts.
type bits map[int]bool

func (b bits) equal(c bits) bool {
	if len(b) != len(c) {
		return false
	}
	for k := range b {
		if !c[k] {
			return false
		}
	}
	return true
}

func (b bits) clone() bits {
	out := bits{}
	for k := range b {
		out[k] = true
	}
	return out
}

// lives follows the first thread.
func (a *analysis) lives(v *values) {
	f := a.p.Funcs[a.roots[0]]
	starts := func(fn ir.FuncID) (out []ir.FuncID) {
		for in := range a.p.Funcs[fn].Instrs() {
			if s, ok := in.(*ir.Spawn); ok {
				out = append(out, s.Candidates...)
			}
		}
		return out
	}
	number := map[*ir.Spawn]int{}
	for in := range f.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			sp := &spawning{in: s, direct: map[ir.FuncID]bool{}, below: map[ir.FuncID]bool{}}
			for _, g := range s.Candidates {
				sp.direct[g] = true
				for _, h := range graph.Reach(starts, starts(g)...) {
					sp.below[h] = true
				}
			}
			number[s] = len(a.spawns)
			a.spawns = append(a.spawns, sp)
		}
	}
	entry := make([]bits, len(f.Blocks))
	entry[0] = bits{}
	work := []ir.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		now := entry[b].clone()
		for _, in := range f.Blocks[b].Instrs {
			switch in := in.(type) {
			case *ir.Spawn:
				n := number[in]
				if now[2*n] {
					a.many[n] = true
				}
				for k := range now {
					a.meet(k, 2*n)
					a.meet(k, 2*n+1)
				}
				now[2*n] = true
				if len(a.spawns[n].below) > 0 {
					now[2*n+1] = true
				}
			case *ir.Join:
				if n := a.joins(v, in); n >= 0 && !in.Try && !in.Timed {
					delete(now, 2*n)
				}
			case *ir.Lock:
				a.at[in.ID] = now.clone()
			}
		}
		for _, t := range f.Next(b) {
			if entry[t] == nil {
				entry[t] = now.clone()
				work = append(work, t)
				continue
			}
			all := entry[t].clone()
			for k := range now {
				all[k] = true
			}
			if !all.equal(entry[t]) {
				entry[t] = all
				work = append(work, t)
			}
		}
	}
}

func (a *analysis) meet(k, n int) { a.met[[2]int{min(k, n), max(k, n)}] = true }

// joins finds the spawn whose thread a join waits for, -1: not known.
func (a *analysis) joins(v *values, in *ir.Join) int {
	def, _ := v.def(in.Thread)
	for d, ok := def.(*ir.Unary); ok; d, ok = def.(*ir.Unary) {
		def, _ = v.def(d.X)
	}
	switch d := def.(type) {
	case *ir.Spawn:
		for i, s := range a.spawns {
			if s.in == d {
				return i
			}
		}
	case *ir.Load:
		at, found := v.address(d.Mem.Addr), -1
		for i, s := range a.spawns {
			if s.in.ID == nil || s.in.ID.Region != d.Mem.Region {
				continue
			}
			to := v.address(s.in.ID.Addr)
			if !to.known || !at.known || to.reg != at.reg || to.global != at.global {
				return -1
			}
			if to == at {
				if found >= 0 {
					return -1
				}
				found = i
			}
		}
		return found
	}
	return -1
}

// overlap reports whether a thread of a kind that is at an operation may live together with another of a kind that is at one of its own.
func (a *analysis) overlap(x, y *edge) bool {
	if x.kind == a.roots[0] && y.kind == a.roots[0] {
		return false
	}
	if y.kind == a.roots[0] {
		x, y = y, x
	}
	if x.kind == a.roots[0] {
		for k := range a.at[x.wants.ID] {
			if a.kinds(k)[y.kind] {
				return true
			}
		}
		return false
	}
	for k := range 2 * len(a.spawns) {
		if !a.kinds(k)[x.kind] {
			continue
		}
		for n := range 2 * len(a.spawns) {
			if !a.kinds(n)[y.kind] {
				continue
			}
			switch {
			case a.met[[2]int{min(k, n), max(k, n)}]:
				return true
			case k == n && k%2 == 1, k/2 == n/2 && k != n:
				return true // what a thread starts lives with it, and with what else it starts
			case k == n && a.many[k/2]:
				return true
			}
		}
	}
	return false
}

// kinds is what a bit stands for.
func (a *analysis) kinds(k int) map[ir.FuncID]bool {
	if k%2 == 1 {
		return a.spawns[k/2].below
	}
	return a.spawns[k/2].direct
}
