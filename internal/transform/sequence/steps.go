package sequence

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Steps are what the sequentializations interleave: the visible operations of lowered threads that another thread can
// notice, in an order that fits every path.
//
// An access can be noticed if its region is accessed by two threads while they run at the same time, and one of them
// writes. The first thread runs alone until the first spawn on its path, so what it does before that (solo) is never a
// step. Freeing an object is a write to all regions it has cells in. Sections count as one step if anything inside
// can be noticed.

// position is one step of a thread.
type position struct {
	thread   int
	index    int
	id       ir.ID // of the instruction, or of the AtomicBegin
	section  bool
	accesses []*access
	spawns   []spawned
	halt     *ir.Halt
	// glued is set for the end of a thread, or of the process inside a section: the steps one of which comes right before it on every path, with nothing between
	// that the interpreter could stop at. The end is part of that step then. In the order of the text; nil: not so.
	glued []*position
	// alone says that the step commutes with what other threads do next, so nobody need be interrupted right before it: see alone.go.
	alone   bool
	reached ir.Reg // flag: the path leads here and, for a section, through it, or to where blocks is set
	blocks  ir.Reg // flag: the path ends inside the section, where the thread would have to wait; NoReg: see lazy_memory.go
}

// access is one access of a step.
type access struct {
	thread  int
	id      ir.ID
	mem     ir.Mem
	free    *ir.Free
	write   bool
	section bool
	reached ir.Reg
	addr    ir.Operand // in the local part's registers
	val     ir.Operand // what is stored, or the value that was guessed
	len     ir.Operand // of a range, else not set
	also    ir.Operand // of a range of a Copy: where the other begins
	fits    ir.Operand // of a range of a Copy whose other range is the thread's own: that one is valid. Else not set
	src     ir.Mem     // of a Copy: what is read
	in      ir.Instr   // of a range
	wanted  ir.Operand // of a Scan: the byte
	meta    ir.Meta
	regions []ir.RegionID // of a free
	pos     *position
}

type spawned struct {
	child   int
	reached ir.Reg
	instr   *ir.Spawn
}

type steps struct {
	threads  int
	of       [][]*position
	at       map[ir.ID]*position // AtomicBegin, or the instruction itself
	access   map[ir.ID]*access
	solo     map[ir.ID]bool
	shared   []bool // by region
	outlives []bool // by thread
	late     []bool // by thread: it ends with main, but it may begin after that, as what it comes from outlives main
	order    [][]ir.BlockID
	depth    []map[ir.BlockID]int // atomic depth at the start of a block
	objects  map[ir.Object][]ir.RegionID
	freedBy  map[ir.Object]int // the thread that frees it, negative if several do
	heap     map[ir.ID]bool    // allocations that are not on the stack
}

// findSteps finds the steps. Accesses to the regions that are looked at in the end, for deadlocks, or when turns begin, count as noticed, whoever makes them.
func findSteps(p *ir.Program, opt Options) (*steps, error) {
	s := &steps{
		threads: transform.Threads(p), at: map[ir.ID]*position{}, access: map[ir.ID]*access{}, solo: transform.Solo(p),
		shared: make([]bool, len(p.Regions)), objects: map[ir.Object][]ir.RegionID{}, freedBy: map[ir.Object]int{}, heap: map[ir.ID]bool{},
	}
	s.of = make([][]*position, s.threads)
	s.outlives, s.late = make([]bool, s.threads), make([]bool, s.threads)
	for i, r := range p.Regions {
		for _, x := range r.Cells {
			s.objects[x.Object] = append(s.objects[x.Object], ir.RegionID(i))
		}
	}
	for t := range s.threads {
		s.order = append(s.order, transform.Topological(p.Funcs[t]))
	}
	looked := slices.Clone(opt.Waits.Holders())
	for _, lock := range opt.Held {
		looked = append(looked, lock.Region)
	}
	s.findShared(p, opt.private, looked)
	for t := range s.threads {
		ends, err := s.number(p, t)
		if err != nil {
			return nil, err
		}
		if opt.Sliced {
			continue
		}
		for _, e := range ends {
			e.glue(s)
		}
		for _, pos := range s.of[t] {
			pos.alone = opt.alone(p, pos)
		}
	}
	return s, nil
}

// findShared finds the regions whose accesses another thread can notice. Accesses that are known to be private make no region shared: the regions are those of an
// analysis that may have put memory of several threads into one.
func (s *steps) findShared(p *ir.Program, private func(ir.ID) bool, looked []ir.RegionID) {
	const nobody, many = -1, -2
	who := make([]int, len(p.Regions))
	written := make([]bool, len(p.Regions))
	for i := range who {
		who[i] = nobody
	}
	touch := func(r ir.RegionID, t int, write bool) {
		switch who[r] {
		case nobody, t:
			who[r] = t
		default:
			who[r] = many
		}
		written[r] = written[r] || write
	}
	var frees []*ir.Free
	var copies []*ir.Copy
	for t := range s.threads {
		for _, b := range p.Funcs[t].Blocks {
			for _, in := range transform.Alive(b) {
				if a, ok := in.(*ir.Alloc); ok && !a.Stack {
					s.heap[a.ID] = true
				}
				if s.solo[in.Base().ID] && t == 0 {
					continue
				}
				if m, _, w := ir.AccessOf(in); m != nil && !private(in.Base().ID) {
					touch(m.Region, t, w)
				}
				if c, ok := in.(*ir.Copy); ok {
					touch(c.Src.Region, t, false)
					copies = append(copies, c)
				}
				if fr, ok := in.(*ir.Free); ok {
					frees = append(frees, fr)
					for _, r := range s.freedRegions(fr) {
						touch(r, t, true)
					}
					for _, o := range fr.Objects {
						if by, freed := s.freedBy[o]; freed && by != t {
							s.freedBy[o] = many
						} else {
							s.freedBy[o] = t
						}
					}
				}
			}
		}
	}
	for r := range s.shared {
		s.shared[r] = who[r] == many && written[r]
	}
	for _, r := range looked {
		s.shared[r] = s.shared[r] || who[r] != nobody && written[r]
	}
	// Where a free is a step, whether a later access of the object is valid is known only in the merge: so all accesses of it are steps, also of
	// the parts that only one thread uses.
	for changed := true; changed; {
		changed = false
		// What is copied in the merge is read there too.
		for _, c := range copies {
			if s.shared[c.Mem.Region] != s.shared[c.Src.Region] {
				s.shared[c.Mem.Region], s.shared[c.Src.Region], changed = true, true, true
			}
		}
		for _, fr := range frees {
			if !s.freeIsStep(fr) {
				continue
			}
			for _, r := range s.freedRegions(fr) {
				changed = changed || !s.shared[r]
				s.shared[r] = true
			}
		}
	}
}

// freeIsStep reports whether other threads can notice a Free.
func (s *steps) freeIsStep(fr *ir.Free) bool {
	for _, r := range s.freedRegions(fr) {
		if s.shared[r] {
			return true
		}
	}
	for _, o := range fr.Objects { // nobody may look inside, and yet two threads free it
		if s.freedBy[o] < 0 {
			return true
		}
	}
	return false
}

// freedRegions is the regions that a Free may end cells of.
func (s *steps) freedRegions(fr *ir.Free) []ir.RegionID {
	var out []ir.RegionID
	seen := map[ir.RegionID]bool{}
	for _, o := range fr.Objects {
		for _, r := range s.objects[o] {
			if !seen[r] {
				seen[r] = true
				out = append(out, r)
			}
		}
	}
	return out
}

// beginsAt says where a section begins.
func beginsAt(f *ir.Func, p *position) string {
	if p == nil {
		return "outside of it"
	}
	for in := range f.Instrs() {
		if m := in.Base(); m.ID == p.id {
			return m.Pos.Pos.String()
		}
	}
	return "an unknown place"
}

// number gives the steps of a thread their places, and finds those that end it.
func (s *steps) number(p *ir.Program, t int) ([]ending, error) {
	f := p.Funcs[t]
	type where struct {
		depth int
		pos   *position
		last  lastSteps
	}
	entry := map[ir.BlockID]where{s.order[t][0]: {}}
	depths := map[ir.BlockID]int{}
	var ends []ending
	for _, b := range s.order[t] {
		w := entry[b]
		depths[b] = w.depth
		end := endOf(f.Blocks[b])
		for _, in := range transform.Alive(f.Blocks[b]) {
			if w.depth == 0 && in != end && ir.Visible(in) {
				w.last = lastSteps{in.Base().ID}
			}
			switch x := in.(type) {
			case *ir.AtomicBegin:
				if w.depth == 0 && !s.solo[x.ID] {
					w.pos = &position{thread: t, id: x.ID, section: true, blocks: ir.NoReg}
					s.at[x.ID] = w.pos
					if in == end {
						ends = append(ends, ending{w.pos, w.last})
					}
				}
				w.depth++
			case *ir.AtomicEnd:
				if w.depth--; w.depth == 0 {
					w.pos = nil
				}
			case *ir.Spawn:
				s.outlives[x.Fn.Func] = x.Outlives
				s.late[x.Fn.Func] = !x.Outlives && (s.outlives[t] || s.late[t])
				pos := s.place(w.pos, t, in)
				pos.spawns = append(pos.spawns, spawned{child: int(x.Fn.Func), instr: x})
			case *ir.Halt:
				if !s.solo[x.ID] {
					pos := s.place(nil, t, in)
					pos.halt = x
					if w.depth > 0 { // the section ends with the process
						ends = append(ends, ending{pos, w.last})
					} else if tells := tellsEnd(p, f.Blocks[b]); tells != 0 {
						ends = append(ends, ending{pos, lastSteps{tells}})
					}
				}
			default:
				s.noteAccess(t, w.pos, in)
			}
		}
		var err error
		transform.LeadsTo(f.Blocks[b], func(to ir.BlockID) {
			next := w
			if old, seen := entry[to]; seen {
				if old.pos != w.pos {
					err = fmt.Errorf("%w: %s, %s", ErrShape, beginsAt(f, old.pos), beginsAt(f, w.pos))
				}
				next.last = old.last.or(w.last)
			}
			entry[to] = next
		})
		if err != nil {
			return nil, err
		}
	}
	s.depth = append(s.depth, depths)
	s.compact(p, t)
	return ends, nil
}

// lastSteps is the visible operations one of which was the last on a path; 0 is none.
type lastSteps []ir.ID

func (l lastSteps) or(m lastSteps) lastSteps {
	if len(l) == 0 || len(m) == 0 {
		return lastSteps{0}
	}
	out := slices.Clone(l)
	for _, id := range m {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// ending is the step that ends a thread and what comes before it.
type ending struct {
	pos  *position
	last lastSteps
}

func (e ending) glue(s *steps) {
	for _, id := range e.last {
		pos := s.at[id]
		if pos == nil { // nothing, or something that nobody notices
			e.pos.glued = nil
			return
		}
		e.pos.glued = append(e.pos.glued, pos)
	}
	slices.SortFunc(e.pos.glued, func(a, b *position) int { return a.index - b.index })
}

// endOf is the section that tells others about the end of a thread: the last before it returns. nil if the block goes on.
func endOf(b *ir.Block) ir.Instr {
	switch b.Term().(type) {
	case *ir.Return, *ir.ThreadExit:
	default:
		return nil
	}
	depth := 0
	var begin ir.Instr
	for _, in := range b.Instrs {
		switch in.(type) {
		case *ir.AtomicBegin:
			if depth == 0 {
				begin = in
			}
			depth++
		case *ir.AtomicEnd:
			depth--
		}
	}
	return begin
}

// tellsEnd is the section of the lowering that tells others who ends with the process; 0 if the end needs none.
func tellsEnd(p *ir.Program, b *ir.Block) ir.ID {
	n := len(b.Instrs)
	if n < 2 {
		return 0
	}
	if _, ok := b.Instrs[n-2].(*ir.AtomicEnd); !ok {
		return 0
	}
	for i := n - 3; i >= 0; i-- {
		switch in := b.Instrs[i].(type) {
		case *ir.Store:
			if r := p.Regions[in.Mem.Region]; !r.Ghost || r.Name != transform.EndedName && r.Name != transform.WaitsName {
				return 0
			}
		case *ir.AtomicBegin:
			if i < n-3 {
				return in.ID
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// place gives the step of an instruction: its section, or one of its own.
func (s *steps) place(section *position, t int, in ir.Instr) *position {
	if section != nil {
		return section
	}
	id := in.Base().ID
	if pos := s.at[id]; pos != nil {
		return pos
	}
	pos := &position{thread: t, id: id, blocks: ir.NoReg}
	s.at[id] = pos
	return pos
}

func (s *steps) noteAccess(t int, section *position, in ir.Instr) {
	id := in.Base().ID
	if s.solo[id] && t == 0 {
		return
	}
	a := &access{thread: t, id: id, meta: *in.Base(), section: section != nil}
	if fr, ok := in.(*ir.Free); ok {
		a.free, a.write, a.regions = fr, true, s.freedRegions(fr)
		if !s.freeIsStep(fr) {
			return
		}
	} else {
		m, _, w := ir.AccessOf(in)
		if m == nil || !s.shared[m.Region] {
			return
		}
		a.mem, a.write = *m, w
		if m.Len.IsSet() {
			a.in = in
		}
		if c, ok := in.(*ir.Copy); ok {
			a.src = c.Src
		}
	}
	a.pos = s.place(section, t, in)
	a.pos.accesses = append(a.pos.accesses, a)
	s.access[id] = a
}

// compact lists the steps in the order of the text and forgets sections in which nothing can be noticed.
func (s *steps) compact(p *ir.Program, t int) {
	f := p.Funcs[t]
	for _, b := range s.order[t] {
		for _, in := range transform.Alive(f.Blocks[b]) {
			pos := s.at[in.Base().ID]
			if pos == nil || pos.id != in.Base().ID {
				continue
			}
			if len(pos.accesses) == 0 && len(pos.spawns) == 0 && pos.halt == nil {
				delete(s.at, pos.id)
				continue
			}
			pos.index = len(s.of[t])
			s.of[t] = append(s.of[t], pos)
		}
	}
}

// longest is, for every thread, the most steps on a path that it may be interrupted before: what decides how many rounds cover all schedules.
func (s *steps) longest(p *ir.Program) []int {
	out := make([]int, s.threads)
	for t := range s.threads {
		f := p.Funcs[t]
		best := map[ir.BlockID]int{}
		if slices.ContainsFunc(s.of[t], func(pos *position) bool { return pos.alone }) {
			best[s.order[t][0]] = 1 // those before any other, which have nothing to follow
		}
		for _, b := range s.order[t] {
			n := best[b]
			for _, in := range transform.Alive(f.Blocks[b]) {
				if pos := s.at[in.Base().ID]; pos != nil && !pos.alone {
					n++
				}
			}
			out[t] = max(out[t], n)
			transform.LeadsTo(f.Blocks[b], func(to ir.BlockID) { best[to] = max(best[to], n) })
		}
	}
	return out
}

// Covers reports whether K rounds cover every schedule of lowered threads: K >= 1 + min(sum of v_t over all threads but the
// first, the same over all but the last), v_t the most steps on a path of thread t (docs/semantics.md#when-bounds-cover-everything).
func Covers(p *ir.Program, opt Options, rounds int) bool {
	s, err := findSteps(p, opt)
	if err != nil {
		return false
	}
	v := s.longest(p)
	sum := 0
	for _, n := range v {
		sum += n
	}
	return rounds >= 1+min(sum-v[0], sum-v[len(v)-1])
}

// Points is the number of steps of lowered threads: where they can be interrupted.
func Points(p *ir.Program, opt Options) (n int) {
	s, err := findSteps(p, opt)
	if err != nil {
		return 0
	}
	z := newSequence(p, opt, s)
	for _, of := range s.of {
		for i, pos := range of {
			if i == 0 || !z.onlyStops(pos) {
				n++
			}
		}
	}
	return n
}
