package pointsto

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// classID names a set of values that flow together: a register, or the content of a field.
type classID int32

type class struct {
	pointees []ref
	single   bool        // has one at most: what else arrives joins it
	waiting  []func(ref) // what to do with each
}

// most is the number of pointees of a class: one more, and they are one. With four, two drivers that were looked at had large regions still; with 16 or 32, none had others than with eight.
const most = 8

type solver struct {
	work    int64 // consequences that were drawn
	p       *ir.Program
	nodes   []node
	classes []class
	globals []nodeID
	funcs   []nodeID
	regs    [][]classID  // per function and register
	rets    []classID    // what a function returns
	results classID      // what threads return
	strides [][]int64    // per function and register: every value it holds is a multiple of this; 0: only 0
	indices [][]interval // per function and register: see index.go
	bits    [][]int      // see ir.Func.SignedBits
	queue   []func()
	late    []func() // run when all else is known, until nothing changes
	blurred int      // places that were blurred late
	arrived map[arrival]bool
	spans   []span // the Fills, Copies and Scans
	sizes   map[ir.Object]int64
	exact   map[ir.Object]int64 // those that are known, of objects that the program itself makes
	passes  int                 // over the spans
	copied  map[copying]bool
	defs    []map[ir.Reg][]ir.Instr // per function, once asked for
}

func newSolver(p *ir.Program) *solver {
	s := &solver{p: p, copied: map[copying]bool{}}
	for i := range p.Globals {
		id := s.newNode()
		s.nodes[id].objects = []placed{{object: ir.Object{Global: ir.GlobalID(i)}}}
		s.globals = append(s.globals, id)
	}
	for i := range p.Funcs {
		id := s.newNode()
		s.nodes[id].funcs = []ir.FuncID{ir.FuncID(i)}
		s.funcs = append(s.funcs, id)
	}
	for _, f := range p.Funcs {
		regs := make([]classID, len(f.Regs))
		for i := range regs {
			regs[i] = s.newClass()
		}
		s.regs = append(s.regs, regs)
		s.rets = append(s.rets, s.newClass())
	}
	s.results = s.newClass()
	return s
}

func (s *solver) newClass() classID {
	s.classes = append(s.classes, class{})
	return classID(len(s.classes) - 1)
}

// solve collects the constraints of the program and solves them.
func (s *solver) solve() {
	s.findStrides()
	for i, g := range s.p.Globals {
		for _, r := range g.Relocs {
			at := ref{node: s.globals[i], off: r.Offset}
			target := s.operandRef(r.Target)
			ptr := int64(s.p.PtrWidth() / 8)
			s.point(s.access(at, ptr, g.Display), target)
			s.drain()
		}
	}
	for fi, f := range s.p.Funcs {
		for in := range f.Instrs() {
			s.instr(ir.FuncID(fi), in)
			s.drain()
		}
	}
	// Blurring can only make more parts doubtful, and what is read of external memory can only grow: as many passes as there are
	// questions are enough, and one nearly always is.
	for changed := true; changed; {
		before, blurred := len(s.late), s.blurred
		periods := s.periods()
		found := s.incoming()
		found = s.spread() || found
		found = s.agree() || found
		for _, f := range s.late[:before] {
			f()
			s.drain()
		}
		changed = found || s.periods() != periods || len(s.late) != before || s.blurred != blurred
	}
}

// periods sums up how much is blurred: it changes whenever a node gets a period or a finer one.
func (s *solver) periods() (sum [2]int64) {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.parent == nodeID(i) {
			sum[0] += n.period
			sum[1]++
		}
	}
	return sum
}

func (s *solver) drain() {
	for len(s.queue) > 0 {
		f := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.work++
		f()
	}
}

// point says that a class may hold a reference.
func (s *solver) point(c classID, r ref) {
	k := &s.classes[c]
	r = s.find(r)
	if slices.ContainsFunc(k.pointees, func(old ref) bool { return s.find(old).covers(r) }) {
		return
	}
	k.pointees = append(slices.DeleteFunc(k.pointees, func(old ref) bool { return r.covers(s.find(old)) }), r)
	switch {
	case k.single && len(k.pointees) > 1 || len(k.pointees) > most && !s.gather(c):
		s.unify(c)
	case slices.Contains(k.pointees, r):
		s.tell(c, r)
	}
}

// gather makes one of what a class points to in one node, and reports whether few are left.
func (s *solver) gather(c classID) bool {
	k := &s.classes[c]
	var kept, made []ref
	for _, r := range k.pointees {
		r = s.find(r)
		i := slices.IndexFunc(kept, func(old ref) bool { return old.node == r.node })
		if i < 0 {
			kept = append(kept, r)
			continue
		}
		if both := s.join(kept[i], r); both != kept[i] {
			kept[i] = both
			made = append(slices.DeleteFunc(made, func(old ref) bool { return old.node == r.node }), both)
		}
	}
	if len(kept) > most {
		return false
	}
	k.pointees = kept
	for _, r := range made {
		s.tell(c, r)
	}
	return true
}

// tell has everybody who waits for it know of a pointee.
func (s *solver) tell(c classID, r ref) {
	for _, f := range s.classes[c].waiting {
		s.queue = append(s.queue, func() { f(r) })
	}
}

// unify makes the pointees of a class one, those that are still to come too.
func (s *solver) unify(c classID) {
	k := &s.classes[c]
	k.single = true
	if len(k.pointees) < 2 {
		return
	}
	all := k.pointees[0]
	for _, r := range k.pointees[1:] {
		all = s.join(all, r)
	}
	k.pointees = []ref{all}
	s.tell(c, all)
}

// when runs f with every pointee of a class, now or once it has it.
func (s *solver) when(c classID, f func(ref)) {
	s.classes[c].waiting = append(s.classes[c].waiting, f)
	for _, r := range slices.Clone(s.classes[c].pointees) {
		f(r)
	}
}

// points reports whether a class may hold an address.
func (s *solver) points(c classID) bool { return len(s.classes[c].pointees) > 0 }

// flow says that what src holds, dst may hold, moved by off.
func (s *solver) flow(dst, src classID, off int64) {
	if dst == src && off == 0 {
		return
	}
	s.when(src, func(r ref) { s.point(dst, r.plus(off)) })
}

// flowIndexed says that what src holds, dst may hold, moved by any multiple of stride.
func (s *solver) flowIndexed(dst, src classID, stride int64) {
	s.when(src, func(r ref) { s.point(dst, r.stepping(stride)) })
}

// flowBy says that what src holds, dst may hold, moved by a number.
func (s *solver) flowBy(dst, src classID, f ir.FuncID, number ir.Operand) {
	if offs, few := s.offsets(f, number); few {
		for _, off := range offs {
			s.flow(dst, src, off)
		}
		return
	}
	s.flowIndexed(dst, src, s.stride(f, number))
}

// blur says that what src holds, dst may hold, moved by any number of bytes.
func (s *solver) blur(dst, src classID) { s.flowIndexed(dst, src, 1) }

// joinContents makes two fields one.
func (s *solver) joinContents(a, b classID) {
	s.queue = append(s.queue, func() {
		s.flow(a, b, 0)
		s.flow(b, a, 0)
	})
}

// operandRef is the reference of an address operand.
func (s *solver) operandRef(o ir.Operand) ref {
	if o.Kind == ir.KindFunc {
		return ref{node: s.funcs[o.Func]}
	}
	return ref{node: s.globals[o.Global], off: int64(o.Val.Lo)}
}

// class gives the class of an operand; ok is false for constants, which point nowhere.
func (s *solver) class(f ir.FuncID, o ir.Operand) (c classID, ok bool) {
	switch o.Kind {
	case ir.KindReg:
		return s.regs[f][o.Reg], true
	case ir.KindGlobal, ir.KindFunc:
		c = s.newClass()
		s.point(c, s.operandRef(o))
		return c, true
	}
	return 0, false
}

// with runs g with the reference of an operand.
func (s *solver) with(f ir.FuncID, o ir.Operand, g func(ref)) {
	if c, ok := s.class(f, o); ok {
		s.when(c, g)
	}
}

// assign says that dst may hold the operand.
func (s *solver) assign(f ir.FuncID, dst classID, o ir.Operand, off int64) {
	if c, ok := s.class(f, o); ok {
		s.flow(dst, c, off)
	}
}

func (s *solver) instr(f ir.FuncID, in ir.Instr) {
	reg := func(r ir.Reg) classID { return s.regs[f][r] }
	blurAll := func(dst ir.Reg, os ...ir.Operand) {
		for _, o := range os {
			if c, ok := s.class(f, o); ok {
				s.blur(reg(dst), c)
			}
		}
	}
	switch in := in.(type) {
	case *ir.Move:
		s.assign(f, reg(in.Dst), in.X, 0)
	case *ir.Ite:
		s.assign(f, reg(in.Dst), in.X, 0)
		s.assign(f, reg(in.Dst), in.Y, 0)
	case *ir.Unary:
		switch in.Op {
		case ir.PtrToInt, ir.ZExt, ir.SExt:
			s.assign(f, reg(in.Dst), in.X, 0)
		default:
			blurAll(in.Dst, in.X)
		}
	case *ir.Extract:
		blurAll(in.Dst, in.X)
	case *ir.Concat:
		blurAll(in.Dst, in.Hi, in.Lo)
	case *ir.Binary:
		s.binary(f, in)
	case *ir.Load:
		s.with(f, in.Mem.Addr, func(r ref) {
			s.flow(reg(in.Dst), s.accessMem(r, &in.Mem), 0)
		})
	case *ir.Store:
		s.with(f, in.Mem.Addr, func(r ref) {
			s.put(f, r, &in.Mem, in.Val, s.accessMem(r, &in.Mem))
		})
	case *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
		s.ranges(f, in)
	case *ir.RMW:
		s.with(f, in.Mem.Addr, func(r ref) {
			c := s.accessMem(r, &in.Mem)
			if in.Dst != ir.NoReg {
				s.flow(reg(in.Dst), c, 0)
			}
			if in.Op == ir.RMWXchg {
				s.put(f, r, &in.Mem, in.Val, c)
				return
			}
			if v, ok := s.class(f, in.Val); ok {
				s.blur(c, v)
			}
			s.change(r, &in.Mem, c)
		})
	case *ir.CAS:
		s.with(f, in.Mem.Addr, func(r ref) {
			c := s.accessMem(r, &in.Mem)
			if in.Dst != ir.NoReg {
				s.flow(reg(in.Dst), c, 0)
			}
			s.put(f, r, &in.Mem, in.New, c)
		})
	case *ir.Alloc:
		id := s.newNode()
		s.nodes[id].objects = []placed{{object: ir.Object{Alloc: in.ID}}}
		s.point(reg(in.Dst), ref{node: id})
	case *ir.TLSAddr:
		s.point(reg(in.Dst), ref{node: s.globals[in.Global]})
	default:
		s.control(f, in)
	}
}

func (s *solver) accessMem(r ref, m *ir.Mem) classID { return s.access(r, int64(m.Size), m.Name) }

// binary knows sums and differences; everything else blurs.
func (s *solver) binary(f ir.FuncID, in *ir.Binary) {
	if in.Op.IsCompare() || in.Op.IsFloat() {
		return
	}
	dst := s.regs[f][in.Dst]
	switch {
	case in.Op == ir.Add && in.Y.Kind == ir.KindConst:
		s.assign(f, dst, in.X, in.Y.Val.SignedBig(in.Y.Width).Int64())
	case in.Op == ir.Add && in.X.Kind == ir.KindConst:
		s.assign(f, dst, in.Y, in.X.Val.SignedBig(in.X.Width).Int64())
	case in.Op == ir.Sub && in.Y.Kind == ir.KindConst:
		s.assign(f, dst, in.X, -in.Y.Val.SignedBig(in.Y.Width).Int64())
	case in.Op == ir.Add:
		if c, ok := s.class(f, in.X); ok {
			s.flowBy(dst, c, f, in.Y)
		}
		if c, ok := s.class(f, in.Y); ok {
			s.flowBy(dst, c, f, in.X)
		}
	case in.Op == ir.Sub:
		s.difference(f, dst, in)
	default:
		for _, o := range []ir.Operand{in.X, in.Y} {
			if c, ok := s.class(f, o); ok {
				s.blur(dst, c)
			}
		}
	}
}

// difference: an address minus an integer is an address; the difference of two addresses of one node is an integer, and
// that of two nodes could bring one into the other, so they join.
func (s *solver) difference(f ir.FuncID, dst classID, in *ir.Binary) {
	x, xok := s.class(f, in.X)
	y, yok := s.class(f, in.Y)
	if xok && !yok {
		s.flowIndexed(dst, x, s.stride(f, in.Y))
		return
	}
	if !yok {
		return
	}
	if xok {
		near := false
		s.when(x, func(rx ref) {
			if !near && !s.points(y) {
				// Until y turns out to be an address, the result is one near x.
				near = true
				s.flowIndexed(dst, x, s.stride(f, in.Y))
			}
			s.when(y, func(ry ref) {
				s.unify(x)
				s.unify(y)
				if a, b := s.find(rx), s.find(ry); a.node != b.node {
					s.join(a, b)
					s.setPeriod(s.find(a).node, 1)
				}
			})
		})
	}
	// An integer minus an address, which only a later sum can make an address again: keep track of it.
	if in.X.Kind == ir.KindConst || !xok {
		s.blur(dst, y)
		return
	}
	s.when(y, func(ry ref) {
		if !s.points(x) {
			s.blur(dst, y)
		}
	})
}

// control is calls, threads and synchronization.
func (s *solver) control(f ir.FuncID, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Call:
		s.callee(f, in.Func, in.Args, in.Dst)
	case *ir.CallPtr:
		s.viaPointer(f, in.Ptr, in.Candidates, func(g ir.FuncID) { s.callee(f, g, in.Args, in.Dst) })
	case *ir.Return:
		if in.X.IsSet() {
			s.assign(f, s.rets[f], in.X, 0)
		}
	case *ir.ThreadExit:
		if in.X.IsSet() {
			s.assign(f, s.results, in.X, 0)
		}
	case *ir.Spawn:
		if in.ID != nil {
			s.with(f, in.ID.Addr, func(r ref) { s.accessMem(r, in.ID) })
		}
		start := func(g ir.FuncID) {
			s.callee(f, g, in.Args, ir.NoReg)
			s.flow(s.results, s.rets[g], 0)
		}
		if in.Fn.Kind == ir.KindFunc {
			start(in.Fn.Func)
		} else {
			s.viaPointer(f, in.Fn, in.Candidates, start)
		}
	case *ir.Join:
		if in.Dst != ir.NoReg {
			s.flow(s.regs[f][in.Dst], s.results, 0)
		}
	default:
		for _, o := range syncOperands(in) {
			s.with(f, o, func(r ref) { s.syncAt(r, "") })
		}
	}
}

// syncOperands is the addresses of synchronization objects that an instruction works on.
func syncOperands(in ir.Instr) []ir.Operand {
	switch in := in.(type) {
	case *ir.SyncInit:
		return []ir.Operand{in.Obj}
	case *ir.SyncDestroy:
		return []ir.Operand{in.Obj}
	case *ir.Lock:
		return []ir.Operand{in.Obj}
	case *ir.Unlock:
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
	case *ir.Holds:
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

// callee binds arguments and result.
func (s *solver) callee(f, g ir.FuncID, args []ir.Operand, dst ir.Reg) {
	fn := s.p.Funcs[g]
	for i, r := range fn.Params {
		if i < len(args) {
			s.assign(f, s.regs[g][r], args[i], 0)
		}
	}
	if dst != ir.NoReg {
		s.flow(s.regs[f][dst], s.rets[g], 0)
	}
}

// viaPointer calls bind for every candidate that the pointer may point to.
func (s *solver) viaPointer(f ir.FuncID, ptr ir.Operand, candidates []ir.FuncID, bind func(ir.FuncID)) {
	allowed := map[ir.FuncID]bool{}
	for _, g := range candidates {
		allowed[g] = true
	}
	done := map[ir.FuncID]bool{}
	s.with(f, ptr, func(r ref) {
		look := func() {
			for _, g := range append([]ir.FuncID(nil), s.nodes[s.find(r).node].funcs...) {
				if allowed[g] && !done[g] {
					done[g] = true
					bind(g)
				}
			}
		}
		n := s.find(r).node
		s.nodes[n].waiting = append(s.nodes[n].waiting, look)
		look()
	})
}
