package sequence

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/trace"
)

// back turns a trace of the sequential program into one of the threads: the local parts tell what each thread did, the
// merge in which order. A thread's steps between two visible operations come right before the second, as late as they can:
// with the last of them a thread may end, which others can notice. What a thread would have done behind the point where it stopped is left
// out. Threads get the numbers of their creation.
func (z *lazy) back(t trace.Trace) (trace.Trace, error) {
	m := &merger{z: z, failing: -1, local: make([][]localStep, z.threads), next: make([]int, z.threads), number: make([]int, z.threads), points: newPoints(z.threads)}
	var runs []*running
	var failed *note
	var pending []*access // what is pending in the end
	var last []*raceHit   // races of two that are
	for _, s := range t.Steps {
		if int(s.Instr) >= len(z.notes) {
			return trace.Trace{}, fmt.Errorf("transform: instruction %d is not of this program", s.Instr)
		}
		n := &z.notes[s.Instr]
		switch {
		case n.check:
			failed = n
		case n.pending != nil:
			if len(s.Raw) == 1 && s.Raw[0].Lo == 1 {
				pending = append(pending, n.pending)
			}
		case n.point != 0 || n.waits != nil:
			m.points.read(n, s, len(m.local[n.thread]))
		case n.chooses != nil:
			m.chosen(n.chooses, s.Bytes)
		case n.exec:
			runs = append(runs, &running{pos: n.pos})
		case n.start != 0:
			last := runs[len(runs)-1]
			last.starts = append(last.starts, n.start)
		case n.race != nil:
			switch {
			case len(s.Raw) != 1 || s.Raw[0].Lo != 1:
			case n.race.other != nil:
				last = append(last, n.race)
			default:
				run := runs[len(runs)-1]
				run.races = append(run.races, n.race)
			}
		case n.id != 0:
			s.Instr, s.Fails = n.id, n.fails
			m.local[n.thread] = append(m.local[n.thread], localStep{s, n.pos, n.open})
		case n.open != 0: // of a section that the lowering made
			m.local[n.thread] = append(m.local[n.thread], localStep{pos: n.pos, open: n.open})
		}
	}
	if failed == nil {
		return trace.Trace{}, fmt.Errorf("transform: no check fails in this trace")
	}
	m.whole = slices.Clone(m.local)
	for t := range m.local {
		var in *position // the section that fails, if one does
		if a := z.steps.access[failed.id]; a != nil && failed.pair == nil && failed.thread == t {
			in = a.pos
		}
		m.local[t] = completed(m.local[t], failed.pair == nil && !failed.deadlock && !failed.misuse && failed.thread == t, in)
	}
	m.begin(0)
	if failed.deadlock || failed.misuse {
		m.lastState(runs)
		if failed.deadlock {
			m.out.Stops = m.points.stops(m.number)
		}
		return m.out, nil
	}
	if failed.pair == nil {
		// What others did after the last step of the thread that fails does not matter; nor do failures of theirs.
		m.failing = failed.thread
		runs = upTo(runs, failed.thread)
	}
	var x, y *access
	if failed.pair != nil {
		if x, y, runs = m.race(failed.pair, runs, last, pending); x == nil {
			return trace.Trace{}, fmt.Errorf("transform: the race of this trace does not show")
		}
	}
	for _, r := range runs {
		m.run(r)
	}
	if failed.pair == nil {
		m.take(failed.thread, len(m.local[failed.thread]))
		return m.out, nil
	}
	if n := len(m.out.Steps); n > 0 && m.out.Steps[n-1].Thread == m.number[y.thread] {
		x, y = y, x // who runs goes on first
	}
	m.stop(x)
	m.stop(y)
	return m.out, nil
}

// race finds the race that a trace shows, and what ran before it.
func (m *merger) race(failed *racePair, runs []*running, last []*raceHit, pending []*access) (x, y *access, before []*running) {
	for i, r := range runs {
		if x, y := m.z.races.pick(failed, r.races, pending); x != nil {
			return x, y, runs[:i]
		}
	}
	if x, y = m.z.races.pick(failed, last, pending); x != nil {
		runs = upTo(runs, x.thread, y.thread) // what others did after that does not matter
	}
	return x, y, runs
}

// running is an operation that the merge ran.
type running struct {
	pos    *position
	starts []int // threads it started
	races  []*raceHit
}

// upTo cuts what runs after the last step of some threads, or after their start if they make none.
func upTo(runs []*running, threads ...int) []*running {
	for i := len(runs) - 1; i >= 0; i-- {
		if slices.ContainsFunc(threads, func(t int) bool { return runs[i].pos.thread == t || slices.Contains(runs[i].starts, t) }) {
			return runs[:i+1]
		}
	}
	return nil
}

type localStep struct {
	step trace.Step // Instr is 0 if it only marks a section
	pos  *position
	open int
}

// completed drops a section that the thread's path ends inside of: it blocked there, so it did not begin. If a check failed inside, it did, or an access of it, which is in then.
// So it does not in a thread whose failure is not the one that is shown: that thread stops before it.
func completed(steps []localStep, fails bool, in *position) []localStep {
	depth, first := 0, 0
	for i, s := range steps {
		if s.step.Fails {
			if depth > 0 && !fails {
				return steps[:first]
			}
			return steps
		}
		if depth == 0 && s.open > 0 {
			first = i
		}
		depth += s.open
	}
	if depth > 0 && (in == nil || steps[first].pos != in) {
		return steps[:first]
	}
	return steps
}

type merger struct {
	z       *lazy
	local   [][]localStep
	whole   [][]localStep // with sections that did not come to their end
	next    []int         // per thread, the first local step not taken yet
	number  []int         // per thread, its number by creation
	failing int           // the thread whose check fails, -1: none
	points  *points
	out     trace.Trace
}

// chosen hands what a Fill of the merge chose to the step of its thread.
func (m *merger) chosen(a *access, bytes map[uint64]byte) {
	for i := range m.local[a.thread] {
		if s := &m.local[a.thread][i].step; s.Instr == a.id {
			s.Bytes = bytes
		}
	}
}

// begin numbers a thread.
func (m *merger) begin(t int) {
	m.number[t] = len(m.out.Threads)
	m.points.begun[t] = true
	m.out.Threads = append(m.out.Threads, trace.Thread{Name: m.z.in.Funcs[t].Display})
}

// lastState plays everything and takes every thread to its last program point.
func (m *merger) lastState(runs []*running) {
	for _, r := range runs {
		m.run(r)
	}
	for t, upTo := range m.points.at {
		if m.points.begun[t] {
			m.take(t, min(upTo, len(m.local[t])))
		}
	}
}

// run takes the steps of an operation and those before it.
func (m *merger) run(r *running) {
	t := r.pos.thread
	last := m.next[t]
	for i := last; i < len(m.local[t]); i++ {
		if m.local[t][i].pos == r.pos {
			last = i + 1
		}
	}
	m.take(t, last)
	for _, c := range r.starts {
		m.begin(c)
	}
}

// take moves local steps of a thread to the trace, up to a number of them.
func (m *merger) take(t, upTo int) {
	for m.next[t] < upTo {
		l := m.local[t][m.next[t]]
		if l.step.Instr != 0 {
			l.step.Thread = m.number[t]
			l.step.Fails = l.step.Fails && t == m.failing
			m.out.Steps = append(m.out.Steps, l.step)
		}
		m.next[t]++
	}
}

// stop brings a thread to an access, which is pending then.
func (m *merger) stop(a *access) {
	upTo := m.next[a.thread]
	for upTo < len(m.local[a.thread]) && m.local[a.thread][upTo].pos != a.pos {
		upTo++
	}
	m.take(a.thread, upTo)
	m.out.Stops = append(m.out.Stops, trace.Stop{Thread: m.number[a.thread], Instr: a.pos.id, Access: a.id})
	for _, l := range m.whole[a.thread][upTo:] {
		if l.pos == a.pos && a.section && l.step.Instr != 0 {
			l.step.Thread, l.step.Fails = m.number[a.thread], false
			m.out.Ahead = append(m.out.Ahead, l.step)
		}
	}
}
