package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Two threads at a time. Where every function of a driver may be called at any time there are fifty threads, and a walk that mixes them all shows the races of few: of two threads that touch the same
// memory one is through before the other comes there. But most of what they do needs nobody else. So, from a state in which they were started:
//
//  1. Each thread runs alone, from that state to its end, and what it accesses is noted.
//  2. Of two that access the same memory, without a lock that both take there, one runs to its access and is held, and the other runs. Both make the choices that they made alone.
//
// Only the threads at hand are run to find successors, so a step costs two blocks and not fifty. To come to such a state the threads that start others run, and nobody else.
//
// Half of what is executed is for walks that mix all: what needs a third thread, or a thread that has seen another's writes, is theirs.

const (
	longestAlone = 2000 // steps of a thread alone
	longestStart = 1000 // steps of those that start others, all together
	mostMeetings = 4    // of two kinds of threads on one piece of memory
)

// couples is what is known about threads two by two.
type couples struct {
	starts []bool          // by function: it may start threads
	seeds  seeds           // walks of those alone
	most   int             // threads that were started
	from   map[living]int  // how often states with so many threads were begun from
	met    map[meeting]int // how often two were brought together
}

// meeting is two kinds of threads and what they access.
type meeting struct {
	kinds [2]int32
	addr  uint64
}

// alone is a thread's execution without the others.
type alone struct {
	steps []seedStep
	logs  [][]access // by step
}

func newCouples(p *ir.Program) *couples {
	return &couples{starts: starters(p), from: map[living]int{}, met: map[meeting]int{}}
}

// starters finds the functions that may start threads, themselves or by what they call.
func starters(p *ir.Program) []bool {
	out := make([]bool, len(p.Funcs))
	for again := true; again; {
		again = false
		for i, f := range p.Funcs {
			for in := range f.Instrs() {
				if out[i] {
					break
				}
				switch in := in.(type) {
				case *ir.Spawn:
					out[i] = true
				case *ir.Call:
					out[i] = out[in.Func]
				case *ir.CallPtr:
					out[i] = slices.ContainsFunc(in.Candidates, func(g ir.FuncID) bool { return out[g] })
				}
				again = again || out[i]
			}
		}
	}
	return out
}

// couple brings threads together, from one state.
func (s *search) couple(c *couples) {
	defer func() { s.focus = nil }()
	s.focus = func(t int) bool { return c.starts[s.m.threads[t].start] }
	if !s.enter(&c.seeds) {
		return
	}
	base := s.gather(c)
	if base < 0 {
		return
	}
	s.backTo(base)
	all := s.allAlone(base)
	if s.split(all) { // some accesses end blocks now
		all = s.allAlone(base)
	}
	for _, x := range s.walk.r.Perm(len(all)) {
		s.meet(c, all, x, base)
	}
}

// living is how many threads were started, and how many of them live.
type living struct{ started, alive int }

// gather walks with the threads that start others, and chooses a state to begin from: mostly the one with the most threads that live, now and then one that was seldom chosen; -1: there is none.
func (s *search) gather(c *couples) int {
	at := make([]living, len(s.stack)-1) // by state; of those before here nothing is known
	for stale := 0; len(at) < longestStart && stale < staleWalk; stale++ {
		at = append(at, living{len(s.m.threads), s.m.alive})
		n := &s.stack[len(s.stack)-1]
		if int(n.first) == len(s.succs) || s.turn() {
			break
		}
		step := s.choose(n)
		if s.seenSet.fresh(step.h, 0) {
			stale = 0
		}
		s.descend(step)
		if step.first || len(s.m.threads) > c.most {
			c.most = max(c.most, len(s.m.threads))
			c.seeds.add(s.seed())
		}
		s.expandAgain()
	}
	if s.stopped != "" {
		return -1
	}
	best, rare := -1, s.walk.r.IntN(3) == 0
	for i, l := range at {
		if l.alive < 2 || best >= 0 && at[best] == l {
			continue
		}
		if best < 0 || rare && c.from[l] < c.from[at[best]] || !rare && l.alive > at[best].alive {
			best = i
		}
	}
	if best >= 0 {
		c.from[at[best]]++
	}
	return best
}

// backTo returns to a state of the walk.
func (s *search) backTo(to int) {
	if to+1 < len(s.stack) {
		next := s.stack[to+1]
		s.m.undoTo(next.before)
		s.path = s.path[:next.choices]
		s.stack = s.stack[:to+1]
	}
	s.succs = s.succs[:s.stack[to].first]
	s.scripts = s.scripts[:s.stack[to].scripts]
}

// refocus runs other threads from the state at hand.
func (s *search) refocus(threads ...int) {
	s.focus = func(t int) bool { return slices.Contains(threads, t) }
	s.backTo(len(s.stack) - 1)
	s.expand(&s.stack[len(s.stack)-1])
	s.expandAgain()
}

// allAlone lets every thread run alone from a state.
func (s *search) allAlone(base int) (out []alone) {
	for t := range s.m.threads {
		a := alone{}
		if s.m.threads[t].status == ready && s.stopped == "" {
			s.refocus(t)
			a = s.runAlone(t)
			s.backTo(base)
		}
		out = append(out, a)
	}
	return out
}

// runAlone lets a thread run to its end, or to where it waits.
func (s *search) runAlone(t int) (a alone) {
	for len(a.steps) < longestAlone && !s.turn() {
		n := &s.stack[len(s.stack)-1]
		if int(n.first) == len(s.succs) {
			break
		}
		c := s.choose(n)
		if c.only {
			break
		}
		a.logs = append(a.logs, slices.Clone(s.logs[t]))
		s.descend(c)
		a.steps = append(a.steps, seedStep{thread: c.thread, choices: slices.Clone(s.script.list)})
		s.expandAgain()
	}
	return a
}

// shared is an access of a thread that runs alone, before one of its steps.
type shared struct {
	thread, step int
	access
}

// split makes accesses that conflict with those of others the ends of blocks, and reports whether some were not.
func (s *search) split(all []alone) bool {
	byAddr := s.byAddress(all)
	for _, list := range byAddr {
		for i := range list {
			for j := range list[:i] {
				if x, y := &list[i], &list[j]; x.thread != y.thread && x.conflicts(&y.access) {
					s.separate(&x.access)
					s.separate(&y.access)
				}
			}
		}
	}
	again := s.again
	s.again = false
	return again
}

// byAddress sorts what threads access by where it begins. Accesses that overlap otherwise are left to walks.
func (s *search) byAddress(all []alone) map[uint64][]shared {
	type place struct {
		thread int
		pc     int32
		addr   uint64
		lock   uint64
	}
	seen := map[place]bool{}
	out := map[uint64][]shared{}
	for t, a := range all {
		for i, log := range a.logs {
			for _, x := range log {
				if k := (place{t, x.pc, x.addr, x.lock}); !x.sync && !x.kill && !seen[k] {
					seen[k] = true
					out[x.addr] = append(out[x.addr], shared{t, i, x})
				}
			}
		}
	}
	return out
}

// meet holds a thread before each of its accesses that another makes too, and lets the other run.
func (s *search) meet(c *couples, all []alone, x, base int) {
	byAddr := s.byAddress(all)
	s.backTo(base)
	for i := range all[x].steps {
		with := map[int]int{} // other threads, and how far they go
		for _, a := range all[x].logs[i] {
			for _, b := range byAddr[a.addr] {
				key := meeting{[2]int32{s.m.threads[x].start, s.m.threads[b.thread].start}, a.addr}
				if b.thread == x || !a.races(&b.access) || c.met[key] >= mostMeetings {
					continue
				}
				c.met[key]++
				with[b.thread] = max(with[b.thread], b.step)
			}
		}
		here := len(s.stack) - 1
		for y := range all {
			if far, ok := with[y]; ok {
				s.bring(all[y], x, y, far)
				s.backTo(here)
			}
			if s.stopped != "" {
				return
			}
		}
		s.focus = func(int) bool { return false }
		if s.turn() || !s.retrace(&all[x].steps[i]) {
			return
		}
	}
}

// bring lets one thread run up to a step, while another is held where it is.
func (s *search) bring(a alone, x, y, far int) {
	s.refocus(x, y)
	for j := 0; j < far && !s.turn() && s.retrace(&a.steps[j]); j++ {
		s.expandAgain()
	}
}
