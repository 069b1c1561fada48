package modular

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// What of the state is followed. Shared: the cells of variables in small regions, and ghosts. Private: registers, locals that nobody else can name, and the thread's
// number. Everything else gives anything when it is read, which adds executions and loses none.
//
// A region of one cell needs no addresses: a valid access of the region is one of that cell. In a region of several the address decides.

// mostCells is how many cells a region may have that is followed.
const mostCells = 16

// numberWidth is that of the numbers of threads, which are compared for equality alone.
const numberWidth = 16

// variable is one part of the state.
type variable struct {
	n      int
	name   string
	width  int
	shared bool
	owner  *template     // of a private one
	reg    ir.Reg        // if it is a register
	term   [2]logic.Term // as part of the thread that is looked at, and of another
	last   *variable     // of a cell: who wrote it last
}

// cell is a cell of a region that is followed.
type cell struct {
	*variable
	object ir.GlobalID
	offset int64
	chosen bool // it is one of the object that is followed, at the offset there
}

// memory says which variables stand for what.
type memory struct {
	all    []*variable
	data   map[ir.RegionID][]cell
	locks  map[ir.RegionID][]cell // owners
	sems   map[ir.RegionID][]cell
	shares map[ir.RegionID]bool // locks that some thread takes shared
	ended  map[*template]*variable
}

func (s *search) newVariable(name string, width int, owner *template) *variable {
	v := &variable{n: len(s.memory.all), name: name, width: width, owner: owner, shared: owner == nil, reg: ir.NoReg}
	sort := logic.BVSort(width)
	if width == 1 {
		sort = logic.BoolSort
	}
	v.term[0] = s.b.Var(fmt.Sprintf("v%d:%s", v.n, name), sort)
	v.term[1] = v.term[0]
	if owner != nil {
		v.term[1] = s.b.Var(fmt.Sprintf("w%d:%s", v.n, name), sort)
		s.byOther[v.term[1]] = v
	}
	s.memory.all = append(s.memory.all, v)
	s.byTerm[v.term[0]] = v
	return v
}

// follow chooses what is followed.
func (s *search) follow() {
	m := &s.memory
	m.data, m.locks, m.sems = map[ir.RegionID][]cell{}, map[ir.RegionID][]cell{}, map[ir.RegionID][]cell{}
	m.shares, m.ended = map[ir.RegionID]bool{}, map[*template]*variable{}
	s.choose()
	p := s.threads.Program
	fits, used, atomic := make([]bool, len(p.Regions)), make([]bool, len(p.Regions)), make([]bool, len(p.Regions))
	isLock, isSem, spoiled := map[ir.RegionID]bool{}, map[ir.RegionID]bool{}, map[ir.RegionID]bool{}
	for r := range p.Regions {
		fits[r] = r != 0 && !p.Regions[r].Ghost
	}
	for _, t := range s.templates {
		for in := range t.f.Instrs() {
			if acc, _, writes := ir.AccessOf(in); acc != nil && s.threads.Info.Ranges[in.Base().ID] == nil {
				used[acc.Region] = true
				fits[acc.Region] = fits[acc.Region] && acc.Size == p.Regions[acc.Region].Width && !acc.Len.IsSet()
				atomic[acc.Region] = atomic[acc.Region] || writes && (acc.Mark != ir.MarkPlain || t.inSection(in))
			}
			sync := s.threads.Info.Sync[in.Base().ID]
			switch in := in.(type) {
			case *ir.Lock:
				isLock[sync[0]] = true
				m.shares[sync[0]] = m.shares[sync[0]] || in.Shared
			case *ir.Unlock, *ir.Holds:
				isLock[sync[0]] = true
			case *ir.Wait:
				isLock[sync[1]] = true
			case *ir.Down, *ir.Up, *ir.SemValue:
				isSem[sync[0]] = true
			case *ir.SyncInit:
				switch in.What {
				case ir.SyncMutex:
					spoiled[sync[0]] = spoiled[sync[0]] || in.Arg.Kind == ir.KindConst && !in.Arg.IsConst(0) // recursive or error-checking; others are checked
				case ir.SyncSem:
					isSem[sync[0]] = true
				}
			}
		}
	}
	for r := range s.threads.Overwritten {
		spoiled[r] = true
	}
	for r, region := range p.Regions {
		id := ir.RegionID(r)
		switch {
		case fits[r] && used[r]:
			cells := s.cellsOf(id, "", 8*region.Width)
			for i := range cells {
				if atomic[r] {
					s.followLast(cells[i])
				}
			}
			if cells != nil {
				m.data[id] = cells
			}
		case isLock[id] && !isSem[id] && !spoiled[id] && id != 0:
			m.locks[id] = s.cellsOf(id, "the owner of ", numberWidth)
			for _, c := range m.locks[id] {
				s.numbers[c.variable] = true
			}
		case isSem[id] && !isLock[id] && !spoiled[id] && id != 0:
			m.sems[id] = s.cellsOf(id, "the value of ", 32)
			for i := range m.sems[id] {
				s.followLast(m.sems[id][i])
			}
		}
	}
	for _, t := range s.templates {
		s.followPrivate(t)
	}
	for r := range fits {
		fits[r] = fits[r] && used[r]
	}
	s.findUniform(fits)
}

// followLast makes a ghost of who changed a cell last.
func (s *search) followLast(c cell) {
	c.last = s.newVariable("the last writer of "+c.name, numberWidth, nil)
	s.numbers[c.last] = true
}

// sortedData lists the cells that are followed, in a fixed order.
func (s *search) sortedData() (out [][]cell) {
	for r := range s.threads.Program.Regions {
		if cells := s.memory.data[ir.RegionID(r)]; cells != nil {
			out = append(out, cells)
		}
	}
	return out
}

// inSection reports whether an instruction stands in an atomic section.
func (t *template) inSection(in ir.Instr) bool { return t.inside[in] }

// cellsOf makes variables of the cells of a region, or of something about them; nil if they are too many or no variables of the program.
func (s *search) cellsOf(r ir.RegionID, about string, width int) (out []cell) {
	p := s.threads.Program
	n := int64(0)
	for _, e := range p.Regions[r].Cells {
		n += e.Count
		if e.Object.Alloc != 0 {
			return s.cellsOfObject(r, about, width)
		}
		if g := p.Globals[e.Object.Global]; g.ThreadLocal || g.External {
			return nil
		}
	}
	if n == 0 || n > mostCells || len(s.threads.Beyond(r)) > 0 {
		return nil
	}
	for _, e := range p.Regions[r].Cells {
		for i := range e.Count {
			name := p.Regions[r].Name
			if p.Regions[r].Ghost { // objects that synchronize have no region of their own
				name = p.Globals[e.Object.Global].Display
			}
			if n > 1 {
				name = fmt.Sprintf("%s[%d]", name, len(out))
			}
			out = append(out, cell{variable: s.newVariable(about+name, width, nil), object: e.Object.Global, offset: e.Offset + i*e.Stride})
		}
	}
	return out
}

// followPrivate makes variables of the registers of a template and of its locals: those that are the one object of their region, that never leave their thread, and of which no second
// one lives at a time.
func (s *search) followPrivate(t *template) {
	p := s.threads.Program
	t.me = s.number(t)
	t.private = map[ir.RegionID]*variable{}
	t.regs = make([]*variable, len(t.f.Regs))
	for r, info := range t.f.Regs {
		v := s.newVariable(info.Name, info.Width, t)
		v.reg = ir.Reg(r)
		t.regs[r] = v
	}
	for b, block := range t.f.Blocks {
		for i, in := range block.Instrs {
			a, ok := in.(*ir.Alloc)
			if !ok || !a.Stack || !s.threads.PrivateAlloc(a.ID) || livesAgain(t.f, ir.BlockID(b), i, a) {
				continue
			}
			for r, region := range p.Regions {
				c := region.Cells
				if r == 0 || region.Ghost || len(c) != 1 || c[0].Count != 1 || c[0].Object.Alloc != a.ID || len(s.threads.Beyond(ir.RegionID(r))) > 0 || !s.wholeAccesses(t, ir.RegionID(r)) {
					continue
				}
				v := s.newVariable(region.Name, 8*region.Width, t)
				t.private[ir.RegionID(r)] = v
				s.ofAlloc[a.ID] = append(s.ofAlloc[a.ID], v)
			}
		}
	}
	for r, region := range p.Regions {
		c := region.Cells
		if r == 0 || region.Ghost || len(c) != 1 || c[0].Count != 1 || c[0].Object.Alloc != 0 || !s.threads.PrivateLocal(c[0].Object.Global) || len(s.threads.Beyond(ir.RegionID(r))) > 0 || !s.wholeLocal(ir.RegionID(r)) {
			continue
		}
		v := s.newVariable(region.Name, 8*region.Width, t)
		t.private[ir.RegionID(r)] = v
		t.locals = append(t.locals, cell{variable: v, object: c[0].Object.Global, offset: c[0].Offset})
	}
}

// wholeLocal reports whether all accesses of a region of thread-local memory are of its whole cell, by threads that have its address alone.
func (s *search) wholeLocal(r ir.RegionID) bool {
	for _, t := range s.templates {
		for in := range t.f.Instrs() {
			m, _, _ := ir.AccessOf(in)
			if m == nil || s.threads.Info.Ranges[in.Base().ID] != nil || m.Region != r {
				continue
			}
			if m.Size != s.threads.Program.Regions[r].Width || m.Len.IsSet() || !s.threads.Private(in.Base().ID) {
				return false
			}
		}
	}
	return true
}

// number is the number of a template's threads: one that all know, if there is only one of them, so that others can say that it owns a lock; else anything beyond those.
func (s *search) number(t *template) *variable {
	if !t.single {
		return s.newVariable(t.name+"'s number", numberWidth, t)
	}
	k := s.b.BV(numberWidth, uint64(t.n+1))
	return &variable{n: -1, name: t.name + "'s number", width: numberWidth, owner: t, reg: ir.NoReg, term: [2]logic.Term{k, k}}
}

// wholeAccesses reports whether all accesses of a region are by one template and of its whole cell.
func (s *search) wholeAccesses(t *template, r ir.RegionID) bool {
	for _, u := range s.templates {
		for in := range u.f.Instrs() {
			if m, _, _ := ir.AccessOf(in); m != nil && s.threads.Info.Ranges[in.Base().ID] == nil && m.Region == r && (u != t || m.Size != s.threads.Program.Regions[r].Width || !s.threads.Private(in.Base().ID)) {
				return false
			}
		}
	}
	return true
}

// livesAgain reports whether a local may be made again before the one that was made before is gone.
func livesAgain(f *ir.Func, block ir.BlockID, at int, a *ir.Alloc) bool {
	// ends tells whether the local goes away behind position k of a block, and whether it is made again before.
	ends := func(b ir.BlockID, from int) (gone, again bool) {
		for _, in := range f.Blocks[b].Instrs[from:] {
			switch in := in.(type) {
			case *ir.Free:
				if in.Stack && in.Addr.Kind == ir.KindReg && in.Addr.Reg == a.Dst {
					return true, false
				}
			case *ir.Alloc:
				if in == a {
					return false, true
				}
			}
			over := false
			ir.Defs(in, func(r *ir.Reg) { over = over || *r == a.Dst })
			if over {
				return false, true // whose life ends is not known any more
			}
		}
		return false, false
	}
	gone, again := ends(block, at+1)
	if gone || again {
		return again
	}
	next := func(b ir.BlockID) []ir.BlockID {
		if gone, again := ends(b, 0); gone || again {
			return nil
		}
		return f.Next(b)
	}
	return slices.ContainsFunc(graph.Reach(next, f.Next(block)...), func(b ir.BlockID) bool {
		_, again := ends(b, 0)
		return again
	})
}
