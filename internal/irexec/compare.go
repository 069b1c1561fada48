package irexec

import (
	"time"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// What a state shows once every thread's step was tried: races, conflicts and deadlocks need all threads at once. And how
// a failure becomes a schedule with inputs: the path on the stack, then the beginnings of blocks that bring the
// threads to where they race or wait.

// compare looks for races and conflicts between the steps of different threads.
func (s *search) compare(n *node) {
	m := s.m
	for t := range m.threads {
		for u := t + 1; u < len(m.threads); u++ {
			if len(s.logs[t]) == 0 || len(s.logs[u]) == 0 {
				continue
			}
			s.comparePair(n, t, u)
		}
	}
}

// within reports whether a race shows within the limit on rounds: one thread stands before a plain access outside of sections,
// and the other can still make its own.
func (s *search) within(n *node, t int, x *access, u int, y *access) bool {
	if s.limits.rounds == 0 {
		return true
	}
	_, first := s.stepCost(n, n.thread, t)
	_, second := s.stepCost(n, n.thread, u)
	return x.plain && !x.section && second || y.plain && !y.section && first
}

func (s *search) comparePair(n *node, t, u int) {
	a, b := s.logs[t], s.logs[u]
	for i := range a {
		x := &a[i]
		for j := range b {
			y := &b[j]
			if x.halts && !s.m.threads[u].outlives || y.halts && !s.m.threads[t].outlives {
				s.separate(x)
				s.separate(y)
			}
			if !x.conflicts(y) {
				continue
			}
			s.separate(x)
			s.separate(y)
			if s.opts.Race && x.races(y) && !s.met(t, i, u, j) && s.within(n, t, x, u, y) {
				s.race(t, i, u, j)
			}
		}
	}
}

// separate makes an access that is inside a block an ender.
func (s *search) separate(x *access) {
	if !x.final && !s.racy[x.pc] {
		s.racy[x.pc] = true
		s.again = true
	}
}

// met reports whether the beginnings of the blocks before entries i and j conflict, so that the two are perhaps not next
// at once. For an entry of an atomic section the whole section must not see the other's beginning, or it might
// not begin.
func (s *search) met(t, i, u, j int) bool {
	from := func(t, i int) int {
		start := 0
		for _, r := range s.runs[t] {
			if i < r.upto {
				break
			}
			start = r.upto
		}
		return start
	}
	a, b := s.logs[t], s.logs[u]
	for k := from(t, i); k < len(a) && a[k].before <= a[i].before && k <= s.last(t, i); k++ {
		for l := from(u, j); l < len(b) && b[l].before <= b[j].before && l <= s.last(u, j); l++ {
			early, late := a[k].before < a[i].before, b[l].before < b[j].before
			if (early && late || early && b[l].section || late && a[k].section) && a[k].conflicts(&b[l]) {
				return true
			}
		}
	}
	return false
}

// last is the last entry of the run that entry i belongs to.
func (s *search) last(t, i int) int {
	for _, r := range s.runs[t] {
		if i < r.upto {
			return r.upto - 1
		}
	}
	return len(s.logs[t]) - 1
}

func (s *search) choicesOf(t, i int) []choice {
	for _, r := range s.runs[t] {
		if i < r.upto {
			return r.choices
		}
	}
	return nil
}

func (s *search) race(t, i, u, j int) {
	x, y := &s.logs[t][i], &s.logs[u][j]
	f := s.m.raceOf(x, y, t, u)
	if old := s.found[f.Key()]; old != nil && old.Switches <= s.switchesSoFar() {
		return
	}
	var tail []int
	for range x.before {
		tail = append(tail, t)
	}
	for range y.before {
		tail = append(tail, u)
	}
	n := len(s.path)
	s.path = append(s.path, s.choicesOf(t, i)...)
	s.path = append(s.path, s.choicesOf(u, j)...)
	s.add(f, tail)
	s.path = s.path[:n]
}

func (s *search) checkDeadlock(*node) {
	m := s.m
	for _, set := range m.deadlocks(s.waits) {
		f := m.deadlockOf(s.waits, set)
		if s.found[f.Key()] != nil {
			continue
		}
		// Bring everyone to where they wait: the beginnings of their blocks do not conflict, or the search would start again.
		n := len(s.path)
		var tail []int
		before := m.mark()
		for t := range s.waits {
			if !s.waits[t].blocked {
				continue
			}
			s.script.reset()
			m.begin(t)
			m.step.logging = false
			m.exec(t)
			m.step.logging = true
			for range s.waits[t].wait.done {
				tail = append(tail, t)
			}
			s.path = append(s.path, s.script.list[:s.script.pos]...)
			m.threads[t].atomic = 0
			m.undoTo(before)
		}
		s.add(f, tail)
		s.path = s.path[:n]
	}
}

// report enters a failure of thread t after so many operations of its step.
func (s *search) report(f Failure, t, visible int) {
	if old := s.found[f.Key()]; old != nil && old.Switches <= s.switchesSoFar() {
		return
	}
	tail := make([]int, visible)
	for i := range tail {
		tail[i] = t
	}
	s.add(f, tail)
}

func (s *search) switchesSoFar() int {
	n := 0
	for i := 2; i < len(s.stack); i++ {
		if s.stack[i].thread != s.stack[i-1].thread {
			n++
		}
	}
	return n
}

// add enters a failure that the path on the stack and then the tail lead to.
func (s *search) add(f Failure, tail []int) {
	var sched trace.Schedule
	for _, n := range s.stack {
		for range n.visible {
			sched = append(sched, int(n.thread))
		}
	}
	sched = append(sched, tail...)
	sw := 0
	for i := 1; i < len(sched); i++ {
		if sched[i] != sched[i-1] {
			sw++
		}
	}
	if old := s.found[f.Key()]; old != nil && old.Switches <= sw {
		return
	}
	in := trace.Inputs{Havoc: make([][]ir.Const, len(s.m.threads))}
	for _, c := range s.path {
		switch {
		case c.ext > 0:
			if in.External == nil {
				in.External = map[uint64]byte{}
			}
			for k := uint8(0); k < c.ext; k++ {
				v := c.val.Lo
				if k >= 8 {
					v = c.val.Hi
				}
				if _, chosen := in.External[c.addr+uint64(k)]; !chosen {
					in.External[c.addr+uint64(k)] = byte(v >> (8 * (k & 7)))
				}
			}
		default:
			for int(c.thread) >= len(in.Havoc) {
				in.Havoc = append(in.Havoc, nil)
			}
			in.Havoc[c.thread] = append(in.Havoc[c.thread], c.val)
		}
	}
	if len(s.found) == 0 {
		s.firstAt = time.Now()
	}
	s.found[f.Key()] = &Found{Failure: f, Schedule: sched, Inputs: in, Switches: sw}
	if s.opts.FirstOnly {
		s.stopped = "the first failure was asked for"
	}
}
