package sat

// Decisions.
//
// Two orders of variables are kept. In stable mode the next decision is the open variable of the highest score
// (VSIDS with exponential decay, a binary heap); in focused mode the one most recently bumped (VMTF: a doubly linked
// list, move to front, and a cursor behind which all variables are assigned). Each order is bumped only in its own
// mode, so that the two search in different places.
//
// The value tried is, in this order: the one the caller asked for; in stable mode that of the largest assignment
// without conflict since the last rephasing (target phase); the last value of the variable; false. False is the
// better guess for formulas made from circuits: guards that are off make the rest of a path irrelevant.
//
// Rejected: random decisions (they only ever cost), and initial order by occurrence counts.

type queueLink struct {
	prev, next Var
	stamp      int64
}

const noVar Var = -1

// varBits is the width of a variable packed beside its stamp; stamps are renumbered before they get too wide.
const (
	varBits  = 28
	maxStamp = 1<<(63-varBits) - 1
)

// scoreDecay is the factor by which scores of variables that are not bumped lose weight at each conflict.
const scoreDecay = 0.95

type decider struct {
	// VMTF
	queue       []queueLink
	first, last Var
	stampClock  int64
	cursor      Var // all variables after it are assigned

	// VSIDS
	score    []float64
	scoreInc float64
	heap     []Var
	heapPos  []int32 // -1 when not in the heap

	rnd uint64
}

func (s *Solver) initDecider() {
	s.first, s.last, s.cursor = noVar, noVar, noVar
	s.scoreInc = 1
	s.rnd = uint64(s.opts.Seed)*0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D
}

func (d *decider) random() uint64 {
	d.rnd ^= d.rnd << 13
	d.rnd ^= d.rnd >> 7
	d.rnd ^= d.rnd << 17
	return d.rnd
}

func (s *Solver) deciderNewVar(v Var) {
	s.queue = append(s.queue, queueLink{noVar, noVar, 0})
	s.enqueueVar(v)
	s.score = append(s.score, 0)
	if s.opts.Seed != 0 {
		s.score[v] = float64(s.random()%1024) * 1e-6
	}
	s.heapPos = append(s.heapPos, -1)
	s.heapInsert(v)
}

// enqueueVar appends v to the queue.
func (s *Solver) enqueueVar(v Var) {
	s.stampClock++
	if s.stampClock >= maxStamp {
		s.renumber()
	}
	s.queue[v] = queueLink{s.last, noVar, s.stampClock}
	if s.last == noVar {
		s.first = v
	} else {
		s.queue[s.last].next = v
	}
	s.last = v
	if s.vals[MkLit(v, false)] == 0 {
		s.cursor = v
	}
}

// renumber makes stamps small again, keeping their order.
func (s *Solver) renumber() {
	s.stampClock = 0
	for v := s.first; v != noVar; v = s.queue[v].next {
		s.stampClock++
		s.queue[v].stamp = s.stampClock
	}
	s.stampClock++
}

func (s *Solver) bumpQueue(v Var) {
	q := &s.queue[v]
	if q.next == noVar {
		return
	}
	if s.cursor == v {
		s.cursor = q.prev
		if s.cursor == noVar {
			s.cursor = q.next
		}
	}
	if q.prev == noVar {
		s.first = q.next
	} else {
		s.queue[q.prev].next = q.next
	}
	s.queue[q.next].prev = q.prev
	s.enqueueVar(v)
}

// deciderUnassign is called when v becomes open.
func (s *Solver) deciderUnassign(v Var) {
	if s.heapPos[v] < 0 {
		s.heapInsert(v)
	}
	if s.queue[v].stamp > s.queue[s.cursor].stamp {
		s.cursor = v
	}
}

// nextVar returns the open variable to decide, or noVar.
func (s *Solver) nextVar() Var {
	if s.stable {
		for len(s.heap) > 0 {
			v := s.heap[0]
			if s.vals[MkLit(v, false)] == 0 && s.state[v] == active {
				return v
			}
			s.heapPop()
		}
		return noVar
	}
	v := s.cursor
	for v != noVar && (s.vals[MkLit(v, false)] != 0 || s.state[v] != active) {
		v = s.queue[v].prev
	}
	if v != noVar {
		s.cursor = v
	}
	return v
}

// phase returns the literal of v to decide.
func (s *Solver) phase(v Var) Lit {
	p := s.forced[v]
	if p == 0 && s.stable {
		p = s.target[v]
	}
	if p == 0 {
		p = s.saved[v]
	}
	return MkLit(v, p <= 0)
}

func (s *Solver) bumpScore(v Var) {
	s.score[v] += s.scoreInc
	if s.score[v] > 1e100 {
		for i := range s.score {
			s.score[i] *= 1e-100
		}
		s.scoreInc *= 1e-100
	}
	if s.heapPos[v] >= 0 {
		s.heapUp(int(s.heapPos[v]))
	}
}

// before orders the heap: by score, then by number, so that runs are reproducible.
func (s *Solver) before(a, b Var) bool {
	sa, sb := s.score[a], s.score[b]
	return sa > sb || (sa == sb && a > b)
}

func (s *Solver) heapInsert(v Var) {
	s.heapPos[v] = int32(len(s.heap))
	s.heap = append(s.heap, v)
	s.heapUp(len(s.heap) - 1)
}

func (s *Solver) heapUp(i int) {
	v := s.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		if !s.before(v, s.heap[p]) {
			break
		}
		s.heap[i] = s.heap[p]
		s.heapPos[s.heap[i]] = int32(i)
		i = p
	}
	s.heap[i] = v
	s.heapPos[v] = int32(i)
}

func (s *Solver) heapPop() {
	v := s.heap[0]
	s.heapPos[v] = -1
	n := len(s.heap) - 1
	w := s.heap[n]
	s.heap = s.heap[:n]
	if n == 0 {
		return
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && s.before(s.heap[c+1], s.heap[c]) {
			c++
		}
		if !s.before(s.heap[c], w) {
			break
		}
		s.heap[i] = s.heap[c]
		s.heapPos[s.heap[i]] = int32(i)
		i = c
	}
	s.heap[i] = w
	s.heapPos[w] = int32(i)
}
