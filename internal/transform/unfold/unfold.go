package unfold

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Unfold makes a Bounded program of a concurrent one: every call inlined, every loop unrolled, every thread a function of
// its own. One walk does all three, because each helps the other: constants that flow into a call decide its loops, a
// loop that is unrolled makes the arguments of the spawns in it constant, and a function pointer that is known needs no
// candidates. Separate passes for inlining, unrolling and constant propagation were rejected: they would have to be
// repeated until nothing changes, and each repetition copies the whole program.
//
// The walk visits block instances in topological order (loops.go), so all ways into a block are known when it is
// emitted; known values are merged there (known.go). A branch that is decided is not emitted, and neither is what it does not reach.
//
// Bounds. A loop all of whose exits are decided while it is unrolled runs to its end, up to maxKnownTrips and maxKnownCode; so does one as long as
// it came to no exit at all.
// Otherwise its body runs at most Unwind times: the test after the last run is still made, so executions with exactly
// Unwind runs are covered, and what would start another run is cut. For a loop that tests at the top that means one more
// partial iteration, up to the point from which only the next iteration could leave the loop. Recursion goes at most Unwind
// deep, and so do threads that start threads of their own kind. A cut is an assertion of kind Bound that fails followed by an assumption that does: engines ask separately whether
// it can be reached.
//
// Thread i of the result is function i. Thread 0 starts at the program's entry; the others are numbered in the order in which
// the walk meets their spawns, so creators come before what they create.

// How far a loop of known length is unrolled: iterations with operations that other threads can notice, then instructions of the others.
// Iterations that leave no code at all do not count, but evaluating must come to an end.
const (
	maxKnownTrips = 1000
	maxKnownCode  = 100_000
	maxScoutCode  = 5_000
	maxEvaluated  = 5_000_000
)

// Options are the bounds of Unfold.
type Options struct {
	Unwind  int
	Threads int // of one spawn inside a loop of unknown length
	Limit   int // the most instructions; 0: no limit
	// Tight, from 1 to MostTight, lowers the bounds of loops where they cost most, for programs that do not fit otherwise. What that cuts is cut like
	// anything else.
	Tight   int
	Reserve int // the bytes that an allocation whose size is not known can have at least (see roomFor); 0: any number
	// UnwindAll and ThreadsAll, if positive, bound all loops, and the threads of every spawn inside a loop, whether or not the length is known.
	UnwindAll, ThreadsAll int
	// Scout, if positive, is for looking quickly at the beginning: iterations of loops of known length with operations that others
	// can notice are bounded too, and of the threads that one spawn in a loop makes only as many do something. What such a program does
	// not do says nothing, and if it is Loose, neither does what it does: that has to be tried.
	Scout int
	// Stop, if set, is asked now and then; an error ends the unfolding.
	Stop func() error
	// Visits leaves marks where executions come by: see visits.go.
	Visits bool
	// Caps, if set, is what a thread may still do for others from every instruction on, and the result says it of its own instructions.
	Caps []transform.Caps
	// Summaries are the loops to be summarized, each named by the end of its header, and the objects that they write: see summary.go.
	Summaries map[ir.ID][]ir.Object
	// Callees, if set, is the functions that a call or spawn through a pointer may go to, as pointsto.Callees gives them. That it goes to another
	// candidate is a bound.
	Callees map[ir.ID][]ir.FuncID
}

// Result is a Bounded program and what is known of it.
type Result struct {
	Program *ir.Program
	Back    transform.Back
	transform.Unfolded
}

// ErrTooLarge says that a program does not fit within the limit at these bounds.
var ErrTooLarge = errors.New("the unfolded program is too large")

// Unfold makes the program.
func Unfold(p *ir.Program, opt Options) (result *Result, err error) {
	u := &unfolder{
		in: p, opt: opt, shapes: make([]*shape, len(p.Funcs)), spawned: map[source.Pos]int{}, made: map[source.Pos]int{}, instances: map[[2]int]ir.GlobalID{},
		defaults: map[ir.GlobalID]*object{}, more: map[ir.ID]int{}, quiet: map[ir.Reg]*quiet{}, marks: map[ir.ID]bool{},
		summarized: map[ir.ID]bool{}, synced: map[ir.GlobalID]bool{},
	}
	for _, in := range p.Instrs() {
		if s, ok := in.(*ir.SyncInit); ok && s.Obj.Kind == ir.KindGlobal {
			u.synced[s.Obj.Global] = true
		}
	}
	u.out = &ir.Program{Model: p.Model, Form: ir.Form{Sequential: p.Form.Sequential, Bounded: true}, NextID: 1, KeepsLocks: p.KeepsLocks}
	c := p.Clone()
	u.out.Regions, u.out.Globals, u.out.Assumed = c.Regions, c.Globals, c.Assumed
	u.origin = append(u.origin, 0)
	if opt.Caps != nil {
		u.caps = []transform.Caps{0}
	}
	defer func() {
		if e := recover(); e != nil {
			switch e := e.(type) {
			case *tooLarge:
				result, err = nil, e
			case stopped:
				result, err = nil, e.error
			default:
				panic(e)
			}
		}
	}()
	u.newThread(p.Entry, nil)
	for i := 0; i < len(u.threads); i++ {
		u.unfoldThread(i)
	}
	u.relocateFuncs()
	return &Result{u.out, u.back(transform.CopyBack(u.origin, u.origin)), transform.Unfolded{Caps: u.caps, Own: len(u.in.Globals), Whose: u.whose, Loose: u.loose, Summarized: u.summarized}}, nil
}

type unfolder struct {
	in      *ir.Program
	out     *ir.Program
	opt     Options
	shapes  []*shape
	threads []thread
	spawned map[source.Pos]int // copies made of each spawn inside loops of unknown length, by its place in the user's code
	made    map[source.Pos]int // and inside loops of any length
	origin  []ir.ID            // by new ID
	caps    []transform.Caps   // by new ID
	loose   bool
	synced  map[ir.GlobalID]bool // variables that hold synchronization objects which are no fresh ones from the start
	count   int

	weights   map[weightAt]*weight
	visits    map[visitAt]*ir.Block  // where the last mark of each stands
	instances map[[2]int]ir.GlobalID // of thread-local globals, by thread and global
	whose     []int                  // the threads of these, in order

	f      *ir.Func // the thread being emitted
	thread int
	cur    *ir.Block
	muted  bool  // scouting leaves out what comes: see mute
	inside int   // atomic sections that were left out are open
	passed ir.ID // the mark of the operations left out; 0: none so far
	known  state
	frame  *frame

	sizes     map[ir.Reg]ir.Instr     // how registers were computed last
	tokens    int                     // of the owners of parts of memory
	objects   objectID                // made by allocations
	defaults  map[ir.GlobalID]*object // globals as they begin
	relocated map[ir.GlobalID]bool    // globals whose addresses lie in others
	more      map[ir.ID]int           // by new ID: how many operations follow it that left no code
	mark      ir.ID                   // the last mark of such operations
	marked    *ir.Block               // where it stands, if nothing visible stands behind it
	evaluated int                     // instructions of the input so far
	changes   int                     // of what is known
	private   bool                    // what is emitted is an access that nobody else can notice
	settled   bool                    // what is emitted is an access to memory that is followed
	deriving  bool                    // what is emitted computes an address for it
	quiet     map[ir.Reg]*quiet       // by the registers that hold their addresses
	quiets    []*quiet                // of functions that were left
	marks     map[ir.ID]bool          // of operations that left no code
	noticed   int                     // visible instructions emitted while other threads may run
	woken     int                     // waits on conditions emitted
	writes    int                     // changes of memory

	summarized map[ir.ID]bool // see transform.Unfolded
}

// thread is a thread still to be unfolded.
type thread struct {
	fn   ir.FuncID
	args []ir.Operand // known values of its parameters; KindNone where unknown
	idle bool         // it ends at once
	by   int          // the thread that starts it
	own  int          // how many of those above it start at the same function
}

// shape is what unfolding needs to know of a function, found once.
type shape struct {
	items []transform.Item
	cross []int    // register -> its index among those that are live across blocks, or -1
	regs  []ir.Reg // those
	live  [][]bool // block -> which of them something behind its start may read
	bits  []int    // register -> how many bits its values take
}

// frame is one inlined call.
type frame struct {
	fn      *ir.Func
	shape   *shape
	base    ir.Reg // register r of fn is base+r of the thread
	parent  *frame
	depth   int            // how often fn is on the stack already
	site    *ir.Meta       // the call in the user's code, if fn is a model
	model   string         // the model that was called there
	weight  *weight        // of the function or loop that is being unfolded
	around  transform.Caps // what the calls on the stack may still do, for deadlocks
	temps   []value        // by register
	touched []ir.Reg
	pending map[ir.BlockID][]edge
	returns []edge
	dst     ir.Reg // where the result goes, a register of the thread, or NoReg
	loops   []*loop
	quiet   []*quiet // objects that it made
}

type loop struct {
	set       map[ir.BlockID]bool
	uncertain bool
	leaves    bool // it has a way out: without any, as in an endless loop, the length is not known either
	// last is set in the partial iteration after the bound: blocks of this set only lead to another iteration and are not entered.
	last map[ir.BlockID]bool
}

// edge is a way into a block that is not emitted yet: the slot of a branch, or an open end of a block.
type edge struct {
	slot  *ir.BlockID // nil: open
	block *ir.Block
	known state

	result   value      // at a return: what is known of the result
	resultOp ir.Operand // and where it is, if it is not known
}

func (u *unfolder) newThread(fn ir.FuncID, args []ir.Operand) ir.FuncID {
	f := u.in.Funcs[fn]
	t := &ir.Func{Name: fmt.Sprintf("t%d.%s", len(u.threads), f.Name), Display: f.Display, Model: f.Model, Pos: f.Pos}
	if len(u.threads) > 0 {
		t.RetWidth = u.in.PtrWidth() // what a join gives
	}
	for _, r := range f.Params {
		info := f.Regs[r]
		t.Params = append(t.Params, t.NewReg(info.Width, info.Name, info.Show))
	}
	u.threads = append(u.threads, thread{fn: fn, args: args, by: u.thread, own: u.generation(fn)})
	u.out.Funcs = append(u.out.Funcs, t)
	return ir.FuncID(len(u.out.Funcs) - 1)
}

// generation is how many threads of a function lie between one that this thread starts and the first thread.
func (u *unfolder) generation(fn ir.FuncID) int {
	if len(u.threads) == 0 {
		return 0
	}
	for i := u.thread; ; i = u.threads[i].by {
		if t := u.threads[i]; t.fn == fn {
			return t.own + 1
		}
		if i == 0 {
			return 0
		}
	}
}

func (u *unfolder) unfoldThread(i int) {
	t := u.threads[i]
	u.f, u.thread, u.sizes = u.out.Funcs[i], i, map[ir.Reg]ir.Instr{}
	u.cur = u.newBlock("entry")
	u.known = state{mem: &memory{objs: map[objectID]*object{}, tokens: &u.tokens, concurrent: i > 0}}
	args := make([]argument, len(u.f.Params))
	for j, r := range u.f.Params {
		args[j].op = ir.R(r, u.f.Width(r))
		if j < len(t.args) && t.args[j].IsSet() {
			args[j].val.op = t.args[j]
			if t.args[j].Kind == ir.KindGlobal {
				args[j].val.obj = u.globalObject(t.args[j].Global)
			}
		}
	}
	if t.idle {
		u.endThread(ir.Meta{}, ir.Operand{}, 0)
		return
	}
	fn := u.in.Funcs[t.fn]
	result := ir.NoReg
	if fn.RetWidth > 0 {
		result = u.f.NewReg(fn.RetWidth, "", ir.ShowUnsigned)
	}
	if known, back := u.call(t.fn, args, result, nil); back {
		x := ir.Operand{}
		switch {
		case known.known():
			x = u.usable(known)
		case result != ir.NoReg:
			x = ir.R(result, fn.RetWidth)
		}
		u.endThread(ir.Meta{}, x, 0)
	}
	u.closeSections()
	u.sweep()
}

// closeSections ends the atomic sections that are open where the thread ends: at a cut, or by an exit inside of one.
func (u *unfolder) closeSections() {
	depth := map[ir.BlockID]int{}
	for _, it := range transform.LoopTree(u.f) {
		b := u.f.Blocks[it.Block]
		d := depth[it.Block]
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ir.AtomicBegin:
				d++
			case *ir.AtomicEnd:
				d--
			}
		}
		term := b.Term()
		ir.Targets(term, func(t *ir.BlockID) { depth[*t] = d })
		if _, returns := term.(*ir.Return); !returns {
			if _, exits := term.(*ir.ThreadExit); !exits {
				continue
			}
		}
		for ; d > 0; d-- {
			u.cur = b
			b.Instrs = b.Instrs[:len(b.Instrs)-1]
			u.emit(&ir.AtomicEnd{Meta: *term.Base()}, 0)
			b.Instrs = append(b.Instrs, term)
		}
	}
	u.cur = nil
}

// endThread returns from the thread with a value that is fitted to what join gives. The first thread does not return: it
// exits, or halts if there is no other.
func (u *unfolder) endThread(m ir.Meta, x ir.Operand, from ir.ID) {
	defer func() { u.cur = nil }()
	w := u.f.RetWidth
	switch {
	case w == 0 && u.in.Form.Sequential:
		u.emit(&ir.Halt{Meta: m}, from)
		return
	case w == 0:
		u.emit(&ir.ThreadExit{Meta: m}, from)
		return
	case !x.IsSet():
		x = ir.K(w, 0)
	case x.Width != w:
		op := ir.ZExt
		if x.Width > w {
			op = ir.Trunc
		}
		r := u.f.NewReg(w, "", ir.ShowPointer)
		u.emit(&ir.Unary{Dst: r, Op: op, X: x}, 0)
		x = ir.R(r, w)
	}
	u.emit(&ir.Return{Meta: m, X: x}, from)
}

func (u *unfolder) newBlock(hint string) *ir.Block {
	b := &ir.Block{Name: fmt.Sprintf("%s.%d", hint, len(u.f.Blocks))}
	u.f.Blocks = append(u.f.Blocks, b)
	return b
}

// emit appends a new instruction; from is what it was copied from, 0 for glue.
func (u *unfolder) emit(in ir.Instr, from ir.ID) {
	if u.muted && u.leaveOut(in, from) {
		return
	}
	u.count++
	if u.opt.Limit > 0 && u.count > u.opt.Limit {
		panic(u.tooLarge())
	}
	if u.frame != nil {
		u.frame.weight.code++
	}
	in.Base().ID = u.out.NewID()
	u.origin = append(u.origin, from)
	u.mayStillDo(from)
	u.cur.Instrs = append(u.cur.Instrs, in)
	u.look(in)
	u.sized(in)
	if _, wakes := in.(*ir.Wake); wakes {
		u.woken++
	}
	if ir.Visible(in) {
		u.marked = nil
		if _, joins := in.(*ir.Join); u.known.mem.concurrent && !u.private && !joins {
			u.noticed++
		}
	}
}

// argument is what is handed to a function: an operand, and what is known of it.
type argument struct {
	op  ir.Operand
	val value
}

// call inlines a function at the current place. It reports whether control comes back, and what is known of the result.
func (u *unfolder) call(id ir.FuncID, args []argument, dst ir.Reg, at *ir.Meta) (result value, back bool) {
	fn := u.in.Funcs[id]
	fr := &frame{
		fn: fn, shape: u.shape(id), base: ir.Reg(len(u.f.Regs)), parent: u.frame, dst: dst,
		temps: make([]value, len(fn.Regs)), pending: map[ir.BlockID][]edge{},
	}
	for p := u.frame; p != nil; p = p.parent {
		if p.fn == fn {
			fr.depth = p.depth + 1
			break
		}
	}
	if deepest := u.unwind(); fr.depth > deepest {
		u.cut(transform.Bound, fmt.Sprintf("recursion of %s at %s deeper than %d", fn.Display, fn.Pos.Pos, deepest), at)
		return value{}, false
	}
	fr.weight = u.weighCall(fr)
	if u.frame != nil {
		fr.around = u.frame.around | u.capsAt(at)
	}
	if fn.Model {
		fr.site, fr.model = at, fn.Display
		if u.frame != nil && u.frame.site != nil {
			fr.site, fr.model = u.frame.site, u.frame.model
		}
	}
	u.f.Regs = append(u.f.Regs, fn.Regs...)
	u.known = u.known.push(len(fr.shape.regs))
	outer := u.frame
	u.frame = fr
	for i, r := range fn.Params {
		if !args[i].val.known() {
			u.emit(&ir.Move{Dst: fr.base + r, X: args[i].op}, 0)
		}
		u.learn(r, args[i].val)
	}
	fr.pending[0] = []edge{{block: u.cur, known: u.known}}
	u.walk(fr, fr.shape.items)
	u.leaveQuiet(fr)
	u.frame = outer
	return u.giveBack(fr)
}

// giveBack goes on in the caller. The result is written only where it is not the same known value on all ways.
func (u *unfolder) giveBack(fr *frame) (result value, back bool) {
	if len(fr.returns) == 0 {
		u.cur = nil
		return value{}, false
	}
	same := true
	for i := range fr.returns {
		e := &fr.returns[i]
		e.known = e.known.pop()
		same = same && e.result.known() && e.result == fr.returns[0].result
	}
	if !same && fr.dst != ir.NoReg {
		for _, e := range fr.returns {
			u.cur, u.known = e.block, e.known
			if e.result.known() {
				u.write(fr.dst, e.result)
			} else if e.resultOp.IsSet() {
				u.emit(&ir.Move{Dst: fr.dst, X: e.resultOp}, 0)
			}
		}
	}
	u.enter(fr.returns, fr.fn.Name+".end", nil)
	result = fr.returns[0].result
	for _, e := range fr.returns[1:] {
		result = u.meet(u.known.mem, result, e.result)
	}
	return result, true
}

// walk emits the items in order.
func (u *unfolder) walk(fr *frame, items []transform.Item) {
	for _, it := range items {
		if fr.beyond(it.Block) {
			continue // stays pending until cutPending
		}
		if it.Items != nil {
			if writes, ok := u.opt.Summaries[fr.fn.Blocks[it.Block].Term().Base().ID]; ok {
				u.summarize(fr, it, writes)
			} else {
				u.loop(fr, it)
			}
			continue
		}
		in := fr.pending[it.Block]
		delete(fr.pending, it.Block)
		b := fr.fn.Blocks[it.Block]
		if u.enter(in, b.Name, fr.shape.live[it.Block]) {
			fr.forgetTemps()
			u.block(fr, b)
		}
	}
}

// beyond reports whether the bound of a loop keeps a block from being entered.
func (fr *frame) beyond(b ir.BlockID) bool {
	for _, l := range fr.loops {
		if l.last[b] {
			return true
		}
	}
	return false
}

// enter makes a block out of the ways into it and merges what they know. Without any it reports false. live says which registers of the
// innermost frame something behind may read; nil: any.
func (u *unfolder) enter(in []edge, hint string, live []bool) bool {
	switch {
	case len(in) == 0:
		u.cur = nil
		return false
	case len(in) == 1 && in[0].slot == nil:
		u.cur, u.known = in[0].block, in[0].known
		return true
	}
	known := in[0].known
	for _, e := range in[1:] {
		known = u.merge(known, e.known)
	}
	b := u.newBlock(hint)
	id := ir.BlockID(len(u.f.Blocks) - 1)
	for _, e := range in {
		u.cur, u.known = e.block, e.known
		lost := len(in) > 1 && u.lost(e.known, known, live, nil)
		if e.slot != nil {
			if !lost {
				*e.slot = id
				continue
			}
			u.cur = u.newBlock(hint + ".in")
			*e.slot = ir.BlockID(len(u.f.Blocks) - 1)
		}
		if lost {
			u.lost(e.known, known, live, u.write)
		}
		u.emit(&ir.Jump{To: id}, 0)
	}
	u.cur, u.known = b, known
	return true
}

// lost reports whether some register is known in a state and not in another that comes of it, and has each written.
func (u *unfolder) lost(s, merged state, live []bool, write func(ir.Reg, value)) bool {
	any := false
	fr := u.frame
	for i := len(s.frames) - 1; i >= 0; i-- {
		a, b := s.frames[i], merged.frames[i]
		if a != b {
			for j, v := range a.vals {
				if !v.known() || b.vals[j].known() || live != nil && !live[j] {
					continue
				}
				any = true
				if write != nil {
					write(fr.base+fr.shape.regs[j], v)
				}
			}
		}
		fr, live = fr.parent, nil
	}
	return any
}

// loop unrolls.
func (u *unfolder) loop(fr *frame, it transform.Item) {
	l := &loop{set: it.Set, leaves: leaves(fr.fn, it)}
	fr.loops = append(fr.loops, l)
	outer := fr.weight
	fr.weight = u.weighLoop(fr, it)
	defer func() { fr.loops, fr.weight = fr.loops[:len(fr.loops)-1], outer }()
	bottom := u.testsAtBottom(fr, it)
	start, silent, busy, muting, waits := u.count, 0, 0, false, false
	defer func(before bool) { u.muted = u.muted && before }(u.muted)
	for trips := 0; ; trips++ {
		if len(fr.pending[it.Block]) == 0 && !u.pendingIn(fr, it) {
			return
		}
		most := u.unwindHere(fr)
		if bottom {
			most = max(most, 1) // or nothing behind it is reached
		}
		enough := trips-silent >= most
		if first := trips == 0 && enough; l.known() && !first {
			most = maxKnownCode
			if u.opt.Scout > 0 {
				most = maxScoutCode
			}
			enough = trips-silent-busy >= maxKnownTrips && u.count-start > most || busy >= maxKnownTrips || u.opt.Scout > 0 && busy >= u.opt.Scout
			if enough && u.opt.Scout > 0 && (u.muted || !muting) {
				enough, muting = false, true
				u.mute()
			}
		}
		if enough || u.evaluated > maxEvaluated || u.opt.UnwindAll > 0 && trips >= u.opt.UnwindAll {
			if !bottom {
				l.last = onlyNextTrip(fr.fn, it)
				u.walk(fr, it.Items)
			}
			if trips > 0 || !l.known() || u.evaluated > maxEvaluated || u.opt.Tight >= MostTight {
				u.cutPending(fr, it)
				return
			}
			l.last = nil // nothing left it so far: it goes on where it was stopped
		}
		count, noticed, changes, woken, writes := u.count, u.noticed, u.changes, u.woken, u.writes
		var before [][]value
		if waits {
			before = registers(fr.pending[it.Block])
		}
		u.walk(fr, it.Items)
		if waits = u.woken > woken; before != nil && waits && u.writes == writes && slices.EqualFunc(before, registers(fr.pending[it.Block]), slices.Equal) {
			l.uncertain = true // it waits for what no other thread can bring about, and goes round as before
		}
		if u.count == count && u.changes == changes && u.writes == writes {
			l.uncertain = true // the iteration did nothing, so the next one does the same
		}
		switch {
		case u.noticed > noticed:
			busy++
		case u.count == count && l.known() && u.changes > changes:
			silent++
		}
	}
}

// registers is what is known of registers on the one way into a block; nil if there are several.
func registers(in []edge) (out [][]value) {
	if len(in) != 1 {
		return nil
	}
	for _, f := range in[0].known.frames {
		out = append(out, slices.Clone(f.vals))
	}
	return out
}

// unwind is how often the body of a loop of unknown length runs, and how deep a recursion goes.
func (u *unfolder) unwind() int {
	if u.opt.UnwindAll > 0 {
		return min(u.opt.Unwind, u.opt.UnwindAll)
	}
	return u.opt.Unwind
}

// MostTight is how far the bounds can be lowered.
const MostTight = 4

// unwindHere is the same for the innermost loop of a frame. In a tight program loops inside of others run once, also if they stand in a function
// that is called there; then all do, then those of models inside of others not at all. Loops of known length are left alone as long as
// the program fits then: behind one that is cut nothing is reached.
func (u *unfolder) unwindHere(fr *frame) int {
	n, depth := u.unwind(), -1
	for f := fr; f != nil; f = f.parent {
		depth += len(f.loops)
	}
	switch {
	case u.opt.Tight >= 3 && depth > 0 && fr.site != nil:
		return 0
	case u.opt.Tight >= 2, u.opt.Tight >= 1 && depth > 0:
		return min(n, 1)
	}
	return n
}

// known reports whether the length of the loop is known so far: it can be left, and whether it is was decided each time. That holds also as long as no
// iteration came to a way out. To cut such a loop would leave no way past it.
func (l *loop) known() bool { return !l.uncertain && l.leaves }

// leaves reports whether a loop has a way out other than a failed check.
func leaves(f *ir.Func, it transform.Item) bool {
	for b := range it.Set {
		out := false
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) { out = out || !it.Set[*t] && !final(f.Blocks[*t]) })
		if out {
			return true
		}
	}
	return false
}

// pendingIn reports whether some block of the loop waits to be entered.
func (u *unfolder) pendingIn(fr *frame, it transform.Item) bool {
	for b := range fr.pending {
		if it.Set[b] {
			return true
		}
	}
	return false
}

// testsAtBottom reports whether the loop leaves from where it goes back: do-while.
func (u *unfolder) testsAtBottom(fr *frame, it transform.Item) bool {
	for b := range it.Set {
		back, leaves := false, false
		ir.Targets(fr.fn.Blocks[b].Term(), func(t *ir.BlockID) {
			back = back || *t == it.Block
			leaves = leaves || !it.Set[*t]
		})
		if back && leaves && b != it.Block {
			return true
		}
		if back && leaves && len(it.Set) == 1 {
			return true
		}
	}
	return false
}

// onlyNextTrip is the blocks of a loop from which every way out goes through the header again.
func onlyNextTrip(f *ir.Func, it transform.Item) map[ir.BlockID]bool {
	canLeave := map[ir.BlockID]bool{}
	for changed := true; changed; {
		changed = false
		for b := range it.Set {
			if canLeave[b] {
				continue
			}
			leaves := false
			n := 0
			ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
				n++
				leaves = leaves || !it.Set[*t] || *t != it.Block && canLeave[*t]
			})
			if leaves || n == 0 {
				canLeave[b] = true
				changed = true
			}
		}
	}
	only := map[ir.BlockID]bool{}
	for b := range it.Set {
		if !canLeave[b] {
			only[b] = true
		}
	}
	return only
}

// cutPending ends everything that would go on in the loop.
func (u *unfolder) cutPending(fr *frame, it transform.Item) {
	for _, inner := range it.Blocks() {
		in := fr.pending[inner]
		delete(fr.pending, inner)
		if u.enter(in, "cut", nil) {
			pos := fr.fn.Blocks[it.Block].Term().Base()
			what := "loop " + fr.place(pos)
			if u.unwindHere(fr) < u.unwind() {
				what += ", cut early: the program is too large otherwise"
			}
			u.cut(transform.Bound, what, pos)
		}
	}
}

// cut ends the thread here: first the question whether an execution gets here, then an assumption that none does.
func (u *unfolder) cut(kind, what string, at *ir.Meta) {
	var m ir.Meta
	if at != nil {
		m = u.userMeta(u.frame, at)
	}
	u.emit(&ir.Assert{Meta: m, Cond: ir.K(1, 0), Kind: kind, Msg: what}, 0)
	u.emit(&ir.Assume{Meta: m, Cond: ir.K(1, 0)}, 0)
	u.endThread(m, ir.Operand{}, 0)
}

// userMeta is the place that people see: for code of a model the call in the user's file.
func (u *unfolder) userMeta(fr *frame, m *ir.Meta) ir.Meta {
	c := *m
	if fr != nil && fr.site != nil {
		c.Pos, c.Text = fr.site.Pos, fr.site.Text
	}
	return c
}

// place says where something is: at a position, or inside a model and where that was called.
func (fr *frame) place(m *ir.Meta) string {
	if fr != nil && fr.site != nil {
		return fmt.Sprintf("inside %s, called at %s", fr.model, fr.site.Pos.Pos)
	}
	return fmt.Sprintf("at %s", m.Pos.Pos)
}

// relocateFuncs gives the functions of the input that are only addresses now a place in the output, so that function
// pointers in memory and operands still name something.
func (u *unfolder) relocateFuncs() {
	n := ir.FuncID(len(u.threads))
	for _, f := range u.in.Funcs {
		stub := &ir.Func{Name: f.Name, Display: f.Display, RetWidth: f.RetWidth, Model: f.Model, Pos: f.Pos}
		for _, r := range f.Params {
			info := f.Regs[r]
			stub.Params = append(stub.Params, stub.NewReg(info.Width, info.Name, info.Show))
		}
		stub.Blocks = []*ir.Block{{Name: "entry", Instrs: []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: u.out.NewID()}, What: "call of an unfolded function"}}}}
		u.origin = append(u.origin, 0)
		u.out.Funcs = append(u.out.Funcs, stub)
	}
	shift := func(o *ir.Operand) {
		if o.Kind == ir.KindFunc {
			o.Func += n
		}
	}
	for _, f := range u.out.Funcs[:n] {
		for in := range f.Instrs() {
			if s, ok := in.(*ir.Spawn); ok {
				for i := range s.Args {
					shift(&s.Args[i])
				}
				if s.ID != nil {
					shift(&s.ID.Addr)
				}
				continue // Fn is a thread
			}
			ir.Uses(in, shift)
		}
	}
	for _, g := range u.out.Globals {
		for i := range g.Relocs {
			shift(&g.Relocs[i].Target)
		}
	}
}
