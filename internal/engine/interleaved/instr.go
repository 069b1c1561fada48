package interleaved

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
)

// What instructions do to the shadow. Those that are not listed compute concretely: their operands are pinned, and so is what they read.

func (s *shadow) instr(m *irexec.Moment, n *step) {
	b := s.b
	switch in := m.Instr.(type) {
	case *ir.Move:
		t, _ := s.value(m, in.X)
		s.set(m, n, in.Dst, t)
	case *ir.Unary:
		x, c := s.value(m, in.X)
		t, ok := s.unary(in.Op, x, m.Func.Width(in.Dst))
		if !ok {
			n.conds = append(n.conds, s.is(x, c))
			n.fails = n.conds
		}
		s.set(m, n, in.Dst, t)
	case *ir.Binary:
		s.binary(m, n, in)
	case *ir.Extract:
		x, _ := s.value(m, in.X)
		s.set(m, n, in.Dst, b.Extract(in.Lo+m.Func.Width(in.Dst)-1, in.Lo, s.bits(x)))
	case *ir.Concat:
		hi, _ := s.value(m, in.Hi)
		lo, _ := s.value(m, in.Lo)
		s.set(m, n, in.Dst, b.Concat(s.bits(hi), s.bits(lo)))
	case *ir.Ite:
		c, _ := s.value(m, in.Cond)
		x, _ := s.value(m, in.X)
		y, _ := s.value(m, in.Y)
		s.set(m, n, in.Dst, b.Ite(c, x, y))
	case *ir.Havoc:
		if p, k, ok := s.parameter(m); ok {
			s.set(m, n, in.Dst, p)
			n.param = k
			return
		}
		s.set(m, n, in.Dst, 0)
		at := slot{m.Thread, m.Depth, in.Dst}
		n.draws = func(v logic.Term, _ int) { n.regs[at] = v }
	case *ir.Assume:
		s.decides(m, n, in.Cond)
	case *ir.Assert:
		s.decides(m, n, in.Cond)
	case *ir.Branch:
		n.conds = append(n.conds, s.pin(m, in.Cond))
	case *ir.Switch:
		s.switches(m, n, in)
	case *ir.Jump, *ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence, *ir.Unsupported:
	case *ir.Call:
		s.call(m, n, in.Dst, in.Args)
	case *ir.CallPtr:
		n.conds = append(n.conds, s.pin(m, in.Ptr))
		n.fails = append(n.fails, s.pin(m, in.Ptr))
		s.call(m, n, in.Dst, in.Args)
	case *ir.Return:
		s.returns(m, n, in.X)
	case *ir.ThreadExit:
		s.results(m, n, in.X)
	case *ir.Spawn:
		s.spawn(m, n, in)
	case *ir.Join:
		s.join(m, n, in)
	case *ir.Load:
		s.load(m, n, in)
	case *ir.Store:
		v, _ := s.value(m, in.Val)
		a := s.reach(m, n, in.Mem.Addr, in.Mem.Size, true)
		a.name(s, &in.Mem)
		s.put(m, n, a, s.bits(v))
	case *ir.RMW:
		a := s.reach(m, n, in.Mem.Addr, in.Mem.Size, true)
		a.name(s, &in.Mem)
		old := s.get(m, n, a)
		s.set(m, n, in.Dst, old)
		v, c := s.value(m, in.Val)
		nv := logic.Term(0)
		if old != 0 {
			nv = s.modified(in.Op, old, s.bits(v))
		}
		if nv == 0 {
			n.conds = append(n.conds, s.is(v, c))
		}
		s.put(m, n, a, nv)
	case *ir.CAS:
		s.exchange(m, n, in)
	default:
		s.other(m, n, in)
	}
}

// decides is a condition that a run goes on under, or ends without.
func (s *shadow) decides(m *irexec.Moment, n *step, cond ir.Operand) {
	t, c := s.value(m, cond)
	n.conds = append(n.conds, s.is(t, c)) // if it does not hold, the run is over here
	n.fails = append(n.fails, s.is(t, c))
}

func (s *shadow) switches(m *irexec.Moment, n *step, in *ir.Switch) {
	t, c := s.value(m, in.X)
	t = s.bits(t)
	w := s.b.Width(t)
	for _, k := range in.Cases {
		hit := s.b.And(s.b.ULe(s.constant(w, k.Lo), t), s.b.ULe(t, s.constant(w, k.Hi)))
		if k.Lo == k.Hi {
			hit = s.b.Eq(t, s.constant(w, k.Lo))
		}
		if k.Lo.Big().Cmp(c.Big()) <= 0 && c.Big().Cmp(k.Hi.Big()) <= 0 {
			n.conds = append(n.conds, hit)
			return
		}
		n.conds = append(n.conds, s.b.Not(hit))
	}
}

func (s *shadow) call(m *irexec.Moment, n *step, dst ir.Reg, args []ir.Operand) {
	s.enter(m, n, m.Thread, m.Depth+1, args)
	key := [2]int{m.Thread, m.Depth}
	n.then = append(n.then, func() { s.calls[key] = dst })
}

// enter hands arguments to the parameters of a new frame, whose other registers hold nothing yet.
func (s *shadow) enter(m *irexec.Moment, n *step, thread, depth int, args []ir.Operand) {
	if m.Callee == nil || len(m.Callee.Params) != len(args) {
		return // it fails
	}
	for r := range m.Callee.Regs {
		if at := (slot{thread, depth, ir.Reg(r)}); s.regs[at] != 0 {
			n.regs[at] = 0
		}
	}
	for i, a := range args {
		t, _ := s.value(m, a)
		n.regs[slot{thread, depth, m.Callee.Params[i]}] = t
	}
}

func (s *shadow) returns(m *irexec.Moment, n *step, x ir.Operand) {
	if m.Depth == 0 {
		s.results(m, n, x)
		return
	}
	dst, ok := s.calls[[2]int{m.Thread, m.Depth - 1}]
	if !ok || dst == ir.NoReg {
		return
	}
	t := logic.Term(0)
	if x.IsSet() {
		t, _ = s.value(m, x)
	}
	n.regs[slot{m.Thread, m.Depth - 1, dst}] = t
}

// results notes what a thread ends with.
func (s *shadow) results(m *irexec.Moment, n *step, x ir.Operand) {
	if !x.IsSet() {
		return
	}
	c := s.pin(m, x)
	t := m.Thread
	n.then = append(n.then, func() { s.result[t] = c })
	n.fails = append(n.fails, c)
}

func (s *shadow) spawn(m *irexec.Moment, n *step, in *ir.Spawn) {
	n.conds = append(n.conds, s.pin(m, in.Fn))
	n.fails = append(n.fails, s.pin(m, in.Fn))
	if in.ID != nil {
		s.put(m, n, s.reach(m, n, in.ID.Addr, in.ID.Size, true), 0)
	}
	s.set(m, n, in.Dst, 0)
	s.enter(m, n, m.Child, 0, in.Args)
}

// join takes the result of a thread as it is.
func (s *shadow) join(m *irexec.Moment, n *step, in *ir.Join) {
	t, c := s.value(m, in.Thread)
	n.conds = append(n.conds, s.is(t, c))
	n.fails = append(n.fails, s.is(t, c))
	if r := s.result[int(c.Lo)-1]; r != 0 {
		n.conds = append(n.conds, r)
	}
	s.set(m, n, in.Dst, 0)
	s.set(m, n, in.Status, 0)
}

func (s *shadow) load(m *irexec.Moment, n *step, in *ir.Load) {
	if v, ok := s.chosenRead(m, n, in); ok {
		s.set(m, n, in.Dst, v)
		return
	}
	a := s.reach(m, n, in.Mem.Addr, in.Mem.Size, false)
	a.name(s, &in.Mem)
	v := s.get(m, n, a)
	s.set(m, n, in.Dst, v)
	if v == 0 { // nothing was chosen for these bytes yet: the interpreter draws a value
		at, all, w := slot{m.Thread, m.Depth, in.Dst}, s.untouched(m, a), m.Func.Width(in.Dst)
		n.draws = func(v logic.Term, width int) {
			if width != 8*a.size || !all {
				s.lose("a part of the memory that is read was never written")
				return
			}
			n.regs[at] = v
			if w == 1 {
				n.regs[at] = s.b.Eq(s.b.Extract(0, 0, s.bits(v)), s.b.BV(1, 1))
			}
			for i := range a.size {
				n.bytes[a.at+uint64(i)] = cell{of: s.bits(v), index: i}
			}
		}
	}
}

func (s *shadow) exchange(m *irexec.Moment, n *step, in *ir.CAS) {
	a := s.reach(m, n, in.Mem.Addr, in.Mem.Size, true)
	a.name(s, &in.Mem)
	// Whether it succeeds is a decision like that of a branch. A weak one that could succeed draws a bit, which is decided apart; either way the operands are pinned.
	old := s.get(m, n, a)
	if old != 0 && !s.b.IsConst(old) {
		c, ok := s.concrete(m, a)
		if !ok {
			s.lose("a part of the memory that is read was never written")
		}
		n.conds = append(n.conds, s.is(old, c))
	}
	n.conds = append(n.conds, s.pin(m, in.Expected))
	nv, nc := s.value(m, in.New)
	n.conds = append(n.conds, s.is(nv, nc))
	s.set(m, n, in.Dst, 0)
	s.set(m, n, in.OK, 0)
	s.put(m, n, a, 0)
}

// other is an instruction that is not followed: what it uses is pinned.
func (s *shadow) other(m *irexec.Moment, n *step, in ir.Instr) {
	synced := map[ir.Operand]bool{}
	if ir.IsSync(in) {
		for _, o := range objects(in) {
			synced[o] = true
			s.sync(m, n, o)
		}
	}
	ranged := map[ir.Operand]bool{}
	s.ranges(m, n, in, ranged)
	ir.Uses(in, func(o *ir.Operand) {
		if !synced[*o] && !ranged[*o] {
			n.conds = append(n.conds, s.pin(m, *o))
			n.fails = append(n.fails, s.pin(m, *o))
		}
	})
	ir.Defs(in, func(r *ir.Reg) { s.set(m, n, *r, 0) })
}

// objects are the addresses of synchronization objects that an operation uses.
func objects(in ir.Instr) []ir.Operand {
	switch in := in.(type) {
	case *ir.SyncInit:
		return []ir.Operand{in.Obj}
	case *ir.SyncDestroy:
		return []ir.Operand{in.Obj}
	case *ir.Lock:
		return []ir.Operand{in.Obj}
	case *ir.Unlock:
		return []ir.Operand{in.Obj}
	case *ir.Holds:
		return []ir.Operand{in.Obj}
	case *ir.Wait:
		return []ir.Operand{in.Cond, in.Mutex}
	case *ir.Wake:
		return []ir.Operand{in.Cond}
	case *ir.Signal:
		return []ir.Operand{in.Cond}
	case *ir.Down:
		return []ir.Operand{in.Obj}
	case *ir.Up:
		return []ir.Operand{in.Obj}
	case *ir.SemValue:
		return []ir.Operand{in.Obj}
	case *ir.Arrive:
		return []ir.Operand{in.Obj}
	case *ir.Pass:
		return []ir.Operand{in.Obj}
	}
	return nil
}
