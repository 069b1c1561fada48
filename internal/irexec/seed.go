package irexec

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Walks that got somewhere. Real programs examine their arguments and files first, and most random ones end at the message that says how to call the
// program. So a walk that reaches an instruction for the first time is kept, and later walks begin as it did and leave it somewhere near its
// end, as fuzzers do with inputs that add coverage. What is kept is the choices and threads of every step. A step may be shorter when it is run again, because
// blocks end at accesses that were seen to conflict since; choices that then do not fit are drawn anew.

// seed is the beginning of a walk.
type seed struct {
	first []choice // before the first visible operation
	steps []seedStep
	tries int
}

type seedStep struct {
	thread  int32
	only    bool // the choices alone, no step
	choices []choice
}

const (
	mostSeeds   = 256
	seedChoices = 1 << 20 // of all seeds together
)

// seeds are the walks that are kept.
type seeds struct {
	list  []*seed
	total int // choices
}

// add keeps a walk, in place of the one that was tried most if there are many.
func (q *seeds) add(s *seed) {
	n := len(s.first)
	for _, st := range s.steps {
		n += len(st.choices) + 1
	}
	if q.total+n > seedChoices {
		return
	}
	q.total += n
	if len(q.list) < mostSeeds {
		q.list = append(q.list, s)
		return
	}
	most := 0
	for i := range q.list {
		if q.list[i].tries > q.list[most].tries {
			most = i
		}
	}
	q.list[most] = s
}

// next is the seed that was tried least, cut somewhere near its end; nil: begin anew.
func (q *seeds) next(r *rand.Rand) *seed {
	if len(q.list) == 0 || r.IntN(8) == 0 {
		return nil
	}
	var best *seed
	for _, s := range q.list {
		if best == nil || s.tries < best.tries || s.tries == best.tries && r.IntN(2) == 0 {
			best = s
		}
	}
	best.tries++
	if n := len(best.steps) - few(r, len(best.steps)+1); n > 0 {
		out := &seed{first: best.first, steps: slices.Clone(best.steps[:n])}
		if n == 1 || n > 1 && r.IntN(2) == 0 { // a walk of one step has come to its end
			last := &out.steps[n-1]
			last.choices = leave(r, last.choices)
		}
		return out
	}
	return &seed{first: leave(r, best.first)}
}

// leave is the choices of a step up to where a walk leaves it: near its end, or anywhere. The start of a driver is one long step, which came to something new somewhere, and then to its end as others did.
func leave(r *rand.Rand, list []choice) []choice {
	n := len(list)
	if r.IntN(4) == 0 {
		return list[:r.IntN(n+1)]
	}
	return list[:n-few(r, n+1)]
}

// few draws a number below n, small ones more often.
func few(r *rand.Rand, n int) int { return min(n-1, r.IntN(1<<r.IntN(bits.Len(uint(n))+1))) }

// seed is the walk so far.
func (s *search) seed() *seed {
	out := &seed{first: append([]choice(nil), s.path[:s.firstChoices()]...)}
	for i := 1; i < len(s.stack); i++ {
		end := len(s.path)
		if i+1 < len(s.stack) {
			end = int(s.stack[i+1].choices)
		}
		n := &s.stack[i]
		out.steps = append(out.steps, seedStep{n.thread, n.only, append([]choice(nil), s.path[n.choices:end]...)})
	}
	return out
}

// firstChoices is how many choices were made before the first step.
func (s *search) firstChoices() int {
	if len(s.stack) > 1 {
		return int(s.stack[1].choices)
	}
	return len(s.path)
}

// fits reports whether a choice that was made before answers the same question.
func (c *choice) fits(d *choice) bool {
	return c.thread == d.thread && c.count == d.count && c.width == d.width && c.ext == d.ext && c.addr == d.addr && c.symbol == d.symbol && c.makes == d.makes && c.looks == d.looks &&
		slices.Equal(c.class, d.class) && (c.split == nil) == (d.split == nil) &&
		(c.split == nil || slices.Equal(c.split[0], d.split[0]) && slices.Equal(c.split[1], d.split[1]))
}

// retrace makes a step of a seed, if its thread can.
func (s *search) retrace(st *seedStep) bool {
	m := s.m
	if m.halted || int(st.thread) >= len(m.threads) || !st.only && (st.thread < 0 || m.threads[st.thread].status != ready) {
		return false
	}
	at := &s.stack[len(s.stack)-1]
	cost, ok := s.stepCost(at, at.thread, int(st.thread))
	if !ok {
		return false
	}
	child := node{before: m.mark(), thread: st.thread, choices: int32(len(s.path)), only: st.only, cost: cost}
	s.script.list = append(s.script.list[:0], st.choices...)
	s.script.rewind()
	if st.only {
		return false // symbols have other numbers when something was cut or drawn anew
	}
	s.script.old = true
	res := s.rerun(int(st.thread))
	s.script.old = false
	s.script.list = s.script.list[:s.script.pos]
	if res == resBlocked || res == resEvent || res == resStuck && !m.step.done && m.step.visible > 0 {
		m.threads[st.thread].atomic = 0
		m.undoTo(child.before)
		return false
	}
	s.settle(int(st.thread), res)
	child.visible = int32(m.step.visible)
	s.path = append(s.path, s.script.list...)
	s.visit(m.hash(), child)
	return true
}
