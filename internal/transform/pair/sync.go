package pair

import "github.com/heddle-dev/heddle/internal/ir"

// Synchronization of one thread of a pair.

// sync emits an instruction that threads synchronize by; false if it is none.
func (b *builder) sync(t *thread, in ir.Instr) bool {
	if t.checks && b.settled(t, in) {
		t.checks = false
		defer func() { t.checks = true }()
	}
	if b.bare(t) {
		switch in.(type) {
		case *ir.Lock, *ir.Unlock, *ir.Down, *ir.Up, *ir.Wait, *ir.SyncInit, *ir.SyncDestroy:
			ir.Defs(in, func(r *ir.Reg) { b.havoc(t.regs[*r]) })
			return true
		}
	}
	switch in := in.(type) {
	case *ir.Lock:
		b.acquire(t, t.lockOf[in.ID], b.use(t, in.Obj), in.Status, in.Try || in.Timed)
	case *ir.Down: // a semaphore of 1 that every thread gives back what it took from
		b.acquire(t, t.lockOf[in.ID], b.use(t, in.Obj), in.Status, in.Try || in.Timed)
	case *ir.Up:
		b.release(t, b.use(t, in.Obj), b.Info.Sync[in.ID][0])
	case *ir.Unlock:
		b.release(t, b.use(t, in.Obj), b.Info.Sync[in.ID][0])
		b.havoc(t.def(in.Status))
	case *ir.Wait:
		regions := b.Info.Sync[in.ID]
		b.release(t, b.use(t, in.Mutex), regions[len(regions)-1])
	case *ir.SyncInit:
		if in.What == ir.SyncSem && t.checks {
			b.lockCheck(Count, b.binary(ir.ULe, b.use(t, in.Arg), ir.K(in.Arg.Width, 1)), b.Info.Sync[in.ID][0])
		}
		if in.Arg.IsSet() && in.What == ir.SyncMutex && t.checks {
			b.lockCheck(Refusal, b.not(b.binary(ir.Eq, b.use(t, in.Arg), ir.K(in.Arg.Width, 2))), b.Info.Sync[in.ID][0])
		}
		b.reset(t, b.use(t, in.Obj), b.Info.Sync[in.ID][0])
	case *ir.SyncDestroy:
		b.reset(t, b.use(t, in.Obj), b.Info.Sync[in.ID][0])
	case *ir.AtomicBegin:
		b.move(t.atomic, b.binary(ir.Add, b.val(t.atomic), ir.K(8, 1)))
	case *ir.AtomicEnd:
		b.move(t.atomic, b.binary(ir.Sub, b.val(t.atomic), ir.K(8, 1)))
	case *ir.Self:
		switch {
		case t.role != nil:
			b.move(t.def(in.Dst), b.val(t.role.handle))
		default:
			b.havoc(t.def(in.Dst))
		}
	case *ir.Spawn:
		b.spawn(t, in)
	case *ir.Join:
		b.havoc(t.def(in.Dst))
		status := ir.K(32, 0)
		if in.Try || in.Timed {
			status = b.any(32)
		}
		b.move(t.def(in.Status), status)
		if t.role == nil {
			done := b.binary(ir.Eq, status, ir.K(32, 0))
			for _, r := range b.roles {
				over := b.and(done, b.val(r.chosen), b.val(r.joined), b.binary(ir.Eq, b.use(t, in.Thread), b.val(r.handle)))
				b.assume(b.not(over))
			}
		}
	case *ir.Wake, *ir.Signal, *ir.SemValue, *ir.Holds, *ir.Arrive, *ir.Pass, *ir.Fence:
		ir.Defs(in, func(r *ir.Reg) { b.havoc(t.regs[*r]) })
	default:
		return false
	}
	return true
}

// acquire takes a lock, or does not if it may fail. That a thread which holds a normal mutex gets it again cannot be: it would wait for itself.
func (b *builder) acquire(t *thread, l *lock, obj ir.Operand, result ir.Reg, may bool) {
	got, status := ir.K(1, 1), ir.K(32, 0)
	if may || b.rules.Refuses(l.region) {
		status = b.any(32)
		got = b.binary(ir.Eq, status, ir.K(32, 0))
	}
	if !may {
		b.assume(b.or(got, b.holds(t, obj)))
	}
	b.move(t.def(result), status)
	// A place that takes another lock while it holds one forgets the first.
	b.move(l.addr, b.ite(got, obj, b.val(l.addr)))
	b.move(l.held, b.or(got, b.val(l.held)))
}

// holds is the condition that the thread is known to hold a lock.
func (b *builder) holds(t *thread, obj ir.Operand) ir.Operand {
	out := ir.K(1, 0)
	for _, l := range t.locks {
		out = b.or(out, b.and(b.val(l.held), b.binary(ir.Eq, b.val(l.addr), obj)))
	}
	return out
}

// release lets one hold of a lock go: a recursive one that was taken twice is still held.
func (b *builder) release(t *thread, obj ir.Operand, region ir.RegionID) {
	if t.checks {
		b.lockCheck(Foreign, b.holds(t, obj), region)
	}
	done := ir.K(1, 0)
	for _, l := range t.locks {
		is := b.and(b.val(l.held), b.binary(ir.Eq, b.val(l.addr), obj), b.not(done))
		b.move(l.held, b.and(b.val(l.held), b.not(is)))
		done = b.or(done, is)
	}
}

// reset makes a lock free, whoever holds it. That is harmless while nobody else lives, or knows it.
func (b *builder) reset(t *thread, obj ir.Operand, region ir.RegionID) {
	if t.checks {
		alone := b.isFresh(t, obj)
		if t.role == nil {
			others := ir.K(1, 0)
			for _, r := range b.roles {
				others = b.or(others, b.val(r.chosen))
			}
			alone = b.or(alone, b.not(others))
		}
		b.lockCheck(Reset, alone, region)
	}
	for _, l := range t.locks {
		b.move(l.held, b.and(b.val(l.held), b.not(b.binary(ir.Eq, b.val(l.addr), obj))))
	}
}

// lockCheck lets the execution stop here if something makes locks of a region worth nothing.
func (b *builder) lockCheck(kind string, ok ir.Operand, region ir.RegionID) {
	b.maybe("check", ir.K(1, 1), func() {
		b.pair.Locks[b.emit(&ir.Assert{Cond: ok, Kind: kind})] = region
		b.end()
	})
}

// spawn starts a thread: its handle is new and not 0.
func (b *builder) spawn(t *thread, in *ir.Spawn) {
	handle := b.any(b.ptr)
	b.assume(b.not(b.binary(ir.Eq, handle, ir.K(b.ptr, 0))))
	for _, r := range b.roles {
		b.assume(b.not(b.and(b.val(r.chosen), b.val(r.joined), b.binary(ir.Eq, handle, b.val(r.handle)))))
	}
	var args []ir.Operand
	for _, a := range in.Args {
		args = append(args, b.use(t, a))
		b.give(t, a)
	}
	var where ir.Operand
	if in.ID != nil {
		m := *in.ID
		m.Addr = b.use(t, m.Addr)
		where = m.Addr
		b.emit(&ir.Store{Mem: m, Val: handle})
	}
	b.move(t.def(in.Dst), handle)
	b.move(b.spawned, ir.K(1, 1))
	if t.role == nil {
		b.choose(in, b.use(t, in.Fn), handle, where, args)
	}
}
