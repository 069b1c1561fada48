package sequence

import (
	"errors"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Lazy makes one sequential program of lowered threads that covers all schedules of K rounds. It computes rounds in order and
// guesses nothing about memory, like the lazy sequentialization of the literature, but it does not repeat the code of the
// threads for every round. Values come first, memory later:
//
//   - Local part. The code of every thread, once, one thread after another. A load from shared memory gives a guessed
//     value; a store to it only notes address and value. Nothing here depends on the schedule. For every visible operation a flag says
//     whether the thread's path, for these guesses, leads to it.
//   - Merge. For each round and each thread in turn, for each of its visible operations: if it runs in this round, make
//     the access for real, and assume that a load gives the value that was guessed.
//   - Checks. An assertion that failed in the local part fails if the thread got that far.
//
// Where a thread is interrupted is said by one bit per operation and round, in(p, r): operation p belongs to round r or an
// earlier one. The bits grow with r and shrink with p, so they are thresholds in the order of the text; an operation
// that is not on the path does not care. Operation p runs in round r if its flag is set, in(p, r) and not in(p, r-1). A
// thread stops anywhere: in(p, K) may be false.
//
// So the formula has the code of the threads once, and K times only their accesses to shared memory. The usual scheme
// has everything K times, with a guard at every statement. What is lost is that a loaded pointer is known only by its
// region, and not by the values that some path stored there.
//
// A thread must be able to stop before anything that ends an execution, so in the local part nothing may end
// the whole program: a failed assumption, an invalid access to private memory or a division by zero ends the local
// part of that thread, and what lies behind has no flags set. The exception is the part of the first thread before any
// spawn: it runs alone and accesses all memory for real.
//
// Correct because: a model fixes the guesses; for each thread the flags describe its path up to the first operation that is
// not run; the merge makes exactly the operations of an interleaving of these paths in K rounds, in order, and every value
// read was the value in memory. Conversely every execution of K rounds gives guesses, bits and flags that satisfy
// all assumptions.

// Options say what to cover and what to look for.
type Options struct {
	Rounds           int
	Races            *RaceOptions // nil: not looked for
	VolatileIsAtomic bool
	Memory           bool // look for invalid accesses, instead of assuming that there are none
	// Sections reports whether an AtomicBegin begins a section of the program, and was not made of one instruction; nil: all do.
	Sections func(ir.ID) bool
	Visits   bool // say what executions come to
	// Sliced says that operations were left out between the steps: none is known to follow another at once, and none to commute with what others do next.
	Sliced bool
	// Held is locks some of whose operations were left out. A trace is wanted in which no turn begins while one of them is held: see transform.Busy.
	Held []ir.Mem
	// Raced is accesses of a slice that are there only because they may race: nobody reads what they write, and what they read goes nowhere.
	Raced map[ir.ID]bool
	// Waits, if set, is what is known about waiting, and deadlocks are looked for.
	Waits *transform.Waits
	// Source names the place an instruction comes from, so that copies of one access count as one; nil: itself.
	Source func(ir.ID) ir.ID
	// Facts, if set, is about the instructions that Original gives; 0: none. nil: about the program's own.
	Facts    *verdict.Facts
	Original func(ir.ID) ir.ID
}

// private reports whether an access is known to be noticed by no other thread.
func (o *Options) private(id ir.ID) bool { return o.Facts.IsPrivate(o.original(id)) }

// apart reports whether two accesses are known not to race.
func (o *Options) apart(x, y *access) bool {
	return o.Facts.CannotRace(o.original(x.id), o.original(y.id))
}

func (o *Options) original(id ir.ID) ir.ID {
	if o.Original == nil {
		return id
	}
	return o.Original(id)
}

func (o *Options) source(id ir.ID) ir.ID {
	if o.Source == nil {
		return id
	}
	return o.Source(id)
}

// ErrShape says that the program has a form that the sequentializations do not take.
var ErrShape = errors.New("an atomic section is entered in two ways")

// Sequence is a sequential program and what is known of it.
type Sequence struct {
	Program   *ir.Program
	Back      transform.Back
	Races     *Races  // what its checks for races are about; nil: not looked for
	Visits    *Visits // what its executions come to; nil: not asked for
	Undecided string  // why a program without any deadlock found may have one
}

// Lazy makes the program.
func Lazy(p *ir.Program, opt Options) (*Sequence, error) {
	return sequentialize(p, opt, func(z *lazy) turnOrder {
		z.follows = true
		return &roundRobin{z, opt.Rounds}
	})
}

// sequentialize makes one thread of many by an order of turns.
func sequentialize(p *ir.Program, opt Options, order func(*lazy) turnOrder) (*Sequence, error) {
	steps, err := findSteps(p, opt)
	if err != nil {
		return nil, err
	}
	z := newSequence(p, opt, steps)
	z.order = order(z)
	z.opt.Rounds = z.order.rounds()
	z.cur = z.newBlock("entry")
	z.flags()
	z.order.restrict()
	z.final = newFinalPoints(z, nil)
	for t := range z.threads {
		z.local(t)
	}
	z.findPending()
	z.order.merge()
	z.stoppedRaces()
	if z.final != nil {
		z.final.judge(z.lastState())
	}
	z.markPending()
	z.checks()
	z.final.checks()
	if z.visits != nil {
		z.visits.Started = z.started[1:]
	}
	z.emit(&ir.Halt{}, note{})
	z.clearFlags()
	z.dropBodies()
	return z.finish(z.back), nil
}

// finish puts everything in its place.
func (z *lazy) finish(back trace.Map) *Sequence {
	transform.RenameObjects(z.out, z.allocs())
	origin := func(id ir.ID) ir.ID {
		if int(id) < len(z.notes) {
			return z.notes[id].id
		}
		return 0
	}
	return &Sequence{Program: z.out, Back: transform.Back{Trace: back, Origin: origin}, Races: z.races, Visits: z.visits, Undecided: z.undecided}
}

type lazy struct {
	in      *ir.Program
	out     *ir.Program
	opt     Options
	races   *Races  // nil: not looked for
	visits  *Visits // nil: not asked for
	steps   *steps
	follows bool      // steps that are alone come with the one before
	order   turnOrder // of the merge; nil in the eager sequentialization, which has none
	threads int
	f       *ir.Func
	cur     *ir.Block
	notes   []note // by new ID

	base         []ir.Reg // of each thread's registers
	started      []ir.Operand
	fails        []failure
	exited       ir.Operand       // the process has ended
	killed       []ir.Operand     // by thread: it ended because main did
	ranBy        [][][]ir.Operand // thread, position, round (0 to K)
	turns        []ir.Operand     // by round and thread: it does something
	busy         []ir.Operand     // the same, while a lock of opt.Held was held when its turn began
	running      ir.Operand       // while a step is emitted: it runs
	sound        ir.Reg           // while a step of several accesses is emitted: none of them was invalid so far, or else the process has ended
	pairs        []*racePair
	groups       []*pendingGroup
	pairOfRegion map[ir.RegionID]*racePair
	pairOf       map[[2]place]*racePair
	faultOf      map[ir.ID][]ir.Reg
	fatalIn      map[*position][]ir.Reg
	final        *finalPoints // for deadlocks, else nil
	undecided    string
	zero         []ir.Reg   // registers that are 0 at the start
	endOf        ir.BlockID // end of the local part of the thread being emitted
}

// note says what an instruction is in a trace.
type note struct {
	thread int
	id     ir.ID     // of the lowered program; 0: nothing
	pos    *position // the operation this belongs to
	exec   bool      // the operation runs
	race   *raceHit  // a race between two accesses shows here if the value is 1
	start  int       // a thread starts
	fails  bool      // a check fails here
	open   int       // a section begins (1) or ends (-1)
	check  bool
	pair   *racePair // of a check for races

	chooses *access // it gives the bytes of this Fill their values
	pending *access // it is pending in the end, if the value is 1

	deadlock bool      // a check for deadlocks
	misuse   bool      // a check for misused locks
	point    pointMark // the program point of a thread, if the value is 1
	waits    *waiting  // a thread of the deadlocked set waits here, if the value is 1
}

type failure struct {
	thread int
	assert *ir.Assert
	flag   ir.Reg    // set if it failed in the local part
	after  *position // the last operation before it in the text, nil: none
	merged bool      // the flag is set in the merge: it has been reached
	waits  bool      // the thread can wait before it: it need not happen because everything before it has
	fatal  bool      // inside a section, which cannot be left before it fails: nothing runs afterwards
	unless []*access // inside a section: those of the merge that come before it, and end the process there if they are invalid
}

func (z *lazy) newBlock(name string) *ir.Block {
	b := &ir.Block{Name: transform.UniqueName(name, len(z.f.Blocks))}
	z.f.Blocks = append(z.f.Blocks, b)
	return b
}

func (z *lazy) blockID() ir.BlockID { return ir.BlockID(len(z.f.Blocks) - 1) }

func (z *lazy) emit(in ir.Instr, n note) {
	in.Base().ID = z.out.NewID()
	z.notes = append(z.notes, n)
	z.cur.Instrs = append(z.cur.Instrs, in)
}

// flags sets up registers: those of the threads, and the bits that say which operation runs in which round.
func (z *lazy) flags() {
	for t := range z.threads {
		z.base = append(z.base, ir.Reg(len(z.f.Regs)))
		z.f.Regs = append(z.f.Regs, z.in.Funcs[t].Regs...)
		if t == 0 {
			z.started = append(z.started, ir.K(1, 1))
		} else {
			z.started = append(z.started, ir.R(z.flag(), 1))
		}
	}
	for t := range z.threads {
		for _, pos := range z.steps.of[t] {
			pos.reached = z.flag()
			for _, a := range pos.accesses {
				a.reached = z.flag()
			}
			for i := range pos.spawns {
				pos.spawns[i].reached = z.flag()
			}
		}
	}
	for t := range z.threads {
		z.ranBy = append(z.ranBy, z.bits(t, z.steps.of[t]))
	}
}

// bits makes in(p, r) for one thread.
func (z *lazy) bits(t int, ps []*position) [][]ir.Operand {
	k := z.opt.Rounds
	out := make([][]ir.Operand, len(ps))
	for i, pos := range ps {
		out[i] = make([]ir.Operand, k+1)
		out[i][0] = ir.K(1, 0)
		if i > 0 && z.follows && (pos.alone || z.onlyStops(pos)) {
			z.follow(out[i], out[i-1], pos)
			continue
		}
		for r := 1; r <= k; r++ {
			if z.order != nil && !z.order.may(t, r) {
				out[i][r] = out[i][r-1]
				continue
			}
			b := z.temp(1)
			z.emit(&ir.Havoc{Dst: b}, note{})
			out[i][r] = ir.R(b, 1)
			if i > 0 {
				z.implies(out[i][r], out[i-1][r])
			}
			z.implies(out[i][r-1], out[i][r])
		}
	}
	return out
}

func (z *lazy) implies(a, b ir.Operand) {
	if c := z.or(z.not(a), b); !c.IsConst(1) {
		z.assume(c)
	}
}

// flag makes a register that is 0 from the start.
func (z *lazy) flag() ir.Reg {
	r := z.temp(1)
	z.zero = append(z.zero, r)
	return r
}

// clearFlags puts the flags' first values before everything else.
func (z *lazy) clearFlags() {
	entry := z.f.Blocks[0]
	rest := entry.Instrs
	z.cur = entry
	entry.Instrs = nil
	for _, r := range z.zero {
		z.emit(&ir.Move{Dst: r, X: ir.K(1, 0)}, note{})
	}
	entry.Instrs = append(entry.Instrs, rest...)
}

// mark leaves a trace of something that needs no instruction here.
func (z *lazy) mark(n note) { z.emit(&ir.Assume{Cond: ir.K(1, 1)}, n) }

func (z *lazy) set(r ir.Reg) { z.emit(&ir.Move{Dst: r, X: ir.K(1, 1)}, note{}) }

func (z *lazy) temp(width int) ir.Reg { return z.f.NewReg(width, "", ir.ShowUnsigned) }

func (z *lazy) pure(width int, make func(dst ir.Reg) ir.Instr) ir.Operand {
	r := z.temp(width)
	z.emit(make(r), note{})
	return ir.R(r, width)
}

func (z *lazy) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if k, ok := ir.FoldBinary(op, x, y); ok {
		return k
	}
	w := x.Width
	if op.IsCompare() {
		w = 1
	}
	return z.pure(w, func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: op, X: x, Y: y} })
}

func (z *lazy) and(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(0), y.IsConst(1):
		return x
	case y.IsConst(0), x.IsConst(1):
		return y
	}
	return z.binary(ir.And, x, y)
}

func (z *lazy) or(x, y ir.Operand) ir.Operand {
	switch {
	case x.IsConst(1), y.IsConst(0):
		return x
	case y.IsConst(1), x.IsConst(0):
		return y
	}
	return z.binary(ir.Or, x, y)
}

func (z *lazy) not(x ir.Operand) ir.Operand {
	if k, ok := ir.FoldUnary(ir.Not, x, x.Width); ok {
		return k
	}
	return z.pure(x.Width, func(d ir.Reg) ir.Instr { return &ir.Unary{Dst: d, Op: ir.Not, X: x} })
}

func (z *lazy) assume(c ir.Operand) { z.emit(&ir.Assume{Cond: c}, note{}) }

// when runs body if c holds, and goes on after it either way.
func (z *lazy) when(c ir.Operand, body func()) {
	if c.IsConst(0) {
		return
	}
	if c.IsConst(1) {
		body()
		return
	}
	br := &ir.Branch{Cond: c}
	z.emit(br, note{})
	z.cur = z.newBlock("do")
	br.Then = z.blockID()
	body()
	j := &ir.Jump{}
	z.emit(j, note{})
	z.cur = z.newBlock("then")
	j.To, br.Else = z.blockID(), z.blockID()
}

// step runs an operation if this is its round, which is what it returns.
func (z *lazy) step(r, t int, pos *position) ir.Operand {
	in := z.ranBy[t][pos.index]
	runs := z.and(ir.R(pos.reached, 1), z.and(in[r], z.not(in[r-1])))
	if len(pos.glued) == 0 { // the end of a thread is part of a step that ran, and that step may have failed
		z.implies(runs, z.not(z.exited))
		z.implies(runs, z.not(z.killed[t]))
	}
	z.running = runs
	for _, s := range pos.spawns {
		z.order.spawned(z.and(runs, z.and(ir.R(s.reached, 1), z.not(z.fatal(pos)))), t, r, pos, s.child)
	}
	z.when(runs, func() {
		z.mark(note{thread: t, id: pos.id, pos: pos, exec: true})
		z.sound = ir.NoReg
		if z.opt.Memory && (len(pos.accesses) > 1 || pos.blocks != ir.NoReg) {
			z.sound = z.temp(1)
			z.set(z.sound)
		}
		for _, a := range pos.accesses {
			c := ir.K(1, 1)
			if pos.section {
				c = ir.R(a.reached, 1)
			}
			if z.sound != ir.NoReg {
				c = z.and(c, ir.R(z.sound, 1))
			}
			z.running = z.and(runs, c)
			z.when(c, func() { z.access(r, t, a) })
		}
		z.orFaults(pos)
		for _, s := range pos.spawns {
			z.when(z.and(ir.R(s.reached, 1), z.not(z.fatal(pos))), func() {
				z.emit(&ir.Move{Dst: z.started[s.child].Reg, X: ir.K(1, 1)}, note{start: s.child})
			})
		}
	})
	z.exited = z.or(z.exited, z.and(runs, z.fatal(pos)))
	if pos.halt != nil && pos.halt.Main {
		z.kill(runs)
	} else if pos.halt != nil {
		z.exited = z.or(z.exited, runs)
	}
	return runs
}

// kill ends the threads that do not outlive main, if runs says that it ends here.
func (z *lazy) kill(runs ir.Operand) {
	for t := range z.threads {
		switch {
		case z.steps.outlives[t]:
		case z.steps.late[t]:
			z.killed[t] = z.or(z.killed[t], z.and(runs, z.started[t]))
		default:
			z.killed[t] = z.or(z.killed[t], runs)
		}
	}
}

// fatal is the condition that a step, if it runs, ends the process by a failure inside of it. Elsewhere a thread that is about to fail
// waits, and the others may go on.
func (z *lazy) fatal(pos *position) ir.Operand {
	if z.fatalIn == nil {
		z.fatalIn = map[*position][]ir.Reg{}
		for _, f := range z.fails {
			if f.fatal {
				z.fatalIn[f.after] = append(z.fatalIn[f.after], f.flag)
			}
		}
	}
	out := ir.K(1, 0)
	for _, flag := range z.fatalIn[pos] {
		out = z.or(out, ir.R(flag, 1))
	}
	for _, a := range pos.accesses {
		for _, flag := range z.faultOf[a.id] {
			if flag != ir.NoReg {
				out = z.or(out, ir.R(flag, 1))
			}
		}
	}
	return out
}

// access makes one access for real. One that is invalid is not made, and races with nothing.
func (z *lazy) access(r, t int, a *access) {
	valid := ir.K(1, 1)
	if z.opt.Memory && !a.mem.Unsure {
		valid = z.faults(a)
		if z.sound != ir.NoReg {
			z.emit(&ir.Binary{Dst: z.sound, Op: ir.And, X: ir.R(z.sound, 1), Y: valid}, note{})
		}
		z.running = z.and(z.running, valid)
	}
	if z.races != nil {
		z.running = z.ifFits(a, z.running)
		z.raceChecks(r, t, a)
	}
	m := a.mem
	m.Addr = a.addr
	z.when(valid, func() { z.make(a, m) })
}

// make makes an access that is valid, or assumed to be.
func (z *lazy) make(a *access, m ir.Mem) {
	at := ir.Meta{Pos: a.meta.Pos, Text: a.meta.Text} // for whoever reads the program
	switch {
	case a.free != nil:
		z.emit(&ir.Free{Meta: at, Addr: a.addr, Stack: a.free.Stack, Objects: append([]ir.Object(nil), a.free.Objects...)}, note{})
	case a.in != nil:
		z.makeRange(a, at, nil)
	case a.write:
		z.emit(&ir.Store{Meta: at, Mem: m, Val: a.val}, note{})
	default:
		v := z.temp(8 * m.Size)
		z.emit(&ir.Load{Meta: at, Dst: v, Mem: m}, note{})
		z.assume(z.binary(ir.Eq, ir.R(v, 8*m.Size), a.val))
	}
}

// checks asserts, at the end, that nothing failed that was reached.
func (z *lazy) checks() {
	k := z.opt.Rounds
	for _, f := range z.fails {
		got := z.started[f.thread]
		if f.after != nil {
			got = z.ranBy[f.thread][f.after.index][k]
		}
		bad := ir.R(f.flag, 1)
		if !f.merged {
			bad = z.and(bad, got)
		}
		for _, a := range f.unless {
			for _, flag := range z.faultOf[a.id] {
				if flag != ir.NoReg {
					bad = z.and(bad, z.not(ir.R(flag, 1)))
				}
			}
		}
		if f.waits {
			may := z.temp(1)
			z.emit(&ir.Havoc{Dst: may}, note{})
			bad = z.and(bad, ir.R(may, 1))
		}
		meta := f.assert.Meta
		z.emit(&ir.Assert{Meta: meta, Cond: z.not(bad), Kind: f.assert.Kind, Msg: f.assert.Msg}, note{thread: f.thread, id: f.assert.ID, check: true})
	}
	for _, moved := range z.turns {
		z.emit(&ir.Assert{Cond: z.not(moved), Kind: transform.Turn}, note{})
	}
	for _, busy := range z.busy {
		z.emit(&ir.Assert{Cond: z.not(busy), Kind: transform.Busy}, note{})
	}
	for _, p := range z.pairs {
		z.emit(&ir.Assert{Meta: p.meta, Cond: z.not(ir.R(p.flag, 1)), Kind: "race", Msg: p.msg}, note{check: true, pair: p})
	}
}

// lastState is what the merge leaves.
func (z *lazy) lastState() lastState {
	s := lastState{begun: z.started, failed: z.exited, region: func(r ir.RegionID) ir.RegionID { return r }}
	for t := range z.threads {
		s.gone = append(s.gone, z.or(z.exited, z.killed[t]))
	}
	return s
}

// allocs is the table back to the input for allocations, whose IDs name objects.
func (z *lazy) allocs() []ir.ID {
	origin := make([]ir.ID, len(z.notes))
	for in := range z.f.Instrs() {
		if a, ok := in.(*ir.Alloc); ok {
			origin[a.ID] = z.notes[a.ID].id
		}
	}
	return origin
}

// dropBodies empties the functions that are only addresses now, so that nothing counts them as code.
func (z *lazy) dropBodies() {
	for _, f := range z.out.Funcs[1:] {
		f.Regs = append([]ir.RegInfo(nil), paramInfo(f)...)
		f.Params = f.Params[:0:0]
		for i := range f.Regs {
			f.Params = append(f.Params, ir.Reg(i))
		}
		f.Blocks = []*ir.Block{{Name: "entry", Instrs: []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: z.out.NewID()}, What: "call of a function"}}}}
		z.notes = append(z.notes, note{})
	}
}

func paramInfo(f *ir.Func) (out []ir.RegInfo) {
	for _, r := range f.Params {
		out = append(out, f.Regs[r])
	}
	return out
}
