package sequence

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Eager makes one sequential program of lowered threads that covers all schedules of K rounds, as STORM does it (section
// 2.2 of the paper, after Lal and Reps). Threads run one after another, each to its end. Shared memory is there K times, once
// per round; the copies of rounds 2 to K start with guessed content, and a thread that goes on to a later round goes on with
// the copy of that round, as the threads before it left it. At the end, what round k left must be what round k+1 was guessed
// to start with, for every k < K, also for rounds that nobody reached. Then the pieces fit together to one execution: round
// by round, and within a round thread by thread.
//
// Lazy takes the same threads, and the conventions for checks are the same. Where they differ from the paper:
//
//   - The round counter is no variable. As in Lazy, bits in(p, r) say that step p of a thread belongs to round r or an earlier
//     one; they grow with r and shrink with p in the order of the text. A step chooses its copy by them.
//   - A thread that stops does not leave its code: it goes on without effect. A register per thread (on) says whether what
//     it does counts. Leaving would make every step a way to the end of the thread, and every cell that was written differ
//     on all these ways; the formula would grow with their product.
//   - Threads are created on the way. A thread runs nothing before the round in which its creator made it, and nothing at all
//     if it was not made.
//   - The first thread runs alone until the first spawn: that part (Init in the paper) works on the first round's copy.
//   - Which objects were freed is memory too: a ghost region per round says so, and accesses of a round's copies go by it.
//     What only one thread ever accesses has one copy, and lives in the order of that thread.
//   - Blocking. An assumption that fails outside of a section stops the thread. Inside a section it ends the whole execution: the
//     section did not begin, and that is what the execution shows in which the thread stopped before it.
//   - Ends of the process are compared at the end: when a thread ended it in a round, no thread may have made a step in a
//     later one, nor one that comes later in the same.
//   - A failure ends the process, and must not hide another's: a thread that comes to a check that fails may also stop there.
//     A bit per thread chooses, and at most one thread fails. What the others do after that in a model is left out of the trace.
//
// Rejected: a counter as bit-vector (a comparison with every copy at every access, and a merge of it at every join), and
// jumping to the end of a thread as the paper's exceptions do.

// ErrEager says that Eager does not take a program that Lazy takes.
var ErrEager = errors.New("the eager schedule does not take this program")

// Eager makes the program.
func Eager(p *ir.Program, opt Options) (*Sequence, error) {
	steps, err := findSteps(p, opt)
	if err != nil {
		return nil, err
	}
	if steps.shared[0] {
		return nil, fmt.Errorf("%w: memory that was not split into regions has no copies per round", ErrEager)
	}
	if slices.Contains(steps.late, true) {
		return nil, fmt.Errorf("%w: a thread that ends with main may begin after it", ErrEager)
	}
	for _, a := range steps.access {
		if a.excuses() {
			return nil, fmt.Errorf("%w: a range of many cells that threads share", ErrEager)
		}
		if a.mem.Also.IsSet() && !steps.shared[a.mem.AlsoIn] {
			return nil, fmt.Errorf("%w: a range that threads share is copied from or to one of a thread's own", ErrEager)
		}
	}
	e := &eager{lazy: newSequence(p, opt, steps), marks: map[ir.ID]mark{}, came: map[*position]ir.Reg{}, saw: map[*access]*sighting{}}
	e.follows = true
	if err := e.findParents(); err != nil {
		return nil, err
	}
	e.copies()
	e.cur = e.newBlock("entry")
	e.setUp()
	e.final = newFinalPoints(e.lazy, e.on)
	for t := range e.threads {
		e.thread(t)
	}
	e.exits()
	e.agree()
	e.findRaces()
	if e.final != nil {
		e.final.judge(e.lastState())
	}
	e.checks()
	e.final.checks()
	e.startedOnes()
	e.emit(&ir.Halt{}, note{})
	e.clearFlags()
	e.dropBodies()
	return e.finish(e.back), nil
}

// eager is the frame of lazy, with memory once per round.
type eager struct {
	*lazy
	copyOf  [][]ir.RegionID // per region and round from 1; nil if it is not shared
	lives   []ir.RegionID   // per round from 1: what was freed; nil if no other thread can tell
	mortal  map[ir.Object]bool
	on      []ir.Reg       // per thread: what it does counts
	moved   []ir.Reg       // per thread: it made a step
	fail    []ir.Operand   // per thread: it fails where it can, instead of stopping there; one at most
	began   [][]ir.Operand // per thread and round from 0: it was created in that round or before
	parents []parent
	halts   []halting
	marks   map[ir.ID]mark
	came    map[*position]ir.Reg // the path leads to a step that the end of a thread may be glued to
	saw     map[*access]*sighting
}

// parent is the step that creates a thread.
type parent struct {
	pos *position
	n   int
}

// halting is a step that ends the process.
type halting struct {
	pos *position
	by  []ir.Operand // per round from 0: it was made in that round or before
}

// findParents finds out who creates whom.
func (e *eager) findParents() error {
	e.parents = make([]parent, e.threads)
	for _, ps := range e.steps.of {
		for _, pos := range ps {
			for _, s := range pos.spawns {
				e.parents[s.child].pos = pos
				e.parents[s.child].n++
			}
		}
	}
	for t, p := range e.parents[1:] {
		if p.n == 0 {
			continue // behind something that nothing gets past: it never begins
		}
		if p.n != 1 || p.pos.thread > t {
			return fmt.Errorf("transform: thread %d is made in %d places", t+1, p.n)
		}
	}
	return nil
}

// copies makes the regions of later rounds, and those that say what was freed.
func (e *eager) copies() {
	k := e.opt.Rounds
	e.copyOf = make([][]ir.RegionID, len(e.in.Regions))
	e.findMortal()
	if len(e.mortal) > 0 {
		e.lives = e.rounds(e.addRegion(e.livesRegion()))
	}
	for r := range e.in.Regions {
		if !e.steps.shared[r] {
			continue
		}
		e.copyOf[r] = e.rounds(ir.RegionID(r))
		for i := 1; i <= k && e.lives != nil; i++ {
			e.out.Regions[e.copyOf[r][i]].Lives = e.lives[i]
		}
	}
}

func (e *eager) addRegion(r ir.Region) ir.RegionID {
	e.out.Regions = append(e.out.Regions, r)
	return ir.RegionID(len(e.out.Regions) - 1)
}

// rounds gives the copies of a region, one per round from 1 on.
func (e *eager) rounds(first ir.RegionID) []ir.RegionID {
	out := []ir.RegionID{0, first}
	for r := 2; r <= e.opt.Rounds; r++ {
		c := e.out.Regions[first]
		c.Name, c.Guess = fmt.Sprintf("%s.round%d", c.Name, r), true
		c.Cells = append([]ir.Extent(nil), c.Cells...)
		out = append(out, e.addRegion(c))
	}
	return out
}

// findMortal finds the objects that some Free may end and another thread may look into, or free too.
func (e *eager) findMortal() {
	e.mortal = map[ir.Object]bool{}
	for t := range e.threads {
		for _, b := range e.in.Funcs[t].Blocks {
			for _, in := range transform.Alive(b) {
				fr, ok := in.(*ir.Free)
				if !ok {
					continue
				}
				for _, o := range fr.Objects {
					shared := e.steps.freedBy[o] < 0
					for _, r := range e.steps.objects[o] {
						shared = shared || e.steps.shared[r]
					}
					if shared && o.Alloc != 0 {
						e.mortal[o] = true
					}
				}
			}
		}
	}
}

// livesRegion has a cell for every object that can end, in the order of the text.
func (e *eager) livesRegion() ir.Region {
	out := ir.Region{Name: "heddle.freed", Width: 1, Ghost: true}
	for t := range e.threads {
		for in := range e.in.Funcs[t].Instrs() {
			if o := (ir.Object{Alloc: in.Base().ID}); e.mortal[o] {
				out.Cells = append(out.Cells, ir.Extent{Object: o, Stride: 1, Count: 1})
			}
		}
	}
	return out
}

// setUp makes registers: those of the threads, and what says how they run.
func (e *eager) setUp() {
	k := e.opt.Rounds
	for t := range e.threads {
		e.base = append(e.base, ir.Reg(len(e.f.Regs)))
		e.f.Regs = append(e.f.Regs, e.in.Funcs[t].Regs...)
	}
	for t := range e.threads {
		began := make([]ir.Operand, k+1)
		for r := range began {
			switch {
			case t == 0:
				began[r] = ir.K(1, 1)
			case r == 0:
				began[r] = ir.K(1, 0)
			default:
				began[r] = ir.R(e.flag(), 1)
			}
		}
		e.began = append(e.began, began)
		e.on, e.moved = append(e.on, e.temp(1)), append(e.moved, e.flag())
		may := e.temp(1)
		e.emit(&ir.Havoc{Dst: may}, note{})
		e.fail = append(e.fail, ir.R(may, 1))
		e.ranBy = append(e.ranBy, e.bits(t, e.steps.of[t]))
		for _, end := range e.steps.of[t] {
			for _, q := range end.glued {
				if _, ok := e.came[q]; !ok && len(end.glued) > 1 {
					e.came[q] = e.flag()
				}
			}
		}
	}
	for t, f := range e.fail {
		for _, g := range e.fail[:t] {
			e.implies(f, e.not(g))
		}
	}
}

// failsBut is the condition that some thread fails other than these two.
func (e *eager) failsBut(t, u int) ir.Operand {
	any := ir.K(1, 0)
	for v, f := range e.fail {
		if v != t && v != u {
			any = e.or(any, f)
		}
	}
	return any
}

// exits makes sure that nothing runs once the process has ended.
func (e *eager) exits() {
	for t := range e.threads {
		for r := 1; r <= e.opt.Rounds; r++ {
			gone := e.gone(t, t, r)
			if gone.IsConst(0) {
				continue
			}
			for _, in := range e.ranBy[t] {
				e.implies(e.and(gone, in[e.opt.Rounds]), in[r-1])
			}
		}
	}
}

// gone is the condition that a thread had ended with the process before another's turn in round r.
func (e *eager) gone(t, at, r int) ir.Operand {
	gone := ir.K(1, 0)
	for _, h := range e.halts {
		u := h.pos.thread
		if u == t || h.pos.halt.Main && e.steps.outlives[t] {
			continue
		}
		if u < at {
			gone = e.or(gone, h.by[r])
		} else {
			gone = e.or(gone, h.by[r-1])
		}
	}
	return gone
}

// lastState is what the last round leaves.
func (e *eager) lastState() lastState {
	k := e.opt.Rounds
	s := lastState{failed: e.failsBut(-1, -1), region: func(r ir.RegionID) ir.RegionID {
		if c := e.copyOf[r]; c != nil {
			return c[k]
		}
		return r
	}}
	for t := range e.threads {
		s.begun = append(s.begun, e.began[t][k])
		gone := ir.K(1, 0)
		for _, h := range e.halts {
			if h.pos.thread != t && !(h.pos.halt.Main && e.steps.outlives[t]) {
				gone = e.or(gone, h.by[k])
			}
		}
		s.gone = append(s.gone, gone)
	}
	return s
}

// livesIn is the region that says what was freed, in a round; 0 where no other thread can tell.
func (e *eager) livesIn(r int) ir.RegionID {
	if e.lives == nil {
		return 0
	}
	return e.lives[r]
}

// agree assumes that every round starts with what the one before left.
func (e *eager) agree() {
	for r := 1; r < e.opt.Rounds; r++ {
		for _, c := range e.copyOf {
			if c != nil {
				e.emit(&ir.AssumeSame{A: c[r], B: c[r+1]}, note{})
			}
		}
		if e.lives != nil {
			e.emit(&ir.AssumeSame{A: e.lives[r], B: e.lives[r+1]}, note{})
		}
	}
}

// checks asserts, at the end, that nothing failed.
func (e *eager) checks() {
	for _, f := range e.fails {
		bad := ir.R(f.flag, 1)
		if f.assert.Kind == transform.Ended {
			bad = e.and(bad, e.not(e.failsBut(-1, -1)))
		}
		e.emit(&ir.Assert{Meta: f.assert.Meta, Cond: e.not(bad), Kind: f.assert.Kind, Msg: f.assert.Msg}, note{thread: f.thread, id: f.assert.ID, check: true})
	}
	for _, p := range e.pairs {
		e.emit(&ir.Assert{Meta: p.meta, Cond: e.not(ir.R(p.flag, 1)), Kind: "race", Msg: p.msg}, note{check: true, pair: p})
	}
}
