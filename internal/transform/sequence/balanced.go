package sequence

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// Balanced makes one sequential program of lowered threads that covers the schedules of KISS (PLDI 2004, section 4): threads run on
// one stack. A thread that is started runs on top of the one that was running; it may be interrupted only by others that start on top of it, and
// once the thread below goes on it never runs again. A thread that is created waits in a set ts of at most N until it is
// started, at any point of any thread that runs; if ts is full it starts at once. Every thread may stop anywhere for good ("raise").
//
// The paper writes a call of schedule() before every statement, whose expansion copies every waiting thread to every statement. Here the
// code of each thread is emitted once, as in Lazy, whose local part, checks and way back are used as they are. What
// differs is the order of turns in the merge:
//
//   - ts = 0 (nested): a thread that is created runs there and then, or never. So the order of all steps is known: those
//     of a child come right behind its creation. Every access is in the merge once.
//   - ts > 0 (stacked): with T threads the schedule is a walk through a tree of T nodes, 2T-1 turns. Turn s belongs to whichever
//     thread the bits act(s, t) say, at most one. Balanced means that the turns of two threads never alternate t u t u. begun(t, s) says that the
//     thread has been taken out of ts, perhaps without a step yet. Where a step creates a child while N others
//     wait that will be started later, the child's turn must be the next one, or never come. (A thread that is never started needs no
//     place in ts: it can be started and stopped on the spot.) The first thread has every other turn, each other thread at most
//     2T-3, so the merge has fewer than 2T times the accesses of the program, whatever its length.
//
// A race is a state in which two threads are about to access the same memory, and one that is about to enter an atomic section makes the
// section's accesses only by going on. It may be one that will never run again. So, for races alone, one more turn follows, the probe, in which any one thread may make
// one step that others are compared with when it is made.
//
// Every execution of the result is one of the program: the constraints only take schedules away.

// Balanced makes the program. It decides no deadlocks, and opt.Rounds is not used.
func Balanced(p *ir.Program, opt Options, ts int) (*Sequence, error) {
	return sequentialize(p, opt, func(z *lazy) turnOrder {
		if ts == 0 {
			return &nested{lazy: z, at: make([]int, z.threads), held: map[*pendingGroup]ir.Operand{}}
		}
		return &stacked{lazy: z, ts: ts}
	})
}

// nested is the order of turns for ts = 0.
type nested struct {
	*lazy
	at   []int                        // by thread: see below
	held map[*pendingGroup]ir.Operand // of interrupted threads: an access of the group is pending
}

// Where a thread is while the merge goes through the steps of another.
const (
	notYet = 0  // it comes later; otherwise interrupted behind step at-1
	done   = -1 // it came before
)

func (p *nested) rounds() int                                  { return p.last() + p.probes() }
func (p *nested) last() int                                    { return 1 }
func (p *nested) may(int, int) bool                            { return true }
func (p *nested) restrict()                                    {}
func (p *nested) spawned(ir.Operand, int, int, *position, int) {}

func (p *nested) merge() {
	p.run(0)
	p.probe(2)
	for t := range p.threads {
		for r := 1; r <= p.opt.Rounds && p.at[t] == notYet; r++ { // whatever would start it comes behind something that nothing gets past
			p.starts(t, r)
		}
	}
}

// run goes through a thread and all that start on top of it.
func (p *nested) run(t int) {
	p.starts(t, 1)
	moved := ir.K(1, 0)
	for i, pos := range p.steps.of[t] {
		moved = p.or(moved, p.step(1, t, pos))
		p.at[t] = i + 1
		if len(pos.spawns) > 0 {
			p.took(moved)
			moved = ir.K(1, 0)
			p.hold(t)
		}
		for _, s := range pos.spawns {
			p.run(s.child)
		}
	}
	p.took(moved)
	p.at[t] = done
}

// hold finds which access of an interrupted thread is pending: that of the next step on its path, if the thread goes no further in the end.
func (p *nested) hold(t int) {
	groups := map[*access][]*pendingGroup{}
	for _, g := range p.groups {
		if g.thread == t {
			p.held[g] = ir.K(1, 0)
			for _, x := range g.xs {
				groups[x] = append(groups[x], g)
			}
		}
	}
	k := p.opt.Rounds
	here := ir.K(1, 1) // no step since the interruption is made
	for i := p.at[t]; i < len(p.steps.of[t]); i++ {
		pos, in := p.steps.of[t][i], p.ranBy[t]
		before := p.and(here, in[i-1][1])
		for _, x := range pos.accesses {
			for _, g := range groups[x] {
				p.held[g] = p.or(p.held[g], p.and(before, p.and(ir.R(pos.reached, 1), p.not(in[i][k]))))
			}
		}
		here = p.and(here, p.not(p.and(ir.R(pos.reached, 1), in[i][k])))
	}
}

func (p *nested) pending(g *pendingGroup, _, _ int) ir.Operand {
	switch p.at[g.thread] {
	case notYet:
		return ir.K(1, 0)
	case done:
		return p.pendingBy(g, 1)
	}
	return p.held[g]
}

func (p *nested) arrived(x *access, _, _ int) ir.Operand {
	at := p.at[x.thread]
	if at == notYet || at > x.pos.index {
		return ir.K(1, 0) // it comes later, or came by
	}
	out := p.arrivedBy(x, 1)
	if at == done {
		return out
	}
	// It was interrupted: what lies between there and x must not run at all.
	for _, pos := range p.steps.of[x.thread][at:x.pos.index] {
		out = p.and(out, p.not(p.and(ir.R(pos.reached, 1), p.ranBy[x.thread][pos.index][p.opt.Rounds])))
	}
	return out
}

// stacked is the order of turns for ts > 0.
type stacked struct {
	*lazy
	ts    int
	act   [][]ir.Operand // turn, thread: it is the thread's
	begun [][]ir.Operand // thread, turn: the thread has been started by then
}

// turns is the number of turns, without the probe.
func (p *stacked) turns() int { return 2*p.threads - 1 }

func (p *stacked) rounds() int { return p.last() + p.probes() }

func (p *stacked) last() int { return p.turns() }

func (p *stacked) may(t, s int) bool {
	switch {
	case s > p.turns():
		return true
	case t == 0:
		return s%2 == 1
	}
	return s > 1 && s < p.turns()
}

func (p *stacked) restrict() {
	last := p.turns()
	none := ir.K(1, 0)
	before := ir.K(1, 1)
	for s := 0; s <= last; s++ {
		row := make([]ir.Operand, p.threads)
		some := none
		for t := range row {
			switch row[t] = none; {
			case s == 0 || !p.may(t, s):
			case s == 1:
				row[t] = ir.K(1, 1) // the first thread's
			default:
				row[t] = p.guess()
			}
			for u := range t {
				p.implies(row[t], p.not(row[u]))
			}
			some = p.or(some, row[t])
		}
		p.act = append(p.act, row)
		if s > 0 {
			p.implies(some, before) // no turn is left out
			before = some
		}
	}
	for t := range p.threads {
		p.bind(t)
		for u := range p.threads {
			if u != t {
				p.noAlternation(t, u)
			}
		}
	}
}

// bind lets a thread be started and make steps in its turns alone.
func (p *stacked) bind(t int) {
	begun := []ir.Operand{ir.Bit(t == 0)}
	for s := 1; s <= p.turns(); s++ {
		b := begun[s-1]
		if t > 0 && p.may(t, s) {
			b = p.guess()
			p.implies(begun[s-1], b)
			p.implies(p.and(b, p.not(begun[s-1])), p.act[s][t])
		}
		begun = append(begun, b)
		for i := range p.steps.of[t] {
			in := p.ranBy[t][i]
			if i == 0 {
				p.implies(in[s], b)
			}
			if p.may(t, s) {
				p.implies(p.and(in[s], p.not(in[s-1])), p.act[s][t])
			}
		}
	}
	p.begun = append(p.begun, begun)
}

// noAlternation forbids turns t u t u.
func (p *stacked) noAlternation(t, u int) {
	seen := [4]ir.Operand{ir.K(1, 1), ir.K(1, 0), ir.K(1, 0), ir.K(1, 0)} // of the pattern, as a subsequence, its first letters
	for s := 1; s <= p.turns(); s++ {
		p.implies(seen[3], p.not(p.act[s][u]))
		seen[3] = p.or(seen[3], p.and(seen[2], p.act[s][t]))
		seen[2] = p.or(seen[2], p.and(seen[1], p.act[s][u]))
		seen[1] = p.or(seen[1], p.act[s][t])
	}
}

func (p *stacked) merge() {
	for s := 1; s <= p.turns(); s++ {
		for t := range p.threads {
			if p.may(t, s) {
				p.implies(p.begun[t][s], p.started[t])
				p.turn(t, s)
			}
		}
	}
	p.probe(p.turns() + 1)
}

// spawned sees to it that a child that finds no place in ts starts at once, or never. Of several children of one step only that much is asked that
// one of them can do: to ask less covers more.
func (p *stacked) spawned(now ir.Operand, t, s int, pos *position, child int) {
	last := p.turns()
	if s > last { // the probe
		return
	}
	if len(pos.spawns) > 1 || p.threads-2 < p.ts {
		return
	}
	waiting := make([]ir.Operand, p.ts+1) // at least so many wait that will be started
	waiting[0] = ir.K(1, 1)
	for i := 1; i <= p.ts; i++ {
		waiting[i] = ir.K(1, 0)
	}
	for u := 1; u < p.threads; u++ {
		if u == child || u == t {
			continue
		}
		waits := p.and(p.started[u], p.and(p.not(p.begun[u][s]), p.begun[u][last]))
		for i := p.ts; i > 0; i-- {
			waiting[i] = p.or(waiting[i], p.and(waiting[i-1], waits))
		}
	}
	urgent := p.and(p.and(now, waiting[p.ts]), p.begun[child][last])
	if s == last {
		p.implies(urgent, ir.K(1, 0))
		return
	}
	p.implies(urgent, p.and(p.act[s+1][child], p.begun[child][s+1]))
	if next := pos.index + 1; next < len(p.steps.of[t]) {
		p.implies(urgent, p.not(p.ranBy[t][next][s]))
	}
}

// pending: in a turn only its thread moves, so what is pending of the others is what the turn before left.
func (p *stacked) pending(g *pendingGroup, _, s int) ir.Operand { return p.pendingBy(g, s-1) }

func (p *stacked) arrived(x *access, _, s int) ir.Operand { return p.arrivedBy(x, s-1) }

// probes is the number of probes.
func (z *lazy) probes() int {
	if z.races == nil {
		return 0
	}
	return 1
}

func (z *lazy) guess() ir.Operand {
	b := z.temp(1)
	z.emit(&ir.Havoc{Dst: b}, note{})
	return ir.R(b, 1)
}

// probe lets one thread make one step, for the races that it shows.
func (z *lazy) probe(r int) {
	if z.probes() == 0 {
		return
	}
	var who []ir.Operand
	for t := range z.threads {
		act := z.guess()
		for _, other := range who {
			z.implies(act, z.not(other))
		}
		who = append(who, act)
		z.starts(t, r)
		for i, pos := range z.steps.of[t] {
			in := z.ranBy[t][i]
			now := z.and(in[r], z.not(in[r-1]))
			z.implies(now, act)
			if i > 0 && len(pos.glued) == 0 { // the end of a thread comes with the step before it
				z.implies(in[r], z.ranBy[t][i-1][r-1]) // the next one
			}
			if len(pos.glued) == 0 && !z.compared(pos) {
				z.implies(now, ir.K(1, 0))
				continue
			}
			if pos.section || !alwaysValid(pos) {
				z.step(r, t, pos)
				continue
			}
			now = z.and(now, ir.R(pos.reached, 1))
			z.implies(now, z.not(z.or(z.exited, z.killed[t])))
			z.when(now, func() {
				z.mark(note{thread: t, id: pos.id, pos: pos, exec: true})
				z.running = now
				for _, a := range pos.accesses {
					z.raceChecks(r, t, a)
				}
			})
		}
	}
}

// alwaysValid reports whether a step is one access to a variable, which is there and cannot fail: then nothing depends on making it.
func alwaysValid(pos *position) bool {
	for _, a := range pos.accesses {
		if a.free != nil || a.addr.Kind != ir.KindGlobal {
			return false
		}
	}
	return true
}
