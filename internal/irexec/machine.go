package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// The machine: one mutable state and a log by which every change can be taken back. A depth-first search keeps one state
// and walks it forward and backward; copying states instead was measured at three times the cost on programs with a few
// hundred bytes of memory, and grows with memory.
//
// A thread's registers change at every instruction, so they are not logged one by one. The top frame is copied once at
// the start of a step; a lower frame is copied when the step returns into it (saveFrame). Restoring cuts the stack to the
// lowest frame that was saved and pushes the copies back.

type status uint8

const (
	ready status = iota
	ended
	stuck // blocked forever at an assumption that does not hold: only its own registers decide it
)

type frame struct {
	fn   int32
	pc   int32 // of the next instruction; of the call, in frames below the top
	base int32 // of its slots in regs
}

// header is the part of a thread that other threads can change.
type header struct {
	status    status
	outlives  bool
	signalled bool
	width     uint8  // of the result
	waitOn    uint64 // condition, 0: none
	barrier   uint64 // arrived at and not passed yet, 0: none
	ticket    uint32 // of that barrier
	result    value
	open      *[]place // symbols in its live registers, nil: none; never changed in place
}

type thread struct {
	header
	frames []frame
	regs   []uint64
	start  int32 // function
	name   string
	atomic int // open atomic sections
	hash   hash128
}

// choices is where a machine gets what the program leaves open.
type choices interface {
	value(t int, width int) ir.Const           // any value of a width
	pick(t int, n int) int                     // one of n >= 2 waiters
	flip(t int) bool                           // a free bit
	external(addr uint64, n int) ir.Const      // the initial bytes of external memory
	incoming(addr uint64, in *incoming) uint64 // an address that external memory holds from the start
	base(t int) (uint64, bool)                 // a prescribed base address
}

type machine struct {
	prog    *program
	opts    machineOptions
	choices choices
	script  *script // choices, where symbols are chosen when something looks at them
	tracer  *tracer
	watcher Watcher
	lives   lives // filled while there is a tracer

	executed int64 // instructions, in all steps that are over; long ranges and large objects count by their words

	spaces   [][]object // globals, then one space per thread
	memory   memorySize
	threads  []*thread
	sync     []syncObject
	syncAt   map[uint64]int32
	syncBits uint64 // a filter of where they lie
	symbols  []symbol
	alive    int // threads that have not ended

	halted      bool
	exit        int64
	aborted     bool
	spurious    bool // a wakeup without a signal has happened, and it matters
	hidden      bool // memory holds an unaligned address: no recycling
	customBases bool

	memHash, syncHash, symHash hash128

	undoing bool
	log     []undo
	objLog  []object
	syncLog []syncObject
	hdrLog  []header
	symLog  []symbol
	frames  []frame  // saved
	words   []uint64 // their registers

	named   []bool // scratch of recycle
	open    []place
	asserts []bool                // by code position: reached
	passed  []bool                // by code position: some step reached it; nil: not recorded
	fresh   []int32               // of these, what this step was the first to reach
	firsts  int                   // how many instructions were reached for the first time
	sites   []bool                // the same, the place in the user's code: a thread was started or a pointer called
	by      func(t int, pc int32) // is told what each thread reaches; nil: nobody is
	spare   []*thread

	step stepState
}

type machineOptions struct {
	trackSpurious    bool // the state remembers that one happened
	volatileIsAtomic bool
	misuse           bool // locks remember where they were taken, and steps take note of their misuse
	stackLocks       bool // a lock on the stack that is held when its function returns is misused
	friendly         bool // the outside makes no hostile choice
	reduced          bool
	racy             []bool // by code position: ends a block, see block.go
	private          []bool // by code position of an Alloc
	privateGlobal    []bool
}

type undoKind uint8

const (
	undoWord undoKind = iota
	undoByte
	undoSymbol
	undoObject
	undoEscape
	undoNumber
	undoPush
	undoSync
	undoSyncNew
	undoHeader
	undoSpawn
	undoFrame
)

type undo struct {
	kind  undoKind
	undef uint8
	space int32
	slot  int32
	index int32
	data  uint64
	sum   hash128
}

// mark is a point to come back to.
type mark struct {
	log, symbols      int
	memHash, syncHash hash128
	symHash           hash128
	memory            memorySize
	alive             int
	halted, aborted   bool
	spurious, hidden  bool
	exit              int64
}

func newMachine(p *program, o machineOptions, c choices) *machine {
	m := &machine{prog: p, opts: o, choices: c, syncAt: map[uint64]int32{}}
	globals := make([]object, len(p.src.Globals))
	for i, g := range p.src.Globals {
		obj := &globals[i]
		obj.base, obj.kind, obj.site = p.layout.global(ir.GlobalID(i)), kindGlobal, int32(i)
		if g.ThreadLocal {
			continue
		}
		obj.state, obj.escaped = objLive, true
		m.fill(obj, g)
		m.memory.add(obj)
	}
	m.spaces = append(m.spaces, globals)
	m.addThread(int32(p.src.Entry), false)
	return m
}

// fill gives an object the content of a global.
func (m *machine) fill(o *object, g *ir.Global) {
	o.size, o.room = uint64(g.Size), uint64(g.Size)
	words := int(g.Size+7) / 8
	o.data = make([]uint64, words)
	if g.External {
		o.kind, o.fill = kindExternal, 0xff
		o.undef = make([]uint8, words)
		for i := range o.undef {
			o.undef[i] = 0xff
		}
		return
	}
	put := func(off int64, v uint64) {
		if off < g.Size {
			o.data[off>>3] |= v << (8 * (off & 7))
		}
	}
	clearByte := func(off int64) {
		if off < g.Size {
			o.data[off>>3] &^= 0xff << (8 * (off & 7))
		}
	}
	for i, b := range g.Init {
		put(int64(i), uint64(b))
	}
	for _, r := range g.Relocs {
		a := m.prog.layout.fn(int32(r.Target.Func))
		if r.Target.Kind == ir.KindGlobal {
			a = m.prog.layout.global(r.Target.Global) + r.Target.Val.Lo
		}
		for k := int64(0); k < int64(m.prog.pw/8); k++ {
			clearByte(r.Offset + k)
			put(r.Offset+k, a>>(8*k)&0xff)
		}
	}
}

// addThread makes a thread whose program point is its first instruction.
func (m *machine) addThread(fn int32, outlives bool) *thread {
	var th *thread
	if n := len(m.spare); n > 0 {
		th = m.spare[n-1]
		m.spare = m.spare[:n-1]
		*th = thread{frames: th.frames[:0], regs: th.regs[:0]}
	} else {
		th = &thread{}
	}
	th.start, th.outlives = fn, outlives
	m.threads = append(m.threads, th)
	m.alive++
	f := &m.prog.funcs[fn]
	th.name = f.src.Display
	if th.name == "" {
		th.name = f.src.Name
	}
	th.push(f, fn)
	space := make([]object, 0, len(m.prog.tls)+4)
	m.spaces = append(m.spaces, space)
	t := len(m.threads) - 1
	if m.undoing {
		m.log = append(m.log, undo{kind: undoSpawn})
	}
	for _, g := range m.prog.tls {
		src := m.prog.src.Globals[g]
		slot := len(m.spaces[t+1])
		o := object{state: objLive, site: int32(g)}
		m.fill(&o, src)
		o.kind = kindTLS
		at, _ := m.prog.layout.place(t, m.spaces[t+1], o.size, uint64(src.Align)) // makeLayout has seen that there is room
		o.base, o.room = at.base, at.room
		m.spaces[t+1] = append(m.spaces[t+1], object{})
		m.memHash.add(o.objHash())
		m.spaces[t+1][slot] = o
		m.memory.add(&o)
	}
	return th
}

// push enters a function with all its registers zero or unwritten.
func (th *thread) push(f *function, id int32) {
	base := int32(len(th.regs))
	n := int(base + f.nslots)
	if n <= cap(th.regs) {
		th.regs = th.regs[:n]
		clear(th.regs[base:])
	} else {
		th.regs = append(th.regs, make([]uint64, f.nslots)...)
	}
	copy(th.regs[base+f.bits:], f.start)
	th.frames = append(th.frames, frame{fn: id, pc: f.entry, base: base})
}

// hashThread brings the hash of a thread up to date, and what symbols know of the places that hold them.
func (m *machine) hashThread(t int) {
	th := m.threads[t]
	h := newHasher(uint64(t) + 1)
	h.word(uint64(th.status) | b2u(th.outlives)<<8 | b2u(th.signalled)<<9 | uint64(len(th.frames))<<16)
	m.open = m.open[:0]
	if th.status == ended {
		h.word(m.hashValue(&h, t, -1, 0, th.result, int(th.width)))
	} else {
		h.word(th.waitOn)
		h.word(th.barrier)
		h.word(uint64(th.ticket))
		for i := range th.frames {
			m.hashFrame(&h, t, i)
		}
	}
	th.hash = h.sum()
	if th.open == nil && len(m.open) == 0 {
		return
	}
	for _, p := range th.places() {
		m.holds(p.sym, p.sum, 0, false)
	}
	for _, p := range m.open {
		m.holds(p.sym, p.sum, 0, true)
	}
	th.open = nil
	if len(m.open) > 0 {
		list := append([]place(nil), m.open...)
		th.open = &list
	}
}

// places lists the live registers, or the result, that hold symbols.
func (th *thread) places() []place {
	if th.open == nil {
		return nil
	}
	return *th.open
}

// liveIn lists the live slots of a frame.
func (m *machine) liveIn(th *thread, i int) *liveSet {
	if fn := &m.prog.funcs[th.frames[i].fn]; m.prog.live[fn.entry] == nil {
		m.prog.liveness(fn) // of a function that is run, when it is asked for: unfolded programs are large
	}
	if i == len(th.frames)-1 {
		return m.prog.live[th.frames[i].pc]
	}
	return m.prog.across[th.frames[i].pc]
}

func (m *machine) hashFrame(h *hasher, t, i int) {
	th := m.threads[t]
	fr := &th.frames[i]
	set := m.liveIn(th, i)
	h.word(uint64(fr.pc))
	r := th.regs[fr.base:]
	for _, s := range set.slots {
		h.word(r[s])
	}
	kinds := uint64(0) // two bits for each register: a constant, a symbol, or nothing yet
	for k := range set.open {
		o := &set.open[k]
		kind := uint64(0)
		switch {
		case !open(r, o):
			h.word(r[o.slot])
			if o.w > 64 {
				h.word(r[o.slot+1])
			}
		case r[o.slot] == 0:
			kind = 1
		default:
			kind = m.hashValue(h, t, i, o.slot, value{sym: slice(r[o.slot])}, int(o.w))
		}
		if kinds = kinds<<2 | kind; k&31 == 31 {
			h.word(kinds)
		}
	}
	h.word(kinds)
}

// hashValue hashes a value, or notes the symbol in its place.
func (m *machine) hashValue(h *hasher, t, frame int, slot int32, v value, width int) (kind uint64) {
	if v = m.settled(v, width); v.sym != 0 {
		h.word(uint64(v.sym.low()))
		m.open = append(m.open, place{v.sym, mix3(uint64(t)<<32|uint64(uint32(frame)), uint64(slot)<<8|uint64(v.sym.low()), 0x726567)})
		return 2
	}
	h.word(v.Lo)
	if width > 64 {
		h.word(v.Hi)
	}
	return 0
}

// hash is the hash of the whole state; the threads' hashes must be up to date.
func (m *machine) hash() hash128 {
	h := m.memHash
	h.add(m.syncHash)
	h.add(m.symHash)
	for _, th := range m.threads {
		h.add(th.hash)
	}
	if m.spurious {
		h.add(mix3(0x7370, 1, 0))
	}
	if m.halted {
		h.add(mix3(0x6861, 2, uint64(m.exit)))
	}
	return h
}
