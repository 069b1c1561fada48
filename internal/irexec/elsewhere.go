package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What a failure owes to where objects lie. The layout is one of many, so a traced execution computes its values in a few others beside: the same instructions, with the objects elsewhere. A value
// that differs there is an address of an object, if it is as far from its object as here; otherwise it is a number that was made of addresses, and a failure whose operand it is needs the layout
// (rests.go). So what programs do with addresses to get the same in every layout counts for nothing: differences inside an object, comparisons for equality, tags that are added and masked off,
// tests of bits that are aligned, comparisons with the largest addresses.
//
// The layouts keep alignments. The first has the objects in reverse order; so two objects are never ordered alike in all. A comparison has one bit, by which layouts may agree by chance: one that looks
// at a number made of addresses counts in any case. What is loaded comes from memory, and not from the address, as with data from outside; which way a branch goes is not asked for.
//
// Rejected: to follow "made of an address" as a mark, from which no operation leads back; tests of tags and of errors in pointers would be marked. Also rejected: to execute the program once more with
// another layout. It would go other ways, at a branch that the failure does not care about.

// layouts is in how many others values are computed.
const layouts = 4

type (
	elsewhere struct {
		threads []*movedThread
		memory  map[uint64]movedByte
		bases   map[uint64][layouts]uint64
		rests   *rests
		started bool
		now     movedInstr
		log     []movedBefore // what the running step has changed in memory
	}
	movedThread struct {
		regs   []*moved
		args   []*moved // of a call that has not begun
		result *moved   // of a function that has just returned
	}
	// moved is a value that is another one in some layout. nil: it is the same in all.
	moved struct {
		is   ir.Const // if a register or memory holds something else by now, nobody told: it is out of date
		in   [layouts]ir.Const
		of   uint64 // the base of an object that it is the address of, or was made of
		why  steps  // not nil: it is no address of that object; the source that says so
		lost bool   // the layouts may agree by chance
	}
	movedByte struct {
		*moved
		k uint8 // of its bytes
	}
	// movedBefore is what memory held.
	movedBefore struct {
		addr uint64
		movedByte
	}
	// movedInstr is an instruction that runs: what it defines and writes.
	movedInstr struct {
		thread int
		depth  int // frames
		pc     int32
		base   int32
		defs   []movedDef
		writes func()
		call   *function
	}
	movedDef struct {
		slot int32 // of the thread
		w    uint8
		make func(is ir.Const) *moved
	}
)

// dependsOnPlaces is what a need of a layout says.
const dependsOnPlaces = "objects lie where they do here"

func newElsewhere(r *rests) *elsewhere {
	return &elsewhere{memory: map[uint64]movedByte{}, bases: map[uint64][layouts]uint64{}, rests: r}
}

// lies is where the object or function at an address lies in the other layouts.
func (e *elsewhere) lies(m *machine, base uint64) [layouts]uint64 {
	if at, ok := e.bases[base]; ok {
		return at
	}
	size, align := uint64(fnStep), uint64(fnStep)
	if space, slot, ok := m.find(base); ok {
		o := &m.spaces[space][slot]
		size, align = o.size, 1
		if o.kind == kindHeap || o.kind == kindStack {
			if in, ok := m.prog.code[o.site].src.(*ir.Alloc); ok {
				align = uint64(max(in.Align, 1))
			}
		} else {
			align = uint64(max(m.prog.src.Globals[o.site].Align, 1))
		}
	}
	top := m.prog.layout.top()
	var at [layouts]uint64
	at[0] = (top - base - min(size, top-base)) &^ (align - 1)
	seed := base
	for i := range at[1:] {
		seed += 0x9e3779b97f4a7c15
		z := (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		at[i+1] = (1<<20 + (z^z>>31)%(top/2)) &^ (align - 1)
	}
	if host, off, ok := m.host(base); ok {
		at[layouts-1] = e.lies(m, host)[layouts-1] + off
	}
	e.bases[base] = at
	return at
}

// address is the address of an object, or near it.
func (e *elsewhere) address(m *machine, base, addr uint64) *moved {
	v := &moved{is: ir.Const{Lo: addr}, of: base}
	for i, at := range e.lies(m, base) {
		v.in[i].Lo = (at + addr - base) & mask(m.prog.pw)
	}
	return v
}

// pointing is a value that was chosen, and may be an address: in another layout the choice would be another.
func (e *elsewhere) pointing(m *machine, v uint64) *moved {
	if v < fnBase {
		return nil
	}
	if _, ok := m.prog.addrFn[v]; ok {
		return e.address(m, v, v)
	}
	if !m.liesAt(v) {
		return nil
	}
	space, slot, _ := m.find(v)
	return e.address(m, m.spaces[space][slot].base, v)
}

// made is what an operation makes of values: is here, in in the other layouts. looks: it has one bit of them.
func (e *elsewhere) made(m *machine, t int, is ir.Const, in [layouts]ir.Const, looks bool, from ...*moved) *moved {
	v := &moved{is: is, in: in}
	for _, f := range from {
		if f == nil {
			continue
		}
		v.lost = v.lost || f.lost || looks && f.why != nil
		if v.of == 0 {
			v.of = f.of
		}
		if v.why == nil {
			v.why = f.why
		}
	}
	if v.lost {
		return v
	}
	same := true
	for _, x := range in {
		same = same && x == is
	}
	if same {
		return nil
	}
	for _, f := range from {
		if f != nil && f.of != 0 && e.follows(m, f.of, is, in) {
			v.of, v.why = f.of, nil
			return v
		}
	}
	if v.why == nil {
		v.why = e.rests.source(verdict.Need{Text: dependsOnPlaces, Location: m.posOf(m.userPC(t))})
	}
	return v
}

// follows reports whether a value is as far from an object here as elsewhere.
func (e *elsewhere) follows(m *machine, of uint64, is ir.Const, in [layouts]ir.Const) bool {
	for i, at := range e.lies(m, of) {
		if in[i].Hi != is.Hi || (in[i].Lo-at)&mask(m.prog.pw) != (is.Lo-of)&mask(m.prog.pw) {
			return false
		}
	}
	return true
}

// get is what an operand holds in other layouts.
func (e *elsewhere) get(m *machine, t int, base int32, x *operand) *moved {
	if x.slot < 0 {
		if x.of == 0 {
			return nil
		}
		return e.address(m, x.of, x.lo)
	}
	regs := e.threads[t].regs
	if k := int(base + x.slot); k < len(regs) && regs[k] != nil && regs[k].is == m.valueIn(t, base+x.slot, x.w) {
		return regs[k]
	}
	return nil
}

func (m *machine) valueIn(t int, slot int32, w uint8) ir.Const {
	v := ir.Const{Lo: m.threads[t].regs[slot]}
	if w > 64 {
		v.Hi = m.threads[t].regs[slot+1]
	}
	return v
}

// of is an operand in layout i.
func (v *moved) inLayout(i int, is ir.Const) ir.Const {
	if v == nil {
		return is
	}
	return v.in[i]
}

func (e *elsewhere) set(t int, slot int32, v *moved) {
	th := e.threads[t]
	for len(th.regs) <= int(slot) {
		if v == nil {
			return
		}
		th.regs = append(th.regs, nil)
	}
	th.regs[slot] = v
}

// begin is told of each instruction before it runs.
func (e *elsewhere) begin(m *machine, t int, pc int32) {
	e.close(m)
	if !e.started {
		e.started = true
		for i := range m.spaces[0] {
			if !m.prog.src.Globals[i].ThreadLocal {
				e.fill(m, &m.spaces[0][i])
			}
		}
	}
	for len(e.threads) <= t {
		e.threads = append(e.threads, &movedThread{})
		for i := range m.prog.tls {
			e.fill(m, &m.spaces[len(e.threads)][i])
		}
	}
	in, th := &m.prog.code[pc], m.threads[t]
	fr := &th.frames[len(th.frames)-1]
	base, r := fr.base, th.regs[fr.base:]
	me := e.threads[t]
	if len(th.frames) == 1 && len(me.args) > 0 && me.regs == nil { // a new thread begins
		e.enter(m, t, &m.prog.funcs[fr.fn])
	}
	get := func(x *operand) *moved { return e.get(m, t, base, x) }
	e.now = movedInstr{thread: t, depth: len(th.frames), pc: pc, base: base}
	def := func(d target, make func(is ir.Const) *moved) {
		if d.slot >= 0 {
			e.now.defs = append(e.now.defs, movedDef{base + d.slot, d.w, make})
		}
	}
	memory := func(addr uint64, n int32) *moved {
		o, _, _, f := m.at(addr, uint64(n))
		if f != faultNone || o.undef != nil && m.anyUndef(o, addr-o.base, uint8(n)) {
			return nil
		}
		return e.load(m, t, addr, uint8(n), o.bytes(addr-o.base, uint8(n)))
	}
	// fold computes an operation in every layout.
	fold := func(d target, looks bool, f func(x, y ir.Const) (ir.Const, bool), a, b *operand, x, y *moved) {
		if x == nil && y == nil {
			return
		}
		av, bv := m.constOf(r, a), m.constOf(r, b)
		var out [layouts]ir.Const
		for i := range out {
			out[i], _ = f(x.inLayout(i, av), y.inLayout(i, bv))
		}
		def(d, func(is ir.Const) *moved { return e.made(m, t, is, out, looks, x, y) })
	}
	switch in.op {
	case opMove:
		if x := get(&in.a); x != nil {
			def(in.dst, func(ir.Const) *moved { return x })
		}
	case opBinary, opExact:
		fold(in.dst, in.dst.w == 1 && in.a.w > 1, func(x, y ir.Const) (ir.Const, bool) {
			if in.a.w > 64 {
				return binaryWide(ir.BinOp(in.sub), x, y, in.a.w)
			}
			v, ok := binary64(ir.BinOp(in.sub), x.Lo, y.Lo, in.a.w)
			return ir.Const{Lo: v}, ok
		}, &in.a, &in.b, get(&in.a), get(&in.b))
	case opUnary:
		fold(in.dst, false, func(x, _ ir.Const) (ir.Const, bool) { return unary(ir.UnOp(in.sub), x, in.a.w, in.dst.w) }, &in.a, &in.b, get(&in.a), nil)
	case opExtract:
		fold(in.dst, false, func(x, _ ir.Const) (ir.Const, bool) {
			return shiftRight(x, uint(in.size)).Truncate(int(in.dst.w)), true
		}, &in.a, &in.b, get(&in.a), nil)
	case opConcat:
		fold(in.dst, false, func(hi, lo ir.Const) (ir.Const, bool) { return concat(hi, lo, in.b.w).Truncate(int(in.dst.w)), true }, &in.a, &in.b, get(&in.a), get(&in.b))
	case opIte:
		c, x, y := get(&in.a), get(&in.b), get(&in.c)
		if c == nil && x == nil && y == nil {
			return
		}
		cv, xv, yv := m.constOf(r, &in.a), m.constOf(r, &in.b), m.constOf(r, &in.c)
		picked := x
		if cv.Lo == 0 {
			picked = y
		}
		if c == nil {
			if picked != nil {
				def(in.dst, func(ir.Const) *moved { return picked })
			}
			return
		}
		var out [layouts]ir.Const
		for i := range out {
			if out[i] = x.inLayout(i, xv); c.in[i].Lo == 0 {
				out[i] = y.inLayout(i, yv)
			}
		}
		def(in.dst, func(is ir.Const) *moved { return e.made(m, t, is, out, false, c, x, y) })
	case opLoad:
		if v := memory(m.constOf(r, &in.a).Lo, in.size); v != nil {
			def(in.dst, func(ir.Const) *moved { return v })
		}
	case opStore:
		addr, v := m.constOf(r, &in.a).Lo, get(&in.b)
		e.now.writes = func() { e.store(addr, uint8(in.size), v) }
	case opRMW:
		addr := m.constOf(r, &in.a).Lo
		old, v := memory(addr, in.size), get(&in.b)
		if old == nil && v == nil {
			return
		}
		e.now.writes = func() { e.store(addr, uint8(in.size), nil) }
		def(in.dst, func(ir.Const) *moved { return old })
		if w := uint8(in.size * 8); w <= 64 {
			o, _, _, f := m.at(addr, uint64(in.size))
			if f != faultNone || o.undef != nil && m.anyUndef(o, addr-o.base, uint8(in.size)) {
				return
			}
			was, with := o.bytes(addr-o.base, uint8(in.size)), m.constOf(r, &in.b)
			var out [layouts]ir.Const
			for i := range out {
				out[i].Lo = modify(ir.RMWOp(in.sub), old.inLayout(i, was).Lo, v.inLayout(i, with).Lo, w)
			}
			is := ir.Const{Lo: modify(ir.RMWOp(in.sub), was.Lo, with.Lo, w)}
			e.now.writes = func() { e.store(addr, uint8(in.size), e.made(m, t, is, out, false, old, v)) }
		}
	case opCAS:
		addr := m.constOf(r, &in.a).Lo
		old, want, v := memory(addr, in.size), get(&in.b), get(&in.c)
		def(in.dst, func(ir.Const) *moved { return old })
		expected := m.constOf(r, &in.b)
		o, _, _, f := m.at(addr, uint64(in.size))
		if f != faultNone || o.undef != nil && m.anyUndef(o, addr-o.base, uint8(in.size)) {
			return
		}
		was := o.bytes(addr-o.base, uint8(in.size))
		if old != nil || want != nil {
			var out [layouts]ir.Const
			for i := range out {
				out[i].Lo = b2u(old.inLayout(i, was) == want.inLayout(i, expected))
			}
			is := ir.Const{Lo: b2u(was == expected)}
			def(in.dst2, func(now ir.Const) *moved {
				if now != is { // a weak one failed
					return nil
				}
				return e.made(m, t, is, out, true, old, want)
			})
		}
		if was == expected {
			e.now.writes = func() { e.store(addr, uint8(in.size), v) } // out of date, if it fails
		}
	case opFill:
		addr, n := m.constOf(r, &in.a).Lo, m.constOf(r, &in.c).Lo
		e.now.writes = func() { e.clear(addr, n) }
	case opCopy:
		to, from, n := m.constOf(r, &in.a).Lo, m.constOf(r, &in.b).Lo, m.constOf(r, &in.c).Lo
		e.now.writes = func() { e.copy(to, from, n) }
	case opAlloc:
		size := m.constOf(r, &in.a).Lo
		def(in.dst, func(is ir.Const) *moved {
			delete(e.bases, is.Lo)
			e.clear(is.Lo, size)
			return e.address(m, is.Lo, is.Lo)
		})
	case opTLSAddr:
		def(in.dst, func(is ir.Const) *moved { return e.address(m, is.Lo, is.Lo) })
	case opHavoc:
		if in.dst.w == m.prog.pw {
			def(in.dst, func(is ir.Const) *moved { return e.pointing(m, is.Lo) })
		}
	case opCall, opCallPtr:
		me.args = e.values(m, t, base, in.args)
		e.now.call = &m.prog.funcs[in.to]
		if in.op == opCallPtr {
			e.now.call = nil
			if f, ok := m.prog.addrFn[m.constOf(r, &in.a).Lo]; ok {
				e.now.call = &m.prog.funcs[f]
			}
		}
	case opSpawn:
		for len(e.threads) <= len(m.threads) {
			e.threads = append(e.threads, &movedThread{})
		}
		e.threads[len(m.threads)] = &movedThread{args: e.values(m, t, base, in.args)}
	case opReturn, opThreadExit:
		if me.result = nil; in.a.set {
			me.result = get(&in.a)
		}
	case opJoin:
		if u := int(m.constOf(r, &in.a).Lo) - 1; u >= 0 && u < len(e.threads) {
			v := e.threads[u].result
			def(in.dst, func(ir.Const) *moved { return v })
		}
	}
}

// constOf is the value of an operand that is no symbol.
func (m *machine) constOf(r []uint64, x *operand) ir.Const {
	if !x.set {
		return ir.Const{}
	}
	if x.slot < 0 {
		return ir.Const{Lo: x.lo, Hi: x.hi}
	}
	v := ir.Const{Lo: r[x.slot]}
	if x.w > 64 {
		v.Hi = r[x.slot+1]
	}
	return v
}

// concat puts w bits below others.
func concat(hi, lo ir.Const, w uint8) ir.Const {
	v := lo
	if w >= 64 {
		v.Hi |= hi.Lo << (w - 64)
	} else {
		v.Lo |= hi.Lo << w
		v.Hi |= hi.Hi<<w | hi.Lo>>(64-w)
	}
	return v
}

func (e *elsewhere) values(m *machine, t int, base int32, args []operand) []*moved {
	out := make([]*moved, len(args))
	for i := range args {
		out[i] = e.get(m, t, base, &args[i])
	}
	return out
}

// enter gives the function that a thread has just entered its arguments.
func (e *elsewhere) enter(m *machine, t int, fn *function) {
	th, me := m.threads[t], e.threads[t]
	base := th.frames[len(th.frames)-1].base
	clear(me.regs[min(int(base), len(me.regs)):])
	for i, v := range me.args {
		if i < len(fn.params) && fn.params[i].slot >= 0 {
			e.set(t, base+fn.params[i].slot, v)
		}
	}
	me.args = nil
}

// close says what the last instruction defined, if it has run.
func (e *elsewhere) close(m *machine) {
	now := e.now
	e.now = movedInstr{}
	if now.depth == 0 {
		return
	}
	th := m.threads[now.thread]
	if n := len(th.frames); n == now.depth && th.status == ready && th.frames[n-1].pc == now.pc && m.prog.code[now.pc].op != opSpawn { // a new thread begins while it is started
		return
	}
	in := &m.prog.code[now.pc]
	if in.op != opCall && in.op != opCallPtr { // a result is written when the function returns
		ir.Defs(in.src, func(reg *ir.Reg) { e.set(now.thread, now.base+m.prog.funcs[in.fn].slots[*reg], nil) })
	}
	for _, d := range now.defs {
		if int(d.slot) < len(th.regs) {
			e.set(now.thread, d.slot, d.make(m.valueIn(now.thread, d.slot, d.w)))
		}
	}
	if now.writes != nil {
		now.writes()
	}
	if now.call != nil {
		e.enter(m, now.thread, now.call)
	}
}

// returned is told that a call of a thread has its result.
func (e *elsewhere) returned(m *machine, t int, pc int32) {
	th := m.threads[t]
	if d := m.prog.code[pc].dst; d.slot >= 0 {
		e.set(t, th.frames[len(th.frames)-1].base+d.slot, e.threads[t].result)
	}
}

// leads is told of an address in external memory.
func (e *elsewhere) leads(m *machine, at, to uint64) { e.store(at, m.prog.pw/8, e.pointing(m, to)) }

// number is the source of an operand that is a number made of addresses.
func (e *elsewhere) number(m *machine, t int, base int32, x *operand) steps {
	if v := e.get(m, t, base, x); v != nil {
		return v.why
	}
	return nil
}

// strays is the source of an address that leads from its object into another.
func (e *elsewhere) strays(m *machine, t int, base int32, x *operand) steps {
	v := e.get(m, t, base, x)
	if v == nil || v.why != nil {
		return nil
	}
	space, slot, ok := m.find(v.is.Lo)
	if !ok {
		return nil
	}
	if o := &m.spaces[space][slot]; o.base == v.of || v.is.Lo-o.base >= o.size {
		return nil
	}
	return e.rests.source(verdict.Need{Text: dependsOnPlaces, Location: m.posOf(m.userPC(t))})
}
