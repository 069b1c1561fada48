package irexec

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
)

// Walks: random executions, for programs with too many states to visit. A systematic search stays near the beginning of such a program forever; a walk gets
// through it. At every state each thread's next block is run once, with random choices, so races are seen between all threads
// and not only where the walk happens to switch; then one of these steps is taken. Where a walk gets no further, or returns to visited states, it backtracks to
// an earlier state and continues from there in another way. What it finds is a failure like any other, with a schedule and
// inputs that the judge replays. What it does not find says nothing.
//
// Threads continue more often than they are switched: people can read traces with few switches. Of a few alternatives drawn at random a choice takes the one
// that was taken least often at its place in the program: a loop that reads options soon sees every option.
//
// Rejected: priorities that change at a few random points (PCT): its guarantee is about switches, but in real programs it is inputs that decide whether threads
// are reached at all. Restarting every walk at the beginning: most of the time would go into the same first steps.

const (
	longestWalk = 20_000 // steps
	staleWalk   = 400    // steps without a new state
	staleWalks  = 50_000 // walks without a new state
)

// walker is what the walks of one search share.
type walker struct {
	r     *rand.Rand
	tried map[[2]int32]uint32 // how often each alternative of a place was taken
	place func() int32
	spot  func() spot
	hold  holder
	seeds seeds
	like  map[spot][]Choice
	alike bool // this walk prefers these
	whole bool // and in this one a thread goes on as long as it can
}

// prefer draws one of the alternatives of a choice.
func (w *walker) prefer(c *choice, dom *domains) int32 {
	n := int(c.count)
	if i, ok := w.asBefore(c, dom); ok {
		return i
	}
	at := w.place()
	best := int32(-1)
	for range 3 {
		i := int32(w.r.IntN(n))
		if c.width == 8 && c.class == nil && c.split == nil {
			i = w.byte(i, dom)
		}
		if best < 0 || w.tried[[2]int32{at, i}] < w.tried[[2]int32{at, best}] {
			best = i
		}
	}
	w.tried[[2]int32{at, best}]++
	return best
}

// byte is a byte of some text rather than any: the end of a string, a digit, or one that the program names.
func (w *walker) byte(other int32, dom *domains) int32 {
	switch w.r.IntN(6) {
	case 0:
		return 0
	case 1:
		return '0' + int32(w.r.IntN(10))
	case 2, 3, 4:
		list := dom.bytes()
		return list[w.r.IntN(len(list))]
	}
	return other
}

// walks walks until time is up, or the program has nothing new to show.
func (e *explorer) walks() {
	known := e.passed
	e.passed = make([]bool, len(known)) // what a search in order came to is new to walks, which have no other way to go on from there
	defer func() {
		for i, is := range known {
			e.passed[i] = e.passed[i] || is
		}
	}()
	s := e.newSearch(searchLimits{rounds: e.opts.Rounds})
	s.walk = &walker{r: rand.New(rand.NewPCG(uint64(e.opts.Seed), 0x77616c6b)), tried: map[[2]int32]uint32{}, hold: holder{holds: map[int32]int{}}}
	s.walk.place = func() int32 { return s.m.userPC(s.m.step.thread) }
	s.walk.spot = func() spot { return s.m.spot(s.m.step.thread) }
	s.walk.like = e.prog.spots(e.opts.Like)
	s.script.walk = s.walk
	start := s.m.mark()
	var pairs *couples
	var two, mixed int64 // instructions that were executed for each
	if e.opts.Race && e.opts.Barren > 0 {
		pairs = newCouples(e.prog.src)
	}
	for n, stale := 0, 0; e.stopped == "" && (e.opts.Walks == 0 || n < e.opts.Walks) && stale < staleWalks; n++ {
		before := e.states
		if begin := s.m.executed; pairs != nil && two <= mixed {
			s.couple(pairs)
			two += s.m.executed - begin
		} else {
			s.wander()
			mixed += s.m.executed - begin
		}
		s.m.threads[0].atomic = 0
		s.m.undoTo(start)
		if stale++; e.states > before {
			stale = 0
		}
	}
	s.spend()
	s.held.Free()
	e.sampled, e.sampledAt = e.sampled || s.script.sampled, s.script.sampledAt
}

// wander walks from the beginning, and now and then from somewhere on the way, until it starts again.
func (s *search) wander() {
	if !s.enter(&s.walk.seeds) {
		return
	}
	for returns := 0; ; returns++ {
		s.stride()
		if s.stopped != "" || returns >= min(8, len(s.stack)/2) { // of a short walk most places to return to are its beginning
			return
		}
		s.backTo(s.walk.r.IntN(len(s.stack)))
		s.expand(&s.stack[len(s.stack)-1])
		s.expandAgain()
	}
}

// enter begins a walk, as an earlier one began that got somewhere; false: it is over.
func (s *search) enter(from *seeds) bool {
	m := s.m
	s.walk.hold.begin()
	s.walk.alike = len(s.walk.like) > 0 && s.walk.r.IntN(2) == 0
	s.walk.whole = s.opts.Rounds > 0 && (s.walk.r.IntN(2) == 0 || s.opts.Cover && s.states == 0) // the first comes to an end, if that is easy
	s.stack, s.succs, s.scripts = s.stack[:0], s.succs[:0], s.scripts[:0]
	s.script.reset()
	seed := from.next(s.walk.r)
	if seed != nil {
		s.script.list, s.script.old = append(s.script.list, seed.first...), true
	}
	firsts := m.firsts
	m.begin(0)
	m.step.prefix, m.step.done = true, true
	res := m.exec(0)
	s.script.old = false
	s.path = append(s.path[:0], s.script.list[:s.script.pos]...)
	if m.firsts > firsts {
		from.add(s.seed())
	}
	if res == resEvent {
		s.event(0)
	}
	if res == resStuck || res == resEvent && s.assumes(&m.step.event) {
		s.onlyTried()
	}
	if res == resEvent || res == resStuck || s.turn() {
		return false
	}
	m.finish()
	s.visit(m.hash(), node{thread: -1, cost: s.firstCost(), before: m.mark()})
	s.expandAgain()
	for i := 0; seed != nil && i < len(seed.steps) && s.retrace(&seed.steps[i]) && !s.turn(); i++ {
		s.expandAgain()
	}
	return true
}

// stride walks on until there is nothing new.
func (s *search) stride() {
	stale := 0
	for len(s.stack) < longestWalk && stale < staleWalk {
		n := &s.stack[len(s.stack)-1]
		if int(n.first) == len(s.succs) || s.turn() {
			return
		}
		c := s.choose(n)
		if s.seenSet.fresh(c.h, 0) {
			stale = 0
		} else {
			stale++
		}
		if s.opts.Race && !c.only {
			s.walk.hold.touched(int(c.thread), s.logs[c.thread], s.separate)
			if s.again {
				s.expandAgain()
				continue
			}
		}
		s.descend(c)
		if c.first {
			s.walk.seeds.add(s.seed())
		}
		s.expandAgain()
	}
}

// goesAlone reports whether the thread that ran last goes on, and it does not matter what others could do.
func (s *search) goesAlone(n *node) bool {
	return s.opts.Cover && s.walk != nil && s.walk.whole && len(ofThread(s.succs[n.first:], n.thread)) > 0
}

// onlyTried forgets what a step came to that no execution makes.
func (s *search) onlyTried() {
	if s.opts.Cover {
		for _, pc := range s.m.fresh {
			s.passed[pc] = false
		}
	}
}

// turn checks the limits.
func (s *search) turn() (over bool) {
	if s.turns++; s.turns&15 == 0 {
		s.spend()
		s.tick(s.bytes())
	}
	switch {
	case s.stopped != "":
	case s.opts.Barren > 0 && s.turns-s.lastAt >= s.opts.Barren:
		s.stopped = fmt.Sprintf("%d steps showed nothing new", s.opts.Barren)
	case s.opts.MaxInstrs > 0 && s.m.executed > s.opts.MaxInstrs:
		s.stopped = fmt.Sprintf("instruction limit (%d)", s.opts.MaxInstrs)
	}
	if len(s.opts.Until) > 0 && s.stopped == "" {
		if s.until = slices.DeleteFunc(s.until, func(pc int) bool { return s.passed[pc] }); len(s.until) == 0 {
			s.stopped = "all that was looked for was reached"
		}
	}
	return s.stopped != ""
}

// choose takes one of the steps, preferring the thread that ran last and states that are new. A held thread moves only if no other can. In few rounds, to leave a thread may be to leave it for good, with all that waits for it.
func (s *search) choose(n *node) successor {
	list := s.succs[n.first:]
	if s.walk.whole {
		if own := ofThread(list, n.thread); len(own) > 0 {
			list = own
		}
	}
	var best successor
	most := -2000
	for _, c := range list {
		score := s.walk.r.IntN(100)
		if c.thread == n.thread {
			score += 60
		}
		if s.seenSet.fresh(c.h, 0) {
			score += 80
		}
		if c.first {
			score += 500
		}
		if !c.only && s.walk.hold.keeps(s.logs[c.thread]) {
			score -= 1000
		}
		if score > most {
			best, most = c, score
		}
	}
	return best
}

// ofThread is the steps of one thread.
func ofThread(list []successor, t int32) (out []successor) {
	for _, c := range list {
		if c.thread == t {
			out = append(out, c)
		}
	}
	return out
}

// expandAgain repeats an expansion if blocks have become shorter in the meantime.
func (s *search) expandAgain() {
	for s.again {
		s.again = false
		n := &s.stack[len(s.stack)-1]
		s.succs, s.scripts = s.succs[:n.first], s.scripts[:n.scripts]
		s.expand(n)
	}
}

// half gives the systematic search its part of the work, if that is limited, and leaves the rest to walks.
func (e *explorer) half(search func()) {
	left, limited := budget.Left(e.ctx)
	if !limited {
		search()
		return
	}
	e.soft = budget.Spent(e.ctx) + left/2
	search()
	e.soft = 0
	if e.stopped == softStop {
		e.stopped = ""
		e.walks()
	}
}

// softStop is why a search stopped that walks follow.
const softStop = "work for walks"
