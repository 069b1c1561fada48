package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Threads as calls: ts, and the procedures that put threads there and run them.

// begin makes the output with all ghost variables and room for the functions.
func (k *kiss) begin() error {
	c := k.in.Clone()
	k.out = &ir.Program{Model: c.Model, Form: ir.Form{Sequential: true}, Regions: c.Regions, Globals: c.Globals, Assumed: c.Assumed, NextID: 1}
	k.w = &rewriter{out: k.out, origin: []ir.ID{0}, about: []ir.ID{0}, alone: true}
	k.raise = k.ghost("heddle.raise", 1)
	k.exited = k.ghost("heddle.exited", k.ptr/8)
	k.self = k.ghost("heddle.self", 4)
	k.created = k.ghost("heddle.created", 4)
	for _, g := range []ir.GlobalID{k.self, k.created} {
		k.out.Globals[g].Init = []byte{1, 0, 0, 0} // the first thread
	}
	if k.opt.TS > 0 {
		k.pending = k.ghost("heddle.pending", 1)
	}
	for i := range k.opt.TS {
		k.ts = append(k.ts, k.berth(fmt.Sprintf("heddle.ts%d", i)))
	}
	marks := k.opt.Races && len(k.roots) > 0
	k.aside = marks && (k.more || k.most-1 > k.opt.TS) // else there is always room
	if k.aside {
		k.late++ // one that starts at once stands here until the next point
	}
	for i := range k.late {
		k.deferred = append(k.deferred, k.berth(fmt.Sprintf("heddle.late%d", i)))
	}
	if k.mixed {
		k.outliving = k.array("heddle.outlives", k.most+1, 1)
	}
	k.out.Funcs = make([]*ir.Func, len(k.in.Funcs))
	for i, f := range k.in.Funcs {
		if k.instances[instanceKey{ir.FuncID(i), 0}] == nil { // it keeps its number, nothing runs it
			g := &ir.Func{Name: f.Name, Display: f.Display, RetWidth: f.RetWidth, Model: f.Model, Pos: f.Pos}
			for _, r := range f.Params {
				g.Params = append(g.Params, g.NewReg(f.Width(r), f.Regs[r].Name, f.Regs[r].Show))
			}
			k.w.f, k.w.emit_, k.w.at = g, nil, ir.Meta{}
			k.w.add(&ir.Unsupported{What: "never called"})
			g.Blocks = []*ir.Block{{Name: "entry", Instrs: k.w.emit_}}
			k.out.Funcs[i] = g
		}
	}
	for _, x := range k.list {
		if x.depth > 0 {
			k.out.Funcs = append(k.out.Funcs, nil)
		}
	}
	k.start = k.reserve()
	k.spawn = k.start
	if k.opt.TS > 0 {
		k.schedule = k.reserve()
	}
	if k.opt.TS > 0 || k.aside {
		k.spawn = k.reserve()
	}
	if marks {
		k.mark = k.newMarking()
	}
	return k.beginSync()
}

func (k *kiss) reserve() ir.FuncID {
	k.out.Funcs = append(k.out.Funcs, nil)
	return ir.FuncID(len(k.out.Funcs) - 1)
}

func (k *kiss) berth(name string) berth {
	b := berth{fn: k.ghost(name+".fn", k.ptr/8), handle: k.ghost(name+".handle", 4)}
	for i, size := range k.args {
		b.args = append(b.args, k.ghost(fmt.Sprintf("%s.arg%d", name, i), size))
	}
	return b
}

// arrival is a thread on its way: a function, a handle, arguments.
type arrival struct {
	fn, handle ir.Operand
	args       []ir.Operand
}

func (a *arrival) operands() []ir.Operand { return append([]ir.Operand{a.fn, a.handle}, a.args...) }

// put lets a thread wait, take ends that.
func (k *kiss) put(b berth, a arrival) {
	k.set(b.fn, a.fn)
	k.set(b.handle, a.handle)
	for i, g := range b.args {
		k.set(g, a.args[i])
	}
}

func (k *kiss) take(b berth) arrival {
	a := arrival{fn: k.get(b.fn), handle: k.get(b.handle)}
	for _, g := range b.args {
		a.args = append(a.args, k.get(g))
	}
	k.set(b.fn, ir.K(k.ptr, 0))
	return a
}

func (k *kiss) empty(b berth) ir.Operand { return k.w.eq(k.get(b.fn), ir.K(k.ptr, 0)) }

func (k *kiss) count8(by ir.BinOp) { k.set(k.pending, k.w.binary(by, k.get(k.pending), ir.K(8, 1))) }

// spawned creates a thread.
func (k *kiss) spawned(in *ir.Spawn) {
	w := k.w
	if in.Fn.Kind != ir.KindFunc {
		one := ir.K(1, 0)
		for _, c := range in.Candidates {
			one = w.or(one, w.eq(in.Fn, k.address(c)))
		}
		w.add(&ir.Assert{Cond: one, Kind: Unsupported, Msg: "a thread starts with something that is no candidate"})
	}
	n := w.binary(ir.Add, k.get(k.created), word(1))
	if k.more && k.numbered() {
		w.add(&ir.Assert{Cond: w.binary(ir.ULe, n, word(k.most)), Kind: Bound, Msg: fmt.Sprintf("more than %d threads", k.most)})
	}
	k.set(k.created, n)
	if k.mixed {
		k.outliving.set(k, n, ir.K(8, b2i(in.Outlives)))
	}
	if in.ID != nil {
		m := *in.ID
		addr := m.Addr
		w.add(&ir.Store{Mem: m, Val: w.resize(n, 8*m.Size)})
		k.check(&m, addr, true)
	}
	a := arrival{fn: in.Fn, handle: n}
	for i, size := range k.args {
		v := ir.K(8*size, 0)
		if i < len(in.Args) {
			v = w.resize(in.Args[i], 8*size)
		}
		a.args = append(a.args, v)
	}
	if k.depth == 0 || k.aside {
		w.add(&ir.Call{Dst: ir.NoReg, Func: k.spawn, Args: a.operands()})
	} else {
		done := k.block("late")
		k.putLate(a, func() { w.add(&ir.Jump{To: done}) })
		k.enter(done)
	}
	w.move(in.Dst, n)
}

// putLate lets a thread stand aside until the section, or with marks the next point, comes; then does what is to follow.
func (k *kiss) putLate(a arrival, follow func()) {
	for _, b := range k.deferred {
		next, yes := k.block("next"), k.block("put")
		k.w.add(&ir.Branch{Cond: k.empty(b), Then: yes, Else: next})
		k.enter(yes)
		k.put(b, a)
		follow()
		k.enter(next)
	}
	k.w.add(&ir.Assert{Cond: ir.K(1, 0), Kind: Bound, Msg: fmt.Sprintf("more than %d threads created in an atomic section", k.late)})
	follow()
}

func b2i(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// endSection does what a section left for its end.
func (k *kiss) endSection() {
	k.raced()
	if !k.aside {
		k.startLate()
	}
}

// startLate puts the threads that a section created into ts, or runs them; with marks they had no room there.
func (k *kiss) startLate() {
	run := k.spawn
	if k.aside {
		run = k.start
	}
	for _, b := range k.deferred {
		k.when(k.w.not(k.empty(b)), "late", func() {
			a := k.take(b)
			k.w.add(&ir.Call{Dst: ir.NoReg, Func: run, Args: a.operands()})
		})
	}
}

// mainEnds ends the threads that do not outlive main: those that wait are dropped, those that stopped count as ended.
func (k *kiss) mainEnds() {
	if !k.mixed {
		return
	}
	w := k.w
	for _, b := range k.ts {
		gone := w.eq(k.outliving.get(k, k.get(b.handle)), ir.K(8, 0))
		k.when(w.and(gone, w.not(k.empty(b))), "drop", func() {
			k.set(b.fn, ir.K(k.ptr, 0))
			k.count8(ir.Sub)
		})
	}
	for t := 2; t <= k.most; t++ {
		there := w.binary(ir.ULe, word(t), k.get(k.created))
		gone := w.and(there, w.eq(k.outliving.get(k, word(t)), ir.K(8, 0)))
		if k.joins {
			addr := k.l.slot(k.l.ended, t, false)
			w.store(k.l.regEnded, addr, w.ite(gone, ir.K(8, 1), w.load(k.l.regEnded, addr, 1)))
		}
		if k.l.signal {
			addr := k.l.slot(k.l.waits, t, true)
			w.store(k.l.regWaits, addr, w.ite(gone, ir.K(k.ptr, 0), w.load(k.l.regWaits, addr, k.ptr/8)))
		}
	}
}

// procedure writes a function of heddle's own.
func (k *kiss) procedure(id ir.FuncID, name string, ret int, params []int, body func(args []ir.Operand)) {
	f := &ir.Func{Name: name, Display: name, RetWidth: ret, Model: true}
	var args []ir.Operand
	for _, width := range params {
		r := f.NewReg(width, "", ir.ShowUnsigned)
		f.Params = append(f.Params, r)
		args = append(args, ir.R(r, width))
	}
	k.out.Funcs[id] = f
	k.f, k.w.f, k.w.at = f, f, ir.Meta{}
	f.Blocks = []*ir.Block{{Name: "entry"}}
	k.enter(0)
	body(args)
	k.close()
}

func (k *kiss) arriving() []int {
	widths := []int{k.ptr, 32}
	for _, size := range k.args {
		widths = append(widths, 8*size)
	}
	return widths
}

func arrived(args []ir.Operand) arrival { return arrival{args[0], args[1], args[2:]} }

// finish writes heddle's procedures.
func (k *kiss) finish() {
	k.procedure(k.start, "heddle.start", 0, k.arriving(), func(args []ir.Operand) { k.writeStart(arrived(args)) })
	if k.opt.TS > 0 {
		k.procedure(k.schedule, "heddle.schedule", 0, nil, func([]ir.Operand) { k.writeSchedule() })
	}
	if k.spawn != k.start {
		k.procedure(k.spawn, "heddle.spawn", 0, k.arriving(), func(args []ir.Operand) { k.writeSpawn(arrived(args)) })
	}
	if k.mark != nil {
		k.writeMarking()
	}
	k.finishSync()
	entry := k.reserve()
	k.procedure(entry, "heddle.kiss", 0, nil, func([]ir.Operand) {
		w := k.w
		w.add(&ir.Call{Dst: ir.NoReg, Func: k.in.Entry})
		k.ended(word(1), ir.Operand{})
		if k.opt.TS > 0 && len(k.roots) > 0 {
			k.callSchedule()
		}
		w.add(&ir.Halt{Code: word(0)})
	})
	k.out.Entry = entry
	k.nameCells()
}

// nameCells brings the cells of regions up to date: functions were copied, and the objects of synchronization have their state elsewhere.
func (k *kiss) nameCells() {
	for i := range k.in.Regions {
		r := &k.out.Regions[i]
		var cells []ir.Extent
		for _, x := range r.Cells {
			switch {
			case r.Ghost:
			case x.Object.Alloc == 0:
				cells = append(cells, x)
			default:
				for _, id := range k.made[x.Object.Alloc] {
					x.Object.Alloc = id
					cells = append(cells, x)
				}
			}
		}
		r.Cells = cells
	}
}

// ended notes that a thread came back: it ended, or it stopped for good.
func (k *kiss) ended(handle, result ir.Operand) {
	w := k.w
	if k.joins {
		raise := k.get(k.raise)
		k.when(w.not(w.eq(raise, ir.K(8, raiseStop))), "ended", func() {
			w.store(k.l.regEnded, k.l.byHandle(k.l.ended, handle, false), ir.K(8, 1))
			if !k.results {
				return
			}
			if !result.IsSet() {
				result = ir.K(k.ptr, 0)
			}
			if k.exits || k.outlives {
				result = w.ite(w.eq(raise, ir.K(8, raiseExit)), k.get(k.exited), result)
			}
			w.store(k.l.regResult, k.l.byHandle(k.l.result, handle, true), result)
		})
	}
	k.set(k.raise, ir.K(8, raiseNone))
	if k.exits || k.outlives || k.aside {
		k.startLate()
	}
}

// writeStart calls a thread.
func (k *kiss) writeStart(a arrival) {
	w := k.w
	below := k.get(k.self)
	k.set(k.self, a.handle)
	result := ir.R(w.temp(k.ptr), k.ptr)
	w.move(result.Reg, ir.K(k.ptr, 0))
	done := k.block("done")
	for _, c := range k.roots {
		hit, miss := k.block("run"), k.block("other")
		w.add(&ir.Branch{Cond: w.eq(a.fn, k.address(c)), Then: hit, Else: miss})
		k.enter(hit)
		f := k.in.Funcs[c]
		call := &ir.Call{Dst: ir.NoReg, Func: c}
		fits := len(f.Params) <= len(a.args)
		for i, p := range f.Params {
			if fits {
				call.Args = append(call.Args, w.resize(a.args[i], f.Width(p)))
			}
		}
		if !fits { // no spawn has it as a candidate with fewer arguments
			w.add(&ir.Unsupported{What: "a thread function with other arguments"})
			k.enter(miss)
			continue
		}
		if f.RetWidth > 0 {
			call.Dst = w.temp(f.RetWidth)
		}
		w.add(call)
		if f.RetWidth > 0 {
			w.move(result.Reg, ir.R(call.Dst, f.RetWidth))
		}
		w.add(&ir.Jump{To: done})
		k.enter(miss)
	}
	w.add(&ir.Unsupported{What: "a thread starts with something that is no function"})
	k.enter(done)
	k.ended(a.handle, result)
	k.set(k.self, below)
	w.add(&ir.Return{})
}

// writeSpawn puts a thread into ts, or runs it at once.
func (k *kiss) writeSpawn(a arrival) {
	for _, b := range k.ts {
		k.when(k.empty(b), "put", func() {
			k.put(b, a)
			k.count8(ir.Add)
			k.w.add(&ir.Return{})
			k.close()
		})
	}
	if k.aside {
		k.putLate(a, func() { k.w.add(&ir.Return{}) })
		return
	}
	k.w.add(&ir.Call{Dst: ir.NoReg, Func: k.start, Args: a.operands()})
	k.w.add(&ir.Return{})
}

// writeSchedule takes threads out of ts, one or more, and runs them.
func (k *kiss) writeSchedule() {
	w := k.w
	pick := k.block("pick")
	w.add(&ir.Jump{To: pick})
	k.enter(pick)
	again := k.block("again")
	for i, b := range k.ts {
		next := ir.BlockID(-1)
		if i == len(k.ts)-1 {
			w.assume(w.not(k.empty(b)))
		} else {
			yes := k.block("take")
			next = k.block("next")
			w.add(&ir.Branch{Cond: w.and(w.not(k.empty(b)), w.havoc(1, 0)), Then: yes, Else: next})
			k.enter(yes)
		}
		a := k.take(b)
		k.count8(ir.Sub)
		w.add(&ir.Call{Dst: ir.NoReg, Func: k.start, Args: a.operands()})
		w.add(&ir.Jump{To: again})
		if next >= 0 {
			k.enter(next)
		}
	}
	k.enter(again)
	if k.opt.TS > 1 || k.nested { // else nobody waits now
		end := k.block("end")
		waits := w.binary(ir.Ne, k.get(k.pending), ir.K(8, 0))
		w.add(&ir.Branch{Cond: w.and(waits, w.havoc(1, 0)), Then: pick, Else: end})
		k.enter(end)
	}
	w.add(&ir.Return{})
}
