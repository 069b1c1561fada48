package irexec

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
)

// Depth-first search over states, with an explicit stack. Expanding a state runs every thread's step, with every combination of choices, and undoes it: this
// gives the successors' hashes, the accesses for races and conflicts and
// the waits for deadlocks, all of which need all threads at once. Descending runs one of these steps again and keeps it.
// Running a step twice costs less than keeping every state's accesses on the stack.
//
// A step that examines a symbol of the state (not one that it made itself) is a step of some of the states that this state represents. If the thread is blocked
// then, the states in which it is are a successor of their own, where the symbol has that value and nothing else happened: which threads are blocked must be a
// property of one state.
//
// Limits on switches and rounds make part of the past part of the state. The cost of reaching a state is then the number
// of switches, or the round and the place in it, and a state is explored again when it is reached at a lower cost.
// For rounds: from position p (a thread) in round r, a step of t >= p stays in the round and moves to position t; a step of t < p opens round r+1. Both are
// monotone, so less is never worse, and the pair, in this order, is the cost. A thread created in
// round r has the highest number and so can start in r.

type searchLimits struct {
	rounds   int
	switches int
	limited  bool // switches counts
	states   int
}

// successor is a step that leads to a state worth visiting.
type successor struct {
	h      hash128
	cost   uint32
	thread int32
	script int32 // where its choices begin in search.scripts
	n      int32
	only   bool // the choices alone, no step
	first  bool // it reaches instructions for the first time
}

// node is a state on the stack.
type node struct {
	h       hash128
	before  mark // to come back to its parent
	first   int32
	next    int32 // among the successors
	scripts int32
	thread  int32 // that was run to get here, -1: none
	visible int32 // operations of that step
	choices int32 // where the choices of that step begin in search.path
	cost    uint32
	only    bool // the choices alone were made, no step
}

type search struct {
	*explorer
	m       *machine
	limits  searchLimits
	seenSet *visited
	stack   []node
	succs   []successor
	scripts []choice
	path    []choice
	script  *script
	logs    [][]access
	moving  []int       // the threads whose logs have something
	runs    [][]runInfo // per thread: how each entry's run began, for replay
	waits   []waiting
	again   bool
	walk    *walker               // nil: a search in order
	focus   func(thread int) bool // the threads that walks run; nil: all
	moves   int                   // steps that the threads of the state being expanded can make
	halts   int                   // threads of that state that an assumption stops, rather than a wait
	loops   bool                  // a step of that state leads back to a state on the stack
	visits  int
	ran     int64 // instructions that were counted as work
	held    budget.Holding
}

// runInfo keeps the choices of a run whose accesses were logged.
type runInfo struct {
	upto    int // entries of the log that belong to it or to runs before it
	choices []choice
	looks   []choice // at symbols of the state
}

// newSearch makes a machine and what a search needs around it.
func (e *explorer) newSearch(l searchLimits) *search {
	e.passes++
	sc := &script{dom: e.dom}
	o := machineOptions{
		volatileIsAtomic: e.opts.VolatileIsAtomic, friendly: e.opts.Friendly, reduced: !e.opts.Unreduced, racy: e.racy, private: e.private, privateGlobal: e.privateGlobal,
	}
	o.trackSpurious, o.misuse, o.stackLocks = e.opts.Deadlock, e.opts.Deadlock, e.opts.StackLocks
	s := &search{explorer: e, limits: l, seenSet: newVisited(), script: sc}
	s.m = newMachine(e.prog, o, sc)
	if !e.opts.Early {
		s.m.script = sc
	}
	s.m.undoing = true
	s.m.step.logging = true
	s.m.asserts, s.m.passed, s.m.sites = e.seen, e.passed, e.sites
	return s
}

func (e *explorer) search(l searchLimits) (again bool) {
	s := e.newSearch(l)
	sc := s.script
	e.exhausted = false
	s.run()
	s.spend()
	s.held.Free()
	e.sampled = e.sampled || sc.sampled
	if e.sampledAt == "" {
		e.sampledAt = sc.sampledAt
	}
	if e.stopped == "" && !s.again && (l.states == 0 || s.visits < l.states) {
		e.exhausted = true
	}
	return s.again
}

// run starts thread 0, whose code before its first visible operation may have choices too, and searches.
func (s *search) run() {
	m := s.m
	start := m.mark()
	first := true
	for {
		if !first && !s.script.advance() {
			return
		}
		first = false
		s.script.rewind()
		m.begin(0)
		m.step.prefix, m.step.done = true, true
		res := m.exec(0)
		s.transitions++
		s.path = append(s.path[:0], s.script.list...)
		s.note()
		switch res {
		case resEvent:
			s.event(0)
		case resStuck:
		default:
			m.finish()
			s.ended = s.ended || res == resEnded
			s.goesOn = s.goesOn || res == resEnded
			s.stack, s.succs, s.scripts = s.stack[:0], s.succs[:0], s.scripts[:0]
			saved := *s.script
			saved.list = append([]choice(nil), s.script.list...)
			s.visit(m.hash(), node{thread: -1, cost: s.firstCost(), before: m.mark()})
			s.loop()
			saved.sampled, saved.sampledAt = s.script.sampled, s.script.sampledAt
			*s.script = saved
			if s.stopped != "" || s.again {
				return
			}
		}
		m.threads[0].atomic = 0
		m.undoTo(start)
	}
}

func (s *search) firstCost() uint32 {
	if s.limits.rounds > 0 {
		return 1 << 12 // round 1, thread 0
	}
	return 0
}

// stepCost is the cost after a step of thread t, and whether the limits allow it.
func (s *search) stepCost(n *node, last int32, t int) (uint32, bool) {
	switch {
	case s.limits.rounds > 0:
		r, p := n.cost>>12, n.cost&0xfff
		if uint32(t) < p {
			r++
		}
		return r<<12 | uint32(t), r <= uint32(s.limits.rounds)
	case s.limits.limited:
		c := n.cost
		if last >= 0 && last != int32(t) {
			c++
		}
		return c, c <= uint32(s.limits.switches)
	}
	return 0, true
}

// key is the hash under which a state is visited: with a limit on switches, who ran last matters.
func (s *search) key(h hash128, last int32) hash128 {
	if s.limits.limited {
		h.add(mix3(0x6c617374, uint64(last+1), 0))
	}
	return h
}

// visit pushes the state that the machine is in, and expands it.
func (s *search) visit(h hash128, n node) {
	n.h = s.key(h, n.thread)
	s.threads = max(s.threads, len(s.m.threads)-1)
	if s.seenSet.add(n.h, n.cost) {
		s.states++
		s.visits++
	}
	n.first, n.next, n.scripts = int32(len(s.succs)), int32(len(s.succs)), int32(len(s.scripts))
	s.stack = append(s.stack, n)
	s.expand(&s.stack[len(s.stack)-1])
}

// spend counts what was run and kept since it was called last.
func (s *search) spend() {
	meter, kept := budget.Of(s.ctx), int64(s.turns+s.ticks)
	s.held.Set(meter, s.bytes())
	meter.Spend(budget.Running, s.m.executed-s.ran)
	meter.Spend(budget.Keeping, kept-s.kept)
	meter.Spend(budget.Comparing, s.compared)
	s.compared = 0
	s.ran, s.kept = s.m.executed, kept
}

// bytes is what the search holds.
func (s *search) bytes() int64 {
	m := s.m
	return s.seenSet.bytes() + int64(cap(m.log))*64 + int64(cap(m.words))*8 + int64(cap(m.symbols)+cap(m.symLog))*104 + int64(cap(s.succs))*40 + int64(cap(s.stack))*160
}

func (s *search) loop() {
	m := s.m
	for len(s.stack) > 0 {
		if s.turns++; s.turns&63 == 0 {
			s.spend()
			if !s.tick(s.bytes()) {
				return
			}
		}
		if s.stopped != "" || s.again || s.limits.states > 0 && s.visits >= s.limits.states {
			return
		}
		if s.opts.MaxStates > 0 && s.states >= s.opts.MaxStates {
			s.stopped = fmt.Sprintf("state limit (%d)", s.opts.MaxStates)
			return
		}
		n := &s.stack[len(s.stack)-1]
		if int(n.next) == len(s.succs) {
			if !s.goesOn {
				s.seenSet.leave(n.h)
			}
			m.undoTo(n.before)
			s.succs = s.succs[:n.first]
			s.scripts = s.scripts[:n.scripts]
			s.path = s.path[:n.choices]
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		c := s.succs[n.next]
		n.next++
		if !s.seenSet.fresh(s.key(c.h, c.thread), c.cost) {
			continue
		}
		s.descend(c)
	}
}

// descend makes the step to a successor and visits the state.
func (s *search) descend(c successor) {
	m := s.m
	child := node{before: m.mark(), thread: c.thread, choices: int32(len(s.path)), cost: c.cost, only: c.only}
	s.script.list = append(s.script.list[:0], s.scripts[c.script:c.script+c.n]...)
	s.script.rewind()
	if c.only {
		s.fix(s.script.list)
	} else {
		s.settle(int(c.thread), s.rerun(int(c.thread)))
	}
	child.visible = int32(m.step.visible)
	s.path = append(s.path, s.script.list...)
	if h := m.hash(); h != c.h {
		panic(fmt.Sprintf("irexec: a step of thread %d does not repeat: %x, %x", c.thread, h, c.h))
	}
	s.visit(c.h, child)
}

// rerun runs a step that has been compared with others before.
func (s *search) rerun(t int) result {
	s.m.begin(t)
	s.m.step.logging = false
	res := s.m.exec(t)
	s.m.step.logging = true
	return res
}

// fix chooses symbols and does nothing else.
func (s *search) fix(looks []choice) {
	m := s.m
	m.step.touched, m.step.visible = m.step.touched[:0], 0
	for i := range looks {
		if c := &looks[i]; c.split != nil {
			m.narrow(int(c.symbol), c.domain())
		} else {
			m.fix(int(c.symbol), c.val)
		}
	}
	m.finish()
}

// looks lists the choices of the run that examine one of the state's n symbols.
func (s *search) looks(symbols int) (list []choice) {
	for _, c := range s.script.list[:s.script.pos] {
		if c.looks && int(c.symbol) < symbols {
			list = append(list, c)
		}
	}
	return list
}

// settle finishes a step that is kept.
func (s *search) settle(t int, res result) {
	if res == resStuck {
		s.m.threads[t].status = stuck
	}
	s.m.finish()
}

// expand runs all threads from the state of a node.
func (s *search) expand(n *node) {
	m := s.m
	if m.halted || m.alive == 0 {
		return
	}
	threads := len(m.threads)
	for len(s.logs) < threads {
		s.logs = append(s.logs, nil)
		s.runs = append(s.runs, nil)
	}
	if cap(s.waits) < threads {
		s.waits = make([]waiting, 2*threads)
	}
	s.waits = s.waits[:threads]
	last := n.thread
	anyWait := false
	s.moves, s.halts, s.loops = 0, 0, false
	for k := 0; k < threads; k++ {
		// The thread that ran last goes first: depth-first traces then have few switches.
		t := k
		if last >= 0 {
			switch {
			case k == 0:
				t = int(last)
			case k <= int(last):
				t = k - 1
			}
		}
		s.logs[t] = s.logs[t][:0]
		s.runs[t] = s.runs[t][:0]
		th := m.threads[t]
		s.waits[t] = waiting{live: th.status != ended}
		if s.focus != nil && !s.focus(t) || k > 0 && s.goesAlone(n) {
			continue
		}
		if th.status != ready {
			if th.status == stuck {
				s.waits[t].caps = capAll
				s.halts++
			}
			continue
		}
		s.waits[t].caps = m.capsOf(t)
		cost, ok := s.stepCost(n, last, t)
		if !ok {
			s.cut = true
		}
		s.tryAll(n, t, cost, ok)
		anyWait = anyWait || s.waits[t].blocked
	}
	if s.opts.Race || m.opts.reduced {
		s.compare(n)
	}
	// Two other ways to end: all threads are blocked, or the execution loops forever. Neither counts if only an assumption stops some thread: that thread is not
	// blocked, and whoever waits or spins for it waits for something that is assumed away.
	if s.halts == 0 && s.walk == nil {
		s.ended = s.ended || anyWait && s.moves == 0 || s.loops
		s.goesOn = s.goesOn || s.loops
	}
	if anyWait && s.opts.Deadlock && !m.spurious && !s.again && s.walk == nil {
		s.checkDeadlock(n)
	}
}

// tryAll runs a thread once for each combination of choices.
func (s *search) tryAll(n *node, t int, cost uint32, allowed bool) {
	m := s.m
	s.script.reset()
	blocked, runs, assumed := 0, 0, 0
	for more := true; more; more = s.walk == nil && s.script.advance() {
		if s.ticks++; s.ticks&1023 == 0 {
			if s.spend(); !s.tick(0) {
				return
			}
		}
		s.script.rewind()
		before, firsts := m.mark(), m.firsts
		m.begin(t)
		res := m.exec(t)
		s.transitions++
		runs++
		st := &m.step
		s.note()
		looks := s.looks(before.symbols)
		if res == resBlocked && len(looks) > 0 {
			s.moves++
		} else if res == resBlocked && st.wait.kind != waitAssume || res != resBlocked && st.wait.kind == waitSignal {
			blocked++
			s.waits[t].wait = st.wait
		}
		complete := res != resBlocked && (res != resEvent || !s.assumes(&st.event))
		if complete {
			s.moves++
		} else if res == resEvent || st.wait.kind == waitAssume {
			assumed++
		}
		if len(st.log) > 0 {
			if !complete {
				// The section did not begin: its accesses count as conflicts only.
				for i := range st.log {
					st.log[i].excused = st.log[i].excused || st.log[i].section
				}
			}
			if !s.sameAsLast(t, st.log, looks) {
				s.logs[t] = append(s.logs[t], st.log...)
				s.runs[t] = append(s.runs[t], runInfo{upto: len(s.logs[t]), choices: append([]choice(nil), s.script.list[:s.script.pos]...), looks: looks})
			}
		}
		if allowed && len(st.misuses) > 0 {
			s.misused(t, res)
		}
		if !allowed || !complete || res == resStuck && !st.done && st.visible > 0 {
			s.onlyTried()
		}
		switch {
		case !allowed:
		case res == resEvent:
			s.path = append(s.path, s.script.list[:s.script.pos]...)
			s.event(t)
			s.path = s.path[:len(s.path)-s.script.pos]
		case res == resBlocked, res == resStuck && !st.done && st.visible > 0:
		default:
			s.settle(t, res)
			s.threads = max(s.threads, len(m.threads)-1)
			if res == resEnded || res == resHalted {
				s.ended = true
				s.goesOn = s.goesOn || res == resHalted || t == 0
			}
			c := successor{h: m.hash(), cost: cost, thread: int32(t), first: m.firsts > firsts}
			if !s.succeed(c, s.script.list[:s.script.pos]) && !s.goesOn && s.seenSet.find(s.key(c.h, c.thread)).onStack {
				s.loops = true
			}
		}
		m.threads[t].atomic = 0
		m.undoTo(before)
		if res == resBlocked && len(looks) > 0 {
			s.fix(looks)
			s.succeed(successor{h: m.hash(), cost: n.cost, thread: n.thread, only: true}, looks)
			m.undoTo(before)
		}
	}
	if assumed == runs {
		s.halts++
	}
	if s.waits[t].blocked = blocked == runs; s.waits[t].blocked {
		s.waits[t].caps = s.waits[t].wait.caps
	}
}

// misused reports the locks that the step of a thread misused.
func (s *search) misused(t int, res result) {
	n := len(s.path)
	s.path = append(s.path, s.script.list[:s.script.pos]...)
	for _, u := range s.m.step.happened(res, res == resEvent && s.m.failsBehind(t)) {
		s.report(s.m.failure(&u, t), t, u.visible)
	}
	s.path = s.path[:n]
}

// succeed enters a successor with its choices, if it is worth visiting.
func (s *search) succeed(c successor, choices []choice) bool {
	if s.walk == nil && !s.seenSet.fresh(s.key(c.h, c.thread), c.cost) {
		return false
	}
	c.script, c.n = int32(len(s.scripts)), int32(len(choices))
	s.succs = append(s.succs, c)
	s.scripts = append(s.scripts, choices...)
	return true
}

// sameAsLast reports whether a run made the same accesses as the one logged before it, with the same symbols chosen: choices seldom
// change them.
func (s *search) sameAsLast(t int, log []access, looks []choice) bool {
	k := len(s.runs[t])
	if k == 0 || !slices.EqualFunc(looks, s.runs[t][k-1].looks, func(a, b choice) bool { return a.same(&b) }) {
		return false
	}
	from := 0
	if k > 1 {
		from = s.runs[t][k-2].upto
	}
	return slices.Equal(s.logs[t][from:], log)
}

// note keeps the places at which a step did what its execution cannot speak of for others.
func (s *search) note() {
	if pc := s.m.step.layout; pc >= 0 {
		s.layout[s.m.posOf(pc).Pos.String()] = true
	}
	if pc := s.m.step.renewed; pc >= 0 {
		s.renewed[s.m.posOf(pc).Pos.String()] = true
	}
}

// assumes reports whether an event is assumed away.
func (s *search) assumes(e *event) bool {
	return e.what == evInvalid || e.what == evFailure && e.kind.IsMemory() && !s.opts.Memory
}

// event handles what ended an execution in thread t.
func (s *search) event(t int) {
	m := s.m
	e := m.step.event
	at := m.posOf(m.userPC(t)).Pos
	switch e.what {
	case evUnsupported, evLimit:
		s.unknown[fmt.Sprintf("%s: %s", at, e.msg)] = true
		return
	case evInvalid:
		s.assumed[fmt.Sprintf("%s: no %s", at, e.msg)] = true
		return
	}
	if e.kind.IsMemory() && !s.opts.Memory {
		s.assumed[fmt.Sprintf("%s: no %s (%s)", at, e.kind, e.msg)] = true
		return
	}
	s.ended, s.goesOn = true, true
	if !s.opts.Assert && !e.kind.IsMemory() {
		return
	}
	s.report(m.failureOf(t, &e), t, max(m.step.visible, 1))
}
