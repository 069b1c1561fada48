package replay

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Random executions switch threads all the time, and most of these switches have nothing to do with the failure: one in a pool of threads had 318. No folding makes that readable. So of an
// execution with many switches others are tried that differ in their order only: stretches of the schedule, first all of it, then halves, quarters and so on, in which the turns of each thread
// stand together; and the turns of threads that the failure does not name are left out, from the last one on. What shows the same failure when it is run takes the place of the execution.
//
// Every candidate is an execution of the program, whatever was moved: it is run from its beginning. So nothing is to be argued about here, and the result is judged like any other. How many are
// tried depends on the sizes and on the work that is left, not on the time, so that the same input gives the same report.
//
// Rejected: hunting again for executions with few switches, as the engine `explore` does first: that is what did not find this one.

const (
	manySwitches  = 20 // what more is not read in a glance
	mostTries     = 600
	mostWork      = 40_000_000 // instructions of programs times tries: each run reads the program
	mostTrySteps  = 3_000_000  // instructions of a try
	enoughStretch = 2          // turns: a shorter stretch has nothing to move
)

// Straighten gives a finding that was judged an execution with fewer switches, if it has many.
func Straighten(ctx context.Context, q *verdict.Question, f *verdict.Finding) {
	turns := turnsOf(f.Schedule)
	if len(turns) <= manySwitches {
		return
	}
	size := 1
	for range q.Program.Instrs() {
		size++
	}
	s := &straightener{ctx: ctx, q: q, f: f, size: size, left: min(mostTries, mostWork/size)}
	for before := 0; before != len(turns) && s.left > 0; {
		before = len(turns)
		turns = s.leaveOut(turns)
		turns = s.together(turns)
	}
	if len(turns) >= len(turnsOf(f.Schedule)) {
		return
	}
	straight := *f
	straight.Schedule = scheduleOf(turns)
	if _, err := Judge(q, &straight); err != nil {
		return // it has the execution that it had
	}
	*f = straight
}

// turn is what a thread does between two switches: so many operations.
type turn struct{ thread, n int }

func turnsOf(s trace.Schedule) (out []turn) {
	for _, t := range s {
		if k := len(out) - 1; k >= 0 && out[k].thread == t {
			out[k].n++
			continue
		}
		out = append(out, turn{t, 1})
	}
	return out
}

func scheduleOf(turns []turn) (out trace.Schedule) {
	for _, t := range turns {
		for range t.n {
			out = append(out, t.thread)
		}
	}
	return out
}

type straightener struct {
	ctx  context.Context
	q    *verdict.Question
	f    *verdict.Finding
	size int // instructions of the program, which each try reads
	left int // tries
}

// shows reports whether an execution shows the failure, and has fewer turns than there are now.
func (s *straightener) shows(turns []turn, now int) ([]turn, bool) {
	schedule := scheduleOf(turns)
	turns = turnsOf(schedule) // neighbours of one thread become one
	if len(turns) >= now || s.left == 0 || s.ctx.Err() != nil {
		return nil, false
	}
	s.left--
	out, err := irexec.Run(s.q.Program, schedule, s.f.Inputs, irexec.Options{VolatileIsAtomic: s.q.VolatileIsAtomic, NoTrace: true, MaxSteps: mostTrySteps})
	if err != nil {
		return nil, false
	}
	budget.Spend(s.ctx, budget.Passing, int64(s.size))
	budget.Spend(s.ctx, budget.Running, out.Executed())
	_, why := compare(s.f, out)
	return turns, why == ""
}

// together brings the turns of each thread together, in stretches that become shorter.
func (s *straightener) together(turns []turn) []turn {
	for size := len(turns); size > enoughStretch; size = (size + 1) / 2 {
		for from := 0; from < len(turns) && s.left > 0; {
			to := min(from+size, len(turns))
			better := false
			for _, order := range orders(turns[from:to]) {
				if shorter, ok := s.shows(slices.Concat(turns[:from], order, turns[to:]), len(turns)); ok {
					turns, better = shorter, true
					break
				}
			}
			if !better {
				from = to - 1
				if size == len(turns) || to == len(turns) {
					break
				}
			}
		}
	}
	return turns
}

// orders are the turns of a stretch with those of each thread side by side: threads in the order of their first turns, and of their last.
func orders(stretch []turn) [][]turn {
	var first, last []int
	for _, t := range stretch {
		if !slices.Contains(first, t.thread) {
			first = append(first, t.thread)
		}
		last = append(slices.DeleteFunc(last, func(x int) bool { return x == t.thread }), t.thread)
	}
	if len(first) == len(stretch) {
		return nil
	}
	grouped := func(threads []int) (out []turn) {
		for _, x := range threads {
			for _, t := range stretch {
				if t.thread == x {
					out = append(out, t)
				}
			}
		}
		return out
	}
	if slices.Equal(first, last) {
		return [][]turn{grouped(first)}
	}
	return [][]turn{grouped(last), grouped(first)}
}

// leaveOut takes away the last turns of threads that the failure does not name, as many as it can.
func (s *straightener) leaveOut(turns []turn) []turn {
	var threads []int
	for _, t := range turns {
		if !slices.Contains(threads, t.thread) && !slices.Contains(s.f.Threads, t.thread) {
			threads = append(threads, t.thread)
		}
	}
	for _, x := range threads {
		n := 0
		for _, t := range turns {
			if t.thread == x {
				n++
			}
		}
		for drop := n; drop > 0 && s.left > 0; drop /= 2 {
			kept, k := make([]turn, 0, len(turns)), 0
			for _, t := range turns {
				if t.thread == x {
					if k++; k > n-drop {
						continue
					}
				}
				kept = append(kept, t)
			}
			if shorter, ok := s.shows(kept, len(turns)); ok {
				turns = shorter
				break
			}
		}
	}
	return turns
}
