package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where values come from. While an execution is traced, each register and each byte of memory knows the steps that its value comes from, and each frame the steps that
// decided that what it executes is executed at all. So every step can name the earlier ones that it depends on; what a failure does not depend on need not be shown.
//
// An instruction that is a step of the trace is the origin of what it writes; any other hands on the origins of what it reads. Data from the outside has an origin of its own, a negative
// number (rests.go), which every instruction hands on. A branch decides what lies between it and the place where all its ways meet again. A way that leads to no return (exit, abort) is not counted: otherwise everything after a check of an error would depend on that check.

// steps is a set of steps: sorted, never changed in place.
type steps []int

func (s steps) with(more steps) steps {
	switch {
	case len(s) == 0:
		return more
	case len(more) == 0:
		return s
	}
	mine := false // a copy
	for _, i := range more {
		if k, ok := slices.BinarySearch(s, i); !ok {
			if !mine {
				s, mine = slices.Clone(s), true
			}
			s = slices.Insert(s, k, i)
		}
	}
	return s
}

// outside is the data among the origins.
func (s steps) outside() steps {
	n := 0
	for n < len(s) && s[n] < 0 {
		n++
	}
	return s[:n:n]
}

// inside is the steps among the origins.
func (s steps) inside() steps { return s[len(s.outside()):] }

type (
	origins struct {
		threads  []*threadOrigins
		operands []operands             // of each instruction that was executed
		words    map[uint64]*[8]written // memory, by the eighth of the address
		large    []largeWrite
		writes   int
		joins    map[int32][]int32 // of each function that branched: where the ways of its branches meet
		now      instrOrigins
	}
	threadOrigins struct {
		born   steps // what started it
		regs   []steps
		frames []frameOrigins
		args   []steps // of a call whose function has not begun
		result steps   // of a function that has just returned
	}
	frameOrigins struct {
		called    steps // what decided that the function is called
		decisions []decision
	}
	decision struct {
		branch, join int32
		from         steps
		again        steps // the data from the outside that it was made on as a branch of a loop, more than once
	}
	written struct {
		number int
		from   steps
	}
	largeWrite struct {
		addr, n uint64
		written
	}
	// operands is the slots of registers that an instruction reads and writes, counted from the start of its frame.
	operands struct {
		known      bool
		counts     bool // a register is computed from itself, in this instruction or in the one before
		uses, defs []int32
	}
	// instrOrigins is the instruction that runs: what it uses, and what it defines.
	instrOrigins struct {
		open   bool
		thread *threadOrigins
		loads  bool  // it is a load: its operands are an address
		counts bool  // it computes something from what it had before
		step   int   // its step in the trace, -1: none
		self   steps // that step
		uses   steps
		base   int32   // of its frame
		defs   []int32 // slots of the frame
	}
)

// manyBytes is how long a write is that is kept as a range.
const manyBytes = 256

func newOrigins() *origins {
	return &origins{words: map[uint64]*[8]written{}, joins: map[int32][]int32{}}
}

// begin is told of each instruction before it runs. step is its number in the trace, -1: it is no step; gives is the data from the outside that it makes.
func (o *origins) begin(m *machine, t int, pc int32, step int, gives steps) {
	o.close()
	for len(o.threads) <= t {
		o.threads = append(o.threads, &threadOrigins{})
	}
	th, in := m.threads[t], &m.prog.code[pc]
	me := o.threads[t]
	o.enter(m, th, me)
	top := &me.frames[len(me.frames)-1]
	if len(top.decisions) > 0 {
		top.decisions = slices.DeleteFunc(top.decisions, func(d decision) bool { return d.join == pc })
	}
	base := th.frames[len(th.frames)-1].base
	ops := o.operandsOf(m.prog, pc)
	o.now = instrOrigins{open: true, loads: in.op == opLoad, thread: me, step: step, base: base, defs: ops.defs, uses: gives, counts: ops.counts}
	if step >= 0 {
		o.now.self = steps{step}
	}
	for _, slot := range ops.uses {
		o.now.uses = o.now.uses.with(me.get(base + slot))
	}
	switch in.op {
	case opBranch, opSwitch:
		o.decide(m.prog, top, in, pc)
	case opCall, opCallPtr:
		me.args = nil
		for i := range in.args {
			var from steps
			if s := in.args[i].slot; s >= 0 {
				from = me.get(base + s)
			}
			me.args = append(me.args, from)
		}
	case opReturn:
		me.result = o.now.uses
	case opSpawn:
		for len(o.threads) <= len(m.threads) {
			o.threads = append(o.threads, &threadOrigins{})
		}
		o.threads[len(m.threads)].born = o.now.uses.outside().with(o.now.self)
	}
}

func (o *origins) operandsOf(p *program, pc int32) *operands {
	if o.operands == nil {
		o.operands = make([]operands, len(p.code))
	}
	ops := &o.operands[pc]
	if ops.known {
		return ops
	}
	in := &p.code[pc]
	slots := p.funcs[in.fn].slots
	ir.Uses(in.src, func(x *ir.Operand) {
		if x.Kind == ir.KindReg {
			ops.uses = append(ops.uses, slots[x.Reg])
		}
	})
	if in.op != opCall && in.op != opCallPtr { // a result is written when the function returns
		ir.Defs(in.src, func(r *ir.Reg) { ops.defs = append(ops.defs, slots[*r]) })
	}
	switch in.op {
	case opBinary, opExact:
		ops.counts = slices.ContainsFunc(ops.defs, func(d int32) bool { return slices.Contains(ops.uses, d) })
	case opMove:
		if pc > p.funcs[in.fn].entry {
			before := o.operandsOf(p, pc-1)
			ops.counts = slices.ContainsFunc(ops.defs, func(d int32) bool { return slices.Contains(before.uses, d) }) && slices.ContainsFunc(before.defs, func(d int32) bool { return slices.Contains(ops.uses, d) })
		}
	}
	ops.known = true
	return ops
}

// enter follows calls and returns: the frames are those of the thread.
func (o *origins) enter(m *machine, th *thread, me *threadOrigins) {
	me.frames = me.frames[:min(len(me.frames), len(th.frames))]
	for len(me.frames) < len(th.frames) {
		fr := &th.frames[len(me.frames)]
		fn := &m.prog.funcs[fr.fn]
		called := me.born
		if n := len(me.frames); n > 0 {
			called = me.decided(n - 1)
		}
		for len(me.regs) < int(fr.base+fn.nslots) {
			me.regs = append(me.regs, nil)
		}
		clear(me.regs[fr.base : fr.base+fn.nslots])
		for i := range fn.params {
			if i < len(me.args) {
				me.regs[fr.base+fn.params[i].slot] = me.args[i]
			} else if len(me.frames) == 0 {
				me.regs[fr.base+fn.params[i].slot] = me.born
			}
		}
		me.args = nil
		me.frames = append(me.frames, frameOrigins{called: called})
	}
}

func (me *threadOrigins) get(slot int32) steps {
	if int(slot) < len(me.regs) {
		return me.regs[slot]
	}
	return nil
}

// decided is what decided that a frame executes what it executes.
func (me *threadOrigins) decided(frame int) steps {
	out := me.frames[frame].called
	for _, d := range me.frames[frame].decisions {
		out = out.with(d.from)
	}
	return out
}

// counted is the data from the outside that the loops around the running instruction are left by: what they count depends on it.
func (me *threadOrigins) counted() (out steps) {
	for _, d := range me.frames[len(me.frames)-1].decisions {
		out = out.with(d.again)
	}
	return out
}

// from is the steps that the running instruction depends on.
func (o *origins) from() steps {
	me := o.now.thread
	return o.now.uses.with(me.decided(len(me.frames) - 1))
}

// close hands on what the last instruction used to what it defines.
func (o *origins) close() {
	if !o.now.open {
		return
	}
	o.now.open = false
	gives := o.gives()
	if o.now.counts {
		gives = o.now.thread.counted().with(gives)
	}
	for _, slot := range o.now.defs {
		slot += o.now.base
		for len(o.now.thread.regs) <= int(slot) {
			o.now.thread.regs = append(o.now.thread.regs, nil)
		}
		o.now.thread.regs[slot] = gives
	}
}

// gives is the origins of what the running instruction writes.
func (o *origins) gives() steps {
	if o.now.step >= 0 {
		return o.now.uses.outside().with(o.now.self)
	}
	return o.now.uses
}

// returned is told that a call has its result; step is the step that shows it, -1: none.
func (o *origins) returned(m *machine, t int, pc int32, step int) {
	o.close()
	th, in := m.threads[t], &m.prog.code[pc]
	me := o.threads[t]
	o.enter(m, th, me)
	o.now = instrOrigins{open: true, thread: me, step: step, uses: me.result, base: th.frames[len(th.frames)-1].base}
	if step >= 0 {
		o.now.self = steps{step}
	}
	if in.dst.slot >= 0 {
		o.now.defs = []int32{in.dst.slot}
	}
}

// touch is told of each access of the running instruction, and what unwritten bytes there are.
func (o *origins) touch(addr, n uint64, reads, writes bool, unwritten steps) {
	if !o.now.open {
		return
	}
	if reads {
		if ops := o.now.loads; ops { // what is read comes from memory, wherever the address comes from
			o.now.uses = o.now.uses.inside()
		}
		o.read(addr, n, unwritten)
	}
	if !writes {
		return
	}
	o.writes++
	w := written{o.writes, o.gives()}
	if n > manyBytes {
		o.large = append(o.large, largeWrite{addr, n, w})
		return
	}
	for a := addr; a < addr+n; a++ {
		word := o.words[a>>3]
		if word == nil {
			word = new([8]written)
			o.words[a>>3] = word
		}
		for ; a < addr+n; a++ {
			word[a&7] = w
			if a&7 == 7 {
				break
			}
		}
	}
}

func (o *origins) read(addr, n uint64, unwritten steps) {
	last := -1
	var word *[8]written
	for i := range min(n, manyBytes) { // of a large range the first bytes stand for all
		if i == 0 || (addr+i)&7 == 0 {
			word = o.words[(addr+i)>>3]
		}
		var w written
		if word != nil {
			w = word[(addr+i)&7]
		}
		for k := len(o.large) - 1; k >= 0 && o.large[k].number > w.number; k-- {
			if l := &o.large[k]; l.addr <= addr+i && addr+i-l.addr < l.n {
				w = l.written
			}
		}
		if w.number != last {
			last = w.number
			if w.number == 0 && len(unwritten) > 0 {
				w = o.settle(addr+i, unwritten)
				last = w.number
			}
			o.now.uses = o.now.uses.with(w.from)
		}
	}
}

// settle notes where an unwritten byte that was read has its value from.
func (o *origins) settle(addr uint64, from steps) written {
	o.writes++
	w := written{o.writes, from}
	word := o.words[addr>>3]
	if word == nil {
		word = new([8]written)
		o.words[addr>>3] = word
	}
	word[addr&7] = w
	return w
}

// mark adds an origin to what some bytes hold.
func (o *origins) mark(addr, n uint64, more steps) {
	for a := addr; a < addr+n; a++ {
		word := o.words[a>>3]
		if word == nil {
			word = new([8]written)
			o.words[a>>3] = word
		}
		o.writes++
		word[a&7] = written{o.writes, word[a&7].from.with(more)}
	}
}

// decide notes a branch: what lies before the place where its ways meet depends on what it looks at. A branch that is executed again replaces itself: what it looks at was
// executed because of the last time.
func (o *origins) decide(p *program, fr *frameOrigins, in *inst, pc int32) {
	joins, ok := o.joins[in.fn]
	if !ok {
		joins = p.joins(in.fn)
		o.joins[in.fn] = joins
	}
	d := decision{branch: pc, join: joins[pc-p.funcs[in.fn].entry], from: o.now.uses}
	if i := slices.IndexFunc(fr.decisions, func(d decision) bool { return d.branch == pc }); i >= 0 {
		d.again = fr.decisions[i].again.with(d.from.outside())
		fr.decisions = fr.decisions[:i]
	}
	fr.decisions = append(fr.decisions, d)
}

// joins finds, for each instruction of a function, where all ways from it that lead to a return meet first: its immediate post-dominator. -1: nowhere.
func (p *program) joins(f int32) []int32 {
	fn := &p.funcs[f]
	n := fn.end - fn.entry
	next := func(pc int32) []int32 {
		in := &p.code[pc]
		switch in.op {
		case opJump:
			return []int32{in.to}
		case opBranch:
			return []int32{in.to, in.to2}
		case opSwitch:
			out := []int32{in.to}
			for i := 0; i < len(in.args); i += 2 {
				out = append(out, in.args[i].slot)
			}
			return out
		case opReturn, opHalt, opThreadExit, opUnsupported:
			return nil
		}
		return []int32{pc + 1}
	}
	back := make([][]int32, n)
	var ends []int32
	for i := range n {
		for _, to := range next(fn.entry + i) {
			back[to-fn.entry] = append(back[to-fn.entry], i)
		}
		if p.code[fn.entry+i].op == opReturn {
			ends = append(ends, i)
		}
	}
	if len(ends) == 0 { // a function that never returns ends like this
		for i := range n {
			if op := p.code[fn.entry+i].op; op == opHalt || op == opThreadExit {
				ends = append(ends, i)
			}
		}
	}
	// The instructions in an order in which each stands behind what it leads to, as far as there is one; rank counts from 1, and 0 is an instruction that leads to no return.
	rank := make([]int32, n+1) // the last is the end, before all
	end := n
	var order []int32
	var visit func(i int32)
	visit = func(i int32) {
		rank[i] = 1
		for _, j := range back[i] {
			if rank[j] == 0 {
				visit(j)
			}
		}
		order = append(order, i)
	}
	for _, e := range ends {
		if rank[e] == 0 {
			visit(e)
		}
	}
	slices.Reverse(order)
	for k, i := range order {
		rank[i] = int32(k) + 1
	}
	meet := make([]int32, n)
	for i := range meet {
		meet[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for _, i := range order {
			join := int32(-1)
			consider := func(j int32) {
				if j != end && (rank[j] == 0 || meet[j] < 0) {
					return // no way to a return, or not looked at yet
				}
				if join < 0 {
					join = j
					return
				}
				for a, b := join, j; ; {
					if a == b {
						join = a
						return
					}
					if rank[a] > rank[b] {
						a = meet[a]
					} else {
						b = meet[b]
					}
				}
			}
			if slices.Contains(ends, i) {
				consider(end)
			}
			for _, to := range next(fn.entry + i) {
				consider(to - fn.entry)
			}
			if join != meet[i] {
				meet[i], changed = join, true
			}
		}
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
		if j := meet[i]; j >= 0 && j != end {
			out[i] = fn.entry + j
		}
	}
	return out
}
