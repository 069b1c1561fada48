package modular

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What instructions do to the state, as code over registers. In doubt a result is anything, an assumption is left out, and a change may or may not happen.

// Kinds of checks that everything else rests on: that a mutex is a normal one, since the others let their owner in again; that nobody holds a lock that is initialized or destroyed, which is undefined.
const (
	normal = "normal"
	unheld = "unheld"
)

func (c *code) effect(in ir.Instr) {
	id := in.Base().ID
	if c.s.threads.Info.Wild[id] {
		c.bad = fmt.Sprintf("reached an access at %s through an address that comes from no object", in.Base().Pos.Pos)
	}
	for _, r := range c.s.threads.Info.Sync[id] {
		if r == 0 {
			c.bad = fmt.Sprintf("reached an operation at %s on something that is no object", in.Base().Pos.Pos)
		}
	}
	switch in := in.(type) {
	case *ir.Load:
		c.give(in.Dst, c.load(&in.Mem))
	case *ir.Store:
		c.store(&in.Mem, in.Val, ir.Operand{})
	case *ir.RMW:
		c.rmw(in)
	case *ir.CAS:
		c.cas(in)
	case *ir.Fill, *ir.Copy:
		c.forget(id)
	case *ir.Spawn:
		c.spawn(in)
	case *ir.Join:
		c.join(in)
	case *ir.Alloc:
		c.alloc(in)
	case *ir.Lock:
		c.lock(in)
	case *ir.Unlock:
		mine := c.release(c.s.memory.locks[c.region(id, 0)], in.Obj)
		if in.Status != ir.NoReg {
			c.give(in.Status, c.ite(mine, ir.K(32, 0), c.any(32)))
		}
	case *ir.Wait:
		c.release(c.s.memory.locks[c.region(id, 1)], in.Mutex)
	case *ir.SyncInit:
		c.init(in)
	case *ir.SyncDestroy:
		c.unheld(in, in.Obj)
		c.write(c.s.memory.locks[c.region(id, 0)], in.Obj, ir.K(numberWidth, 0), ir.Operand{})
		c.write(c.s.memory.sems[c.region(id, 0)], in.Obj, c.any(32), ir.Operand{})
	case *ir.Down:
		c.down(in)
	case *ir.Up:
		if sems := c.s.memory.sems[c.region(id, 0)]; sems != nil {
			v := c.read(sems, in.Obj)
			most := c.op(ir.Eq, v, ir.K(32, 1<<31-1)) // what happens then is anybody's guess
			c.write(sems, in.Obj, c.ite(most, c.any(32), c.op(ir.Add, v, ir.K(32, 1))), ir.Operand{})
		}
	case *ir.SemValue:
		if sems := c.s.memory.sems[c.region(id, 0)]; sems != nil && c.t.f.Width(in.Dst) == 32 {
			c.give(in.Dst, c.read(sems, in.Obj))
		} else {
			c.anything(in)
		}
	case *ir.Assert:
		d := ir.Clone(in)
		c.knows(d)
		c.put(d)
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Assume:
		d := ir.Clone(in)
		c.knows(d)
		ir.Defs(d, func(r *ir.Reg) { c.target(c.t.regs[*r]) })
		c.put(d)
	case *ir.Forget:
		c.bad = fmt.Sprintf("recursion at %s", in.Pos.Pos)
	case *ir.Havoc, *ir.Free, *ir.Touch, *ir.Scan, *ir.TLSAddr, *ir.ObjSize, *ir.Probe, *ir.SameObject, *ir.Self, *ir.Wake, *ir.Signal, *ir.Holds, *ir.Arrive, *ir.Pass,
		*ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence:
		c.anything(in)
	default:
		c.bad = fmt.Sprintf("reached an instruction at %s that is not followed", in.Base().Pos.Pos)
	}
}

// anything makes the results of an instruction arbitrary; it has no other effect.
func (c *code) anything(in ir.Instr) {
	ir.Defs(in, func(r *ir.Reg) { c.put(&ir.Havoc{Dst: c.target(c.t.regs[*r])}) })
}

// give gives a register of the thread a value.
func (c *code) give(r ir.Reg, x ir.Operand) {
	if r != ir.NoReg {
		c.set(c.t.regs[r], x)
	}
}

// value makes an operand of the thread's known to the step.
func (c *code) value(o ir.Operand) ir.Operand {
	if o.Kind == ir.KindReg && int(o.Reg) < len(c.t.regs) {
		return c.use(c.t.regs[o.Reg])
	}
	return o
}

func (c *code) temp(width int) ir.Reg { return c.f.NewReg(width, "", ir.ShowUnsigned) }

func (c *code) any(width int) ir.Operand {
	r := c.temp(width)
	c.put(&ir.Havoc{Dst: r})
	return ir.R(r, width)
}

func (c *code) op(op ir.BinOp, x, y ir.Operand) ir.Operand {
	w := x.Width
	if op.IsCompare() {
		w = 1
	}
	r := c.temp(w)
	c.put(&ir.Binary{Dst: r, Op: op, X: x, Y: y})
	return ir.R(r, w)
}

func (c *code) not(x ir.Operand) ir.Operand {
	r := c.temp(x.Width)
	c.put(&ir.Unary{Dst: r, Op: ir.Not, X: x})
	return ir.R(r, x.Width)
}

func (c *code) ite(cond, x, y ir.Operand) ir.Operand {
	r := c.temp(x.Width)
	c.put(&ir.Ite{Dst: r, Cond: cond, X: x, Y: y})
	return ir.R(r, x.Width)
}

func (c *code) assume(cond ir.Operand) { c.put(&ir.Assume{Cond: cond}) }

func (c *code) region(id ir.ID, i int) ir.RegionID { return c.s.threads.Info.Sync[id][i] }

// hit is the condition that an address is that of a cell; not set: it surely is.
func (c *code) hit(cells []cell, x cell, addr ir.Operand) ir.Operand {
	if x.chosen {
		w := c.p.PtrWidth()
		return c.op(ir.Eq, c.value(addr), c.op(ir.Add, c.use(c.s.object.base), ir.K(w, uint64(x.offset))))
	}
	if len(cells) == 1 {
		return ir.Operand{}
	}
	return c.op(ir.Eq, c.value(addr), ir.G(x.object, uint64(x.offset), c.p.PtrWidth()))
}

// read is what the cell at an address holds.
func (c *code) read(cells []cell, addr ir.Operand) ir.Operand {
	if len(cells) == 1 && !cells[0].chosen {
		// A copy: the register of the variable may change before the value is used.
		r := c.temp(cells[0].width)
		c.put(&ir.Move{Dst: r, X: c.use(cells[0].variable)})
		return ir.R(r, cells[0].width)
	}
	v := c.any(cells[0].width)
	for _, x := range cells {
		v = c.ite(c.hit(cells, x, addr), c.use(x.variable), v)
	}
	return v
}

// write changes the cell at an address, if a condition holds; not set: always.
func (c *code) write(cells []cell, addr, val, cond ir.Operand) {
	for _, x := range cells {
		when := c.hit(cells, x, addr)
		switch {
		case !when.IsSet():
			when = cond
		case cond.IsSet():
			when = c.op(ir.And, when, cond)
		}
		put := func(v *variable, val ir.Operand) {
			if when.IsSet() {
				val = c.ite(when, val, c.use(v))
			}
			c.set(v, val)
		}
		put(x.variable, val)
		if x.last != nil {
			put(x.last, c.use(c.t.me))
		}
	}
}

// cells is what an access may touch of what is followed.
func (c *code) cells(m *ir.Mem) []cell {
	if v := c.t.private[m.Region]; v != nil {
		return []cell{{variable: v}}
	}
	return c.s.memory.data[m.Region]
}

func (c *code) load(m *ir.Mem) ir.Operand {
	if cells := c.cells(m); cells != nil {
		return c.read(cells, m.Addr)
	}
	r := c.temp(8 * m.Size)
	id := c.put(&ir.Havoc{Dst: r})
	if c.s.uniform[m.Region] {
		c.reads = append(c.reads, pendingContent{region: m.Region, val: id})
	}
	return ir.R(r, 8*m.Size)
}

func (c *code) store(m *ir.Mem, val, cond ir.Operand) {
	if cells := c.cells(m); cells != nil {
		c.write(cells, m.Addr, c.value(val), cond)
		return
	}
	if !c.s.uniform[m.Region] {
		return
	}
	val = c.value(val)
	w := pendingContent{region: m.Region, val: c.put(&ir.Move{Dst: c.temp(val.Width), X: val})}
	if cond.IsSet() {
		w.cond = c.put(&ir.Move{Dst: c.temp(1), X: cond})
	}
	w.mark = c.put(&ir.Assume{Cond: ir.K(1, 1)})
	c.writes = append(c.writes, w)
}

func (c *code) rmw(in *ir.RMW) {
	old, val := c.load(&in.Mem), c.value(in.Val)
	var now ir.Operand
	pick := func(op ir.BinOp, swap bool) ir.Operand {
		x, y := old, val
		if swap {
			x, y = val, old
		}
		return c.ite(c.op(op, x, y), old, val)
	}
	switch in.Op {
	case ir.RMWXchg:
		now = val
	case ir.RMWAdd:
		now = c.op(ir.Add, old, val)
	case ir.RMWSub:
		now = c.op(ir.Sub, old, val)
	case ir.RMWAnd:
		now = c.op(ir.And, old, val)
	case ir.RMWOr:
		now = c.op(ir.Or, old, val)
	case ir.RMWXor:
		now = c.op(ir.Xor, old, val)
	case ir.RMWNand:
		now = c.not(c.op(ir.And, old, val))
	case ir.RMWSMin:
		now = pick(ir.SLe, false)
	case ir.RMWSMax:
		now = pick(ir.SLe, true)
	case ir.RMWUMin:
		now = pick(ir.ULe, false)
	case ir.RMWUMax:
		now = pick(ir.ULe, true)
	default:
		now = c.any(old.Width)
	}
	c.store(&in.Mem, now, ir.Operand{})
	c.give(in.Dst, old)
}

func (c *code) cas(in *ir.CAS) {
	old := c.load(&in.Mem)
	ok := c.op(ir.Eq, old, c.value(in.Expected))
	if in.Weak {
		ok = c.op(ir.And, ok, c.any(1))
	}
	c.store(&in.Mem, in.New, ok)
	c.give(in.Dst, old)
	c.give(in.OK, ok)
}

// forget makes what a range may write arbitrary.
func (c *code) forget(id ir.ID) {
	rg := c.s.threads.Info.Ranges[id]
	if rg == nil {
		return // its address comes from no object
	}
	for _, part := range rg.Parts {
		if v := c.t.private[part.Dst]; v != nil {
			c.put(&ir.Havoc{Dst: c.target(v)})
		}
		for _, x := range c.s.memory.data[part.Dst] {
			c.put(&ir.Havoc{Dst: c.target(x.variable)})
			if x.last != nil {
				c.put(&ir.Havoc{Dst: c.target(x.last)})
			}
		}
	}
}

func (c *code) alloc(in *ir.Alloc) {
	for _, v := range c.s.ofAlloc[in.ID] {
		if in.Zero {
			c.set(v, ir.K(v.width, 0))
		} else {
			c.put(&ir.Havoc{Dst: c.target(v)})
		}
	}
	if in.Dst == ir.NoReg {
		return
	}
	r := c.target(c.t.regs[in.Dst])
	c.put(&ir.Havoc{Dst: r})
	w := c.p.PtrWidth()
	c.assume(c.op(ir.Ne, ir.R(r, w), ir.K(w, 0)))
	c.choice(in, ir.R(r, w))
}

// spawn starts threads: what they are given is noted as it is then.
func (c *code) spawn(in *ir.Spawn) {
	w := c.p.PtrWidth()
	handle := c.any(w)
	if in.ID != nil {
		val := handle
		if 8*in.ID.Size != w {
			val = c.any(8 * in.ID.Size)
		}
		c.store(in.ID, val, ir.Operand{})
	}
	numbers := map[*template]ir.Operand{}
	for _, g := range in.Candidates {
		of := c.s.byFunc[g]
		if v := c.s.memory.ended[of]; v != nil {
			c.set(v, ir.K(1, 0))
		}
		c.inherit(of, in, numbers)
	}
	for _, g := range in.Candidates {
		of := c.s.byFunc[g]
		ps := pendingStart{of: of, args: map[*variable]ir.ID{}, post: map[*variable]ir.ID{}}
		if len(of.f.Params) != len(in.Args) {
			c.bad = fmt.Sprintf("reached a start at %s of a function with other parameters", in.Pos.Pos)
			continue
		}
		for i, r := range of.f.Params {
			a := c.value(in.Args[i])
			if a.Width != of.f.Width(r) {
				c.bad = fmt.Sprintf("reached a start at %s of a function with other parameters", in.Pos.Pos)
				continue
			}
			ps.args[of.regs[r]] = c.put(&ir.Move{Dst: c.temp(a.Width), X: a})
		}
		if n, ok := numbers[of]; ok {
			ps.number = c.put(&ir.Move{Dst: c.temp(numberWidth), X: n})
		}
		for _, v := range c.wrote {
			if v.shared {
				ps.post[v] = c.put(&ir.Move{Dst: c.temp(v.width), X: c.use(v)})
			}
		}
		c.starts = append(c.starts, ps)
	}
	c.give(in.Dst, handle)
}

func (c *code) join(in *ir.Join) {
	if in.Dst != ir.NoReg {
		c.put(&ir.Havoc{Dst: c.target(c.t.regs[in.Dst])})
	}
	if in.Try || in.Timed {
		if in.Status != ir.NoReg {
			c.put(&ir.Havoc{Dst: c.target(c.t.regs[in.Status])})
		}
		return
	}
	c.give(in.Status, ir.K(32, 0))
	if of := c.s.joins(c.t, in.ID); of != nil && c.s.memory.ended[of] != nil {
		c.assume(c.use(c.s.memory.ended[of]))
	}
}

func (c *code) lock(in *ir.Lock) {
	r := c.region(in.ID, 0)
	cells := c.s.memory.locks[r]
	if cells == nil {
		if in.Status != ir.NoReg {
			c.put(&ir.Havoc{Dst: c.target(c.t.regs[in.Status])})
		}
		return
	}
	got := c.op(ir.Eq, c.read(cells, in.Obj), ir.K(numberWidth, 0))
	if !in.Try && !in.Timed {
		c.assume(got)
		if !in.Shared {
			c.write(cells, in.Obj, c.use(c.t.me), ir.Operand{})
		}
		c.give(in.Status, ir.K(32, 0))
		return
	}
	if c.s.memory.shares[r] {
		got = c.op(ir.And, got, c.any(1)) // readers may be in the way
	}
	if !in.Shared {
		c.write(cells, in.Obj, c.use(c.t.me), got)
	}
	busy := uint64(16)
	if in.Timed {
		busy = 110
	}
	if in.Status != ir.NoReg {
		c.give(in.Status, c.ite(got, ir.K(32, 0), ir.K(32, busy)))
	}
}

// release frees a lock if it is the thread's, and perhaps if it is not. It gives whether it is.
func (c *code) release(cells []cell, obj ir.Operand) (mine ir.Operand) {
	if cells == nil {
		return c.any(1)
	}
	mine = c.op(ir.Eq, c.read(cells, obj), c.use(c.t.me))
	c.write(cells, obj, ir.K(numberWidth, 0), c.op(ir.Or, mine, c.any(1)))
	return mine
}

// unheld checks that nobody holds a lock that is initialized or destroyed.
func (c *code) unheld(in ir.Instr, obj ir.Operand) {
	if !c.s.threads.Renews(c.t.kind, in) {
		return
	}
	r := c.region(in.Base().ID, 0)
	cells := c.s.memory.locks[r]
	if cells == nil || c.s.memory.shares[r] { // who reads is not followed
		c.bad = fmt.Sprintf("reached %s, where a synchronization object is initialized or destroyed that may be in use", in.Base().Pos.Pos)
		return
	}
	c.put(&ir.Assert{Meta: ir.Meta{Pos: in.Base().Pos}, Cond: c.op(ir.Eq, c.read(cells, obj), ir.K(numberWidth, 0)), Kind: unheld, Msg: "a lock that nobody holds"})
}

func (c *code) init(in *ir.SyncInit) {
	c.unheld(in, in.Obj)
	r := c.region(in.ID, 0)
	switch in.What {
	case ir.SyncMutex, ir.SyncRWLock, ir.SyncSpin:
		if in.What == ir.SyncMutex && in.Arg.Kind == ir.KindReg && c.s.memory.locks[r] != nil {
			arg := c.value(in.Arg)
			c.put(&ir.Assert{Meta: ir.Meta{Pos: in.Pos}, Cond: c.op(ir.Eq, arg, ir.K(arg.Width, 0)), Kind: normal, Msg: "a normal mutex"})
		}
		c.write(c.s.memory.locks[r], in.Obj, ir.K(numberWidth, 0), ir.Operand{})
	case ir.SyncSem:
		v := c.any(32)
		if in.Arg.IsSet() && in.Arg.Width == 32 {
			v = c.value(in.Arg)
		}
		c.write(c.s.memory.sems[r], in.Obj, v, ir.Operand{})
	}
}

func (c *code) down(in *ir.Down) {
	sems := c.s.memory.sems[c.region(in.ID, 0)]
	if sems == nil {
		if in.Status != ir.NoReg {
			c.put(&ir.Havoc{Dst: c.target(c.t.regs[in.Status])})
		}
		return
	}
	v := c.read(sems, in.Obj)
	got := c.op(ir.Ne, v, ir.K(32, 0))
	less := c.op(ir.Sub, v, ir.K(32, 1))
	if !in.Try && !in.Timed {
		c.assume(got)
		c.write(sems, in.Obj, less, ir.Operand{})
		c.give(in.Status, ir.K(32, 0))
		return
	}
	c.write(sems, in.Obj, less, got)
	busy := uint64(11)
	if in.Timed {
		busy = 110
	}
	if in.Status != ir.NoReg {
		c.give(in.Status, c.ite(got, ir.K(32, 0), ir.K(32, busy)))
	}
}
