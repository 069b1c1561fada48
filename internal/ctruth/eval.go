package ctruth

// The evaluator: threads of tiny instructions over a few bytes of shared memory, all interleavings, all values. A step of a
// thread is one shared access, one synchronization or one choice of an unknown function; what it computes in between is run at once,
// because no other thread can see it.
//
// Copies and fills are a step per byte here. An unknown function is evaluated in two ways: as one that writes each byte once, at one
// time, and as one that writes any of them, as often as it likes, while others look. A failure that shows in the second way alone
// is possible, but it rests on a function that nobody knows; see Truth.

type kind uint8

const (
	opJump   kind = iota
	opMove        // reg = value
	opUndef       // reg is indeterminate from here on
	opAny         // reg = any value, chosen here
	opLoad        // reg = memory
	opStore       // memory = value
	opHavoc       // memory = any value, written by an unknown function: takes part in no race
	opBranch      // reg == val: next, else alt
	opChoose      // next or alt
	opAssert      // fails unless (reg == val) == want
	opLock
	opUnlock
	opSpawn
	opJoin
	opNote    // the callback is known to unknown functions
	opIfNoted // next if it is, else alt
	opEnd
)

// value is a constant or a register.
type value struct {
	reg   int // or -1
	konst byte
}

type instr struct {
	op        kind
	reg       int
	val       value
	loc       int
	thread    int
	want      bool
	next, alt int
}

// values is what "anything" ranges over; the last stands for all values that no program names.
var values = []byte{0, 1, 2, 3, 9}

const undef = 0xff

type threadState struct {
	pc   int // notStarted, ended, or the next instruction
	regs [maxRegs]byte
}

type state struct {
	mem     [memSize]byte
	threads [maxThreads]threadState
	lock    int8 // owner, or -1
	noted   bool // the callback was handed over
}

const (
	notStarted = -1
	ended      = -2
)

const (
	maxRegs    = 28
	maxThreads = 3
	memSize    = 16
)

// evaluator explores.
type evaluator struct {
	code   []instr
	entry  [maxThreads]int
	seen   map[state]bool
	work   []state
	limit  int
	assert bool
	race   bool
	over   bool // too many states
}

func (e *evaluator) run() {
	e.seen = map[state]bool{}
	s := state{lock: -1}
	for i := range s.threads {
		s.threads[i].pc = notStarted
	}
	s.threads[0].pc = e.entry[0]
	e.settle(s, 0, e.visit)
	for len(e.work) > 0 && !e.over {
		s := e.work[len(e.work)-1]
		e.work = e.work[:len(e.work)-1]
		e.races(&s)
		for t := range s.threads {
			if s.threads[t].pc >= 0 {
				e.step(s, t)
			}
		}
	}
}

// settle runs the local instructions of thread t, for all of its choices, and passes on each resulting state.
func (e *evaluator) settle(s state, t int, then func(state)) {
	th := &s.threads[t]
	for !e.over {
		in := &e.code[th.pc]
		// An indeterminate register gets its value when it is first read, and keeps it.
		if r := in.reads(); r >= 0 && th.regs[r] == undef {
			for _, v := range values {
				c := s
				c.threads[t].regs[r] = v
				e.settle(c, t, then)
			}
			return
		}
		switch in.op {
		case opJump:
			th.pc = in.next
		case opMove:
			th.regs[in.reg] = th.get(in.val)
			th.pc = in.next
		case opUndef:
			th.regs[in.reg] = undef
			th.pc = in.next
		case opAny:
			for _, v := range values {
				c := s
				c.threads[t].regs[in.reg] = v
				c.threads[t].pc = in.next
				e.settle(c, t, then)
			}
			return
		case opBranch:
			if th.regs[in.reg] == in.val.konst {
				th.pc = in.next
			} else {
				th.pc = in.alt
			}
		case opAssert:
			if (th.regs[in.reg] == in.val.konst) != in.want {
				e.assert = true
				then(s) // until it happens the others go on
				return
			}
			th.pc = in.next
		default:
			then(s)
			return
		}
	}
}

// visit is a state in which every thread has a pending step.
func (e *evaluator) visit(s state) {
	if e.seen[s] || e.over {
		return
	}
	e.seen[s] = true
	e.over = len(e.seen) > e.limit
	e.work = append(e.work, s)
}

func (e *evaluator) races(s *state) {
	for t := range s.threads {
		for u := range t {
			if s.threads[t].pc < 0 || s.threads[u].pc < 0 {
				continue
			}
			a, b := &e.code[s.threads[t].pc], &e.code[s.threads[u].pc]
			access := func(in *instr) bool { return in.op == opLoad || in.op == opStore }
			if access(a) && access(b) && a.loc == b.loc && (a.op == opStore || b.op == opStore) {
				e.race = true
			}
		}
	}
}

func (e *evaluator) step(s state, t int) {
	th := &s.threads[t]
	in := &e.code[th.pc]
	switch in.op {
	case opLoad:
		th.regs[in.reg] = s.mem[in.loc]
	case opStore:
		s.mem[in.loc] = th.get(in.val)
	case opHavoc:
		for _, v := range values {
			c := s
			c.mem[in.loc] = v
			c.threads[t].pc = in.next
			e.settle(c, t, e.visit)
		}
		return
	case opLock:
		if s.lock >= 0 {
			return
		}
		s.lock = int8(t)
	case opUnlock:
		s.lock = -1
	case opSpawn:
		th.pc = in.next
		s.threads[in.thread].pc = e.entry[in.thread]
		e.settle(s, in.thread, func(c state) { e.settle(c, t, e.visit) })
		return
	case opJoin:
		if s.threads[in.thread].pc != ended {
			return
		}
	case opChoose:
		c := s
		c.threads[t].pc = in.alt
		e.settle(c, t, e.visit)
	case opNote:
		s.noted = true
	case opIfNoted:
		if !s.noted {
			th.pc = in.alt
			e.settle(s, t, e.visit)
			return
		}
	case opAssert:
		return // it fails: the process ends
	case opEnd:
		if t == 0 {
			return // the process ends
		}
		*th = threadState{pc: ended}
		e.visit(s)
		return
	}
	th.pc = in.next
	e.settle(s, t, e.visit)
}

func (th *threadState) get(v value) byte {
	if v.reg >= 0 {
		return th.regs[v.reg]
	}
	return v.konst
}

// reads is the register whose value the instruction needs, or -1. Copying an indeterminate value reads it.
func (in *instr) reads() int {
	switch in.op {
	case opMove, opStore:
		return in.val.reg
	case opBranch, opAssert:
		return in.reg
	}
	return -1
}
