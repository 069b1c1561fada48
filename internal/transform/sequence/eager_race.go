package sequence

import "github.com/heddle-dev/heddle/internal/ir"

// Races in the eager sequentialization. As in Lazy, a pair (x, y) races if x of one thread is pending, and the thread never goes
// on, while another makes y. The paper marks the location when a thread stops and lets the others look; but one thread's
// code comes before the other's whatever the order of rounds is, so a mark could be looked at before it is made. Here
// both threads leave what they know in registers, and the pair is judged at the end: the bits of the schedule say which came first.
//
// Thread u arrives before x with the step before x, or, if x is its first, with its creation. Within a round the
// threads take turns in their order, so "y is made after that" is a comparison of rounds, and for equal rounds of threads.

// sighting is what a thread leaves about an access.
type sighting struct {
	runs    ir.Operand // it was made
	pending ir.Operand // the thread stopped right before it
	moved   ir.Operand // and had made a step before
}

func (e *eager) sight(a *access) *sighting {
	s := e.saw[a]
	if s == nil {
		s = &sighting{runs: ir.K(1, 0), pending: ir.K(1, 0), moved: ir.K(1, 0)}
		e.saw[a] = s
	}
	return s
}

// left copies a condition to where the end of the program finds it.
func (l *eagerPart) left(c ir.Operand) ir.Operand {
	flag := l.flag()
	l.emit(&ir.Move{Dst: flag, X: c}, note{})
	return ir.R(flag, 1)
}

// sees notes that the thread may stop before a step that others can race with.
func (l *eagerPart) sees(pos *position) {
	for _, x := range pos.accesses {
		if l.canBePending(x) {
			s := l.e.sight(x)
			s.pending = l.left(l.and(l.isOn(), l.not(l.ranBy[l.t][pos.index][l.opt.Rounds])))
			s.moved = l.left(ir.R(l.e.moved[l.t], 1))
		}
	}
}

// canBePending reports whether stopping before an access can show a race with anything.
func (z *lazy) canBePending(x *access) bool {
	inside := x.section && (z.opt.Sections == nil || z.opt.Sections(x.pos.id))
	return !inside && !z.ghost(x) && !x.mem.Excused && z.plain(x) && !(x.free != nil && x.free.Stack)
}

// runs notes that an access is made.
func (l *eagerPart) runs(y *access) {
	if y.free != nil && y.free.Stack || y.mem.Excused {
		return
	}
	l.e.sight(y).runs = l.left(l.isOn())
}

// findRaces judges all pairs.
func (e *eager) findRaces() {
	if e.races == nil {
		return
	}
	for t := range e.threads {
		e.eachAccess(t, func(y *access) {
			if e.sight(y).runs.IsConst(0) {
				return
			}
			for u := range e.threads {
				if u == t {
					continue
				}
				e.eachAccess(u, func(x *access) {
					if !e.sight(x).pending.IsConst(0) && e.canRace(x, y) {
						e.race(x, y)
					}
				})
			}
		})
	}
}

func (e *eager) eachAccess(t int, f func(*access)) {
	for _, pos := range e.steps.of[t] {
		for _, a := range pos.accesses {
			f(a)
		}
	}
}

func (e *eager) race(x, y *access) {
	seen := e.sight(x)
	when := e.createdBefore(x.thread, y)
	if p := x.pos.index; p > 0 {
		moved := e.inRoundOf(y, func(r int) ir.Operand { return e.ranBy[x.thread][p-1][e.upTo(x.thread, y, r)] })
		when = e.or(e.and(seen.moved, moved), e.and(e.not(seen.moved), when))
	}
	hit := e.and(e.and(seen.pending, e.sight(y).runs), when)
	if hit.IsConst(0) {
		return
	}
	// A thread that ended with the process has nothing pending, and after a failure nobody has. One of the two threads fails later, if at all.
	gone := e.inRoundOf(y, func(r int) ir.Operand { return e.gone(x.thread, y.thread, r) })
	hit = e.and(e.and(hit, e.not(e.or(gone, e.failsBut(x.thread, y.thread)))), e.overlap(x, y))
	if hit.IsConst(0) {
		return
	}
	pair := e.pair(x, y)
	e.emit(&ir.Move{Dst: e.temp(1), X: hit}, note{race: &raceHit{x: x, y: y, pair: pair}})
	e.emit(&ir.Binary{Dst: pair.flag, Op: ir.Or, X: ir.R(pair.flag, 1), Y: hit}, note{})
}

// upTo is the last round in which a thread has had its turn when an access of another is made in round r.
func (e *eager) upTo(u int, y *access, r int) int {
	if u > y.thread {
		return r - 1
	}
	return r
}

// inRoundOf is a condition that depends on the round in which an access is made.
func (e *eager) inRoundOf(y *access, f func(r int) ir.Operand) ir.Operand {
	in := e.ranBy[y.thread][y.pos.index]
	out := ir.K(1, 0)
	for r := 1; r <= e.opt.Rounds; r++ {
		if c := f(r); !c.IsConst(0) {
			out = e.or(out, e.and(e.and(in[r], e.not(in[r-1])), c))
		}
	}
	return out
}

// createdBefore is the condition that a thread existed when an access is made.
func (e *eager) createdBefore(u int, y *access) ir.Operand {
	if u == 0 {
		return ir.K(1, 1)
	}
	by := e.parents[u].pos
	if by == nil {
		return ir.K(1, 0)
	}
	if by.thread == y.thread {
		if by.index < y.pos.index {
			return e.began[u][e.opt.Rounds]
		}
		return ir.K(1, 0)
	}
	return e.inRoundOf(y, func(r int) ir.Operand { return e.began[u][e.upTo(by.thread, y, r)] })
}
