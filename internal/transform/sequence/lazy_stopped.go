package sequence

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Races of two threads that have stopped. If x and y can both be pending, then whoever makes y while x is pending could as well have stopped before y: so the
// race shows in the last state of some execution within the same rounds, in which both threads are about to make their accesses. There it is one question for
// two threads and a region, whatever the rounds and however many accesses there are: is what the one is about to access what the other is about to access?
//
// This is for single accesses. An access in a section of the program has to be made, as one comes to it only by making what is before it; the ranges of one
// operation are several accesses of one step.
//
// Of the two, one has to be valid. One that is not races with nothing, but it ends the execution only if it is made.

// single reports whether an access is a step of its own, of a fixed number of bytes or a whole object.
func (x *access) single() bool { return !x.section && !x.len.IsSet() && x.in == nil }

// stoppedRaces compares what threads are about to access in the last state.
func (z *lazy) stoppedRaces() {
	if z.races == nil {
		return
	}
	z.running = z.not(z.exited)
	for i, g := range z.groups {
		for _, h := range z.groups[:i] {
			if g.single && h.single && g.thread != h.thread {
				z.stoppedRace(g, h)
			}
		}
	}
}

func (z *lazy) stoppedRace(g, h *pendingGroup) {
	if h.frees == nil {
		g, h = h, g
	}
	region, ok := z.meet(g, h)
	if !ok {
		return
	}
	both := z.and(z.stoppedIn(g), z.stoppedIn(h))
	if g.frees == nil && h.frees == nil {
		both = z.and(both, z.or(g.write, h.write))
	}
	both = z.and(both, z.overlap(z.pendingIn(g, h.xs[0]), z.pendingIn(h, g.xs[0])))
	both = z.and(both, z.or(z.validIn(g), z.validIn(h)))
	z.shows(&raceHit{group: g, other: h, pair: z.pairIn(region, g.xs[0])}, both)
}

// meet reports whether two groups may have something in common that races, and in which region. If one of them is frees, it is the second.
func (z *lazy) meet(g, h *pendingGroup) (ir.RegionID, bool) {
	if h.frees != nil {
		for _, x := range g.xs {
			if region, ok := z.freeMeets(h, x); ok {
				return region, true
			}
		}
		return 0, false
	}
	if g.region != h.region || g.write.IsConst(0) && h.write.IsConst(0) {
		return 0, false
	}
	return g.region, slices.ContainsFunc(g.xs, func(x *access) bool {
		return slices.ContainsFunc(h.xs, func(y *access) bool { return !z.opt.apart(x, y) })
	})
}

// stoppedIn is the condition that an access of the group is pending in the last state.
func (z *lazy) stoppedIn(g *pendingGroup) ir.Operand {
	return z.and(z.pendingBy(g, z.order.last()), z.not(z.killed[g.thread]))
}

// validIn is the condition that the access of the group that is pending in the last state is valid there.
func (z *lazy) validIn(g *pendingGroup) ir.Operand {
	if !g.valid.IsSet() {
		x := z.pendingIn(g, g.xs[0])
		g.valid = z.binary(ir.Eq, z.probeOf(x.mem, x.addr, x.free), ir.K(2, ir.ProbeValid))
	}
	return g.valid
}

// onlyStops reports whether all that a step of a slice is for is that its thread stops before it. So it need not be made, and a thread that is not to stop there need not be interruptible there: it follows the
// step before it (alone.go).
func (z *lazy) onlyStops(pos *position) bool {
	if z.races == nil || len(pos.accesses) != 1 {
		return false
	}
	x := pos.accesses[0]
	return z.opt.Raced[x.id] && x.single() && z.canBePending(x)
}

// compared reports whether anything is compared with what a step accesses when it is made.
func (z *lazy) compared(pos *position) bool {
	return slices.ContainsFunc(pos.accesses, func(y *access) bool {
		return slices.ContainsFunc(z.groups, func(g *pendingGroup) bool { _, ok := z.meetsMade(g, y); return ok })
	})
}
