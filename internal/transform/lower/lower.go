package lower

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/overwrite"
	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Lower turns the synchronization of unfolded threads into atomic sections of accesses to ghost memory and assumptions.
//
// A lock that is taken is an assumption that nobody holds it, inside an atomic section that then writes the owner: a
// thread that would wait does not make its step, which is what blocking is (docs/semantics.md#blocking). The state of a
// synchronization object is keyed by its address, in ghost regions that lie over the objects but apart from their
// bytes. Threads are known by number: who has ended, and with what result, stands in ghost globals indexed by handle.
//
// What is left for the sequentializations: loads, stores, atomic sections, Free, Spawn, Halt, and the ends of threads.
// The sections have no branches of their own; which case of a recursive, shared or tried lock applies is computed.
//
// Conditions. A waiter may wake without a signal, so signals change nothing unless waiting is timed (a timed waiter tells a
// signal from a time-out) or deadlocks are looked for; only then are waiters and signals kept.

// Options say what the result is for.
type Options struct {
	// Caps, if set, is what the thread of every instruction may still do for others. Then the result says where threads wait, which of them woke without a
	// signal, and how locks are misused.
	Caps []transform.Caps
	Own  int // from this global on, they are threads' copies of thread-local ones
	// Poll, if set, is asked now and then, with the number of instructions so far, whether to go on.
	Poll func(instructions int) error
}

// ErrTooLarge says that a program does not fit within the limit.
var ErrTooLarge = errors.New("the program is too large once synchronization and the ends of threads are lowered")

// most is the limit: an end of a thread ends the lives of all its locals that have an address, and a large program has thousands of both.
const most = 4_000_000

// Lowered is a program without synchronization instructions but Spawn and atomic sections.
type Lowered struct {
	Program *ir.Program
	Back    transform.Back
	Waits   *transform.Waits // nil: not asked for
}

// Status values of POSIX, as package ir fixes them.
const (
	statusPerm     = 1
	statusAgain    = 11
	statusBusy     = 16
	statusDeadlock = 35
	statusTimedOut = 110
)

// Pass is the pass that lowers. It needs a *pointsto.Info and a *transform.Unfolded, and finds a *transform.Waits.
func Pass() transform.Pass {
	return transform.Pass{Name: "lower", Run: func(ctx context.Context, w *transform.Work) (*transform.Output, error) {
		poll := func(instructions int) error {
			if instructions > most {
				return ErrTooLarge
			}
			budget.Spend(ctx, budget.Passing, pollEvery)
			return ctx.Err()
		}
		out, err := Lower(w.Program, transform.Found[*pointsto.Info](w), Options{Caps: transform.Found[*transform.Unfolded](w).Caps, Own: transform.Found[*transform.Unfolded](w).Own, Poll: poll})
		if err != nil {
			return nil, err
		}
		return &transform.Output{Program: out.Program, Back: out.Back, Found: out.Waits}, nil
	}}
}

// Lower makes the program.
func Lower(p *ir.Program, info *pointsto.Info, opt Options) (*Lowered, error) {
	l := &Lowering{In: p, Info: info, opt: opt, Threads: transform.Threads(p), choosing: map[ir.ID]bool{}, Ghosts: map[GhostKey]ir.RegionID{}, Facts: map[ir.RegionID]*SyncFacts{}}
	l.Funcs = p.Funcs[:l.Threads]
	if opt.Caps != nil {
		l.known = &transform.Waits{At: map[ir.ID]*transform.Wait{}, Unbidden: map[ir.ID]bool{}, Ours: map[ir.ID]bool{}, Taken: map[ir.ID]*transform.Hold{}, NotHeld: map[ir.ID]bool{}}
	}
	l.Survey()
	l.findOutlives()
	l.findUnfreed()
	var ended, result, waits, signals ir.GlobalID
	var stop error
	var over map[ir.ID]bool  // the plain writes that may change a synchronization object
	var again map[ir.ID]bool // the initializations that may find who waits, if waits are looked at
	polled := ir.ID(0)
	out, w := transform.Rewrite(p, func(w *transform.Rewriter, f ir.FuncID, in ir.Instr) {
		if opt.Poll != nil && stop == nil && w.Out.NextID > polled+pollEvery {
			polled = w.Out.NextID
			stop = opt.Poll(int(polled))
		}
		if stop != nil {
			return
		}
		if l.W == nil {
			l.W = w
			n := int64(l.Threads + 1)
			ptr := int64(p.PtrWidth() / 8)
			ended = l.ghostGlobal(transform.EndedName, n, 1)
			result = l.ghostGlobal("heddle.result", n*ptr, ptr)
			waits = l.ghostGlobal(transform.WaitsName, n*ptr, ptr)
			signals = l.ghostGlobal("heddle.signals", n, 1)
			l.Ended, l.Result, l.Waits, l.Signals = ended, result, waits, signals
			l.RegEnded = l.arrayRegion(ended, n, 1)
			l.RegResult = l.arrayRegion(result, n, ptr)
			l.RegWaits = l.arrayRegion(waits, n, ptr)
			l.RegSignals = l.arrayRegion(signals, n, 1)
		}
		if over == nil {
			over = map[ir.ID]bool{}
			for id := range overwrite.Find(p, info) {
				over[id] = true
			}
		}
		if l.f != f || !l.begun {
			l.f, l.begun = f, true
			for _, id := range l.unfreed[f] {
				l.local[id] = w.Temp(p.PtrWidth())
				w.Add(&ir.Move{Dst: l.local[id], X: ir.K(p.PtrWidth(), 0)})
			}
		}
		if again == nil && l.known != nil {
			again = overwrite.Again(p, info)
		}
		if again[in.Base().ID] {
			w.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Unsupported, Msg: renewed})
		}
		overwrites := over[in.Base().ID] && int(f) < l.Threads
		l.Instr(in)
		if overwrites {
			w.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Unsupported, Msg: "a plain write over a synchronization object that may be in use"})
			w.Assume(ir.K(1, 0))
		}
	})
	if stop != nil {
		return nil, stop
	}
	out.Form.Sequential = false // it has sections now, whatever it was
	if l.known != nil {
		l.complete(l.known, w)
	}
	return &Lowered{Program: out, Back: l.oneStep(transform.CopyBack(w.Origin, w.About)), Waits: l.known}, nil
}

// pollEvery is how many instructions are made between two questions whether to go on.
const pollEvery = 10_000

type Lowering struct {
	In      *ir.Program
	Info    *pointsto.Info
	opt     Options
	known   *transform.Waits // nil: nobody asks where threads wait
	Threads int
	Funcs   []*ir.Func // those of the threads
	W       *transform.Rewriter
	f       ir.FuncID
	Keeper  keeper // nil: ghost regions over the objects, threads known by their functions
	Ghosts  map[GhostKey]ir.RegionID
	Facts   map[ir.RegionID]*SyncFacts
	Signal  bool // signals are kept
	joined  bool // threads are waited for
	// outlives says which threads live on when main ends, or may begin after that; outlived, that there are some.
	outlives []bool
	outlived bool
	begun    bool
	unfreed  map[ir.FuncID][]ir.ID // locals that nothing ends but their thread
	choosing map[ir.ID]bool        // the Fills of the output with arbitrary bytes
	local    map[ir.ID]ir.Reg      // where they lie, 0 before they begin
	sites    map[source.Pos]int    // where locks are taken, numbered

	Ended, Result, Waits, Signals             ir.GlobalID
	RegEnded, RegResult, RegWaits, RegSignals ir.RegionID
}

// keeper is where another pass keeps the state of synchronization objects and of threads, if not where Lower does: the rules are the same.
type keeper interface {
	// cell is one aspect of the object that operand i of an instruction names.
	Cell(id ir.ID, i int, addr ir.Operand, what string) Cell
	// reads counts the shared holds of a thread, by handle.
	Reads(id ir.ID, i int, addr, handle ir.Operand) Cell
	// self is the handle of the thread that runs, 32 bits; created the number of threads so far.
	Self() ir.Operand
	Created() ir.Operand
}

type GhostKey struct {
	sync   ir.RegionID
	what   string
	thread ir.FuncID // -1 for all
}

// SyncFacts is what is known of all objects of a sync region: most are plain mutexes.
type SyncFacts struct {
	Shared bool // locked for reading somewhere
	typed  bool // a mutex that may be recursive or error-checking
}

// Survey finds out what the sync regions are used for.
func (l *Lowering) Survey() {
	fact := func(id ir.ID, i int) *SyncFacts {
		r := l.Info.Sync[id][i]
		if l.Facts[r] == nil {
			l.Facts[r] = &SyncFacts{}
		}
		return l.Facts[r]
	}
	l.Signal = l.known != nil
	for _, f := range l.Funcs {
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Lock:
				if in.Shared {
					fact(in.ID, 0).Shared = true
				} else {
					fact(in.ID, 0)
				}
			case *ir.SyncInit:
				if in.What == ir.SyncMutex && in.Arg.IsSet() && !in.Arg.IsConst(0) {
					fact(in.ID, 0).typed = true
				}
			case *ir.Wake:
				l.Signal = l.Signal || in.Timed
			case *ir.Join:
				l.joined = true
			}
		}
	}
}

// findOutlives finds the threads that live on when main ends.
func (l *Lowering) findOutlives() {
	l.outlives = make([]bool, l.Threads)
	for t, f := range l.In.Funcs[:l.Threads] { // who makes a thread comes before it
		for in := range f.Instrs() {
			if s, ok := in.(*ir.Spawn); ok {
				l.outlives[s.Fn.Func] = s.Outlives || l.outlives[t]
				l.outlived = l.outlived || s.Outlives
			}
		}
	}
}

// findUnfreed finds the locals of threads that no Free ends: those of a function that the thread was left from, by an exit in the
// middle. They end with the thread. So do those that a Free ends on some way only; that matters for locks, which nobody holds in what has ended.
func (l *Lowering) findUnfreed() {
	l.unfreed, l.local = map[ir.FuncID][]ir.ID{}, map[ir.ID]ir.Reg{}
	lockable := l.lockable()
	for fi, f := range l.In.Funcs[:l.Threads] {
		freed := map[ir.ID]bool{}
		var locals []ir.ID
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Alloc:
				if in.Stack {
					locals = append(locals, in.ID)
				}
			case *ir.Free:
				for _, o := range in.Objects {
					freed[o.Alloc] = freed[o.Alloc] || in.Stack
				}
			}
		}
		for _, id := range locals {
			if !freed[id] || lockable[id] {
				l.unfreed[ir.FuncID(fi)] = append(l.unfreed[ir.FuncID(fi)], id)
			}
		}
	}
}

// ghostGlobal adds an object of heddle's own.
func (l *Lowering) ghostGlobal(name string, size, align int64) ir.GlobalID {
	l.W.Out.Globals = append(l.W.Out.Globals, &ir.Global{Name: name, Display: name, Size: size, Align: align})
	return ir.GlobalID(len(l.W.Out.Globals) - 1)
}

func (l *Lowering) arrayRegion(g ir.GlobalID, n, size int64) ir.RegionID {
	l.W.Out.Regions = append(l.W.Out.Regions, ir.Region{
		Name: l.W.Out.Globals[g].Name, Width: int(size), Ghost: true,
		Cells: []ir.Extent{{Object: ir.Object{Global: g}, Stride: size, Count: n}},
	})
	return ir.RegionID(len(l.W.Out.Regions) - 1)
}

// cellSize is how many bytes what is kept of an object takes at its address.
const cellSize = 4

// tooClose reports objects that may lie closer together than what is kept of them takes: of an address that a number leads to anything may be meant.
func tooClose(e ir.Extent) bool { return e.Count > 1 && e.Stride < cellSize }

// anywhere reports an instruction of whose object it is not known where it lies.
func (l *Lowering) anywhere(id ir.ID) bool {
	return slices.ContainsFunc(l.Info.Sync[id], func(r ir.RegionID) bool { return slices.ContainsFunc(l.W.Out.Regions[r].Cells, tooClose) })
}

// ghost gives the ghost region of one aspect of the objects of a sync region.
func (l *Lowering) ghost(sync ir.RegionID, what string, thread ir.FuncID) ir.RegionID {
	key := GhostKey{sync, what, thread}
	if r, ok := l.Ghosts[key]; ok {
		return r
	}
	src := l.W.Out.Regions[sync]
	r := ir.Region{Name: fmt.Sprintf("%s.%s", src.Name, what), Width: cellSize, Ghost: true, Cells: append([]ir.Extent(nil), src.Cells...)}
	for i := range r.Cells {
		if e := &r.Cells[i]; tooClose(*e) { // no execution gets to them
			e.Count, e.Stride = max(e.Count*e.Stride/cellSize, 1), cellSize
		}
	}
	l.W.Out.Regions = append(l.W.Out.Regions, r)
	id := ir.RegionID(len(l.W.Out.Regions) - 1)
	l.Ghosts[key] = id
	return id
}

// use reads what is kept of a condition variable, which is nothing: who waits is kept with the threads. But the variable must be there: to
// synchronize on what is freed, or on no object, is as invalid as an access.
func (l *Lowering) use(id ir.ID, cond ir.Operand) {
	if l.Keeper == nil && cond.Kind != ir.KindGlobal {
		l.Cell(id, 0, cond, "use").get()
	}
}

// Cell is one aspect of one synchronization object.
type Cell struct {
	Rules  *Lowering
	Region ir.RegionID
	Addr   ir.Operand
}

func (l *Lowering) Cell(id ir.ID, i int, addr ir.Operand, what string) Cell {
	if l.Keeper != nil {
		return l.Keeper.Cell(id, i, addr, what)
	}
	return Cell{l, l.ghost(l.Info.Sync[id][i], what, -1), addr}
}

func (c Cell) get() ir.Operand  { return c.Rules.W.Load(c.Region, c.Addr, 4) }
func (c Cell) set(v ir.Operand) { c.Rules.W.Store(c.Region, c.Addr, v) }

func Word(v int) ir.Operand { return ir.K(32, uint64(v)) }

// Self is what this thread writes as an owner; its handle too.
func (l *Lowering) Self() ir.Operand {
	if l.Keeper != nil {
		return l.Keeper.Self()
	}
	return Word(int(l.f) + 1)
}

// Created is how many threads there are.
func (l *Lowering) Created(width int) ir.Operand {
	if l.Keeper != nil {
		return l.W.Resize(l.Keeper.Created(), width)
	}
	return ir.K(width, uint64(l.Threads))
}

func (l *Lowering) Instr(in ir.Instr) {
	w := l.W
	if int(l.f) >= l.Threads {
		w.Keep(in)
		return
	}
	from := in.Base().ID
	if l.anywhere(from) {
		w.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Unsupported, Msg: "a synchronization object that may lie anywhere in an object"})
		w.Assume(ir.K(1, 0))
	}
	switch in := in.(type) {
	case *ir.Lock:
		w.Atomically(from, func() { l.lock(in) })
	case *ir.Unlock:
		w.Atomically(from, func() { w.Move(in.Status, l.unlock(from, 0, in.Obj)) })
	case *ir.Wait:
		w.Atomically(from, func() {
			l.use(from, in.Cond)
			l.unlock(from, 1, in.Mutex)
			if l.Signal {
				w.Store(l.RegWaits, l.mine(l.Waits, true), in.Cond)
				w.Store(l.RegSignals, l.mine(l.Signals, false), ir.K(8, 0))
			}
		})
	case *ir.Wake:
		l.wake(in)
	case *ir.Signal:
		// Without anybody to notice it still stands in traces: the judge makes it.
		w.Atomically(from, func() {
			l.use(from, in.Cond)
			if l.Signal {
				l.sendSignal(in)
			}
		})
	case *ir.Down:
		w.Atomically(from, func() {
			c := l.Cell(from, 0, in.Obj, "value")
			v := c.get()
			zero := w.Eq(v, Word(0))
			if !in.Try && !in.Timed {
				l.waitFor(w.Not(zero), &transform.Wait{Kind: transform.WaitSem})
			}
			c.set(w.Ite(zero, v, w.Binary(ir.Sub, v, Word(1))))
			w.Move(in.Status, w.Ite(zero, Word(giveUp(in.Try, statusAgain)), Word(0)))
		})
	case *ir.Up:
		w.Atomically(from, func() {
			c := l.Cell(from, 0, in.Obj, "value")
			c.set(w.Binary(ir.Add, c.get(), Word(1)))
		})
	case *ir.Holds:
		w.Atomically(from, func() { w.Move(in.Dst, l.holds(in)) })
	case *ir.SemValue:
		w.Atomically(from, func() { w.Move(in.Dst, l.Cell(from, 0, in.Obj, "value").get()) })
	case *ir.SyncInit:
		w.Atomically(from, func() { l.init(in) })
	case *ir.SyncDestroy:
		w.Atomically(from, func() { l.reset(from, in.Obj) })
	case *ir.Arrive:
		w.Atomically(from, func() {
			arrived, phase := l.Cell(from, 0, in.Obj, "arrived"), l.Cell(from, 0, in.Obj, "phase")
			n, ph := w.Binary(ir.Add, arrived.get(), Word(1)), phase.get()
			need := l.Cell(from, 0, in.Obj, "need").get()
			w.Assume(w.Not(w.Eq(need, Word(0)))) // one that was never initialized is invalid to use
			last := w.Binary(ir.ULe, need, n)
			arrived.set(w.Ite(last, Word(0), n))
			phase.set(w.Ite(last, w.Binary(ir.Add, ph, Word(1)), ph))
			w.Move(in.Ticket, ph)
			w.Move(in.Last, last)
		})
	case *ir.Pass:
		w.Atomically(from, func() {
			l.waitFor(w.Not(w.Eq(l.Cell(from, 0, in.Obj, "phase").get(), in.Ticket)), &transform.Wait{Kind: transform.WaitBarrier})
		})
	case *ir.Join:
		w.Atomically(from, func() { l.join(in) })
	case *ir.Self:
		w.Put(&ir.Move{Dst: in.Dst, X: w.Resize(l.Self(), w.F.Width(in.Dst))}, from)
	case *ir.Spawn:
		l.spawn(in)
	case *ir.Fill, *ir.Copy:
		l.ranged(in)
	case *ir.Scan:
		l.scan(in)
	case *ir.Touch:
		l.touch(in)
	case *ir.RMW:
		l.rmw(in)
	case *ir.CAS:
		l.cas(in)
	case *ir.Alloc:
		at, ends := l.local[from]
		w.Keep(in)
		if ends {
			w.Add(&ir.Move{Dst: at, X: ir.R(in.Dst, l.In.PtrWidth())})
		}
	case *ir.Free:
		w.Keep(in)
		if in.Stack {
			l.freed(in)
		}
	case *ir.Fence:
	case *ir.Return:
		l.end(in.X)
		w.Keep(in)
	case *ir.ThreadExit:
		l.end(ir.Operand{})
		w.Keep(in)
	case *ir.Halt:
		l.halt(in)
		w.Keep(in)
	default:
		w.Keep(in)
	}
}

// giveUp is the status of an operation that did not wait.
func giveUp(try bool, busy int) int {
	if try {
		return busy
	}
	return statusTimedOut
}

func (l *Lowering) init(in *ir.SyncInit) {
	arg := Word(0)
	if in.Arg.IsSet() {
		arg = l.W.Resize(in.Arg, 32)
	}
	l.reset(in.ID, in.Obj)
	switch in.What {
	case ir.SyncMutex:
		if f := l.Facts[l.Info.Sync[in.ID][0]]; f != nil && f.typed {
			l.Cell(in.ID, 0, in.Obj, "type").set(arg)
		}
	case ir.SyncSem:
		l.Cell(in.ID, 0, in.Obj, "value").set(arg)
	case ir.SyncBarrier:
		l.Cell(in.ID, 0, in.Obj, "need").set(arg)
	}
}

// reset brings an object back to its first state, in all aspects that exist so far or that its region is known to need.
func (l *Lowering) reset(id ir.ID, obj ir.Operand) {
	sync := l.Info.Sync[id][0]
	aspects := []string{"value", "need", "arrived", "phase"}
	if f := l.Facts[sync]; f != nil {
		l.unheld(id, obj, f)
		aspects = append(aspects, "owner")
		if f.Shared {
			aspects = append(aspects, "readers")
		}
		if f.typed {
			aspects = append(aspects, "count", "type")
		}
	}
	if f := l.Facts[sync]; f != nil && f.Shared {
		for t := range l.Threads {
			l.readsOf(id, 0, obj, t).set(Word(0))
		}
	}
	for _, a := range aspects {
		if _, used := l.Ghosts[GhostKey{sync, a, -1}]; used || l.aspectUsed(sync, a) {
			l.Cell(id, 0, obj, a).set(Word(0))
		}
	}
}

const renewed = "a synchronization object is initialized or destroyed while it may be in use"

// unheld notes that an object is initialized or destroyed while somebody holds it, which POSIX does not define. The program goes on as in glibc: for all who come later it is a new one.
func (l *Lowering) unheld(id ir.ID, obj ir.Operand, f *SyncFacts) {
	w := l.W
	free := w.Eq(l.Cell(id, 0, obj, "owner").get(), Word(0))
	if f.Shared {
		free = w.And(free, w.Eq(l.Cell(id, 0, obj, "readers").get(), Word(0)))
	}
	w.Add(&ir.Assert{Cond: free, Kind: transform.Unsupported, Msg: renewed})
}

// aspectUsed reports whether some instruction looks at an aspect of a sync region.
func (l *Lowering) aspectUsed(sync ir.RegionID, aspect string) bool {
	for _, f := range l.Funcs {
		for in := range f.Instrs() {
			used := false
			switch in.(type) {
			case *ir.Down, *ir.Up, *ir.SemValue:
				used = aspect == "value"
			case *ir.Arrive, *ir.Pass:
				used = aspect == "need" || aspect == "arrived" || aspect == "phase"
			case *ir.Lock, *ir.Unlock, *ir.Holds:
				used = aspect == "owner" || aspect == "readers" || aspect == "count" || aspect == "type"
			}
			if used && l.Info.Sync[in.Base().ID][0] == sync {
				return true
			}
		}
	}
	return false
}

// lock computes which case applies and acquires.
func (l *Lowering) lock(in *ir.Lock) {
	w, id := l.W, in.ID
	f := l.Facts[l.Info.Sync[id][0]]
	owner := l.Cell(id, 0, in.Obj, "owner")
	o := owner.get()
	free := w.Eq(o, Word(0))
	if in.Shared {
		readers, mine := l.Cell(id, 0, in.Obj, "readers"), l.myReads(id, 0, in.Obj)
		l.mayGiveUp(in, free)
		one := w.Resize(free, 32)
		readers.set(w.Binary(ir.Add, readers.get(), one))
		mine.set(l.readMore(in, mine.get(), one))
		l.took(in, free, mine.Region)
		w.Move(in.Status, w.Ite(free, Word(0), Word(giveUp(in.Try, statusBusy))))
		return
	}
	if f.Shared {
		free = w.And(free, w.Eq(l.Cell(id, 0, in.Obj, "readers").get(), Word(0)))
	}
	if !f.typed {
		l.mayGiveUp(in, free)
		owner.set(w.Ite(free, l.taker(in), o))
		l.took(in, free, owner.Region)
		w.Move(in.Status, w.Ite(free, Word(0), Word(giveUp(in.Try, statusBusy))))
		return
	}
	count, kind := l.Cell(id, 0, in.Obj, "count"), l.Cell(id, 0, in.Obj, "type").get()
	own, c := l.isSelf(o), count.get()
	again := w.And(own, w.Eq(kind, Word(1)))
	refused := w.And(own, w.Eq(kind, Word(2)))
	l.mayGiveUp(in, w.Or(free, w.Or(again, refused)))
	owner.set(w.Ite(free, l.taker(in), o))
	l.took(in, free, owner.Region)
	count.set(w.Ite(free, Word(1), w.Ite(again, w.Binary(ir.Add, c, Word(1)), c)))
	told := statusDeadlock
	if in.Try { // who only tries is told no more than others
		told = statusBusy
	}
	w.Move(in.Status, w.Ite(refused, Word(told), w.Ite(w.Or(free, again), Word(0), Word(giveUp(in.Try, statusBusy)))))
}

// mayGiveUp blocks an operation that cannot go on, unless it is one that gives up instead.
func (l *Lowering) mayGiveUp(in *ir.Lock, can ir.Operand) {
	if !in.Try && !in.Timed {
		l.waitFor(can, &transform.Wait{Kind: transform.WaitLock, Obj: in.Obj, Sync: l.Info.Sync[in.ID][0]})
	}
}

// waitFor blocks an operation until it can go on.
func (l *Lowering) waitFor(can ir.Operand, what *transform.Wait) {
	l.W.Assume(can)
	if l.known != nil && !can.IsConst(1) {
		l.known.At[l.last()] = what
	}
}

// myReads counts this thread's shared holds.
func (l *Lowering) myReads(id ir.ID, i int, obj ir.Operand) Cell {
	if l.Keeper != nil {
		return l.Keeper.Reads(id, i, obj, l.Keeper.Self())
	}
	return l.readsOf(id, i, obj, int(l.f))
}

// readsOf counts the shared holds of a thread.
func (l *Lowering) readsOf(id ir.ID, i int, obj ir.Operand, t int) Cell {
	if l.Keeper != nil {
		return l.Keeper.Reads(id, i, obj, Word(t+1))
	}
	return Cell{l, l.ghost(l.Info.Sync[id][i], "reads", ir.FuncID(t)), obj}
}

// unlock releases and gives the status.
func (l *Lowering) unlock(id ir.ID, i int, obj ir.Operand) ir.Operand {
	w := l.W
	f := l.Facts[l.Info.Sync[id][i]]
	if f == nil {
		f = &SyncFacts{}
	}
	owner := l.Cell(id, i, obj, "owner")
	if !f.Shared && !f.typed {
		if l.known != nil {
			l.misused(w.Not(l.isSelf(owner.get())))
		}
		owner.set(Word(0)) // whoever holds it, if anybody does
		return Word(0)
	}
	o := owner.get()
	own := l.isSelf(o)
	reading := ir.K(1, 0)
	if f.Shared {
		readers, mine := l.Cell(id, i, obj, "readers"), l.myReads(id, i, obj)
		m := mine.get()
		reading = w.And(w.Not(own), w.Not(w.Eq(m, Word(0))))
		one := w.Resize(reading, 32)
		readers.set(w.Binary(ir.Sub, readers.get(), one))
		mine.set(l.readLess(m, one))
	}
	if !f.typed {
		l.misused(w.And(w.Not(own), w.Not(reading)))
		owner.set(w.Ite(reading, o, Word(0)))
		return Word(0)
	}
	count, kind := l.Cell(id, i, obj, "count"), l.Cell(id, i, obj, "type").get()
	c := count.get()
	left := w.Binary(ir.Sub, c, Word(1))
	normal := w.Eq(kind, Word(0))
	foreign := w.And(w.Not(own), w.Not(reading))
	l.misused(w.And(foreign, normal))
	gone := w.Or(w.And(own, w.Eq(left, Word(0))), w.And(foreign, normal))
	owner.set(w.Ite(gone, Word(0), o))
	count.set(w.Ite(own, left, w.Ite(w.And(foreign, normal), Word(0), c)))
	return w.Ite(w.And(foreign, w.Not(normal)), Word(statusPerm), Word(0))
}

// holds says how this thread holds a lock.
func (l *Lowering) holds(in *ir.Holds) ir.Operand {
	w := l.W
	f := l.Facts[l.Info.Sync[in.ID][0]]
	if f == nil { // nobody takes it
		return Word(0)
	}
	reading := Word(0)
	if f.Shared {
		reading = w.Ite(w.Eq(l.myReads(in.ID, 0, in.Obj).get(), Word(0)), Word(0), Word(1))
	}
	return w.Ite(l.isSelf(l.Cell(in.ID, 0, in.Obj, "owner").get()), Word(2), reading)
}

// mine is the address of this thread's cell of a ghost array.
func (l *Lowering) mine(g ir.GlobalID, wide bool) ir.Operand {
	if l.Keeper != nil {
		return l.ByHandle(g, l.Keeper.Self(), wide)
	}
	return l.Slot(g, int(l.f)+1, wide)
}

func (l *Lowering) Slot(g ir.GlobalID, handle int, wide bool) ir.Operand {
	size := 1
	if wide {
		size = l.In.PtrWidth() / 8
	}
	return ir.G(g, uint64(handle*size), l.In.PtrWidth())
}

// ByHandle is the address of a thread's cell of a ghost array, by a handle the program computed.
func (l *Lowering) ByHandle(g ir.GlobalID, handle ir.Operand, wide bool) ir.Operand {
	ptr := l.In.PtrWidth()
	off := l.W.Resize(handle, ptr)
	if wide {
		off = l.W.Binary(ir.Mul, off, ir.K(ptr, uint64(ptr/8)))
	}
	return l.W.Binary(ir.Add, ir.G(g, 0, ptr), off)
}

// wake waits for a signal, where signals are kept. In a program in which nobody could tell, a waiter just goes on.
func (l *Lowering) wake(in *ir.Wake) {
	w := l.W
	if !l.Signal {
		w.Atomically(in.ID, func() {
			l.use(in.ID, in.Cond)
			w.Move(in.Status, Word(0))
		})
		return
	}
	w.Atomically(in.ID, func() {
		l.use(in.ID, in.Cond)
		sig := w.Not(w.Eq(w.Load(l.RegSignals, l.mine(l.Signals, false), 1), ir.K(8, 0)))
		d := l.known
		status := Word(0)
		switch {
		case in.Timed:
			late := w.Havoc(1, in.ID)
			status = w.Ite(sig, Word(0), w.Ite(late, Word(statusTimedOut), Word(0)))
			l.unbidden(w.And(w.Not(sig), w.Not(late)))
		case d != nil:
			early := w.Havoc(1, 0)
			d.Ours[l.last()] = true
			l.waitFor(w.Or(sig, early), &transform.Wait{Kind: transform.WaitSignal})
			l.unbidden(w.Not(sig))
		}
		w.Store(l.RegWaits, l.mine(l.Waits, true), ir.K(l.In.PtrWidth(), 0))
		w.Store(l.RegSignals, l.mine(l.Signals, false), ir.K(8, 0))
		w.Move(in.Status, status)
	})
}

// unbidden notes, for deadlocks, that a thread wakes without a signal if the condition holds.
func (l *Lowering) unbidden(c ir.Operand) {
	if d := l.known; d != nil {
		l.W.Add(&ir.Move{Dst: l.W.Temp(1), X: c})
		d.Unbidden[l.last()] = true
	}
}

// sendSignal marks all waiters, or the one that an arbitrary index chooses.
func (l *Lowering) sendSignal(in *ir.Signal) {
	w := l.W
	waiting := make([]ir.Operand, l.Threads)
	rank := make([]ir.Operand, l.Threads)
	n := Word(0)
	for t := range l.Threads {
		on := w.Eq(w.Load(l.RegWaits, l.Slot(l.Waits, t+1, true), l.In.PtrWidth()/8), in.Cond)
		waiting[t] = w.And(on, w.Eq(w.Load(l.RegSignals, l.Slot(l.Signals, t+1, false), 1), ir.K(8, 0)))
		rank[t] = n
		n = w.Binary(ir.Add, n, w.Resize(waiting[t], 32))
	}
	chosen := ir.Operand{}
	if !in.All {
		chosen = w.Havoc(32, in.ID)
		w.Assume(w.Or(w.Binary(ir.ULt, chosen, n), w.And(w.Eq(n, Word(0)), w.Eq(chosen, Word(0)))))
	}
	for t := range l.Threads {
		hit := waiting[t]
		if !in.All {
			hit = w.And(hit, w.Eq(rank[t], chosen))
		}
		addr := l.Slot(l.Signals, t+1, false)
		w.Store(l.RegSignals, addr, w.Ite(hit, ir.K(8, 1), w.Load(l.RegSignals, addr, 1)))
	}
}

func (l *Lowering) join(in *ir.Join) {
	w := l.W
	// To join what is no thread is invalid, and no access. Where that is known it still stands in a register: a section without an end
	// would be one that others enter.
	width := in.Thread.Width
	valid := w.Binary(ir.ULt, w.Binary(ir.Sub, in.Thread, ir.K(width, 1)), l.Created(width))
	if valid.IsConst(0) {
		r := w.Temp(1)
		w.Add(&ir.Move{Dst: r, X: valid})
		valid = ir.R(r, 1)
	}
	w.Assume(valid)
	done := w.Not(w.Eq(w.Load(l.RegEnded, l.ByHandle(l.Ended, in.Thread, false), 1), ir.K(8, 0)))
	if in.Try || in.Timed {
		w.Move(in.Status, w.Ite(done, Word(0), Word(giveUp(in.Try, statusBusy))))
	} else {
		l.waitFor(done, &transform.Wait{Kind: transform.WaitJoin, Obj: in.Thread})
		w.Move(in.Status, Word(0))
	}
	if in.Dst != ir.NoReg {
		width := w.F.Width(in.Dst)
		v := w.Resize(w.Load(l.RegResult, l.ByHandle(l.Result, in.Thread, true), l.In.PtrWidth()/8), width)
		if in.Try || in.Timed {
			v = w.Ite(done, v, ir.R(in.Dst, width)) // without a result it stays as it was
		}
		w.Move(in.Dst, v)
	}
}

// spawn writes the handle and starts the thread, in one step.
func (l *Lowering) spawn(in *ir.Spawn) {
	w := l.W
	handle := ir.K(l.In.PtrWidth(), uint64(in.Fn.Func)+1)
	w.Atomically(in.Meta.ID, func() {
		if in.ID != nil {
			m := *in.ID
			w.Add(&ir.Store{Mem: m, Val: w.Resize(handle, 8*m.Size)})
		}
		w.Move(in.Dst, handle)
		w.Add(&ir.Spawn{Dst: ir.NoReg, Fn: in.Fn, Args: in.Args, Candidates: in.Candidates, Outlives: in.Outlives})
	})
}

// halt lets those who outlive main know that it has ended, and who ended with it, if they could wait for that. It is one step with the end itself
// (steps.go).
func (l *Lowering) halt(in *ir.Halt) {
	if !in.Main || !l.outlived || !l.joined && !l.Signal {
		return
	}
	l.W.Atomically(0, func() {
		for t := range l.Threads {
			if t != int(l.f) && l.outlives[t] {
				continue
			}
			l.W.Store(l.RegEnded, l.Slot(l.Ended, t+1, false), ir.K(8, 1))
			if l.Signal { // it takes no signal from others
				l.W.Store(l.RegWaits, l.Slot(l.Waits, t+1, true), ir.K(l.In.PtrWidth(), 0))
			}
		}
	})
}

// end makes the thread's end and result known to those who join it.
func (l *Lowering) end(result ir.Operand) {
	w := l.W
	w.Atomically(0, func() {
		for _, id := range l.unfreed[l.f] {
			w.Add(&ir.Free{Addr: ir.R(l.local[id], l.In.PtrWidth()), Stack: true, Objects: []ir.Object{{Alloc: id}}})
		}
		w.Store(l.RegEnded, l.mine(l.Ended, false), ir.K(8, 1))
		if result.IsSet() {
			w.Store(l.RegResult, l.mine(l.Result, true), w.Resize(result, l.In.PtrWidth()))
		}
	})
}

func (l *Lowering) rmw(in *ir.RMW) {
	w := l.W
	w.Atomically(in.ID, func() {
		old := w.Temp(8 * in.Mem.Size)
		w.Add(&ir.Load{Dst: old, Mem: in.Mem})
		w.Add(&ir.Store{Mem: in.Mem, Val: l.updated(in.Op, ir.R(old, 8*in.Mem.Size), in.Val)})
		w.Move(in.Dst, ir.R(old, 8*in.Mem.Size))
	})
}

// updated is what a read-modify-write writes.
func (l *Lowering) updated(op ir.RMWOp, old, v ir.Operand) ir.Operand {
	w := l.W
	switch op {
	case ir.RMWAdd:
		return w.Binary(ir.Add, old, v)
	case ir.RMWSub:
		return w.Binary(ir.Sub, old, v)
	case ir.RMWAnd:
		return w.Binary(ir.And, old, v)
	case ir.RMWOr:
		return w.Binary(ir.Or, old, v)
	case ir.RMWXor:
		return w.Binary(ir.Xor, old, v)
	case ir.RMWNand:
		return w.Not(w.Binary(ir.And, old, v))
	case ir.RMWSMax:
		return w.Ite(w.Binary(ir.SLt, old, v), v, old)
	case ir.RMWSMin:
		return w.Ite(w.Binary(ir.SLt, v, old), v, old)
	case ir.RMWUMax:
		return w.Ite(w.Binary(ir.ULt, old, v), v, old)
	case ir.RMWUMin:
		return w.Ite(w.Binary(ir.ULt, v, old), v, old)
	}
	return v
}

func (l *Lowering) cas(in *ir.CAS) {
	w := l.W
	w.Atomically(in.ID, func() {
		width := 8 * in.Mem.Size
		old := ir.R(w.Temp(width), width)
		w.Add(&ir.Load{Dst: old.Reg, Mem: in.Mem})
		ok := w.Eq(old, in.Expected)
		if in.Weak {
			ok = w.And(ok, w.Havoc(1, in.ID))
		}
		w.Add(&ir.Store{Mem: in.Mem, Val: w.Ite(ok, in.New, old)})
		w.Move(in.OK, ok)
		w.Move(in.Dst, old)
	})
}

// complete adds what is known about waiting once all code is there.
func (l *Lowering) complete(d *transform.Waits, w *transform.Rewriter) {
	d.Caps, d.Real = make([]transform.Caps, len(w.About)), make([]bool, len(w.About))
	for id, from := range w.About {
		if int(from) < len(l.opt.Caps) { // the rest are functions that are only addresses
			d.Caps[id], d.Real[id] = l.opt.Caps[from], w.Origin[id] != 0
		}
	}
	for _, wt := range d.At {
		if wt.Kind != transform.WaitLock {
			continue
		}
		wt.Owner = l.Ghosts[GhostKey{wt.Sync, "owner", -1}]
		wt.Reads = make([]ir.RegionID, l.Threads)
		for t := range l.Threads {
			wt.Reads[t] = l.Ghosts[GhostKey{wt.Sync, "reads", ir.FuncID(t)}]
		}
	}
}
