package sequence

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/trace"
)

// back turns a trace of the sequential program, one thread after another, into an interleaving. The marks say in which round
// each step ran and where its thread stopped; a thread's own business comes right before the step after it, as late as it can: with
// the last of it a thread may end, which others can notice. The pieces are read round by round, and within a round thread by thread, up to the
// failure. Threads get the numbers of their creation.
func (e *eager) back(t trace.Trace) (trace.Trace, error) {
	m := &mixer{e: e, pieces: make([][]*piece, e.threads), number: make([]int, e.threads), stopped: make([]bool, e.threads), waiting: make([][]trace.Step, e.threads), points: newPoints(e.threads)}
	for i := range m.pieces {
		m.pieces[i] = []*piece{{}}
	}
	for _, s := range t.Steps {
		if int(s.Instr) >= len(e.notes) {
			return trace.Trace{}, fmt.Errorf("transform: instruction %d is not of this program", s.Instr)
		}
		m.read(s)
	}
	if m.failed == nil {
		return trace.Trace{}, fmt.Errorf("transform: no check fails in this trace")
	}
	for _, h := range m.hits {
		if h.pair == m.failed.pair {
			m.hit = h
		}
	}
	if m.failed.pair != nil && m.hit == nil {
		return trace.Trace{}, fmt.Errorf("transform: the race of this trace does not show")
	}
	m.mix()
	if m.failed.deadlock || m.failed.misuse {
		m.lastState()
	}
	if m.failed.deadlock {
		m.out.Stops = m.points.stops(m.number)
	}
	return m.out, nil
}

// piece is what a thread does from a step to the next.
type piece struct {
	round  int // 0: before its first step
	pos    *position
	steps  []trace.Step
	own    int   // where the thread's own business begins, if any
	starts []int // threads it creates
	open   int   // how deep in sections the steps so far end
	first  int   // where the outermost of them began
}

type mixer struct {
	e       *eager
	pieces  [][]*piece
	stopped []bool
	failed  *note
	hits    []*raceHit
	hit     *raceHit
	number  []int // per thread, its number by creation
	out     trace.Trace
	done    bool
	waiting [][]trace.Step // per thread: what it did on its own since its last step
	points  *points
}

func held(s trace.Step) bool { return len(s.Raw) == 1 && s.Raw[0].Lo == 1 }

// read takes one step of the sequential trace.
func (m *mixer) read(s trace.Step) {
	n, k := &m.e.notes[s.Instr], m.e.marks[s.Instr]
	t := n.thread
	if k.what != 0 {
		t = k.thread
	}
	now := m.pieces[t][len(m.pieces[t])-1]
	switch {
	case n.check:
		m.failed = n // the last one: the trace ends there
	case n.point != 0 || n.waits != nil:
		m.points.read(n, s, len(now.steps))
	case n.race != nil:
		if held(s) {
			m.hits = append(m.hits, n.race)
		}
	case m.stopped[t]:
	case k.what == markOn:
		if m.stopped[t] = !held(s); m.stopped[t] {
			now.blocked()
		}
	case k.what == markRound:
		if held(s) {
			m.pieces[t] = append(m.pieces[t], &piece{round: k.round, pos: k.pos})
		}
	case k.what == markSpawn:
		if held(s) {
			now.starts = append(now.starts, k.child)
		}
	case k.what == markFails:
		if held(s) {
			s.Instr, s.Raw, s.Fails = n.id, nil, true
			now.mine(k.pos == nil || k.pos != now.pos)
			now.steps = append(now.steps, s)
		}
	default:
		now.section(n.open)
		now.mine(n.pos == nil || n.pos != now.pos)
		if n.id != 0 {
			s.Instr, s.Fails = n.id, n.fails
			now.steps = append(now.steps, s)
		}
	}
}

// mine notes whether the step to come is the thread's own business, behind what its piece began with.
func (p *piece) mine(own bool) {
	if !own {
		p.own = len(p.steps) + 1
	}
}

// section counts the sections that are open.
func (p *piece) section(open int) {
	if p.open == 0 && open > 0 {
		p.first = len(p.steps)
	}
	p.open += open
}

// blocked drops a section inside of which the thread stopped: it did not begin. If a check failed inside, it did.
func (p *piece) blocked() {
	if n := len(p.steps); p.open > 0 && n > p.first && !p.steps[n-1].Fails {
		p.steps = p.steps[:p.first]
		p.own = min(p.own, len(p.steps))
	}
}

// mix puts the pieces in order.
func (m *mixer) mix() {
	m.begin(0)
	for r := 1; r <= m.e.opt.Rounds; r++ {
		for t := range m.pieces {
			for _, p := range m.pieces[t] {
				if p.round == r && !m.done {
					m.play(t, p)
				}
			}
		}
	}
}

// begin numbers a thread and plays what it does before its first step.
func (m *mixer) begin(t int) {
	m.number[t] = len(m.out.Threads)
	m.points.begun[t] = true
	m.out.Threads = append(m.out.Threads, trace.Thread{Name: m.e.in.Funcs[t].Display})
	m.play(t, m.pieces[t][0])
}

// lastState takes every thread to its last program point.
func (m *mixer) lastState() {
	for t, ps := range m.pieces {
		if p := ps[len(ps)-1]; m.points.begun[t] {
			n := m.points.at[t] - min(p.own, len(p.steps))
			m.show(t, m.waiting[t][:max(0, min(n, len(m.waiting[t])))])
		}
	}
}

// catchUp plays what a thread did on its own since its last step.
func (m *mixer) catchUp(t int) {
	steps := m.waiting[t]
	m.waiting[t] = nil
	m.show(t, steps)
}

// show appends steps, up to the failure.
func (m *mixer) show(t int, steps []trace.Step) {
	for _, s := range steps {
		s.Thread = m.number[t]
		m.done = m.fails(t, s)
		s.Fails = m.done
		m.out.Steps = append(m.out.Steps, s)
		if m.done {
			return
		}
	}
}

// fails reports whether a step is the failure that is shown; another thread may have come to a bound meanwhile.
func (m *mixer) fails(t int, s trace.Step) bool {
	return s.Fails && t == m.failed.thread && s.Instr == m.failed.id
}

func (m *mixer) play(t int, p *piece) {
	if m.hit != nil && p.pos == m.hit.y.pos {
		m.catchUp(m.hit.x.thread)
		m.catchUp(m.hit.y.thread)
		m.stop(m.hit.x)
		m.stop(m.hit.y)
		for _, s := range p.steps[:min(p.own, len(p.steps))] {
			if m.hit.y.section {
				s.Thread, s.Fails = m.number[t], false
				m.out.Ahead = append(m.out.Ahead, s)
			}
		}
		m.done = true
		return
	}
	m.catchUp(t)
	own := min(p.own, len(p.steps))
	m.show(t, p.steps[:own])
	m.waiting[t] = p.steps[own:]
	if !m.done && slices.ContainsFunc(p.steps[own:], func(s trace.Step) bool { return m.fails(t, s) }) {
		m.catchUp(t)
	}
	for _, c := range p.starts {
		if !m.done {
			m.begin(c)
		}
	}
}

// stop says that an access of a thread is pending.
func (m *mixer) stop(a *access) {
	m.out.Stops = append(m.out.Stops, trace.Stop{Thread: m.number[a.thread], Instr: a.pos.id, Access: a.id})
}
