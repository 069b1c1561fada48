package check

import (
	"maps"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// What threads do to one another: starts, joins, locks and semaphores.

// spawn starts threads: each that it may start is one of the step.
func (r *runner) spawn(in *ir.Spawn) {
	b, w := r.m.b, r.m.p.PtrWidth()
	handle := r.any(word(w))
	if in.ID != nil {
		x := handle
		if 8*in.ID.Size != w {
			x = r.any(word(8 * in.ID.Size))
		}
		r.store(in.ID, x, b.True())
	}
	for _, g := range in.Candidates {
		if v := r.m.ended[r.m.byFunc[g]]; v != nil {
			r.vals[v] = b.False()
		}
	}
	numbers := map[*kind]logic.Term{}
	for _, g := range in.Candidates {
		r.inherits(r.m.byFunc[g], in, numbers)
	}
	for _, g := range in.Candidates {
		of := r.m.byFunc[g]
		args, fits := env{}, len(of.f.Params) == len(in.Args)
		for i, p := range of.f.Params {
			if fits = fits && in.Args[i].Width == of.f.Width(p); fits {
				args[of.regs[p]] = r.val(in.Args[i])
			}
		}
		if !fits {
			r.refuse(in, "a start of a function with other parameters")
			continue
		}
		for _, c := range of.begins {
			if x, known := r.m.startOf(c.object, c.offset, c.typ.width); known {
				args[c.variable] = x
			}
		}
		is, ok := numbers[of]
		if !ok {
			is = of.me[1]
		}
		r.out.starts = append(r.out.starts, start{of: of, args: args, is: is, way: way{r.when, maps.Clone(r.vals)}})
	}
	r.set(in.Dst, handle)
}

// join waits for a thread, if it is known which.
func (r *runner) join(in *ir.Join) {
	if in.Dst != ir.NoReg {
		r.set(in.Dst, r.any(r.t.regs[in.Dst].typ))
	}
	if in.Try || in.Timed {
		r.status(in.Status, r.any(typ{width: 32}))
		return
	}
	r.status(in.Status, r.code32(0))
	if of := r.m.lives.Joins(r.t.Kind, in.ID); of != nil {
		r.assume(r.get(r.m.ended[r.m.byFunc[of.Func]]))
	}
}

// lock takes a lock that nobody owns; one that is not followed stops nobody, and shared ones have no owner.
func (r *runner) lock(in *ir.Lock, region ir.RegionID) {
	b, cells := r.m.b, r.m.owners[region]
	if cells == nil {
		r.status(in.Status, r.any(typ{width: 32}))
		return
	}
	free := b.Eq(r.read(cells, in.Obj), r.m.zero(number))
	busy := uint64(16)
	switch {
	case in.Try, in.Timed:
		if in.Timed {
			busy = 110
		}
		if r.m.read[region] {
			free = b.And(free, r.perhaps()) // readers may be in the way
		}
	default:
		r.assume(free)
		free = b.True()
	}
	if !in.Shared {
		r.write(cells, in.Obj, r.t.me[0], free)
	}
	r.status(in.Status, b.Ite(free, r.code32(0), r.code32(busy)))
}

// unlock frees a lock that is the thread's, and perhaps one that is not. It gives whether it is.
func (r *runner) unlock(cells []cell, obj ir.Operand) logic.Term {
	if cells == nil {
		return r.perhaps()
	}
	mine := r.m.b.Eq(r.read(cells, obj), r.t.me[0])
	r.write(cells, obj, r.m.zero(number), r.m.b.Or(mine, r.perhaps()))
	return mine
}

// unheld checks that nobody holds a lock that is initialized or destroyed, which is undefined.
func (r *runner) unheld(in ir.Instr, obj ir.Operand, region ir.RegionID) {
	if !r.m.threads.Renews(r.t.Kind, in) {
		return
	}
	held := r.m.b.True()
	if cells := r.m.owners[region]; cells != nil && !r.m.read[region] { // who reads is not followed
		held = r.m.b.Not(r.m.b.Eq(r.read(cells, obj), r.m.zero(number)))
	}
	r.out.failures = append(r.out.failures, failure{in: in, when: r.m.b.And(r.when, held), why: "a lock is initialized or destroyed while it is held", fatal: true})
}

// init makes a lock free and gives a semaphore its value.
func (r *runner) init(in *ir.SyncInit, region ir.RegionID) {
	b := r.m.b
	r.unheld(in, in.Obj, region)
	switch in.What {
	case ir.SyncMutex, ir.SyncRWLock, ir.SyncSpin:
		cells := r.m.owners[region]
		if in.What == ir.SyncMutex && in.Arg.Kind == ir.KindReg && cells != nil {
			normal := b.Eq(r.wide(in.Arg), b.BV(in.Arg.Width, 0))
			r.out.failures = append(r.out.failures, failure{in: in, when: b.And(r.when, b.Not(normal)), why: "a mutex that is no normal one", fatal: true})
		}
		r.write(cells, in.Obj, r.m.zero(number), b.True())
	case ir.SyncSem:
		x := r.any(typ{width: semWidth})
		if in.Arg.IsSet() && in.Arg.Width == semWidth {
			x = r.val(in.Arg)
		}
		r.write(r.m.values[region], in.Obj, x, b.True())
	}
}

// down takes one of a semaphore.
func (r *runner) down(in *ir.Down, cells []cell) {
	b := r.m.b
	if cells == nil {
		r.status(in.Status, r.any(typ{width: 32}))
		return
	}
	v := r.read(cells, in.Obj)
	got, busy := b.Not(b.Eq(v, b.BV(semWidth, 0))), uint64(11)
	switch {
	case in.Timed:
		busy = 110
	case !in.Try:
		r.assume(got)
	}
	r.write(cells, in.Obj, b.Sub(v, b.BV(semWidth, 1)), got)
	r.status(in.Status, b.Ite(got, r.code32(0), r.code32(busy)))
}
