package irexec

import (
	"slices"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What a state shows once every thread's step was tried: races, conflicts and deadlocks need all threads at once. And how
// a failure becomes a schedule with inputs: the path on the stack, then the beginnings of blocks that bring the
// threads to where they race or wait.

// compare looks for races and conflicts between the steps of different threads.
func (s *search) compare(n *node) {
	s.moving = s.moving[:0] // most threads of a long execution are over
	for t := range s.m.threads {
		if len(s.logs[t]) > 0 {
			s.moving = append(s.moving, t)
		}
	}
	s.compared += int64(len(s.m.threads))
	for i, t := range s.moving {
		for _, u := range s.moving[i+1:] {
			s.comparePair(n, t, u)
		}
	}
}

// within reports whether a race shows within the limit on rounds: one thread has a pending plain access outside of sections, and the other can still make its own.
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
	s.compared += int64(len(a) * len(b))
	for i := range a {
		x := &a[i]
		for j := range b {
			y := &b[j]
			if x.halts && !s.m.threads[u].outlives || y.halts && !s.m.threads[t].outlives {
				s.separate(x)
				s.separate(y)
			}
			if !x.conflicts(y) || !agree(s.runOf(t, i).looks, s.runOf(u, j).looks) {
				continue
			}
			s.separate(x)
			s.separate(y)
			s.tears(x, y)
			s.tears(y, x)
			if s.opts.Race && x.races(y) && !s.met(t, i, u, j) && s.within(n, t, x, u, y) {
				s.race(t, i, u, j)
			}
		}
	}
}

// tears notes that an access could interrupt an operation on a range.
func (s *search) tears(x, y *access) {
	if x.torn && !x.section && !y.sync && !y.kill {
		s.torn[s.m.posOf(x.user).Pos.String()] = true
	}
}

// separate makes an access that is inside a block an ender.
func (s *search) separate(x *access) {
	if !x.final && !s.racy[x.pc] {
		s.racy[x.pc] = true
		s.again = true
	}
}

// met reports whether the beginnings of the blocks before entries i and j conflict, so that the two may never be pending in the same state. For an entry of an
// atomic section the whole section must not see the other's beginning, or it might
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

// runOf is the run that entry i belongs to.
func (s *search) runOf(t, i int) *runInfo {
	k := sort.Search(len(s.runs[t]), func(k int) bool { return i < s.runs[t][k].upto })
	return &s.runs[t][k]
}

// agree reports whether two runs from one state are steps of one of the states that it stands for: every symbol that both look at
// has a value that suits both.
func agree(a, b []choice) bool {
	for i := range a {
		for j := range b {
			if a[i].symbol == b[j].symbol && !a[i].meets(&b[j]) {
				return false
			}
		}
	}
	return true
}

// identity is what a failure is known by: its places, or who races on what.
func (s *search) identity(f *verdict.Failure) string {
	if !s.opts.ByThreads || len(f.Threads) != 2 {
		return f.Key()
	}
	names := []string{s.m.threads[f.Threads[0]].name, s.m.threads[f.Threads[1]].name}
	slices.Sort(names)
	_, what, _ := strings.Cut(f.Message, " on ")
	what, _, _ = strings.Cut(what, ":")
	return strings.Join(append(names, what), " ")
}

// racers are two accesses as their race is known by: where they are, and what decides which of them it names first.
type racers struct {
	x, y           int32
	xWrote, yWrote bool
}

// raceSteps is what it takes to know a race by its places, in comparisons of accesses.
const raceSteps = 50

func (s *search) race(t, i, u, j int) {
	x, y := &s.logs[t][i], &s.logs[u][j]
	known := racers{x.user, y.user, x.write || x.copies, y.write || y.copies}
	s.compared += int64(len(s.stack))
	if key, ok := s.races[known]; ok && s.settled(s.found[key], s.switchesOf(run{t, x.before}, run{u, y.before})) {
		return
	}
	s.compared += raceSteps
	f := s.m.raceOf(x, y, t, u)
	key := s.identity(&f)
	if !s.opts.ByThreads {
		s.races[known] = key
	}
	if s.settled(s.found[key], s.switchesSoFar()) {
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
	s.path = append(s.path, s.runOf(t, i).choices...)
	s.path = append(s.path, s.runOf(u, j).choices...)
	s.add(f, tail)
	s.path = s.path[:n]
}

func (s *search) checkDeadlock(*node) {
	m := s.m
	for _, set := range m.deadlocks(s.waits) {
		f := m.deadlockOf(s.waits, set)
		if old := s.found[s.identity(&f)]; old != nil && s.settled(old, old.Switches) {
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
func (s *search) report(f verdict.Failure, t, visible int) {
	if s.settled(s.found[s.identity(&f)], s.switchesSoFar()) {
		return
	}
	tail := make([]int, visible)
	for i := range tail {
		tail[i] = t
	}
	s.add(f, tail)
}

// run is some visible operations of a thread.
type run struct{ thread, visible int }

// switchesOf is how many switches the schedule has that the path on the stack and then some runs make.
func (s *search) switchesOf(tail ...run) (n int) {
	last := -1
	add := func(thread, visible int) {
		if visible == 0 {
			return
		}
		if last >= 0 && last != thread {
			n++
		}
		last = thread
	}
	for i := range s.stack {
		add(int(s.stack[i].thread), int(s.stack[i].visible))
	}
	for _, r := range tail {
		add(r.thread, r.visible)
	}
	return n
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
func (s *search) add(f verdict.Failure, tail []int) {
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
	old := s.found[s.identity(&f)]
	if s.settled(old, sw) {
		return
	}
	if old != nil {
		old.met++
		if old.Switches <= sw && !worthJudging(old.met) {
			return
		}
	}
	in := s.inputs()
	needy := (s.prog.outside || len(s.layout) > 0 || s.m.step.layout >= 0) && len(s.needs(&f, sched, in)) > 0
	if old != nil && needy && (!old.needy || old.Switches <= sw) {
		return
	}
	if len(s.found) == 0 {
		s.spend()
		s.firstAt = max(budget.Spent(s.ctx), 1)
	}
	if s.found[s.identity(&f)] == nil {
		s.lastAt = s.turns
	}
	made := &Found{Failure: f, Schedule: sched, Inputs: in, Switches: sw, Choices: s.choices(), needy: needy}
	if old != nil {
		made.met = old.met
	}
	s.found[s.identity(&f)] = made
	if s.opts.Found != nil && !needy && (old == nil || old.needy) {
		s.opts.Found(made)
	}
	if s.opts.FirstOnly {
		s.stopped = "the first failure was asked for"
	}
}

// mostMet is among how many executions of one failure one is looked for that needs nothing of the outside.
const mostMet = 1 << 12

// worthJudging picks the executions that are judged: the first few, and then fewer and fewer. Neighbours are much alike, and to judge one is to run it twice.
func worthJudging(met int) bool { return met <= 8 || met&(met-1) == 0 }

// settled reports whether an execution with so many switches does not have to be looked at, as there is a better one.
func (s *search) settled(old *Found, switches int) bool {
	return old != nil && !(old.needy && old.met < mostMet) && old.Switches <= switches
}

// needs is what an execution needs of the outside to show a failure.
func (s *search) needs(f *verdict.Failure, sched trace.Schedule, in trace.Inputs) []verdict.Need {
	o := Options{VolatileIsAtomic: s.opts.VolatileIsAtomic, StackLocks: s.opts.StackLocks}
	var out []verdict.Need
	if s.judge == nil {
		s.judge, _ = compile(s.prog.src) // what could be compiled once can be again
	}
	for _, o.Friendly = range []bool{true, false} {
		run := s.judge.runner(in, o).follow(sched)
		if shown := run.Shows(f.Key()); shown != nil {
			if out = run.Rests(shown); len(out) == 0 {
				return nil
			}
		}
	}
	return out
}

// inputs are the choices of the path, each where it was made: a symbol that was examined later has its value there, one that was never examined has any value.
func (s *search) inputs() trace.Inputs {
	in := trace.Inputs{Havoc: make([][]ir.Const, len(s.m.threads))}
	type entry struct {
		set func(ir.Const)
		dom domain // what is left of it, nil: all
	}
	made := map[int32]*entry{} // the last symbol of each number
	for _, c := range s.path {
		switch {
		case c.looks && c.split == nil:
			e := made[c.symbol]
			e.dom = c.domain()
			e.set(c.val)
		case c.looks:
			e := made[c.symbol]
			if e.dom == nil {
				e.dom = c.domain()
			}
			e.dom = e.dom.and(c.domain())
			e.set(ir.Const{Lo: e.dom[0].lo})
		default:
			set := enter(&in, c)
			if set(c.val); c.makes {
				made[c.symbol] = &entry{set: set}
			}
		}
	}
	return in
}

// enter makes room for an input and gives the function that fills it.
func enter(in *trace.Inputs, c choice) func(ir.Const) {
	if c.ext == 0 {
		for int(c.thread) >= len(in.Havoc) {
			in.Havoc = append(in.Havoc, nil)
		}
		k := len(in.Havoc[c.thread])
		in.Havoc[c.thread] = append(in.Havoc[c.thread], ir.Const{})
		return func(v ir.Const) { in.Havoc[c.thread][k] = v }
	}
	if in.External == nil {
		in.External = map[uint64]byte{}
	}
	var mine []uint64 // bytes that nothing before it filled
	for k := uint64(0); k < uint64(c.ext); k++ {
		if _, filled := in.External[c.addr+k]; !filled {
			in.External[c.addr+k] = 0
			mine = append(mine, k)
		}
	}
	return func(v ir.Const) {
		for _, k := range mine {
			in.External[c.addr+k] = byte(shiftRight(v, uint(8*k)).Lo)
		}
	}
}
