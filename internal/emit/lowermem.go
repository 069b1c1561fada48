package emit

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Memory, calls and jumps as statements.

// access prepares an access: its cells, its address as something that can be written twice, the assumption that it is valid.
func (l *lowering) access(in ir.Instr, m *ir.Mem) (*region, *expr) {
	r := l.regions[m.Region]
	addr := l.named(in, l.operand(m.Addr))
	l.assume(in, l.valid(r, addr, m.Size/r.Width))
	return r, addr
}

func (l *lowering) memoryInstr(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Load:
		if v := l.heap.scalar(&in.Mem); v != nil {
			l.set(in, in.Dst, varOf(v))
			return
		}
		r, addr := l.access(in, &in.Mem)
		l.set(in, in.Dst, l.load(r, addr, in.Mem.Size))
	case *ir.Store:
		l.write(in, &in.Mem, func(*expr) *expr { return l.operand(in.Val) })
	case *ir.RMW:
		old := l.write(in, &in.Mem, func(old *expr) *expr { return rmw(in.Op, old, l.named(in, l.operand(in.Val))) })
		l.set(in, in.Dst, old)
	case *ir.CAS:
		l.cas(in)
	case *ir.Alloc:
		l.alloc(in)
	case *ir.Free:
		l.free(in)
	case *ir.Probe:
		addr := l.named(in, l.operand(in.Mem.Addr))
		if l.heap != nil {
			l.set(in, in.Dst, l.heap.probe(l.memory, in, addr))
			return
		}
		if !in.Mem.Len.IsSet() {
			l.set(in, in.Dst, l.probe(in, in.Mem.Region, addr, nil))
			return
		}
		n := l.named(in, l.operand(in.Mem.Len))
		code := l.probe(in, in.Mem.Within, addr, n)
		if in.Mem.Also.IsSet() {
			other := l.probe(in, in.Mem.AlsoIn, l.named(in, l.operand(in.Mem.Also)), n)
			code = l.named(in, code)
			code = ite(equal(code, number(2, ir.ProbeValid)), other, code)
		}
		l.set(in, in.Dst, code)
	case *ir.SameObject:
		x, y := l.named(in, l.operand(in.X)), l.named(in, l.operand(in.Y))
		if l.heap != nil {
			l.set(in, in.Dst, l.heap.sameObject(x, y))
			return
		}
		l.set(in, in.Dst, l.SameObject(x, y))
	case *ir.ObjSize:
		addr := l.named(in, l.operand(in.Addr))
		if l.heap != nil {
			l.set(in, in.Dst, l.heap.objectSize(addr))
			return
		}
		l.set(in, in.Dst, l.ObjectSize(addr))
	case *ir.TLSAddr:
		l.set(in, in.Dst, l.number(l.Layout.Globals[in.Global]))
	case *ir.AssumeSame:
		l.assumeSame(in)
	}
}

// write changes what lies at an address and gives what lay there before, if the new value asks for it.
func (l *lowering) write(in ir.Instr, m *ir.Mem, value func(old *expr) *expr) (old *expr) {
	_, plainStore := in.(*ir.Store)
	read := func(e *expr) *expr {
		if plainStore {
			return nil
		}
		v := &variable{name: l.names.fresh("old"), w: e.w}
		l.proc.locals = append(l.proc.locals, v)
		l.say(in)
		l.add(stmt{kind: sAssign, dst: v, e: e})
		return varOf(v)
	}
	if v := l.heap.scalar(m); v != nil {
		old = read(varOf(v))
		x := value(old)
		l.say(in)
		l.add(stmt{kind: sAssign, dst: v, e: x})
		return old
	}
	r, addr := l.access(in, m)
	old = read(l.load(r, addr, m.Size))
	x := value(old)
	if n := m.Size / r.Width; n > 1 {
		x = l.named(in, x)
	}
	l.say(in)
	for _, s := range l.store(r, addr, m.Size, x) {
		l.add(s)
	}
	return old
}

func rmw(op ir.RMWOp, old, x *expr) *expr {
	switch op {
	case ir.RMWXchg:
		return x
	case ir.RMWAdd:
		return binary(eAdd, old, x)
	case ir.RMWSub:
		return binary(eSub, old, x)
	case ir.RMWAnd:
		return and(old, x)
	case ir.RMWOr:
		return or(old, x)
	case ir.RMWXor:
		return binary(eXor, old, x)
	case ir.RMWNand:
		return not(and(old, x))
	case ir.RMWSMax:
		return ite(compare(eSLt, old, x), x, old)
	case ir.RMWSMin:
		return ite(compare(eSLt, old, x), old, x)
	case ir.RMWUMax:
		return ite(compare(eULt, old, x), x, old)
	}
	return ite(compare(eULt, old, x), old, x)
}

func (l *lowering) cas(in *ir.CAS) {
	var ok *expr
	expected := l.named(in, l.operand(in.Expected))
	old := l.write(in, &in.Mem, func(old *expr) *expr {
		ok = equal(old, expected)
		if in.Weak {
			v := &variable{name: l.names.fresh("lucky"), w: 1}
			l.proc.locals = append(l.proc.locals, v)
			l.add(stmt{kind: sHavoc, dst: v})
			ok = and(ok, varOf(v))
		}
		ok = l.named(in, ok)
		return ite(ok, l.operand(in.New), old)
	})
	l.set(in, in.Dst, old)
	l.set(in, in.OK, ok)
}

func (l *lowering) alloc(in *ir.Alloc) {
	size := l.operand(in.Size)
	if l.heap != nil {
		kind := uint64(kindHeap)
		if in.Stack {
			kind = kindStack
		}
		l.say(in)
		l.flushMemory()
		l.add(stmt{kind: sAlloc, dst: l.variable(in.Dst), e: size, zero: in.Zero, tag: kind})
		return
	}
	if v := l.sizes[in.ID]; v != nil {
		l.assume(in, equal(varOf(v), size))
	}
	l.set(in, in.Dst, l.number(l.Layout.Allocs[in.ID]))
}

func (l *lowering) free(in *ir.Free) {
	addr := l.named(in, l.operand(in.Addr))
	if l.heap != nil {
		l.heap.free(l, in, addr)
		return
	}
	ends, valid := l.freeing(in, addr)
	l.assume(in, valid)
	l.say(in)
	for _, s := range ends {
		l.add(s)
	}
}

// assumeSame goes on if one region holds now what the other held at the start.
func (l *lowering) assumeSame(in *ir.AssumeSame) {
	a, b := l.regions[in.A], l.regions[in.B]
	for i := range a.cells {
		var now, start *expr
		if a.array {
			addr := l.number(a.cells[i].Addr)
			now, start = l.cellAt(a, addr), l.cellAt(b, addr)
			start.lo = 1 // of the table as it was
		} else {
			now, start = varOf(a.cells[i].v), varOf(b.cells[i].v.copy)
		}
		l.assume(in, equal(now, start))
	}
}

// flushMemory assigns the pending values that a change of memory could affect.
func (l *lowering) flushMemory() {
	l.flush(reads)
}

// reads reports whether an expression reads what other procedures can change.
func reads(e *expr) bool {
	if e.v != nil && e.v.global || !plain(e) {
		return true
	}
	return slices.ContainsFunc(e.args, reads)
}

func (l *lowering) call(in ir.Instr, to *proc, dst ir.Reg, args []*expr) {
	s := stmt{kind: sCall, proc: to, args: args}
	if dst != ir.NoReg && l.facts.needed[dst] {
		s.dst = l.variable(dst)
	}
	l.say(in)
	l.flushMemory()
	l.add(s)
}

// callPtr calls the candidate at an address; none: the execution ends.
func (l *lowering) callPtr(in *ir.CallPtr) {
	ptr := l.named(in, l.operand(in.Ptr))
	args := l.operands(in.Args)
	for i := range args {
		args[i] = l.named(in, args[i])
	}
	l.flushAll()
	after := &block{label: l.names.fresh("called")}
	for _, f := range in.Candidates {
		hit, miss := &block{label: l.names.fresh("call")}, &block{label: l.names.fresh("other")}
		l.cur.term, l.cur.cond, l.cur.to = tBranch, equal(ptr, l.number(l.Layout.Funcs[f])), []*block{hit, miss}
		l.proc.blocks = append(l.proc.blocks, hit)
		l.cur, l.last = hit, ""
		l.call(in, l.procs[f], in.Dst, args)
		hit.term, hit.to = tGoto, []*block{after}
		l.proc.blocks = append(l.proc.blocks, miss)
		l.cur, l.last = miss, ""
	}
	l.cur.stmts = append(l.cur.stmts, stmt{kind: sComment, zero: true, text: "no function"})
	l.cur.term = tCut
	l.proc.blocks = append(l.proc.blocks, after)
	l.cur, l.last = after, ""
}

// control translates what ends a block.
func (l *lowering) control(in ir.Instr) error {
	switch in := in.(type) {
	case *ir.Jump:
		l.flushAll()
		l.cur.term, l.cur.to = tGoto, []*block{l.blocks[in.To]}
	case *ir.Branch:
		c := l.operand(in.Cond)
		l.flushAll()
		l.branch(c, l.blocks[in.Then], l.blocks[in.Else])
	case *ir.Switch:
		l.switched(in)
	case *ir.Return:
		l.cur.term = tReturn
		if in.X.IsSet() {
			l.cur.ret = l.operand(in.X)
		}
	case *ir.Halt:
		l.cur.term = tHalt
	case *ir.Unsupported:
		l.cur.stmts = append(l.cur.stmts, stmt{kind: sComment, zero: true, text: fmt.Sprintf("%s: unsupported: %s", lineOf(in.Pos.Pos), in.What)})
		l.cur.term = tCut
	default:
		return fmt.Errorf("%T is not part of a sequential program", in)
	}
	return nil
}

func (l *lowering) branch(c *expr, then, other *block) {
	switch {
	case c.isTrue(), then == other:
		l.cur.term, l.cur.to = tGoto, []*block{then}
	case c.isFalse():
		l.cur.term, l.cur.to = tGoto, []*block{other}
	default:
		l.cur.term, l.cur.cond, l.cur.to = tBranch, c, []*block{then, other}
	}
}

// switched makes a row of branches; the first range that fits counts.
func (l *lowering) switched(in *ir.Switch) {
	x := l.named(in, l.operand(in.X))
	l.flushAll()
	for i, k := range in.Cases {
		hit := equal(x, constant(x.w, k.Lo))
		if k.Lo != k.Hi {
			hit = and(l.atMost(constant(x.w, k.Lo), x), l.atMost(x, constant(x.w, k.Hi)))
		}
		next := l.blocks[in.Default]
		if i+1 < len(in.Cases) {
			next = &block{label: l.names.fresh("case")}
		}
		l.branch(hit, l.blocks[k.To], next)
		if i+1 < len(in.Cases) {
			l.proc.blocks = append(l.proc.blocks, next)
			l.cur = next
		}
	}
	if len(in.Cases) == 0 {
		l.cur.term, l.cur.to = tGoto, []*block{l.blocks[in.Default]}
	}
}

func (l *lowering) atMost(x, y *expr) *expr {
	if x.w == 1 {
		return or(not(x), y)
	}
	return compare(eULe, x, y)
}
