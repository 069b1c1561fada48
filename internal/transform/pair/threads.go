package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/overwrite"
	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Threads is a program as its kinds of threads: what each kind accesses, and who starts whom.
type Threads struct {
	Program *ir.Program // flat, its memory split
	Info    *pointsto.Info
	Flat    *transform.Flat
	Kinds   []*Kind // the first is the thread that the program begins with
	// Overwritten is the regions of synchronization objects that plain writes may change, with the place of one: nothing is known of what these objects keep apart.
	Overwritten map[ir.RegionID]source.Range
	// AtomicVolatile says that volatile accesses do not race.
	AtomicVolatile bool
	// loose says that objects in external memory may be one another: what is written to one may change all.
	loose bool

	regions []regionUse
	sizes   map[ir.ID]int64      // of allocations of a constant size
	taken   map[ir.RegionID]bool // locks, and semaphores, that some thread takes
	private *shared.Info
	// renewsOwn is the initializations and destructions at which the thread may hold the lock.
	renewsOwn map[ir.ID]bool
	shown     map[*Kind]*takers
	filter    *filter
}

// Kind is all threads that start with one function.
type Kind struct {
	Func     ir.FuncID
	Accesses []*Access
	spawns   []ir.FuncID // what it starts
	below    map[ir.FuncID]bool
	locks    bool // it takes some
	numbers  map[ir.ID][]*Access
	unknown  []ir.ID // allocations that make objects which others do not know at first
}

// Starts reports whether such a thread starts those of a function.
func (k *Kind) Starts(f ir.FuncID) bool { return slices.Contains(k.spawns, f) }

// Access is one access of one instruction. A range may have one in each of several regions.
type Access struct {
	Number int // its own among all of the program
	ID     ir.ID
	Origin ir.ID // in the program that was made flat
	Region ir.RegionID
	Write  bool
	Plain  bool // unless it stands in an atomic section
	Free   bool
	Source bool  // of a Copy: what it reads
	bytes  int64 // how many there are, if that is known and it is no range; else 0
	Name   string
	Field  string
	Pos    source.Range
}

// regionUse says who writes a region.
type regionUse struct {
	byThreads bool // other than the first
	afterRun  bool // the first, when others may exist
	excused   bool // some access is excused from races
	ranged    bool // some access is to a range, which need not begin where a cell does
	outside   bool // it has objects in external memory
	objects   []ir.Object
}

// overwritten is the ghost regions of synchronization objects that plain writes may change, each with the place of the first such write.
func overwritten(p *ir.Program, info *pointsto.Info) map[ir.RegionID]source.Range {
	out := map[ir.RegionID]source.Range{}
	over := overwrite.Find(p, info)
	for _, in := range p.Instrs() {
		for _, r := range over[in.Base().ID] {
			if _, known := out[r]; !known {
				out[r] = in.Base().Pos
			}
		}
	}
	return out
}

// Steps is how often NewThreads goes over the instructions of the program, about.
const Steps = 10

// NewThreads looks at a flat program. Loose says that nothing is known of which objects in external memory are apart, and so nothing of what such an object holds once any was written.
func NewThreads(flat *transform.Flat, size pointsto.Size, volatileIsAtomic, loose bool) *Threads {
	p, info := pointsto.Split(flat.Program, size)
	addFreed(p, size)
	t := &Threads{Overwritten: overwritten(p, info), Program: p, Info: info, Flat: flat, AtomicVolatile: volatileIsAtomic, loose: loose, sizes: map[ir.ID]int64{}, taken: map[ir.RegionID]bool{}, renewsOwn: map[ir.ID]bool{}, private: shared.Analyze(flat.Program)}
	for _, in := range p.Instrs() {
		switch in.(type) {
		case *ir.Lock, *ir.Down:
			regions := info.Sync[in.Base().ID]
			t.taken[0] = t.taken[0] || len(regions) == 0
			for _, r := range regions {
				t.taken[r] = true
			}
		}
		if a, ok := in.(*ir.Alloc); ok && a.Size.Kind == ir.KindConst {
			t.sizes[a.ID] = int64(a.Size.Val.Lo)
		}
	}
	t.regions = make([]regionUse, len(p.Regions))
	for i, r := range p.Regions {
		for _, c := range r.Cells {
			if !slices.Contains(t.regions[i].objects, c.Object) {
				t.regions[i].objects = append(t.regions[i].objects, c.Object)
			}
			t.regions[i].outside = t.regions[i].outside || c.Object.Alloc == 0 && outside(p, c.Object.Global)
		}
		for _, o := range info.Objects[ir.RegionID(i)] {
			if _, known := t.sizes[o.Alloc]; o.Alloc != 0 && !known && !slices.Contains(t.regions[i].objects, o) {
				t.regions[i].objects = append(t.regions[i].objects, o)
			}
		}
	}
	n := 0
	for _, f := range flat.Roots {
		k := &Kind{Func: f, numbers: map[ir.ID][]*Access{}, unknown: t.unknown(p.Funcs[f])}
		t.Kinds = append(t.Kinds, k)
		for in := range p.Funcs[f].Instrs() {
			switch in := in.(type) {
			case *ir.Spawn:
				k.spawns = append(k.spawns, in.Candidates...)
			case *ir.Lock, *ir.Down:
				k.locks = true
			}
			for _, a := range t.accesses(in) {
				n++
				a.Number = n
				k.Accesses = append(k.Accesses, a)
				k.numbers[a.ID] = append(k.numbers[a.ID], a)
			}
		}
	}
	for _, k := range t.Kinds {
		k.below = t.startedBy(k)
	}
	t.writers()
	t.filter = t.newFilter(false)
	for _, k := range t.Kinds {
		t.findRenewsOwn(k)
	}
	return t
}

// Beyond lists the allocations of unknown size that a region may lie in: it has cells there that are not listed, behind what is reserved for them.
func (t *Threads) Beyond(r ir.RegionID) (out []ir.ID) {
	for _, o := range t.Info.Objects[r] {
		if _, known := t.sizes[o.Alloc]; o.Alloc != 0 && !known {
			out = append(out, o.Alloc)
		}
	}
	return out
}

// addFreed gives objects that are freed and accessed nowhere a region each, which holds nothing: that two threads free one of them is a race all the same.
func addFreed(p *ir.Program, size pointsto.Size) {
	known, sizes := map[ir.Object]bool{}, map[ir.ID]int64{}
	for _, r := range p.Regions {
		for _, c := range r.Cells {
			known[c.Object] = known[c.Object] || !r.Ghost
		}
	}
	for _, in := range p.Instrs() {
		if a, ok := in.(*ir.Alloc); ok {
			sizes[a.ID] = size(a)
		}
	}
	for _, in := range p.Instrs() {
		f, ok := in.(*ir.Free)
		if !ok || f.Stack {
			continue
		}
		for _, o := range f.Objects {
			if !known[o] && sizes[o.Alloc] > 0 {
				known[o] = true
				p.Regions = append(p.Regions, ir.Region{Name: "object", Width: 1, Cells: []ir.Extent{{Object: o, Stride: 1, Count: 1}}})
			}
		}
	}
}

// startedBy lists what a kind of threads starts, and those start.
func (t *Threads) startedBy(k *Kind) map[ir.FuncID]bool {
	out := map[ir.FuncID]bool{}
	for _, f := range graph.Reach(func(f ir.FuncID) []ir.FuncID { return t.kindOf(f).spawns }, k.spawns...) {
		out[f] = true
	}
	return out
}

// Unwatched reports whether an access may happen together with one that conflicts with it although nothing races: it is atomic, or others to that memory are excused.
func (t *Threads) Unwatched(a *Access) bool { return !a.Plain || t.regions[a.Region].excused }

func (t *Threads) kindOf(f ir.FuncID) *Kind {
	for _, k := range t.Kinds {
		if k.Func == f {
			return k
		}
	}
	panic("pair: a thread of no kind")
}

// Name is what people call a kind of threads.
func (t *Threads) Name(k *Kind) string { return t.Program.Funcs[k.Func].Display }

func (t *Threads) plain(m *ir.Mem) bool {
	return m.Mark == ir.MarkPlain || m.Mark == ir.MarkVolatile && !t.AtomicVolatile
}

// accesses lists what an instruction accesses that others could notice.
func (t *Threads) accesses(in ir.Instr) (out []*Access) {
	id := in.Base().ID
	if t.private.Facts.IsPrivate(id) || t.Info.Wild[id] {
		return nil
	}
	add := func(r ir.RegionID, m *ir.Mem, write, source bool) {
		if m.Excused {
			t.regions[r].excused = true
		}
		if m.Len.IsSet() || t.Info.Ranges[id] != nil {
			t.regions[r].ranged = true
		}
		if r == 0 || m.Excused || slices.ContainsFunc(out, func(a *Access) bool { return a.Region == r && a.Write == write }) {
			return
		}
		a := &Access{
			ID: id, Origin: t.Flat.Origin[id], Region: r, Write: write, Plain: t.plain(m), Source: source, Name: m.Name, Field: m.Field, Pos: in.Base().Pos,
		}
		if !m.Len.IsSet() && t.Info.Ranges[id] == nil {
			a.bytes = int64(m.Size)
		}
		out = append(out, a)
	}
	if rg := t.Info.Ranges[id]; rg != nil {
		m, _, writes := ir.AccessOf(in)
		add(rg.Whole, m, writes, false) // also bytes that are part of no field
		if src := ir.SourceOf(in); src != nil {
			add(rg.SrcWhole, src, false, true)
		}
		for _, part := range rg.Parts {
			add(part.Dst, m, writes, false)
			if src := ir.SourceOf(in); src != nil {
				add(part.Src, src, false, true)
			}
		}
		return out
	}
	if m, _, writes := ir.AccessOf(in); m != nil {
		add(m.Region, m, writes, false)
		return out
	}
	if fr, ok := in.(*ir.Free); ok && !fr.Stack {
		for r := range t.regions {
			if r != 0 && !t.Program.Regions[r].Ghost && slices.ContainsFunc(t.regions[r].objects, func(o ir.Object) bool { return slices.Contains(fr.Objects, o) }) {
				out = append(out, &Access{ID: id, Origin: t.Flat.Origin[id], Region: ir.RegionID(r), Write: true, Plain: true, Free: true, Pos: in.Base().Pos})
			}
		}
	}
	return out
}

// writers finds who writes the regions.
func (t *Threads) writers() {
	for i, k := range t.Kinds {
		f := t.Program.Funcs[k.Func]
		late := afterSpawn(f)
		for bi, b := range f.Blocks {
			after := late[bi]
			for _, in := range b.Instrs {
				if _, ok := in.(*ir.Spawn); ok {
					after = true // its own write comes before the thread, and it may be run again
				}
				for _, r := range t.written(in) {
					use := &t.regions[r]
					use.byThreads = use.byThreads || i > 0
					use.afterRun = use.afterRun || i == 0 && after
				}
			}
		}
	}
}

// outside reports whether a global is external memory. A variable of the size of a pointer is itself, wherever its content leads.
func outside(p *ir.Program, g ir.GlobalID) bool {
	return p.Globals[g].External && p.Globals[g].Size > int64(p.PtrWidth()/8)
}

// uncertain reports whether what is found in a region may come from a write to another.
func (t *Threads) uncertain(r ir.RegionID) bool { return t.loose && (r == 0 || t.regions[r].outside) }

// written lists the regions that an instruction may change.
func (t *Threads) written(in ir.Instr) (out []ir.RegionID) {
	out = t.writes(in)
	if !slices.ContainsFunc(out, t.uncertain) {
		return out
	}
	for r := range t.regions {
		if id := ir.RegionID(r); t.uncertain(id) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// writes lists the regions that an instruction may change, if each object in external memory is itself.
func (t *Threads) writes(in ir.Instr) (out []ir.RegionID) {
	id := in.Base().ID
	if rg := t.Info.Ranges[id]; rg != nil {
		if _, _, w := ir.AccessOf(in); w {
			for _, p := range rg.Parts {
				out = append(out, p.Dst)
			}
		}
		return out
	}
	switch in := in.(type) {
	case *ir.Store, *ir.RMW, *ir.CAS, *ir.Spawn:
		if m, _, w := ir.AccessOf(in); m != nil && w {
			out = append(out, m.Region)
		}
	}
	return out
}

// afterSpawn tells, by block, whether a spawn may come before it.
func afterSpawn(f *ir.Func) []bool {
	var from []ir.BlockID
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Instrs, func(in ir.Instr) bool { _, ok := in.(*ir.Spawn); return ok }) {
			from = append(from, b.Next()...)
		}
	}
	late := make([]bool, len(f.Blocks))
	for _, b := range graph.Reach(f.Next, from...) {
		late[b] = true
	}
	return late
}

// Meeting is the accesses of one kind of threads that could race with some of another if nothing kept them apart.
func (t *Threads) Meeting(x, y *Kind) (out []*Access) {
	type use struct{ any, write, plain bool }
	of := map[ir.RegionID]use{}
	for _, a := range y.Accesses {
		u := of[a.Region]
		of[a.Region] = use{true, u.write || a.Write, u.plain || a.Plain}
	}
	for _, a := range x.Accesses {
		if u := of[a.Region]; u.any && (u.write || a.Write) && (u.plain || a.Plain) {
			out = append(out, a)
		}
	}
	return out
}

// Private reports whether an access is to memory that no other thread accesses.
func (t *Threads) Private(id ir.ID) bool { return t.private.Facts.IsPrivate(id) }

// PrivateAlloc reports whether all objects that an allocation makes are reached only by the thread that made them.
func (t *Threads) PrivateAlloc(id ir.ID) bool { return t.private.PrivateAlloc(id) }

// PrivateLocal reports whether a global is thread-local and each thread's instance is reached only by that thread.
func (t *Threads) PrivateLocal(g ir.GlobalID) bool {
	return t.Program.Globals[g].ThreadLocal && t.private.PrivateGlobal(g)
}

// AccessesOf lists what an instruction of a kind of threads accesses that others could notice.
func (k *Kind) AccessesOf(id ir.ID) []*Access { return k.numbers[id] }
