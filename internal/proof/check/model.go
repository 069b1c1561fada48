package check

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/pair"
)

// What a proof may speak of. Shared: the cells of variables of the program, in regions that are accessed in whole cells; who owns a lock, who wrote a cell last, the value of a semaphore, which threads have ended. Of a thread itself:
// its registers, the locals in memory that nobody else has the address of, its number. All other memory gives anything when it is read, which adds executions and loses none.

// mostCells is how many cells of a region have names.
const mostCells = 16

// Widths of ghosts. Numbers of threads are compared for equality alone, which the type thread holds: 16 bits are more than any question has of them.
const (
	numberWidth = 16
	semWidth    = 32
	countWidth  = 64
)

// typ is what kind of value something has.
type typ struct {
	thread bool
	width  int // bits; 0: a condition, or a thread
}

var (
	condition = typ{}
	number    = typ{thread: true}
)

func word(n int) typ {
	if n == 1 {
		return condition
	}
	return typ{width: n}
}

func (t typ) sort() logic.Sort {
	switch {
	case t.thread:
		return logic.BVSort(numberWidth)
	case t.width == 0:
		return logic.BoolSort
	}
	return logic.BVSort(t.width)
}

// variable is a part of the state.
type variable struct {
	name   string
	typ    typ
	kind   *kind         // whose it is; nil: it is shared
	term   [2]logic.Term // of the thread that is looked at, and of another
	writer *variable     // of a cell: who wrote it last
	told   bool          // others are told when it is changed: an assumption has to say so
}

// cell is a variable at an address.
type cell struct {
	*variable
	object ir.GlobalID
	offset int64
	of     string // what it is called, or the object that synchronizes
	chosen bool   // it is a cell of the chosen object, at the offset there
}

// kind is all threads that start with one function.
type kind struct {
	*pair.Kind
	n      int
	f      *ir.Func
	name   string
	single bool // there is never more than one of them
	me     [2]logic.Term
	regs   []*variable
	locals map[ir.RegionID]*variable
	begins []cell                  // thread-local variables, which have a value when the thread starts
	made   map[ir.ID][]*variable   // by the allocation that makes them
	own    map[string]*variable    // by name
	inside map[proof.Position]bool // in an atomic section
	points []*point
	at     map[proof.Position]*point
	end    *point
}

// model is the program as it is checked.
type model struct {
	b       *logic.Builder
	p       *ir.Program
	threads *pair.Threads
	lives   *pair.Lives
	layout  place.Layout
	names   *proof.Names
	kinds   []*kind // the first is the thread that the program begins with
	byFunc  map[ir.FuncID]*kind
	shared  []*variable
	byName  map[string]*variable
	data    map[ir.RegionID][]cell
	owners  map[ir.RegionID][]cell
	values  map[ir.RegionID][]cell
	read    map[ir.RegionID]bool // locks that are taken shared
	ended   map[*kind]*variable
	large   map[ir.RegionID]*array
	chosen  *chosen // the object that the proof is about; nil: none
}

// newModel reads a program. The error says why no proof of it can be checked.
func newModel(p *ir.Program, volatileIsAtomic bool, object string) (*model, error) {
	for _, a := range p.Assumed {
		if a.ForbidsProved {
			return nil, fmt.Errorf("the program rests on an assumption that can hide a failure: %s", a.Text)
		}
	}
	flat, err := inline.Threads(inline.Resolve(p, place.AllocSize))
	if err != nil {
		return nil, err
	}
	m := &model{b: logic.NewBuilder(logic.Options{}), byFunc: map[ir.FuncID]*kind{}, byName: map[string]*variable{}, ended: map[*kind]*variable{}, read: map[ir.RegionID]bool{}}
	m.threads = pair.NewThreads(inline.Separate(flat), place.AllocSize, volatileIsAtomic, false)
	m.lives, m.p = pair.LivesOf(m.threads), m.threads.Program
	for _, in := range m.p.Instrs() {
		if slices.Contains(m.threads.Info.Layout, in.Base().ID) {
			return nil, fmt.Errorf("the result depends on where objects lie (%s)", in.Base().Pos.Pos)
		}
	}
	m.layout, m.names = place.Of(m.p, p, 0), proof.NamesOf(m.p)
	for i, k := range m.threads.Kinds {
		t := &kind{Kind: k, n: i, f: m.p.Funcs[k.Func], name: m.names.Thread(k.Func), single: m.lives.Single(k), own: map[string]*variable{}}
		m.kinds = append(m.kinds, t)
		m.byFunc[k.Func] = t
		if err := t.findSections(); err != nil {
			return nil, err
		}
	}
	if object != "" {
		if err := m.choose(object); err != nil {
			return nil, err
		}
	}
	m.findShared()
	for _, t := range m.kinds {
		m.findOwn(t)
	}
	for _, t := range m.kinds {
		for in := range t.f.Instrs() {
			if j, ok := in.(*ir.Join); ok {
				if of := m.lives.Joins(t.Kind, j.ID); of != nil && m.ended[m.byFunc[of.Func]] == nil {
					u := m.byFunc[of.Func]
					m.ended[u] = m.variable(proof.Ended(u.name), condition, nil)
				}
			}
		}
	}
	return m, nil
}

func (m *model) variable(name string, t typ, of *kind) *variable {
	v := &variable{name: name, typ: t, kind: of}
	if of == nil {
		v.term[0] = m.b.FreshVar(name, t.sort())
		v.term[1] = v.term[0]
		m.shared = append(m.shared, v)
		m.byName[name] = v
		return v
	}
	v.term = [2]logic.Term{m.b.FreshVar(name, t.sort()), m.b.FreshVar("other "+name, t.sort())}
	of.own[name] = v
	return v
}

// use is what a program does with a region.
type use struct {
	part   bool // some access is not of a whole cell
	any    bool
	ranged bool // ranges of memory are written
	lock   bool
	sem    bool
	other  bool // a mutex that lets its owner in again, or refuses it
}

func (m *model) uses() []use {
	out := make([]use, len(m.p.Regions))
	info := m.threads.Info
	for _, t := range m.kinds {
		for in := range t.f.Instrs() {
			id := in.Base().ID
			if rg := info.Ranges[id]; rg != nil {
				for _, part := range rg.Parts {
					out[part.Dst].ranged = true
				}
			} else if a, _, _ := ir.AccessOf(in); a != nil {
				u := &out[a.Region]
				u.any, u.part = true, u.part || a.Size != m.p.Regions[a.Region].Width || a.Len.IsSet()
			}
			sync := info.Sync[id]
			switch in := in.(type) {
			case *ir.Lock:
				out[sync[0]].lock = true
				m.read[sync[0]] = m.read[sync[0]] || in.Shared
			case *ir.Unlock, *ir.Holds:
				out[sync[0]].lock = true
			case *ir.Wait:
				out[sync[1]].lock = true
			case *ir.Down, *ir.Up, *ir.SemValue:
				out[sync[0]].sem = true
			case *ir.SyncInit:
				out[sync[0]].sem = out[sync[0]].sem || in.What == ir.SyncSem
				out[sync[0]].other = out[sync[0]].other || in.What == ir.SyncMutex && in.Arg.Kind == ir.KindConst && !in.Arg.IsConst(0)
			}
		}
	}
	return out
}

// findShared makes variables of what is shared and can be followed.
func (m *model) findShared() {
	m.data, m.owners, m.values = map[ir.RegionID][]cell{}, map[ir.RegionID][]cell{}, map[ir.RegionID][]cell{}
	m.large = map[ir.RegionID]*array{}
	for i, u := range m.uses() {
		r := ir.RegionID(i)
		region := m.p.Regions[r]
		_, overwritten := m.threads.Overwritten[r]
		switch {
		case r == 0:
		case !region.Ghost && u.any && !u.part:
			m.data[r] = m.cells(r, word(8*region.Width), m.names.Data, func(s string) string { return s })
			for _, c := range m.data[r] {
				c.writer = m.variable(proof.Writer(c.name), number, nil)
			}
			if m.data[r] == nil && !u.ranged {
				m.findArray(r)
			}
		case overwritten:
		case u.lock && !u.sem && !u.other:
			m.owners[r] = m.cells(r, number, m.names.Object, proof.Owner)
		case u.sem && !u.lock:
			m.values[r] = m.cells(r, word(semWidth), m.names.Object, proof.Value)
			for _, c := range m.values[r] {
				c.writer = m.variable(proof.Poster(c.of), number, nil)
			}
		}
	}
}

// cells makes variables of the cells of a region; nil if they are too many, or not all of them variables of the program of which there is one.
func (m *model) cells(r ir.RegionID, t typ, name func(ir.RegionID, int) string, about func(string) string) (out []cell) {
	n := int64(0)
	if slices.ContainsFunc(m.threads.Info.Objects[r], m.unlisted) {
		return nil
	}
	for _, e := range m.p.Regions[r].Cells {
		if n += e.Count; e.Object.Alloc != 0 {
			return m.chosenCells(r, t, about)
		}
		if n > mostCells {
			return nil
		}
		if g := m.p.Globals[e.Object.Global]; g.ThreadLocal || g.External {
			return nil
		}
	}
	for _, e := range m.p.Regions[r].Cells {
		for i := range e.Count {
			of := name(r, len(out))
			v := m.variable(about(of), t, nil)
			v.told = true
			out = append(out, cell{variable: v, object: e.Object.Global, offset: e.Offset + i*e.Stride, of: of})
		}
	}
	return out
}

// findOwn makes variables of what belongs to the threads of a kind.
func (m *model) findOwn(t *kind) {
	t.locals, t.made = map[ir.RegionID]*variable{}, map[ir.ID][]*variable{}
	if t.single {
		one := m.b.BV(numberWidth, uint64(t.n+1))
		t.me = [2]logic.Term{one, one}
	} else {
		t.me = m.variable(proof.Me, number, t).term
	}
	for r, info := range t.f.Regs {
		t.regs = append(t.regs, m.variable(m.names.Reg(t.Func, ir.Reg(r)), word(info.Width), t))
	}
	for i, region := range m.p.Regions {
		r := ir.RegionID(i)
		if r == 0 || region.Ghost || len(region.Cells) != 1 || region.Cells[0].Count != 1 || slices.ContainsFunc(m.threads.Info.Objects[r], m.unlisted) {
			continue
		}
		o := region.Cells[0].Object
		switch {
		case o.Alloc != 0 && m.threads.PrivateAlloc(o.Alloc) && t.makesOne(o.Alloc) && m.onlyWhole(r, t):
			v := m.variable(m.names.Local(r), word(8*region.Width), t)
			t.locals[r] = v
			t.made[o.Alloc] = append(t.made[o.Alloc], v)
		case o.Alloc == 0 && m.threads.PrivateLocal(o.Global) && m.onlyWhole(r, nil):
			v := m.variable(m.names.Local(r), word(8*region.Width), t)
			t.locals[r] = v
			t.begins = append(t.begins, cell{variable: v, object: o.Global, offset: region.Cells[0].Offset})
		}
	}
}

// onlyWhole reports whether all accesses of a region are of whole cells, by threads that alone have the address; if a kind is given, by those of that kind.
func (m *model) onlyWhole(r ir.RegionID, by *kind) bool {
	for _, t := range m.kinds {
		for in := range t.f.Instrs() {
			a, _, _ := ir.AccessOf(in)
			if a == nil || a.Region != r || m.threads.Info.Ranges[in.Base().ID] != nil {
				continue
			}
			if by != nil && t != by || a.Size != m.p.Regions[r].Width || a.Len.IsSet() || !m.threads.Private(in.Base().ID) {
				return false
			}
		}
	}
	return true
}

// makesOne reports whether a local of the thread is never made again while the one that was made before lives: what its region holds is one value then.
func (t *kind) makesOne(alloc ir.ID) bool {
	var a *ir.Alloc
	for in := range t.f.Instrs() {
		if x, ok := in.(*ir.Alloc); ok && x.ID == alloc && x.Stack {
			a = x
		}
	}
	if a == nil {
		return false
	}
	for in := range t.f.Instrs() { // its register says which object a scope ends
		again := false
		ir.Defs(in, func(r *ir.Reg) { again = again || *r == a.Dst && in != ir.Instr(a) })
		if again {
			return false
		}
	}
	lives, twice := make([]bool, len(t.f.Blocks)), false
	through := func(b int) (alive bool) {
		alive = lives[b]
		for _, in := range t.f.Blocks[b].Instrs {
			switch in := in.(type) {
			case *ir.Alloc:
				if in == a {
					twice = twice || alive
					alive = true
				}
			case *ir.Free:
				if in.Stack && in.Addr.Kind == ir.KindReg && in.Addr.Reg == a.Dst {
					alive = false
				}
			}
		}
		return alive
	}
	for more := true; more; {
		more = false
		for b := range t.f.Blocks {
			if !through(b) {
				continue
			}
			for _, next := range t.f.Next(ir.BlockID(b)) {
				more = more || !lives[next]
				lives[next] = true
			}
		}
	}
	return !twice
}

// startOf is what a cell of a variable holds at first; not known: anything.
func (m *model) startOf(object ir.GlobalID, offset int64, width int) (_ logic.Term, known bool) {
	g, n := m.p.Globals[object], int64(width/8)
	if g.External {
		return 0, false
	}
	for _, r := range g.Relocs {
		if r.Offset == offset && width == m.p.PtrWidth() {
			return m.b.BV(width, m.layout.Address(r.Target)), true
		}
		if r.Offset < offset+n && offset < r.Offset+int64(m.p.PtrWidth()/8) {
			return 0, false
		}
	}
	v := new(big.Int)
	for i := n - 1; i >= 0; i-- {
		v.Lsh(v, 8)
		if at := offset + i; at < int64(len(g.Init)) {
			v.Or(v, big.NewInt(int64(g.Init[at])))
		}
	}
	return m.b.BVBig(width, v), true
}

// initially is what is true of the shared state, and of the first thread's own, when the program begins.
func (m *model) initially() (out []logic.Term) {
	known := map[*variable]bool{}
	if m.chosen != nil {
		known[m.chosen.base] = true // any
	}
	begin := func(c cell) {
		known[c.variable] = true
		if c.chosen {
			return // nobody asks before it is there
		}
		if x, ok := m.startOf(c.object, c.offset, c.typ.width); ok {
			out = append(out, m.b.Eq(c.term[0], x))
		}
	}
	for r := range m.p.Regions {
		for _, c := range m.data[ir.RegionID(r)] {
			begin(c)
		}
	}
	for _, c := range m.kinds[0].begins {
		begin(c)
	}
	for _, v := range m.shared { // ghosts: nobody, nothing, none
		if !known[v] {
			out = append(out, m.b.Eq(v.term[0], m.zero(v.typ)))
		}
	}
	return append(out, m.numbered(m.kinds[0], 0))
}

func (m *model) zero(t typ) logic.Term {
	if t == condition {
		return m.b.False()
	}
	return m.b.BV(t.sort().Width, 0)
}

// numbered says that the number of a thread is none of those that are known.
func (m *model) numbered(t *kind, side int) logic.Term {
	if t.single {
		return m.b.True()
	}
	return m.b.ULt(m.b.BV(numberWidth, uint64(len(m.kinds))), t.me[side])
}

// apart reports whether no thread of one kind, or no other one, lives while one of another stands at a place.
func (m *model) apart(t *kind, p *point, u *kind) bool {
	switch {
	case t == u && t.single:
		return true
	case t.n > 0 && u.n > 0 && !m.lives.Together(t.Kind, u.Kind):
		return true
	}
	return m.lives.Quiet(t.Kind, u.Kind, p.in.Base().ID)
}

// together reports whether two threads at two places may live at the same time.
func (m *model) together(t *kind, p *point, u *kind, q *point) bool {
	return !m.apart(t, p, u) && !m.apart(u, q, t)
}

// asOther is a term about the thread that is looked at as one about another of its kind.
func (m *model) asOther(t *kind, x logic.Term) logic.Term {
	is := map[logic.Term]logic.Term{}
	for _, v := range t.own {
		is[v.term[0]] = v.term[1]
	}
	return m.b.Subst(x, is)
}
