package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where values come from. While an execution is traced, each register and each byte of memory knows the steps that its value comes from, and each frame the steps that
// decided that what it executes is executed at all. So every step can name the earlier ones that it depends on; what a failure does not depend on need not be shown.
//
// An instruction that is a step of the trace is the origin of what it writes; any other hands on the origins of what it reads. Data from the outside has an origin of its own, a negative
// number (rests.go), which every instruction hands on, and which loops give to what they count (counted.go). A branch decides what lies between it and the place where all its ways meet again. A way that leads to no return (exit, abort) is not counted: otherwise everything after a check of an error would depend on that check.

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
		operands []operands          // of each instruction that was executed
		words    map[uint64]*[8]held // memory, by the eighth of the address
		large    []largeWrite
		clock    int               // counts instructions and writes to memory
		entered  int               // frames
		joins    map[int32][]int32 // of each function that branched: where the ways of its branches meet
		loops    []loops           // by function
		rests    *rests
		now      instrOrigins
	}
	// held is what a register or a byte of memory holds.
	held struct {
		from steps
		of   []earlier
		at   int // when it was written
	}
	threadOrigins struct {
		born   steps // what started it
		regs   []held
		frames []frameOrigins
		args   []held // of a call whose function has not begun
		result held   // of a function that has just returned, or of the thread
	}
	frameOrigins struct {
		number    int   // from 1
		called    steps // what decided that the function is called
		decisions []decision
		loops     []*looping
		set       int // of loops
	}
	decision struct {
		branch, join int32
		from         steps
	}
	largeWrite struct {
		addr, n uint64
		held
	}
	// operands is the slots of registers that an instruction reads and writes, counted from the start of its frame.
	operands struct {
		known      bool
		uses, defs []int32
	}
	// instrOrigins is the instruction that runs: what it uses, and what it defines.
	instrOrigins struct {
		open   bool
		thread *threadOrigins
		op     opcode
		step   int   // its step in the trace, -1: none
		self   steps // that step
		uses   steps
		inLoop bool
		of     []earlier
		frame  int     // its number
		base   int32   // of that frame
		defs   []int32 // slots of the frame
		joined *held   // the result of a thread, which is the first of them
	}
)

// manyBytes is how long a write is that is kept as a range.
const manyBytes = 256

func newOrigins(r *rests) *origins {
	return &origins{rests: r, words: map[uint64]*[8]held{}, joins: map[int32][]int32{}}
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
	o.clock++
	o.now = instrOrigins{open: true, op: in.op, thread: me, step: step, frame: top.number, base: base, defs: ops.defs, uses: gives}
	if m.prog.outside {
		o.around(m.prog, top, in.fn, pc)
		o.now.inLoop = me.inLoop()
	}
	if step >= 0 {
		o.now.self = steps{step}
	}
	for i, slot := range ops.uses {
		v := me.get(base + slot)
		if i == 0 && in.a.slot >= 0 && (in.op == opStore || in.op == opRMW || in.op == opCAS) { // what is written comes from the value, wherever the address comes from
			o.now.uses = o.now.uses.with(v.from.inside())
			continue
		}
		o.now.use(cell{uint64(base + slot), top.number}, v)
	}
	switch in.op {
	case opBranch, opSwitch:
		o.decide(m.prog, top, in, pc)
		o.turns(me, top, pc)
		o.asks(me)
	case opCall, opCallPtr:
		me.args = nil
		for i := range in.args {
			var v held
			if s := in.args[i].slot; s >= 0 {
				if v = me.get(base + s); o.now.inLoop {
					v.of = v.read(cell{uint64(base + s), top.number}, nil)
				}
			}
			me.args = append(me.args, v)
		}
	case opJoin:
		if u := int(m.get(th.regs[base:], &in.a)) - 1; u >= 0 && u < len(o.threads) && in.dst.slot >= 0 {
			o.now.joined = &o.threads[u].result
			o.now.uses = o.now.uses.with(o.now.joined.from.inside())
		}
	case opReturn, opThreadExit:
		me.result = held{from: o.now.uses, of: o.now.of}
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
			me.regs = append(me.regs, held{})
		}
		clear(me.regs[fr.base : fr.base+fn.nslots])
		o.entered++
		for i := range fn.params {
			v := held{from: me.born}
			if i < len(me.args) {
				v = me.args[i]
			} else if len(me.frames) > 0 {
				continue
			}
			v.at = o.clock
			me.regs[fr.base+fn.params[i].slot] = v
		}
		me.args = nil
		me.frames = append(me.frames, frameOrigins{number: o.entered, called: called})
	}
}

func (me *threadOrigins) get(slot int32) held {
	if int(slot) < len(me.regs) {
		return me.regs[slot]
	}
	return held{}
}

// decided is what decided that a frame executes what it executes.
func (me *threadOrigins) decided(frame int) steps {
	out := me.frames[frame].called
	for _, d := range me.frames[frame].decisions {
		out = out.with(d.from)
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
	for i, slot := range o.now.defs {
		gives := gives
		if i == 0 && o.now.joined != nil {
			gives.from = gives.from.with(o.now.joined.from.outside())
			gives.of = slices.Concat(gives.of, o.now.joined.of)
		}
		slot += o.now.base
		for len(o.now.thread.regs) <= int(slot) {
			o.now.thread.regs = append(o.now.thread.regs, held{})
		}
		o.now.thread.regs[slot] = o.put(o.now.thread, cell{uint64(slot), o.now.frame}, gives)
	}
}

// gives is what the running instruction writes, as far as origins go.
func (o *origins) gives() held {
	v := held{o.now.uses, o.now.of, o.clock}
	if o.now.step >= 0 {
		v.from = o.now.uses.outside().with(o.now.self)
	}
	if computes(o.now.op) {
		computed(v.of)
	}
	return v
}

// returned is told that a call has its result; step is the step that shows it, -1: none.
func (o *origins) returned(m *machine, t int, pc int32, step int) {
	o.close()
	th, in := m.threads[t], &m.prog.code[pc]
	me := o.threads[t]
	o.enter(m, th, me)
	o.clock++
	o.now = instrOrigins{open: true, op: in.op, thread: me, step: step, uses: me.result.from, of: me.result.of, frame: me.frames[len(me.frames)-1].number, base: th.frames[len(th.frames)-1].base}
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
		if o.now.op == opLoad { // what is read comes from memory, wherever the address comes from; but another address would lead to something else
			o.now.uses = o.now.uses.inside()
			computed(o.now.of)
		}
		o.read(addr, n, unwritten)
	}
	if !writes {
		return
	}
	o.clock++
	w := o.put(o.now.thread, cell{at: addr}, o.gives())
	if n > manyBytes {
		o.large = append(o.large, largeWrite{addr, n, w})
		return
	}
	for a := addr; a < addr+n; a++ {
		word := o.words[a>>3]
		if word == nil {
			word = new([8]held)
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
	var word *[8]held
	for i := range min(n, manyBytes) { // of a large range the first bytes stand for all
		if i == 0 || (addr+i)&7 == 0 {
			word = o.words[(addr+i)>>3]
		}
		var w held
		if word != nil {
			w = word[(addr+i)&7]
		}
		for k := len(o.large) - 1; k >= 0 && o.large[k].at > w.at; k-- {
			if l := &o.large[k]; l.addr <= addr+i && addr+i-l.addr < l.n {
				w = l.held
			}
		}
		if w.at != last {
			if last = w.at; w.at == 0 && len(unwritten) > 0 {
				w = o.settle(addr+i, unwritten)
				last = w.at
			}
			o.now.use(cell{at: addr}, w)
		}
	}
}

// settle notes where an unwritten byte that was read has its value from.
func (o *origins) settle(addr uint64, from steps) held {
	o.clock++
	w := held{from: from, at: o.clock}
	word := o.words[addr>>3]
	if word == nil {
		word = new([8]held)
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
			word = new([8]held)
			o.words[a>>3] = word
		}
		o.clock++
		word[a&7].from, word[a&7].at = word[a&7].from.with(more), o.clock
	}
}

// decide notes a branch: what lies before the place where its ways meet depends on what it looks at. A branch that is executed again replaces itself: what it looks at was
// executed because of the last time.
func (o *origins) decide(p *program, fr *frameOrigins, in *inst, pc int32) {
	d := decision{branch: pc, join: o.joinsOf(p, in.fn)[pc-p.funcs[in.fn].entry], from: o.now.uses}
	if i := slices.IndexFunc(fr.decisions, func(d decision) bool { return d.branch == pc }); i >= 0 {
		fr.decisions = fr.decisions[:i]
	}
	fr.decisions = append(fr.decisions, d)
}

func (o *origins) joinsOf(p *program, f int32) []int32 {
	joins, ok := o.joins[f]
	if !ok {
		joins = p.joins(f)
		o.joins[f] = joins
	}
	return joins
}

// joins finds, for each instruction of a function, where all ways from it that lead to a return meet first: its immediate post-dominator. -1: nowhere.
func (p *program) joins(f int32) []int32 {
	fn := &p.funcs[f]
	n := fn.end - fn.entry
	back := make([][]int32, n)
	var ends []int32
	for i := range n {
		for _, to := range p.next(fn.entry + i) {
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
			for _, to := range p.next(fn.entry + i) {
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
