package sequence

import "github.com/heddle-dev/heddle/internal/ir"

// A turnOrder is the order in which the merge of a values-first sequentialization (lazy.go) goes through the steps of the threads: a sequence of turns, each
// of one thread in one round. Which of its steps a thread makes in a turn is said by the bits in(p, r), so an order with more turns covers more
// schedules, at the price of all of the thread's accesses for each of its turns.
//
// roundRobin is that of engine rounds. Those of balanced.go are those of engine kiss.
type turnOrder interface {
	// rounds is the number of rounds.
	rounds() int
	// last is the last round in which every step is made that runs: in a probe, which follows it, nothing depends on that.
	last() int
	// may reports whether thread t has a turn in round r.
	may(t, r int) bool
	// restrict constrains the bits, once they are there.
	restrict()
	// merge goes through the turns.
	merge()
	// spawned is told where a step of thread t starts a child, if now holds.
	spawned(now ir.Operand, t, r int, pos *position, child int)
	// pending is the condition that an access of the group is pending while t has its turn in round r; between
	// turns it stays so.
	pending(g *pendingGroup, t, r int) ir.Operand
	// arrived is the condition that the thread of x has made all steps before x when t has its turn in round r.
	arrived(x *access, t, r int) ir.Operand
}

// roundRobin gives every thread a turn in every round, in the order of their creation.
type roundRobin struct {
	*lazy
	k int
}

func (p *roundRobin) rounds() int                                  { return p.k }
func (p *roundRobin) last() int                                    { return p.k }
func (p *roundRobin) may(int, int) bool                            { return true }
func (p *roundRobin) restrict()                                    {}
func (p *roundRobin) spawned(ir.Operand, int, int, *position, int) {}
func (p *roundRobin) pending(g *pendingGroup, t, r int) ir.Operand {
	return p.pendingBy(g, p.upTo(g.thread, t, r))
}

func (p *roundRobin) arrived(x *access, t, r int) ir.Operand {
	return p.arrivedBy(x, p.upTo(x.thread, t, r))
}

func (p *roundRobin) merge() {
	for r := 1; r <= p.k; r++ {
		for t := range p.threads {
			p.turn(t, r)
		}
	}
}

// upTo is the last round in which thread u has had its turn when t has its in round r.
func (p *roundRobin) upTo(u, t, r int) int {
	if u > t {
		return r - 1
	}
	return r
}

// turn goes through all steps of a thread.
func (z *lazy) turn(t, r int) {
	z.starts(t, r)
	held := z.held()
	moved := ir.K(1, 0)
	for _, pos := range z.steps.of[t] {
		if z.follows && z.onlyStops(pos) && !z.compared(pos) {
			continue
		}
		moved = z.or(moved, z.step(r, t, pos))
	}
	z.took(moved)
	if busy := z.and(held, moved); !busy.IsConst(0) {
		z.busy = append(z.busy, busy)
	}
}

// held is the condition that one of the locks is held that turns should not begin with.
func (z *lazy) held() ir.Operand {
	any := ir.K(1, 0)
	for _, lock := range z.opt.Held {
		owner := z.temp(8 * lock.Size)
		z.emit(&ir.Load{Dst: owner, Mem: lock}, note{})
		any = z.or(any, z.binary(ir.Ne, ir.R(owner, 8*lock.Size), ir.K(8*lock.Size, 0)))
	}
	return any
}

// starts says that a thread makes no step before it was created.
func (z *lazy) starts(t, r int) {
	if len(z.steps.of[t]) > 0 {
		z.implies(z.ranBy[t][0][r], z.started[t])
	}
}

// took notes that a turn was taken, if moved holds.
func (z *lazy) took(moved ir.Operand) {
	if !moved.IsConst(0) {
		z.turns = append(z.turns, moved)
	}
}

// pendingBy is the condition that an access of a group is pending by the end of a round.
func (z *lazy) pendingBy(g *pendingGroup, r int) ir.Operand {
	return z.or(g.ready[r], z.and(g.first, z.started[g.thread]))
}

// arrivedBy is the condition that a thread has made all steps before x by the end of a round.
func (z *lazy) arrivedBy(x *access, r int) ir.Operand {
	if p := x.pos.index; p > 0 {
		return z.ranBy[x.thread][p-1][r]
	}
	return z.started[x.thread]
}
