package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
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

// LowerOptions say what the result is for.
type LowerOptions struct {
	// Caps, if set, is what the thread of every instruction may still do for others. Then the result says where threads wait, and waiters without a signal are blocked.
	Caps     []Caps
	Spurious bool // but for those that wake without one, which other properties need
}

// Lowered is a program without synchronization instructions but Spawn and atomic sections.
type Lowered struct {
	Program *ir.Program
	Back    Back
	Waits   *Waits // nil: not asked for
}

// Status values of POSIX, as package ir fixes them.
const (
	statusPerm     = 1
	statusAgain    = 11
	statusBusy     = 16
	statusDeadlock = 35
	statusTimedOut = 110
)

// Lower makes the program.
func Lower(p *ir.Program, info *pointsto.Info, opt LowerOptions) *Lowered {
	l := &lowering{in: p, info: info, opt: opt, threads: Threads(p), choosing: map[ir.ID]bool{}, ghosts: map[ghostKey]ir.RegionID{}, facts: map[ir.RegionID]*syncFacts{}}
	l.funcs = p.Funcs[:l.threads]
	if opt.Caps != nil {
		l.known = &Waits{Spurious: opt.Spurious, At: map[ir.ID]*Wait{}, Unbidden: map[ir.ID]bool{}, Ours: map[ir.ID]bool{}}
	}
	l.survey()
	l.findOutlives()
	l.findUnfreed()
	var ended, result, waits, signals ir.GlobalID
	out, w := rewrite(p, func(w *rewriter, f ir.FuncID, in ir.Instr) {
		if l.w == nil {
			l.w = w
			n := int64(l.threads + 1)
			ptr := int64(p.PtrWidth() / 8)
			ended = l.ghostGlobal(endedName, n, 1)
			result = l.ghostGlobal("heddle.result", n*ptr, ptr)
			waits = l.ghostGlobal(waitsName, n*ptr, ptr)
			signals = l.ghostGlobal("heddle.signals", n, 1)
			l.ended, l.result, l.waits, l.signals = ended, result, waits, signals
			l.regEnded = l.arrayRegion(ended, n, 1)
			l.regResult = l.arrayRegion(result, n, ptr)
			l.regWaits = l.arrayRegion(waits, n, ptr)
			l.regSignals = l.arrayRegion(signals, n, 1)
		}
		if l.f != f || !l.begun {
			l.f, l.begun = f, true
			for _, id := range l.unfreed[f] {
				l.local[id] = w.temp(p.PtrWidth())
				w.add(&ir.Move{Dst: l.local[id], X: ir.K(p.PtrWidth(), 0)})
			}
		}
		l.instr(in)
	})
	out.Form.Sequential = false // it has sections now, whatever it was
	if l.known != nil {
		l.complete(l.known, w)
	}
	return &Lowered{Program: out, Back: l.oneStep(CopyBack(w.origin, w.about)), Waits: l.known}
}

type lowering struct {
	in      *ir.Program
	info    *pointsto.Info
	opt     LowerOptions
	known   *Waits // nil: nobody asks where threads wait
	threads int
	funcs   []*ir.Func // those of the threads
	w       *rewriter
	f       ir.FuncID
	keeper  keeper // nil: ghost regions over the objects, threads known by their functions
	ghosts  map[ghostKey]ir.RegionID
	facts   map[ir.RegionID]*syncFacts
	signal  bool // signals are kept
	joined  bool // threads are waited for
	// outlives says which threads live on when main ends, or may begin after that; outlived, that there are some.
	outlives []bool
	outlived bool
	begun    bool
	unfreed  map[ir.FuncID][]ir.ID // locals that nothing ends but their thread
	choosing map[ir.ID]bool        // the Fills of the output with arbitrary bytes
	local    map[ir.ID]ir.Reg      // where they lie, 0 before they begin

	ended, result, waits, signals             ir.GlobalID
	regEnded, regResult, regWaits, regSignals ir.RegionID
}

// keeper is where another pass keeps the state of synchronization objects and of threads, if not where Lower does: the rules are the same.
type keeper interface {
	// cell is one aspect of the object that operand i of an instruction names.
	cell(id ir.ID, i int, addr ir.Operand, what string) cell
	// reads counts the shared holds of a thread, by handle.
	reads(id ir.ID, i int, addr, handle ir.Operand) cell
	// self is the handle of the thread that runs, 32 bits; created the number of threads so far.
	self() ir.Operand
	created() ir.Operand
}

type ghostKey struct {
	sync   ir.RegionID
	what   string
	thread ir.FuncID // -1 for all
}

// syncFacts is what is known of all objects of a sync region: most are plain mutexes.
type syncFacts struct {
	shared bool // locked for reading somewhere
	typed  bool // a mutex that may be recursive or error-checking
}

// survey finds out what the sync regions are used for.
func (l *lowering) survey() {
	fact := func(id ir.ID, i int) *syncFacts {
		r := l.info.Sync[id][i]
		if l.facts[r] == nil {
			l.facts[r] = &syncFacts{}
		}
		return l.facts[r]
	}
	l.signal = l.known != nil
	for _, f := range l.funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Lock:
					if in.Shared {
						fact(in.ID, 0).shared = true
					} else {
						fact(in.ID, 0)
					}
				case *ir.SyncInit:
					if in.What == ir.SyncMutex && in.Arg.IsSet() && !in.Arg.IsConst(0) {
						fact(in.ID, 0).typed = true
					}
				case *ir.Wake:
					l.signal = l.signal || in.Timed
				case *ir.Join:
					l.joined = true
				}
			}
		}
	}
}

// findOutlives finds the threads that live on when main ends.
func (l *lowering) findOutlives() {
	l.outlives = make([]bool, l.threads)
	for t, f := range l.in.Funcs[:l.threads] { // who makes a thread comes before it
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if s, ok := in.(*ir.Spawn); ok {
					l.outlives[s.Fn.Func] = s.Outlives || l.outlives[t]
					l.outlived = l.outlived || s.Outlives
				}
			}
		}
	}
}

// findUnfreed finds the locals of threads that no Free ends: those of a function that the thread was left from, by an exit in the
// middle. They end with the thread.
func (l *lowering) findUnfreed() {
	l.unfreed, l.local = map[ir.FuncID][]ir.ID{}, map[ir.ID]ir.Reg{}
	for fi, f := range l.in.Funcs[:l.threads] {
		freed := map[ir.ID]bool{}
		var locals []ir.ID
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
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
		}
		for _, id := range locals {
			if !freed[id] {
				l.unfreed[ir.FuncID(fi)] = append(l.unfreed[ir.FuncID(fi)], id)
			}
		}
	}
}

// ghostGlobal adds an object of heddle's own.
func (l *lowering) ghostGlobal(name string, size, align int64) ir.GlobalID {
	l.w.out.Globals = append(l.w.out.Globals, &ir.Global{Name: name, Display: name, Size: size, Align: align})
	return ir.GlobalID(len(l.w.out.Globals) - 1)
}

func (l *lowering) arrayRegion(g ir.GlobalID, n, size int64) ir.RegionID {
	l.w.out.Regions = append(l.w.out.Regions, ir.Region{
		Name: l.w.out.Globals[g].Name, Width: int(size), Ghost: true,
		Cells: []ir.Extent{{Object: ir.Object{Global: g}, Stride: size, Count: n}},
	})
	return ir.RegionID(len(l.w.out.Regions) - 1)
}

// ghost gives the ghost region of one aspect of the objects of a sync region.
func (l *lowering) ghost(sync ir.RegionID, what string, thread ir.FuncID) ir.RegionID {
	key := ghostKey{sync, what, thread}
	if r, ok := l.ghosts[key]; ok {
		return r
	}
	src := l.w.out.Regions[sync]
	r := ir.Region{Name: fmt.Sprintf("%s.%s", src.Name, what), Width: 4, Ghost: true, Cells: append([]ir.Extent(nil), src.Cells...)}
	l.w.out.Regions = append(l.w.out.Regions, r)
	id := ir.RegionID(len(l.w.out.Regions) - 1)
	l.ghosts[key] = id
	return id
}

// use reads what is kept of a condition variable, which is nothing: who waits is kept with the threads. But the variable must be there: to
// synchronize on what is freed, or on no object, is as invalid as an access.
func (l *lowering) use(id ir.ID, cond ir.Operand) {
	if l.keeper == nil && cond.Kind != ir.KindGlobal {
		l.cell(id, 0, cond, "use").get()
	}
}

// cell is one aspect of one synchronization object.
type cell struct {
	l      *lowering
	region ir.RegionID
	addr   ir.Operand
}

func (l *lowering) cell(id ir.ID, i int, addr ir.Operand, what string) cell {
	if l.keeper != nil {
		return l.keeper.cell(id, i, addr, what)
	}
	return cell{l, l.ghost(l.info.Sync[id][i], what, -1), addr}
}

func (c cell) get() ir.Operand  { return c.l.w.load(c.region, c.addr, 4) }
func (c cell) set(v ir.Operand) { c.l.w.store(c.region, c.addr, v) }

func word(v int) ir.Operand { return ir.K(32, uint64(v)) }

// self is what this thread writes as an owner; its handle too.
func (l *lowering) self() ir.Operand {
	if l.keeper != nil {
		return l.keeper.self()
	}
	return word(int(l.f) + 1)
}

// created is how many threads there are.
func (l *lowering) created(width int) ir.Operand {
	if l.keeper != nil {
		return l.w.resize(l.keeper.created(), width)
	}
	return ir.K(width, uint64(l.threads))
}

func (l *lowering) instr(in ir.Instr) {
	w := l.w
	if int(l.f) >= l.threads {
		w.keep(in)
		return
	}
	from := in.Base().ID
	switch in := in.(type) {
	case *ir.Lock:
		w.atomically(from, func() { l.lock(in) })
	case *ir.Unlock:
		w.atomically(from, func() { w.move(in.Status, l.unlock(from, 0, in.Obj)) })
	case *ir.Wait:
		w.atomically(from, func() {
			l.use(from, in.Cond)
			l.unlock(from, 1, in.Mutex)
			if l.signal {
				w.store(l.regWaits, l.mine(l.waits, true), in.Cond)
				w.store(l.regSignals, l.mine(l.signals, false), ir.K(8, 0))
			}
		})
	case *ir.Wake:
		l.wake(in)
	case *ir.Signal:
		// Without anybody to notice it still stands in traces: the judge makes it.
		w.atomically(from, func() {
			l.use(from, in.Cond)
			if l.signal {
				l.sendSignal(in)
			}
		})
	case *ir.Down:
		w.atomically(from, func() {
			c := l.cell(from, 0, in.Obj, "value")
			v := c.get()
			zero := w.eq(v, word(0))
			if !in.Try && !in.Timed {
				l.waitFor(w.not(zero), &Wait{Kind: WaitSem})
			}
			c.set(w.ite(zero, v, w.binary(ir.Sub, v, word(1))))
			w.move(in.Status, w.ite(zero, word(giveUp(in.Try, statusAgain)), word(0)))
		})
	case *ir.Up:
		w.atomically(from, func() {
			c := l.cell(from, 0, in.Obj, "value")
			c.set(w.binary(ir.Add, c.get(), word(1)))
		})
	case *ir.SemValue:
		w.atomically(from, func() { w.move(in.Dst, l.cell(from, 0, in.Obj, "value").get()) })
	case *ir.SyncInit:
		w.atomically(from, func() { l.init(in) })
	case *ir.SyncDestroy:
		w.atomically(from, func() { l.reset(from, in.Obj) })
	case *ir.Arrive:
		w.atomically(from, func() {
			arrived, phase := l.cell(from, 0, in.Obj, "arrived"), l.cell(from, 0, in.Obj, "phase")
			n, ph := w.binary(ir.Add, arrived.get(), word(1)), phase.get()
			need := l.cell(from, 0, in.Obj, "need").get()
			w.assume(w.not(w.eq(need, word(0)))) // one that was never initialized is invalid to use
			last := w.binary(ir.ULe, need, n)
			arrived.set(w.ite(last, word(0), n))
			phase.set(w.ite(last, w.binary(ir.Add, ph, word(1)), ph))
			w.move(in.Ticket, ph)
			w.move(in.Last, last)
		})
	case *ir.Pass:
		w.atomically(from, func() {
			l.waitFor(w.not(w.eq(l.cell(from, 0, in.Obj, "phase").get(), in.Ticket)), &Wait{Kind: WaitBarrier})
		})
	case *ir.Join:
		w.atomically(from, func() { l.join(in) })
	case *ir.Self:
		w.put(&ir.Move{Dst: in.Dst, X: w.resize(l.self(), w.f.Width(in.Dst))}, from)
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
		w.keep(in)
		if ends {
			w.add(&ir.Move{Dst: at, X: ir.R(in.Dst, l.in.PtrWidth())})
		}
	case *ir.Fence:
	case *ir.Return:
		l.end(in.X)
		w.keep(in)
	case *ir.ThreadExit:
		l.end(ir.Operand{})
		w.keep(in)
	case *ir.Halt:
		l.halt(in)
		w.keep(in)
	default:
		w.keep(in)
	}
}

// giveUp is the status of an operation that did not wait.
func giveUp(try bool, busy int) int {
	if try {
		return busy
	}
	return statusTimedOut
}

func (l *lowering) init(in *ir.SyncInit) {
	arg := word(0)
	if in.Arg.IsSet() {
		arg = l.w.resize(in.Arg, 32)
	}
	l.reset(in.ID, in.Obj)
	switch in.What {
	case ir.SyncMutex:
		if f := l.facts[l.info.Sync[in.ID][0]]; f != nil && f.typed {
			l.cell(in.ID, 0, in.Obj, "type").set(arg)
		}
	case ir.SyncSem:
		l.cell(in.ID, 0, in.Obj, "value").set(arg)
	case ir.SyncBarrier:
		l.cell(in.ID, 0, in.Obj, "need").set(arg)
	}
}

// reset brings an object back to its first state, in all aspects that exist so far or that its region is known to need.
func (l *lowering) reset(id ir.ID, obj ir.Operand) {
	sync := l.info.Sync[id][0]
	aspects := []string{"value", "need", "arrived", "phase"}
	if f := l.facts[sync]; f != nil {
		aspects = append(aspects, "owner")
		if f.shared {
			aspects = append(aspects, "readers")
		}
		if f.typed {
			aspects = append(aspects, "count", "type")
		}
	}
	if f := l.facts[sync]; f != nil && f.shared {
		for t := range l.threads {
			l.readsOf(id, 0, obj, t).set(word(0))
		}
	}
	for _, a := range aspects {
		if _, used := l.ghosts[ghostKey{sync, a, -1}]; used || l.aspectUsed(sync, a) {
			l.cell(id, 0, obj, a).set(word(0))
		}
	}
}

// aspectUsed reports whether some instruction looks at an aspect of a sync region.
func (l *lowering) aspectUsed(sync ir.RegionID, aspect string) bool {
	for _, f := range l.funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				used := false
				switch in.(type) {
				case *ir.Down, *ir.Up, *ir.SemValue:
					used = aspect == "value"
				case *ir.Arrive, *ir.Pass:
					used = aspect == "need" || aspect == "arrived" || aspect == "phase"
				case *ir.Lock, *ir.Unlock:
					used = aspect == "owner" || aspect == "readers" || aspect == "count" || aspect == "type"
				}
				if used && l.info.Sync[in.Base().ID][0] == sync {
					return true
				}
			}
		}
	}
	return false
}

// lock computes which case applies and acquires.
func (l *lowering) lock(in *ir.Lock) {
	w, id := l.w, in.ID
	f := l.facts[l.info.Sync[id][0]]
	owner := l.cell(id, 0, in.Obj, "owner")
	o := owner.get()
	free := w.eq(o, word(0))
	if in.Shared {
		readers, mine := l.cell(id, 0, in.Obj, "readers"), l.myReads(id, 0, in.Obj)
		l.mayGiveUp(in, free)
		one := w.resize(free, 32)
		readers.set(w.binary(ir.Add, readers.get(), one))
		mine.set(w.binary(ir.Add, mine.get(), one))
		w.move(in.Status, w.ite(free, word(0), word(giveUp(in.Try, statusBusy))))
		return
	}
	if f.shared {
		free = w.and(free, w.eq(l.cell(id, 0, in.Obj, "readers").get(), word(0)))
	}
	if !f.typed {
		l.mayGiveUp(in, free)
		owner.set(w.ite(free, l.self(), o))
		w.move(in.Status, w.ite(free, word(0), word(giveUp(in.Try, statusBusy))))
		return
	}
	count, kind := l.cell(id, 0, in.Obj, "count"), l.cell(id, 0, in.Obj, "type").get()
	own, c := w.eq(o, l.self()), count.get()
	again := w.and(own, w.eq(kind, word(1)))
	refused := w.and(own, w.eq(kind, word(2)))
	l.mayGiveUp(in, w.or(free, w.or(again, refused)))
	owner.set(w.ite(free, l.self(), o))
	count.set(w.ite(free, word(1), w.ite(again, w.binary(ir.Add, c, word(1)), c)))
	w.move(in.Status, w.ite(refused, word(statusDeadlock), w.ite(w.or(free, again), word(0), word(giveUp(in.Try, statusBusy)))))
}

// mayGiveUp blocks an operation that cannot go on, unless it is one that gives up instead.
func (l *lowering) mayGiveUp(in *ir.Lock, can ir.Operand) {
	if !in.Try && !in.Timed {
		l.waitFor(can, &Wait{Kind: WaitLock, Obj: in.Obj, Sync: l.info.Sync[in.ID][0]})
	}
}

// waitFor blocks an operation until it can go on.
func (l *lowering) waitFor(can ir.Operand, what *Wait) {
	l.w.assume(can)
	if l.known != nil && !can.IsConst(1) {
		l.known.At[l.w.emit_[len(l.w.emit_)-1].Base().ID] = what
	}
}

// myReads counts this thread's shared holds.
func (l *lowering) myReads(id ir.ID, i int, obj ir.Operand) cell {
	if l.keeper != nil {
		return l.keeper.reads(id, i, obj, l.keeper.self())
	}
	return l.readsOf(id, i, obj, int(l.f))
}

// readsOf counts the shared holds of a thread.
func (l *lowering) readsOf(id ir.ID, i int, obj ir.Operand, t int) cell {
	if l.keeper != nil {
		return l.keeper.reads(id, i, obj, word(t+1))
	}
	return cell{l, l.ghost(l.info.Sync[id][i], "reads", ir.FuncID(t)), obj}
}

// unlock releases and gives the status.
func (l *lowering) unlock(id ir.ID, i int, obj ir.Operand) ir.Operand {
	w := l.w
	f := l.facts[l.info.Sync[id][i]]
	if f == nil {
		f = &syncFacts{}
	}
	owner := l.cell(id, i, obj, "owner")
	if !f.shared && !f.typed {
		owner.set(word(0)) // whoever holds it, if anybody does
		return word(0)
	}
	o := owner.get()
	own := w.eq(o, l.self())
	reading := ir.K(1, 0)
	if f.shared {
		readers, mine := l.cell(id, i, obj, "readers"), l.myReads(id, i, obj)
		m := mine.get()
		reading = w.and(w.not(own), w.not(w.eq(m, word(0))))
		one := w.resize(reading, 32)
		readers.set(w.binary(ir.Sub, readers.get(), one))
		mine.set(w.binary(ir.Sub, m, one))
	}
	if !f.typed {
		owner.set(w.ite(reading, o, word(0)))
		return word(0)
	}
	count, kind := l.cell(id, i, obj, "count"), l.cell(id, i, obj, "type").get()
	c := count.get()
	left := w.binary(ir.Sub, c, word(1))
	normal := w.eq(kind, word(0))
	foreign := w.and(w.not(own), w.not(reading))
	gone := w.or(w.and(own, w.eq(left, word(0))), w.and(foreign, normal))
	owner.set(w.ite(gone, word(0), o))
	count.set(w.ite(own, left, w.ite(w.and(foreign, normal), word(0), c)))
	return w.ite(w.and(foreign, w.not(normal)), word(statusPerm), word(0))
}

// mine is the address of this thread's cell of a ghost array.
func (l *lowering) mine(g ir.GlobalID, wide bool) ir.Operand {
	if l.keeper != nil {
		return l.byHandle(g, l.keeper.self(), wide)
	}
	return l.slot(g, int(l.f)+1, wide)
}

func (l *lowering) slot(g ir.GlobalID, handle int, wide bool) ir.Operand {
	size := 1
	if wide {
		size = l.in.PtrWidth() / 8
	}
	return ir.G(g, uint64(handle*size), l.in.PtrWidth())
}

// byHandle is the address of a thread's cell of a ghost array, by a handle the program computed.
func (l *lowering) byHandle(g ir.GlobalID, handle ir.Operand, wide bool) ir.Operand {
	ptr := l.in.PtrWidth()
	off := l.w.resize(handle, ptr)
	if wide {
		off = l.w.binary(ir.Mul, off, ir.K(ptr, uint64(ptr/8)))
	}
	return l.w.binary(ir.Add, ir.G(g, 0, ptr), off)
}

// wake waits for a signal, where signals are kept. In a program in which nobody could tell, a waiter just goes on.
func (l *lowering) wake(in *ir.Wake) {
	w := l.w
	if !l.signal {
		w.atomically(in.ID, func() {
			l.use(in.ID, in.Cond)
			w.move(in.Status, word(0))
		})
		return
	}
	w.atomically(in.ID, func() {
		l.use(in.ID, in.Cond)
		sig := w.not(w.eq(w.load(l.regSignals, l.mine(l.signals, false), 1), ir.K(8, 0)))
		d := l.known
		status := word(0)
		switch {
		case in.Timed:
			late := w.havoc(1, in.ID)
			if d != nil && !d.Spurious {
				w.assume(w.or(sig, late))
			}
			status = w.ite(sig, word(0), w.ite(late, word(statusTimedOut), word(0)))
			l.unbidden(w.and(w.not(sig), w.not(late)))
		case d != nil && d.Spurious:
			early := w.havoc(1, 0)
			d.Ours[w.emit_[len(w.emit_)-1].Base().ID] = true
			l.waitFor(w.or(sig, early), &Wait{Kind: WaitSignal})
			l.unbidden(w.not(sig))
		case d != nil:
			l.waitFor(sig, &Wait{Kind: WaitSignal})
		}
		w.store(l.regWaits, l.mine(l.waits, true), ir.K(l.in.PtrWidth(), 0))
		w.store(l.regSignals, l.mine(l.signals, false), ir.K(8, 0))
		w.move(in.Status, status)
	})
}

// unbidden notes, for deadlocks, that a thread wakes without a signal if the condition holds.
func (l *lowering) unbidden(c ir.Operand) {
	if d := l.known; d != nil && d.Spurious {
		l.w.add(&ir.Move{Dst: l.w.temp(1), X: c})
		d.Unbidden[l.w.emit_[len(l.w.emit_)-1].Base().ID] = true
	}
}

// sendSignal marks all waiters, or the one that an arbitrary index chooses.
func (l *lowering) sendSignal(in *ir.Signal) {
	w := l.w
	waiting := make([]ir.Operand, l.threads)
	rank := make([]ir.Operand, l.threads)
	n := word(0)
	for t := range l.threads {
		on := w.eq(w.load(l.regWaits, l.slot(l.waits, t+1, true), l.in.PtrWidth()/8), in.Cond)
		waiting[t] = w.and(on, w.eq(w.load(l.regSignals, l.slot(l.signals, t+1, false), 1), ir.K(8, 0)))
		rank[t] = n
		n = w.binary(ir.Add, n, w.resize(waiting[t], 32))
	}
	chosen := ir.Operand{}
	if !in.All {
		chosen = w.havoc(32, in.ID)
		w.assume(w.or(w.binary(ir.ULt, chosen, n), w.and(w.eq(n, word(0)), w.eq(chosen, word(0)))))
	}
	for t := range l.threads {
		hit := waiting[t]
		if !in.All {
			hit = w.and(hit, w.eq(rank[t], chosen))
		}
		addr := l.slot(l.signals, t+1, false)
		w.store(l.regSignals, addr, w.ite(hit, ir.K(8, 1), w.load(l.regSignals, addr, 1)))
	}
}

func (l *lowering) join(in *ir.Join) {
	w := l.w
	// To join what is no thread is invalid, and no access. Where that is known it still stands in a register: a section without an end
	// would be one that others enter.
	width := in.Thread.Width
	valid := w.binary(ir.ULt, w.binary(ir.Sub, in.Thread, ir.K(width, 1)), l.created(width))
	if valid.IsConst(0) {
		r := w.temp(1)
		w.add(&ir.Move{Dst: r, X: valid})
		valid = ir.R(r, 1)
	}
	w.assume(valid)
	done := w.not(w.eq(w.load(l.regEnded, l.byHandle(l.ended, in.Thread, false), 1), ir.K(8, 0)))
	if in.Try || in.Timed {
		w.move(in.Status, w.ite(done, word(0), word(giveUp(in.Try, statusBusy))))
	} else {
		l.waitFor(done, &Wait{Kind: WaitJoin, Obj: in.Thread})
		w.move(in.Status, word(0))
	}
	if in.Dst != ir.NoReg {
		width := w.f.Width(in.Dst)
		v := w.resize(w.load(l.regResult, l.byHandle(l.result, in.Thread, true), l.in.PtrWidth()/8), width)
		if in.Try || in.Timed {
			v = w.ite(done, v, ir.R(in.Dst, width)) // without a result it stays as it was
		}
		w.move(in.Dst, v)
	}
}

// spawn writes the handle and starts the thread, in one step.
func (l *lowering) spawn(in *ir.Spawn) {
	w := l.w
	handle := ir.K(l.in.PtrWidth(), uint64(in.Fn.Func)+1)
	w.atomically(in.Meta.ID, func() {
		if in.ID != nil {
			m := *in.ID
			w.add(&ir.Store{Mem: m, Val: w.resize(handle, 8*m.Size)})
		}
		w.move(in.Dst, handle)
		w.add(&ir.Spawn{Dst: ir.NoReg, Fn: in.Fn, Args: in.Args, Candidates: in.Candidates, Outlives: in.Outlives})
	})
}

// halt lets those who outlive main know that it has ended, and who ended with it, if they could wait for that. It is one step with the end itself
// (steps.go).
func (l *lowering) halt(in *ir.Halt) {
	if !in.Main || !l.outlived || !l.joined && !l.signal {
		return
	}
	l.w.atomically(0, func() {
		for t := range l.threads {
			if t != int(l.f) && l.outlives[t] {
				continue
			}
			l.w.store(l.regEnded, l.slot(l.ended, t+1, false), ir.K(8, 1))
			if l.signal { // it takes no signal from others
				l.w.store(l.regWaits, l.slot(l.waits, t+1, true), ir.K(l.in.PtrWidth(), 0))
			}
		}
	})
}

// end makes the thread's end and result known to those who join it.
func (l *lowering) end(result ir.Operand) {
	w := l.w
	w.atomically(0, func() {
		for _, id := range l.unfreed[l.f] {
			w.add(&ir.Free{Addr: ir.R(l.local[id], l.in.PtrWidth()), Stack: true, Objects: []ir.Object{{Alloc: id}}})
		}
		w.store(l.regEnded, l.mine(l.ended, false), ir.K(8, 1))
		if result.IsSet() {
			w.store(l.regResult, l.mine(l.result, true), w.resize(result, l.in.PtrWidth()))
		}
	})
}

func (l *lowering) rmw(in *ir.RMW) {
	w := l.w
	w.atomically(in.ID, func() {
		old := w.temp(8 * in.Mem.Size)
		w.add(&ir.Load{Dst: old, Mem: in.Mem})
		w.add(&ir.Store{Mem: in.Mem, Val: l.updated(in.Op, ir.R(old, 8*in.Mem.Size), in.Val)})
		w.move(in.Dst, ir.R(old, 8*in.Mem.Size))
	})
}

// updated is what a read-modify-write writes.
func (l *lowering) updated(op ir.RMWOp, old, v ir.Operand) ir.Operand {
	w := l.w
	switch op {
	case ir.RMWAdd:
		return w.binary(ir.Add, old, v)
	case ir.RMWSub:
		return w.binary(ir.Sub, old, v)
	case ir.RMWAnd:
		return w.binary(ir.And, old, v)
	case ir.RMWOr:
		return w.binary(ir.Or, old, v)
	case ir.RMWXor:
		return w.binary(ir.Xor, old, v)
	case ir.RMWNand:
		return w.not(w.binary(ir.And, old, v))
	case ir.RMWSMax:
		return w.ite(w.binary(ir.SLt, old, v), v, old)
	case ir.RMWSMin:
		return w.ite(w.binary(ir.SLt, v, old), v, old)
	case ir.RMWUMax:
		return w.ite(w.binary(ir.ULt, old, v), v, old)
	case ir.RMWUMin:
		return w.ite(w.binary(ir.ULt, v, old), v, old)
	}
	return v
}

func (l *lowering) cas(in *ir.CAS) {
	w := l.w
	w.atomically(in.ID, func() {
		width := 8 * in.Mem.Size
		old := ir.R(w.temp(width), width)
		w.add(&ir.Load{Dst: old.Reg, Mem: in.Mem})
		ok := w.eq(old, in.Expected)
		if in.Weak {
			ok = w.and(ok, w.havoc(1, in.ID))
		}
		w.add(&ir.Store{Mem: in.Mem, Val: w.ite(ok, in.New, old)})
		w.move(in.OK, ok)
		w.move(in.Dst, old)
	})
}

// complete adds what is known about waiting once all code is there.
func (l *lowering) complete(d *Waits, w *rewriter) {
	d.Caps, d.Real = make([]Caps, len(w.about)), make([]bool, len(w.about))
	for id, from := range w.about {
		if int(from) < len(l.opt.Caps) { // the rest are functions that are only addresses
			d.Caps[id], d.Real[id] = l.opt.Caps[from], w.origin[id] != 0
		}
	}
	for _, wt := range d.At {
		if wt.Kind != WaitLock {
			continue
		}
		wt.Owner = l.ghosts[ghostKey{wt.Sync, "owner", -1}]
		wt.Reads = make([]ir.RegionID, l.threads)
		for t := range l.threads {
			wt.Reads[t] = l.ghosts[ghostKey{wt.Sync, "reads", ir.FuncID(t)}]
		}
	}
}
