package kiss

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
)

// Threads as calls: ts, and the procedures that put threads there and run them.

// begin makes the output with all ghost variables and room for the functions.
func (k *kiss) begin() error {
	c := k.in.Clone()
	k.out = &ir.Program{Model: c.Model, Form: ir.Form{Sequential: true}, Regions: c.Regions, Globals: c.Globals, Assumed: c.Assumed, NextID: 1, KeepsLocks: c.KeepsLocks}
	k.w = &transform.Rewriter{Out: k.out, Origin: []ir.ID{0}, About: []ir.ID{0}, Alone: true}
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
		k.ts = append(k.ts, k.tsSlot(fmt.Sprintf("heddle.ts%d", i)))
	}
	marks := k.opt.Races && len(k.roots) > 0
	k.aside = marks && (k.more || k.most-1 > k.opt.TS) // else there is always room
	if k.aside {
		k.late++ // one that starts at once waits here until the next point
	}
	for i := range k.late {
		k.deferred = append(k.deferred, k.tsSlot(fmt.Sprintf("heddle.late%d", i)))
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
			k.w.F, k.w.Instrs, k.w.At = g, nil, ir.Meta{}
			k.w.Add(&ir.Unsupported{What: "never called"})
			g.Blocks = []*ir.Block{{Name: "entry", Instrs: k.w.Instrs}}
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

func (k *kiss) tsSlot(name string) tsSlot {
	b := tsSlot{fn: k.ghost(name+".fn", k.ptr/8), handle: k.ghost(name+".handle", 4)}
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
func (k *kiss) put(b tsSlot, a arrival) {
	k.set(b.fn, a.fn)
	k.set(b.handle, a.handle)
	for i, g := range b.args {
		k.set(g, a.args[i])
	}
}

func (k *kiss) take(b tsSlot) arrival {
	a := arrival{fn: k.get(b.fn), handle: k.get(b.handle)}
	for _, g := range b.args {
		a.args = append(a.args, k.get(g))
	}
	k.set(b.fn, ir.K(k.ptr, 0))
	return a
}

func (k *kiss) empty(b tsSlot) ir.Operand { return k.w.Eq(k.get(b.fn), ir.K(k.ptr, 0)) }

func (k *kiss) count8(by ir.BinOp) { k.set(k.pending, k.w.Binary(by, k.get(k.pending), ir.K(8, 1))) }

// spawned creates a thread.
func (k *kiss) spawned(in *ir.Spawn) {
	w := k.w
	if in.Fn.Kind != ir.KindFunc {
		one := ir.K(1, 0)
		for _, c := range in.Candidates {
			one = w.Or(one, w.Eq(in.Fn, k.address(c)))
		}
		w.Add(&ir.Assert{Cond: one, Kind: transform.Unsupported, Msg: "a thread starts with something that is no candidate"})
	}
	n := w.Binary(ir.Add, k.get(k.created), lower.Word(1))
	if k.more && k.numbered() {
		w.Add(&ir.Assert{Cond: w.Binary(ir.ULe, n, lower.Word(k.most)), Kind: transform.Bound, Msg: fmt.Sprintf("more than %d threads", k.most)})
	}
	k.set(k.created, n)
	if k.mixed {
		k.outliving.set(k, n, ir.K(8, b2i(in.Outlives)))
	}
	if in.ID != nil {
		m := *in.ID
		addr := m.Addr
		w.Add(&ir.Store{Mem: m, Val: w.Resize(n, 8*m.Size)})
		k.check(&m, addr, true)
	}
	a := arrival{fn: in.Fn, handle: n}
	for i, size := range k.args {
		v := ir.K(8*size, 0)
		if i < len(in.Args) {
			v = w.Resize(in.Args[i], 8*size)
		}
		a.args = append(a.args, v)
	}
	if k.depth == 0 || k.aside {
		w.Add(&ir.Call{Dst: ir.NoReg, Func: k.spawn, Args: a.operands()})
	} else {
		done := k.block("late")
		k.putLate(a, func() { w.Add(&ir.Jump{To: done}) })
		k.enter(done)
	}
	w.Move(in.Dst, n)
}

// putLate lets a thread stand aside until the section, or with marks the next point, comes; then does what is to follow.
func (k *kiss) putLate(a arrival, follow func()) {
	for _, b := range k.deferred {
		next, yes := k.block("next"), k.block("put")
		k.w.Add(&ir.Branch{Cond: k.empty(b), Then: yes, Else: next})
		k.enter(yes)
		k.put(b, a)
		follow()
		k.enter(next)
	}
	k.w.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Bound, Msg: fmt.Sprintf("more than %d threads created in an atomic section", k.late)})
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
		k.when(k.w.Not(k.empty(b)), "late", func() {
			a := k.take(b)
			k.w.Add(&ir.Call{Dst: ir.NoReg, Func: run, Args: a.operands()})
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
		gone := w.Eq(k.outliving.get(k, k.get(b.handle)), ir.K(8, 0))
		k.when(w.And(gone, w.Not(k.empty(b))), "drop", func() {
			k.set(b.fn, ir.K(k.ptr, 0))
			k.count8(ir.Sub)
		})
	}
	for t := 2; t <= k.most; t++ {
		there := w.Binary(ir.ULe, lower.Word(t), k.get(k.created))
		gone := w.And(there, w.Eq(k.outliving.get(k, lower.Word(t)), ir.K(8, 0)))
		if k.joins {
			addr := k.l.Slot(k.l.Ended, t, false)
			w.Store(k.l.RegEnded, addr, w.Ite(gone, ir.K(8, 1), w.Load(k.l.RegEnded, addr, 1)))
		}
		if k.l.Signal {
			addr := k.l.Slot(k.l.Waits, t, true)
			w.Store(k.l.RegWaits, addr, w.Ite(gone, ir.K(k.ptr, 0), w.Load(k.l.RegWaits, addr, k.ptr/8)))
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
	k.f, k.w.F, k.w.At = f, f, ir.Meta{}
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
		w.Add(&ir.Call{Dst: ir.NoReg, Func: k.in.Entry})
		k.ended(lower.Word(1), ir.Operand{})
		if k.opt.TS > 0 && len(k.roots) > 0 {
			k.callSchedule()
		}
		w.Add(&ir.Halt{Code: lower.Word(0)})
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
		k.when(w.Not(w.Eq(raise, ir.K(8, raiseStop))), "ended", func() {
			w.Store(k.l.RegEnded, k.l.ByHandle(k.l.Ended, handle, false), ir.K(8, 1))
			if !k.results {
				return
			}
			if !result.IsSet() {
				result = ir.K(k.ptr, 0)
			}
			if k.exits || k.outlives {
				result = w.Ite(w.Eq(raise, ir.K(8, raiseExit)), k.get(k.exited), result)
			}
			w.Store(k.l.RegResult, k.l.ByHandle(k.l.Result, handle, true), result)
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
	result := ir.R(w.Temp(k.ptr), k.ptr)
	w.Move(result.Reg, ir.K(k.ptr, 0))
	done := k.block("done")
	for _, c := range k.roots {
		hit, miss := k.block("run"), k.block("other")
		w.Add(&ir.Branch{Cond: w.Eq(a.fn, k.address(c)), Then: hit, Else: miss})
		k.enter(hit)
		f := k.in.Funcs[c]
		call := &ir.Call{Dst: ir.NoReg, Func: c}
		fits := len(f.Params) <= len(a.args)
		for i, p := range f.Params {
			if fits {
				call.Args = append(call.Args, w.Resize(a.args[i], f.Width(p)))
			}
		}
		if !fits { // no spawn has it as a candidate with fewer arguments
			w.Add(&ir.Unsupported{What: "a thread function with other arguments"})
			k.enter(miss)
			continue
		}
		if f.RetWidth > 0 {
			call.Dst = w.Temp(f.RetWidth)
		}
		w.Add(call)
		if f.RetWidth > 0 {
			w.Move(result.Reg, ir.R(call.Dst, f.RetWidth))
		}
		w.Add(&ir.Jump{To: done})
		k.enter(miss)
	}
	w.Add(&ir.Unsupported{What: "a thread starts with something that is no function"})
	k.enter(done)
	k.ended(a.handle, result)
	k.set(k.self, below)
	w.Add(&ir.Return{})
}

// writeSpawn puts a thread into ts, or runs it at once.
func (k *kiss) writeSpawn(a arrival) {
	for _, b := range k.ts {
		k.when(k.empty(b), "put", func() {
			k.put(b, a)
			k.count8(ir.Add)
			k.w.Add(&ir.Return{})
			k.close()
		})
	}
	if k.aside {
		k.putLate(a, func() { k.w.Add(&ir.Return{}) })
		return
	}
	k.w.Add(&ir.Call{Dst: ir.NoReg, Func: k.start, Args: a.operands()})
	k.w.Add(&ir.Return{})
}

// writeSchedule takes threads out of ts, one or more, and runs them.
func (k *kiss) writeSchedule() {
	w := k.w
	pick := k.block("pick")
	w.Add(&ir.Jump{To: pick})
	k.enter(pick)
	again := k.block("again")
	for i, b := range k.ts {
		next := ir.BlockID(-1)
		if i == len(k.ts)-1 {
			w.Assume(w.Not(k.empty(b)))
		} else {
			yes := k.block("take")
			next = k.block("next")
			w.Add(&ir.Branch{Cond: w.And(w.Not(k.empty(b)), w.Havoc(1, 0)), Then: yes, Else: next})
			k.enter(yes)
		}
		a := k.take(b)
		k.count8(ir.Sub)
		w.Add(&ir.Call{Dst: ir.NoReg, Func: k.start, Args: a.operands()})
		w.Add(&ir.Jump{To: again})
		if next >= 0 {
			k.enter(next)
		}
	}
	k.enter(again)
	if k.opt.TS > 1 || k.nested { // else nobody waits now
		end := k.block("end")
		waits := w.Binary(ir.Ne, k.get(k.pending), ir.K(8, 0))
		w.Add(&ir.Branch{Cond: w.And(waits, w.Havoc(1, 0)), Then: pick, Else: end})
		k.enter(end)
	}
	w.Add(&ir.Return{})
}
