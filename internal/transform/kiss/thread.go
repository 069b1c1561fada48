package kiss

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// The instrumentation of one function: points before what is visible, returns behind calls that may have raised.

// local is a local variable by its address that others may know, in a function that a thread may end in the middle of: reg holds the address while
// it lives, 0 otherwise.
type local struct {
	alloc *ir.Alloc
	reg   ir.Reg
	freed bool // the function ends it before it returns
}

// before tells what has to come before an instruction outside of atomic sections: a call of schedule, a choice to stop.
func (k *kiss) before(in ir.Instr) (schedules, stops bool) {
	switch in := in.(type) {
	case *ir.Assert:
		return false, !in.Cond.IsConst(1)
	case *ir.CallPtr, *ir.Unsupported:
		return false, true
	case *ir.Binary:
		switch in.Op {
		case ir.UDiv, ir.SDiv, ir.URem, ir.SRem:
			return false, in.Y.Kind != ir.KindConst || in.Y.IsConst(0) || in.Op == ir.SDiv || in.Op == ir.SRem
		}
		return false, in.Exact && !ir.ExactFits(in.Op, in.X, in.Y)
	case *ir.Unary:
		return false, in.Op == ir.FToS || in.Op == ir.FToU
	case *ir.Load, *ir.Store, *ir.RMW, *ir.CAS:
		if k.private.Facts.IsPrivate(in.Base().ID) {
			m, _, _ := ir.AccessOf(in)
			return false, !k.surely(m)
		}
	case *ir.Free:
		if k.private.Facts.IsPrivate(in.ID) {
			return false, !in.Stack
		}
	}
	return ir.Visible(in), ir.Visible(in)
}

// surely reports whether an access is valid, as far as can be seen at once: of a local at its start, or of a global.
func (k *kiss) surely(m *ir.Mem) bool {
	switch m.Addr.Kind {
	case ir.KindGlobal:
		return m.Addr.Val.Hi == 0 && int64(m.Addr.Val.Lo) >= 0 && int64(m.Addr.Val.Lo)+int64(m.Size) <= k.in.Globals[m.Addr.Global].Size
	case ir.KindReg:
		a := k.allocOf[regKey{k.scanning, m.Addr.Reg}]
		return a != nil && a.Stack && a.Size.Kind == ir.KindConst && a.Size.Val.Lo >= uint64(m.Size)
	}
	return false
}

type regKey struct {
	f ir.FuncID
	r ir.Reg
}

// findAllocs finds the registers that hold what one Alloc gave and nothing else.
func (k *kiss) findAllocs() {
	k.allocOf = map[regKey]*ir.Alloc{}
	for i, f := range k.in.Funcs {
		n := make([]int, len(f.Regs))
		for _, r := range f.Params {
			n[r]++
		}
		for in := range f.Instrs() {
			ir.Defs(in, func(r *ir.Reg) { n[*r]++ })
			if a, ok := in.(*ir.Alloc); ok && a.Dst != ir.NoReg {
				k.allocOf[regKey{ir.FuncID(i), a.Dst}] = a
			}
		}
		for r, c := range n {
			if c != 1 {
				delete(k.allocOf, regKey{ir.FuncID(i), ir.Reg(r)})
			}
		}
	}
}

// runs reports whether a point before an instruction starts the threads that were late.
func (k *kiss) runs(in ir.Instr) bool {
	schedules, stops := k.before(in)
	return schedules && stops && k.depth == 0 && !k.solo
}

// rewrite instruments an instance.
func (k *kiss) rewrite(x *instance) {
	f := k.body(x.f).Clone()
	if x.depth > 0 {
		f.Name = fmt.Sprintf("%s.atomic%d", f.Name, x.depth)
	}
	k.out.Funcs[x.id] = f
	k.at, k.f, k.w.F, k.scanning = x, f, f, x.f
	k.stop, k.leave = -1, -1
	k.findLocals()
	n := len(f.Blocks)
	for i := range n {
		b := f.Blocks[i]
		instrs := b.Instrs
		k.open(b)
		if x.at[i] < 0 {
			k.w.At = ir.Meta{}
			k.w.Add(&ir.Unsupported{What: "never reached"})
			k.close()
			continue
		}
		k.depth, k.solo, k.lateHere = x.at[i], x.alone[i], x.late[i]
		if i == 0 {
			k.w.At = ir.Meta{}
			for _, v := range k.kept {
				k.w.Add(&ir.Move{Dst: v.reg, X: ir.K(k.ptr, 0)})
			}
		}
		for _, in := range instrs {
			k.w.At = *in.Base()
			solo, spawns, point := k.solo && !k.maySpawn(in), k.maySpawn(in), k.runs(in)
			if k.instr(in); k.cur == nil {
				break // nothing comes behind
			}
			k.solo, k.lateHere = solo, k.lateHere && !point || spawns
		}
		k.close()
	}
	k.endLeave()
}

// open begins to fill a block, close ends it.
func (k *kiss) open(b *ir.Block) {
	k.close()
	k.cur, k.w.Instrs = b, nil
}

func (k *kiss) close() {
	if k.cur != nil {
		k.cur.Instrs = k.w.Instrs
	}
	k.cur = nil
}

func (k *kiss) block(hint string) ir.BlockID {
	k.f.Blocks = append(k.f.Blocks, &ir.Block{Name: transform.UniqueName("kiss."+hint, len(k.f.Blocks))})
	return ir.BlockID(len(k.f.Blocks) - 1)
}

func (k *kiss) enter(b ir.BlockID) { k.open(k.f.Blocks[b]) }

// when runs body if a condition holds.
func (k *kiss) when(c ir.Operand, hint string, body func()) {
	yes, next := k.block(hint), k.block("next")
	k.w.Add(&ir.Branch{Cond: c, Then: yes, Else: next})
	k.enter(yes)
	body()
	if k.cur != nil {
		k.w.Add(&ir.Jump{To: next})
	}
	k.enter(next)
}

// elsewhere emits a block and comes back.
func (k *kiss) elsewhere(b ir.BlockID, body func()) {
	cur, emitted, at := k.cur, k.w.Instrs, k.w.At
	k.cur, k.w.Instrs, k.w.At = k.f.Blocks[b], nil, ir.Meta{}
	body()
	k.close()
	k.cur, k.w.Instrs, k.w.At = cur, emitted, at
}

func (k *kiss) giveBack() {
	r := &ir.Return{}
	if k.f.RetWidth > 0 {
		r.X = ir.K(k.f.RetWidth, 0)
	}
	k.w.Add(r)
}

// stopBlock is where the thread raises.
func (k *kiss) stopBlock() ir.BlockID {
	if k.stop < 0 {
		k.stop = k.block("raise")
		k.elsewhere(k.stop, func() {
			k.set(k.raise, ir.K(8, raiseStop))
			k.giveBack()
		})
	}
	return k.stop
}

// leaveBlock is where a function returns because of raise. Its code is written at the end, when the locals are known.
func (k *kiss) leaveBlock() ir.BlockID {
	if k.leave < 0 {
		k.leave = k.block("leave")
	}
	return k.leave
}

func (k *kiss) endLeave() {
	if k.leave < 0 {
		return
	}
	k.w.At = ir.Meta{}
	k.enter(k.leave)
	if len(k.kept) > 0 {
		k.when(k.w.Eq(k.get(k.raise), ir.K(8, raiseExit)), "exit", func() { k.dropLocals(false) })
	}
	k.giveBack()
	k.close()
}

// findLocals finds the locals that die when a thread ends here.
func (k *kiss) findLocals() {
	k.kept = nil
	exits := false
	k.each(k.at, func(in ir.Instr, d int, _ bool) {
		_, e := in.(*ir.ThreadExit)
		exits = exits || e
		for _, c := range ir.Callees(in) {
			exits = exits || k.find(c, d).raises && k.exits
		}
	})
	freed := map[ir.Reg]bool{}
	k.each(k.at, func(in ir.Instr, _ int, _ bool) {
		if fr, ok := in.(*ir.Free); ok && fr.Stack && fr.Addr.Kind == ir.KindReg {
			freed[fr.Addr.Reg] = true
		}
	})
	k.each(k.at, func(in ir.Instr, _ int, _ bool) {
		a, ok := in.(*ir.Alloc)
		if !ok || !a.Stack || a.Dst == ir.NoReg || k.private.PrivateAlloc(a.ID) {
			return
		}
		if !freed[a.Dst] && slices.Contains(k.roots, k.at.f) || exits {
			k.kept = append(k.kept, local{a, k.f.NewReg(k.ptr, "", ir.ShowPointer), freed[a.Dst]})
		}
	})
}

// dropLocals ends the locals that live: all, or only those that the function does not end itself.
func (k *kiss) dropLocals(unfreed bool) {
	for _, v := range k.kept {
		if unfreed && v.freed {
			continue
		}
		at := ir.R(v.reg, k.ptr)
		k.when(k.w.Not(k.w.Eq(at, ir.K(k.ptr, 0))), "drop", func() { k.freeing(&ir.Free{Addr: at, Stack: true}) })
	}
}

// point is what comes before an operation: perhaps others run, perhaps the thread stops here.
func (k *kiss) point(in ir.Instr) {
	schedules, stops := k.before(in)
	if k.depth > 0 || k.solo || !stops {
		return
	}
	if schedules && k.aside && k.lateHere {
		k.runLate(in)
	}
	if schedules && k.useful() {
		k.callSchedule()
	}
	next := k.block("go")
	if k.mark != nil {
		if m := k.races(in); m != nil {
			stop := k.block("mark")
			k.w.Add(&ir.Branch{Cond: k.w.Havoc(1, 0), Then: stop, Else: next})
			k.enter(stop)
			k.callMark(in, m)
			k.w.Add(&ir.Jump{To: k.stopBlock()})
			k.enter(next)
			return
		}
	}
	k.w.Add(&ir.Branch{Cond: k.w.Havoc(1, 0), Then: k.stopBlock(), Else: next})
	k.enter(next)
}

// runLate starts the thread that this one just created, if it had no room in ts. Nobody could tell the difference to a start at once, but the
// pending operation of this thread is known now: it may leave its mark before the other runs, and goes no further then.
func (k *kiss) runLate(in ir.Instr) {
	m := k.races(in)
	if m == nil {
		k.startLate()
		return
	}
	some := ir.K(1, 0)
	for _, b := range k.deferred {
		some = k.w.Or(some, k.w.Not(k.empty(b)))
	}
	stays := k.w.And(some, k.w.Havoc(1, 0))
	k.when(stays, "stay", func() { k.callMark(in, m) })
	k.startLate()
	next := k.block("first")
	k.w.Add(&ir.Branch{Cond: stays, Then: k.stopBlock(), Else: next})
	k.enter(next)
}

// useful reports whether somebody can wait in ts while this function runs: not if it is run only by the one thread that the first creates.
func (k *kiss) useful() bool {
	return k.opt.TS > 0 && len(k.roots) > 0 && (k.most > 2 || k.at.main)
}

func (k *kiss) callSchedule() {
	waits := k.w.Binary(ir.Ne, k.get(k.pending), ir.K(8, 0))
	k.when(k.w.And(waits, k.w.Havoc(1, 0)), "schedule", func() { k.w.Add(&ir.Call{Dst: ir.NoReg, Func: k.schedule}) })
}

// returned checks raise behind a call.
func (k *kiss) returned() {
	next := k.block("back")
	k.w.Add(&ir.Branch{Cond: k.w.Eq(k.get(k.raise), ir.K(8, raiseNone)), Then: next, Else: k.leaveBlock()})
	k.enter(next)
}

func (k *kiss) instr(in ir.Instr) {
	w := k.w
	k.point(in)
	switch in := in.(type) {
	case *ir.AtomicBegin:
		k.depth++
	case *ir.AtomicEnd:
		if k.depth--; k.depth == 0 {
			k.endSection()
		}
	case *ir.Fence:
	case *ir.Assume:
		if k.depth > 0 || k.solo {
			w.Add(in)
			return
		}
		next := k.block("holds")
		w.Add(&ir.Branch{Cond: in.Cond, Then: next, Else: k.stopBlock()})
		k.enter(next)
	case *ir.Assert:
		if k.depth > 0 {
			k.racedUnless(in.Cond)
		}
		if transform.Internal(in.Kind) || k.opt.Asserts && (in.Kind == "assert" || in.Kind == "") {
			w.Add(in)
			return
		}
		w.Assume(in.Cond) // it ends the process all the same
	case *ir.Load, *ir.Store, *ir.RMW, *ir.CAS:
		k.access(in)
	case *ir.Free:
		k.freeing(in)
	case *ir.Alloc:
		k.alloc(in)
	case *ir.Call:
		x := k.find(in.Func, k.depth)
		k.depth += k.change(in)
		in.Func = x.id
		w.Add(in)
		if x.raises {
			k.returned()
		}
	case *ir.CallPtr:
		k.callPtr(in)
	case *ir.Return:
		if slices.Contains(k.roots, k.at.f) {
			k.dropLocals(true)
		}
		w.Add(in)
		k.close()
	case *ir.ThreadExit:
		k.exit(in)
	case *ir.Halt:
		k.halt(in)
	case *ir.Spawn:
		k.spawned(in)
	case *ir.Self:
		w.Move(in.Dst, k.get(k.self))
	case *ir.Lock, *ir.Unlock, *ir.Wait, *ir.Wake, *ir.Signal, *ir.Down, *ir.Up, *ir.SemValue, *ir.Holds, *ir.SyncInit, *ir.SyncDestroy, *ir.Arrive, *ir.Pass, *ir.Join:
		k.synchronize(in)
	default:
		w.Add(in)
		if ir.IsTerm(in) {
			k.close()
		}
	}
}

// callPtr calls the instances of the candidates. Outside of sections these have the functions' own addresses.
func (k *kiss) callPtr(in *ir.CallPtr) {
	w, raises := k.w, false
	for _, c := range in.Candidates {
		raises = raises || k.find(c, k.depth).raises
	}
	depth := k.depth
	k.depth += k.change(in)
	if depth == 0 {
		w.Add(in)
		if raises {
			k.returned()
		}
		return
	}
	after := k.block("called")
	for _, c := range in.Candidates {
		hit, miss := k.block("call"), k.block("other")
		w.Add(&ir.Branch{Cond: w.Eq(in.Ptr, k.address(c)), Then: hit, Else: miss})
		k.enter(hit)
		w.Add(&ir.Call{Dst: in.Dst, Func: k.find(c, depth).id, Args: in.Args})
		w.Add(&ir.Jump{To: after})
		k.enter(miss)
	}
	w.Add(&ir.Unsupported{What: "call of a pointer to something that is no candidate"})
	k.enter(after)
	if raises {
		k.returned()
	}
}

// alloc notes where a local lies that dies with the thread.
func (k *kiss) alloc(in *ir.Alloc) {
	k.w.Add(in)
	k.made[k.w.At.ID] = append(k.made[k.w.At.ID], in.ID)
	for _, v := range k.kept {
		if v.alloc.ID == k.w.At.ID {
			c := k.w.Eq(ir.R(v.reg, k.ptr), ir.K(k.ptr, 0))
			k.w.Add(&ir.Assert{Cond: c, Kind: transform.Unsupported, Msg: "a local is made again before it ended"})
			k.w.Add(&ir.Move{Dst: v.reg, X: ir.R(in.Dst, k.ptr)})
		}
	}
}

// exit ends the thread from any depth of calls.
func (k *kiss) exit(in *ir.ThreadExit) {
	if k.depth > 0 {
		k.raced() // threads that the section created start when this one has ended
	}
	k.set(k.raise, ir.K(8, raiseExit))
	x := ir.K(k.ptr, 0)
	if in.X.IsSet() {
		x = in.X
	}
	k.set(k.exited, k.w.Resize(x, k.ptr))
	k.w.Add(&ir.Jump{To: k.leaveBlock()})
	k.close()
}

// halt ends the process, or only main and the threads that end with it.
func (k *kiss) halt(in *ir.Halt) {
	if k.depth > 0 {
		k.raced()
	}
	if !in.Main || !k.outlives {
		k.w.Add(in)
		k.close()
		return
	}
	k.mainEnds()
	k.set(k.raise, ir.K(8, raiseExit))
	k.set(k.exited, ir.K(k.ptr, 0))
	k.w.Add(&ir.Jump{To: k.leaveBlock()})
	k.close()
}
