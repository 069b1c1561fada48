package cfront

import (
	"cmp"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What functions do to memory and to other threads, to see which operands have effects that conflict (unsequenced.go).
//
// An effect is two sets of places, read and written, and whether something in it orders threads or may not come back: then it conflicts with all that another thread can see. A place is a variable, what
// a parameter leads to, an object of the function itself, or anywhere. Objects whose address goes nowhere else are met by their own accesses alone. A function that nothing defines
// may do anything. Summaries of functions are a least fixed point over the calls.
//
// Two functions that only read never conflict, nor do two that write different variables and no more: who sees in which order that was done races.

// spot is a place of memory.
type spot struct {
	kind spotKind
	n    int32
}

type spotKind uint8

const (
	anywhere spotKind = iota
	ofGlobal
	ofParam
	ofLocal // by the register with its address
	noSpot  // not an address: a constant
)

// effect is what an instruction or function does.
type effect struct {
	reads, writes map[spot]bool
	orders        bool // it synchronizes, or perhaps does not return
}

func newEffect() *effect { return &effect{reads: map[spot]bool{}, writes: map[spot]bool{}} }

// outline says of an instruction whether it does anything that another could conflict with, and whether that is more than an access.
func outline(in ir.Instr) (something, more bool) {
	switch in := in.(type) {
	case *ir.Call, *ir.CallPtr:
		return true, true
	case *ir.Load:
		return true, in.Mem.Mark == ir.MarkAtomic
	case *ir.Store:
		return true, in.Mem.Mark == ir.MarkAtomic
	case *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
		return true, false
	case *ir.Free:
		return !in.Stack, !in.Stack
	}
	if ordersThreads(in) {
		return true, true
	}
	return false, false
}

// ordersThreads reports an operation whose order with accesses other threads can tell.
func ordersThreads(in ir.Instr) bool {
	switch in.(type) {
	case *ir.RMW, *ir.CAS, *ir.Lock, *ir.Unlock, *ir.Holds, *ir.Wait, *ir.Wake, *ir.Signal, *ir.Down, *ir.Up, *ir.SemValue, *ir.Arrive, *ir.Pass,
		*ir.Spawn, *ir.Join, *ir.SyncInit, *ir.SyncDestroy, *ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence, *ir.Assert, *ir.Assume, *ir.Halt, *ir.ThreadExit:
		return true
	}
	return false
}

// summaries are the effects of all functions.
type summaries struct {
	c     *compiler
	of    map[ir.FuncID]*effect
	views map[*ir.Func]*view
}

// view is where the registers of a function lead to.
type view struct {
	spots   []spot
	known   []bool
	escaped map[spot]bool // own objects whose address goes elsewhere
}

func (c *compiler) summarize() *summaries {
	s := &summaries{c: c, of: map[ir.FuncID]*effect{}, views: map[*ir.Func]*view{}}
	for again := true; again; {
		again = false
		for i := len(c.funcs) - 1; i >= 0; i-- { // what is called mostly stands behind its callers
			slot, id := c.funcs[i], ir.FuncID(i)
			if slot.f == nil || len(slot.f.Blocks) == 0 {
				continue
			}
			e := s.of[id]
			if e == nil {
				e = newEffect()
				s.of[id] = e
			}
			was := len(e.reads) + len(e.writes)
			orders := e.orders
			s.function(slot.f, e)
			again = again || len(e.reads)+len(e.writes) > was || e.orders != orders
		}
	}
	return s
}

// function adds what a function does to e.
func (s *summaries) function(f *ir.Func, e *effect) {
	if f.Unknown && s.c.opts.Externs != ExternsPure {
		e.anything()
		return
	}
	returns := false
	for in := range f.Instrs() {
		if _, ok := in.(*ir.Return); ok {
			returns = true
		}
		if a, ok := in.(*ir.Assume); ok && f.Model && a != nil && !hasSection(f) {
			continue // the model says what its result can be
		}
		s.instr(f, in, e)
	}
	e.orders = e.orders || !returns
	for _, set := range []map[spot]bool{e.reads, e.writes} {
		maps.DeleteFunc(set, func(p spot, _ bool) bool { return p.kind == ofLocal })
	}
}

func hasSection(f *ir.Func) bool {
	for in := range f.Instrs() {
		if _, ok := in.(*ir.AtomicBegin); ok {
			return true
		}
	}
	return false
}

func (e *effect) anything() {
	e.reads[spot{}], e.writes[spot{}], e.orders = true, true, true
}

// instr adds what an instruction does.
func (s *summaries) instr(f *ir.Func, in ir.Instr, e *effect) {
	v := s.view(f)
	add := func(set map[spot]bool, o ir.Operand) {
		p := v.spot(o)
		if p.kind == noSpot || p.kind == ofGlobal && s.c.globals[p.n].g.Const {
			return
		}
		set[p] = true
	}
	e.orders = e.orders || ordersThreads(in)
	switch in := in.(type) {
	case *ir.Call:
		s.call(in.Func, in.Args, v, e)
	case *ir.CallPtr:
		for _, id := range in.Candidates {
			s.call(id, in.Args, v, e)
		}
		if len(in.Candidates) == 0 || s.c.callsOutside {
			e.anything()
		}
	case *ir.Free:
		if !in.Stack {
			add(e.writes, in.Addr)
		}
	default:
		m, reads, writes := ir.AccessOf(in)
		if m == nil {
			return
		}
		e.orders = e.orders || m.Mark == ir.MarkAtomic
		if reads {
			add(e.reads, m.Addr)
		}
		if writes {
			add(e.writes, m.Addr)
		}
		if src := ir.SourceOf(in); src != nil {
			add(e.reads, src.Addr)
		}
	}
}

// call adds what a called function does.
func (s *summaries) call(id ir.FuncID, args []ir.Operand, v *view, e *effect) {
	of := s.of[id]
	if of == nil {
		if f := s.c.funcs[id].f; f == nil || len(f.Blocks) == 0 {
			e.anything()
		}
		return
	}
	e.orders = e.orders || of.orders
	pass := func(from, to map[spot]bool) {
		for p := range from {
			if p.kind == ofParam {
				if int(p.n) >= len(args) {
					p = spot{}
				} else if p = v.spot(args[p.n]); p.kind == noSpot {
					continue
				}
			}
			to[p] = true
		}
	}
	pass(of.reads, e.reads)
	pass(of.writes, e.writes)
}

// view finds out where the registers of a function lead to.
func (s *summaries) view(f *ir.Func) *view {
	if v, ok := s.views[f]; ok {
		return v
	}
	v := &view{spots: make([]spot, len(f.Regs)), known: make([]bool, len(f.Regs)), escaped: map[spot]bool{}}
	s.views[f] = v
	changed := true
	set := func(r ir.Reg, p spot) {
		switch {
		case r == ir.NoReg, p.kind == noSpot && v.known[r]:
		case !v.known[r]:
			v.spots[r], v.known[r], changed = p, true, true
		case v.spots[r] == p, v.spots[r].kind == anywhere:
		case v.spots[r].kind == noSpot:
			v.spots[r], changed = p, true
		default:
			v.spots[r], changed = spot{}, true
		}
	}
	for i, r := range f.Params {
		set(r, spot{ofParam, int32(i)})
	}
	for changed {
		changed = false
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Alloc:
				set(in.Dst, spot{ofLocal, int32(in.Dst)})
			case *ir.TLSAddr:
				set(in.Dst, spot{ofGlobal, int32(in.Global)})
			case *ir.Move:
				v.derive(in.X, in.Dst, set)
			case *ir.Binary:
				switch {
				case (in.Op == ir.Add || in.Op == ir.Sub) && (in.Exact || in.Y.Kind == ir.KindConst):
					v.derive(in.X, in.Dst, set)
				default:
					set(in.Dst, spot{})
				}
			case *ir.Ite:
				v.derive(in.X, in.Dst, set)
				v.derive(in.Y, in.Dst, set)
			default:
				ir.Defs(in, func(r *ir.Reg) { set(*r, spot{}) })
			}
		}
	}
	for in := range f.Instrs() {
		v.escapes(in)
	}
	return v
}

// derive says that a register leads to where an operand does.
func (v *view) derive(x ir.Operand, dst ir.Reg, set func(ir.Reg, spot)) {
	if x.Kind == ir.KindReg && !v.known[x.Reg] {
		return // not yet
	}
	set(dst, v.spot(x))
}

// spot is where an operand leads to.
func (v *view) spot(o ir.Operand) spot {
	switch o.Kind {
	case ir.KindGlobal:
		return spot{ofGlobal, int32(o.Global)}
	case ir.KindReg:
		return v.spots[o.Reg]
	case ir.KindConst, ir.KindFunc:
		return spot{kind: noSpot}
	}
	return spot{}
}

// escapes notes the objects of the function whose address an instruction takes elsewhere.
func (v *view) escapes(in ir.Instr) {
	stays := map[*ir.Operand]bool{}
	var to ir.Reg = ir.NoReg
	switch in := in.(type) {
	case *ir.Free:
		stays[&in.Addr] = true
	case *ir.Move:
		to = in.Dst
	case *ir.Binary:
		if in.Op.IsCompare() {
			return
		}
		to = in.Dst
	case *ir.Ite:
		to = in.Dst
	}
	if m, _, _ := ir.AccessOf(in); m != nil {
		stays[&m.Addr] = true
		if src := ir.SourceOf(in); src != nil {
			stays[&src.Addr] = true
		}
	}
	ir.Uses(in, func(o *ir.Operand) {
		if p := v.spot(*o); p.kind == ofLocal && !stays[o] && (to == ir.NoReg || v.spots[to] != p) {
			v.escaped[p] = true
		}
	})
}

// visible reports whether other code can name a place.
func (v *view) visible(p spot) bool { return p.kind != ofLocal || v.escaped[p] }

// conflict reports whether the order of two effects in one function matters. plain: neither calls.
func (v *view) conflict(x, y *effect, plain bool) bool {
	sees := func(e *effect) bool {
		for _, set := range []map[spot]bool{e.reads, e.writes} {
			for p := range set {
				if v.visible(p) {
					return true
				}
			}
		}
		return false
	}
	if x.orders && (y.orders || sees(y)) || y.orders && sees(x) {
		return true
	}
	if plain {
		return false
	}
	meet := func(a, b map[spot]bool) bool {
		for p := range a {
			for q := range b {
				switch {
				case p == q:
					return true
				case p.kind == ofLocal && !v.escaped[p], q.kind == ofLocal && !v.escaped[q]:
				case p.kind == ofGlobal && (q.kind == ofGlobal || q.kind == ofLocal), p.kind == ofLocal && (q.kind == ofGlobal || q.kind == ofLocal):
				default:
					return true
				}
			}
		}
		return false
	}
	return meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes)
}

// findConflicts looks at the evaluations of the round.
func (c *compiler) findConflicts() {
	c.conflicting = map[any]*conflicts{}
	if len(c.evaluations) == 0 {
		return
	}
	s := c.summarize()
	for _, ev := range c.evaluations {
		found := s.conflicts(ev)
		if len(found.pairs) == 0 {
			continue
		}
		if other := c.conflicting[ev.node]; other != nil { // the expression was lowered twice
			found.hopeless = found.hopeless || other.hopeless || found.units != other.units
			found.pairs = append(found.pairs, other.pairs...)
			slices.SortFunc(found.pairs, func(p, q [2]int) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) })
			found.pairs = slices.Compact(found.pairs)
		}
		c.conflicting[ev.node] = found
	}
}

// conflicts are those of one evaluation.
func (s *summaries) conflicts(ev *evaluation) *conflicts {
	found := &conflicts{units: len(ev.entries)}
	live := map[ir.Instr]bool{}
	for in := range ev.f.Instrs() {
		live[in] = true
	}
	v := s.view(ev.f)
	type step struct {
		in    ir.Instr
		does  *effect
		calls bool
	}
	steps := make([][]step, len(ev.entries))
	for i := range ev.entries {
		ev.entries[i].each(func(in ir.Instr) {
			something, _ := outline(in)
			if !something || !live[in] {
				return
			}
			x := step{in: in, does: newEffect()}
			switch in.(type) {
			case *ir.Call, *ir.CallPtr:
				x.calls = true
			}
			s.instr(ev.f, in, x.does)
			steps[i] = append(steps[i], x)
		})
	}
	hot := make([]map[ir.Instr]bool, len(steps))
	for i := range steps {
		for k := i + 1; k < len(steps); k++ {
			if len(steps[i]) == 0 || len(steps[k]) == 0 {
				continue
			}
			if _, _, free := apart(ev.entries[i].at, ev.entries[k].at); !free {
				continue
			}
			any := false
			for _, x := range steps[i] {
				for _, y := range steps[k] {
					if !v.conflict(x.does, y.does, !x.calls && !y.calls) {
						continue
					}
					any = true
					for n, in := range map[int]ir.Instr{i: x.in, k: y.in} {
						if hot[n] == nil {
							hot[n] = map[ir.Instr]bool{}
						}
						hot[n][in] = true
					}
				}
			}
			if any {
				found.pairs = append(found.pairs, [2]int{i, k})
			}
		}
	}
	for i := range ev.entries {
		found.hopeless = found.hopeless || !ev.entries[i].whole && ev.entries[i].several(hot[i])
	}
	return found
}

// several reports whether a way through a unit has more than one of these instructions.
func (x *entry) several(hot map[ir.Instr]bool) bool {
	count := func(list []ir.Instr) (n int) {
		for _, in := range list {
			if hot[in] {
				n++
			}
		}
		return n
	}
	if x.inner == nil || len(hot) == 0 {
		return count(x.list) > 1
	}
	from := map[ir.BlockID]int{} // the most on a way from a block on
	var most func(b ir.BlockID) int
	after := func(list []ir.BlockID) (n int) {
		for _, b := range list {
			n = max(n, most(b))
		}
		return n
	}
	most = func(b ir.BlockID) int {
		if _, ok := from[b]; !ok {
			from[b] = 2 // until it is known: a loop has too many
			from[b] = count(x.inner.blocks[b]) + after(x.inner.next[b])
		}
		return from[b]
	}
	return count(x.list)+after(x.inner.first) > 1
}
