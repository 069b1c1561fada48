package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What a program of a pair needs of its threads: the accesses that are compared, locks, spawns and joins, and what their addresses are computed from. The rest is left out before anything
// is emitted. Leaving something out only adds executions, as long as a value that is used is computed as before: all writes of a register that is used are kept, and
// all writes, by any of the threads, of a region that is read.
//
// A branch matters if its ways lead to different instructions that are kept. One that does not becomes a jump to what comes next; so loops that compute what nobody asks
// for disappear. With less detail, the branches of the threads (not of the creator) go any way, and what they depend on is left out too; with still less, so are locks: nobody holds any, and
// what a thread that takes some reads is anything where others may write. Most proofs need neither, and what is left then is asked again.
//
// What gives the address of an object away is kept: otherwise it would count as unknown to others.

// slicer finds what is kept of the threads of a program.
type slicer struct {
	b       *builder
	parts   []*part
	regions map[ir.RegionID]bool // that are read
	cut     bool                 // some condition was left out
}

// part is one function.
type part struct {
	f     *ir.Func
	kind  *Kind
	rough bool           // conditions are anything
	bare  bool           // there are no locks
	fresh map[ir.ID]bool // see follows
	kept  map[ir.Instr]keeping
	regs  []bool
	defs  [][]ir.Instr
	block map[ir.Instr]ir.BlockID
	live  []bool
	work  []ir.Instr
}

// keeping says how much of an instruction is kept.
type keeping uint8

const (
	nothing keeping = iota
	place           // of an access: where it is, not what it reads or writes
	all
)

// slice makes the functions of the threads smaller.
func (b *builder) slice() {
	s := &slicer{b: b, regions: map[ir.RegionID]bool{}}
	kinds := []*Kind{b.Kinds[0]}
	for _, k := range []*Kind{b.which.First, b.which.Second} {
		if k != nil && !b.creatorOnly() && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	for i, k := range kinds {
		s.parts = append(s.parts, s.newPart(k, i > 0))
	}
	for changed := true; changed; {
		changed = false
		for _, p := range s.parts {
			changed = s.essential(p) || changed
			s.close(p)
			changed = s.branches(p) || changed
			s.close(p)
		}
	}
	b.sources = map[*Kind]*ir.Func{}
	for _, p := range s.parts {
		b.sources[p.kind] = s.rest(p)
	}
	b.pair.Cut = s.cut
}

// bare reports whether the locks of a thread are left out. One that takes none has nothing to leave out.
func (b *builder) bare(t *thread) bool {
	return b.which.Detail == Bare && t.kind.locks
}

// creatorOnly reports whether the program of a thread alone is about what the creator does while it lives.
func (b *builder) creatorOnly() bool {
	return b.which.Alone && (b.which.Second == b.Kinds[0] || !b.suspectsOwn(b.which.Second))
}

func (s *slicer) newPart(k *Kind, thread bool) *part {
	f := s.b.Program.Funcs[k.Func]
	p := &part{
		f: f, kind: k, rough: thread && s.b.which.Detail < Full, bare: s.b.which.Detail == Bare, kept: map[ir.Instr]keeping{}, regs: make([]bool, len(f.Regs)), defs: make([][]ir.Instr, len(f.Regs)),
		block: map[ir.Instr]ir.BlockID{}, live: make([]bool, len(f.Blocks)), fresh: s.b.follows(k),
	}
	for i, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			p.block[in] = ir.BlockID(i)
			ir.Defs(in, func(r *ir.Reg) { p.defs[*r] = append(p.defs[*r], in) })
		}
	}
	return p
}

func (p *part) keep(in ir.Instr, how keeping) bool {
	if p.kept[in] >= how {
		return false
	}
	p.kept[in] = how
	p.live[p.block[in]] = true
	p.work = append(p.work, in)
	return true
}

// essential keeps what matters whatever else does, and what writes to regions that are read.
func (s *slicer) essential(p *part) (changed bool) {
	for in := range p.f.Instrs() {
		if p.kept[in] < all {
			changed = p.keep(in, s.matters(p, in)) || changed
		}
	}
	return changed
}

func (s *slicer) matters(p *part, in ir.Instr) keeping {
	for _, r := range s.b.written(in) {
		if s.regions[r] {
			return all
		}
	}
	yes := false
	gives := func(v ir.Operand) (yes bool) {
		if v.Kind == ir.KindReg && v.Width == s.b.ptr {
			s.b.Info.Values.Allocs(p.kind.Func, v.Reg, func(id ir.ID) { yes = yes || p.fresh[id] })
		}
		return yes
	}
	switch in := in.(type) {
	case *ir.Store:
		yes = gives(in.Val)
	case *ir.RMW:
		yes = gives(in.Val)
	case *ir.CAS:
		yes = gives(in.New)
	case *ir.Assume:
		yes = !p.rough || in.Cond.IsConst(0)
	case *ir.Assert:
		yes = !p.rough || in.Cond.IsConst(0)
	case *ir.Lock, *ir.Unlock, *ir.Down, *ir.Up, *ir.Wait, *ir.SyncInit, *ir.SyncDestroy:
		s.cut = s.cut || p.bare
		yes = !p.bare
	case *ir.Join:
		yes = s.mayJoin(p, in)
	case *ir.Unsupported, *ir.Forget, *ir.Spawn, *ir.AtomicBegin, *ir.AtomicEnd:
		yes = true
	}
	if yes {
		return all
	}
	for _, a := range p.kind.numbers[in.Base().ID] {
		if o := s.b.which.Open; o != nil && (o.First[a] || o.Second[a]) {
			return place
		}
	}
	return nothing
}

// starts reports whether a spawn may start one of the two threads.
func (s *slicer) starts(in *ir.Spawn) bool {
	return slices.ContainsFunc(in.Candidates, func(g ir.FuncID) bool {
		k := s.b.kindOf(g)
		return k == s.b.which.First || k == s.b.which.Second
	})
}

// mayJoin reports whether a join may wait for one of the two threads.
func (s *slicer) mayJoin(p *part, in *ir.Join) bool {
	t := s.b.filter.threads[p.kind.Func]
	i, ok := t.Joins(in.Base().ID)
	return p.kind != s.b.Kinds[0] || !ok || s.starts(t.Spawns[i])
}

// close keeps what the instructions that are kept depend on.
func (s *slicer) close(p *part) {
	for len(p.work) > 0 {
		in := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		if p.rough && ir.IsTerm(in) {
			continue
		}
		use := func(o *ir.Operand) {
			if o.Kind != ir.KindReg || p.regs[o.Reg] {
				return
			}
			p.regs[o.Reg] = true
			for _, d := range p.defs[o.Reg] {
				p.keep(d, all)
			}
		}
		if m := placeOf(in); m != nil && p.kept[in] == place {
			use(&m.Addr)
			use(&m.Len)
			continue
		}
		ir.Uses(in, use)
		if m, reads, _ := ir.AccessOf(in); m != nil && reads {
			s.regions[m.Region] = true
		}
		if sp, ok := in.(*ir.Spawn); ok && sp.ID != nil && s.starts(sp) {
			s.regions[sp.ID.Region] = true // invariants speak of handles where they are stored
		}
	}
}

// placeOf is where an access to one cell is; nil if the instruction is none.
func placeOf(in ir.Instr) *ir.Mem {
	switch in := in.(type) {
	case *ir.Load:
		return &in.Mem
	case *ir.Store:
		return &in.Mem
	case *ir.RMW:
		return &in.Mem
	case *ir.CAS:
		return &in.Mem
	}
	return nil
}

// end stands for all ways to end.
const end = ir.BlockID(-1)

// next finds, for every block that is not live, the one live block that it leads to, or end; many if there are several.
const (
	unset = ir.BlockID(-2)
	many  = ir.BlockID(-3)
)

func (p *part) next() []ir.BlockID {
	to := make([]ir.BlockID, len(p.f.Blocks))
	for b := range to {
		to[b] = unset
		if p.live[b] {
			to[b] = ir.BlockID(b)
		}
	}
	order := p.f.Order()
	slices.Reverse(order)
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			if p.live[b] {
				continue
			}
			was := to[b]
			succ := p.f.Next(b)
			if len(succ) == 0 {
				to[b] = end
			}
			for _, n := range succ {
				switch {
				case to[n] == unset:
				case to[b] == unset:
					to[b] = to[n]
				case to[b] != to[n]:
					to[b] = many
				}
			}
			changed = changed || to[b] != was
		}
	}
	return to
}

// branches keeps those that lead to different blocks that are live.
func (s *slicer) branches(p *part) (changed bool) {
	to := p.next()
	for b, blk := range p.f.Blocks {
		succ := p.f.Next(ir.BlockID(b))
		if len(succ) < 2 || p.kept[blk.Term()] == all {
			continue
		}
		seen := unset
		for _, n := range succ {
			switch t := to[n]; {
			case t == unset:
			case seen == unset:
				seen = t
			case seen != t:
				seen = many
			}
		}
		if seen == many {
			changed = p.keep(blk.Term(), all) || changed
		}
	}
	return changed
}

// rest is the function with what is kept.
func (s *slicer) rest(p *part) *ir.Func {
	out := *p.f
	out.Regs = slices.Clone(p.f.Regs)
	out.Blocks = make([]*ir.Block, len(p.f.Blocks))
	to := p.next()
	for b, blk := range p.f.Blocks {
		n := &ir.Block{Name: blk.Name}
		out.Blocks[b] = n
		over := &ir.Return{}
		if !p.live[b] {
			if t := to[b]; b == 0 && t >= 0 {
				n.Instrs = []ir.Instr{&ir.Jump{To: t}}
			} else {
				n.Instrs = []ir.Instr{over}
			}
			continue
		}
		for _, in := range blk.Instrs[:len(blk.Instrs)-1] {
			m := placeOf(in)
			switch how := p.kept[in]; {
			case how == place && m != nil:
				n.Instrs = append(n.Instrs, &ir.Touch{Meta: *in.Base(), Mem: *m})
			case how != nothing:
				n.Instrs = append(n.Instrs, in)
			default:
				switch in.(type) {
				case *ir.Assume, *ir.Assert:
					s.cut = true
				}
			}
		}
		n.Instrs = append(n.Instrs, s.terminator(p, &out, n, blk.Term(), to))
	}
	return &out
}

// terminator leads on to live blocks.
func (s *slicer) terminator(p *part, out *ir.Func, n *ir.Block, term ir.Instr, to []ir.BlockID) ir.Instr {
	lead := func(b ir.BlockID) ir.BlockID {
		if to[b] >= 0 {
			return to[b]
		}
		return b // it ends there
	}
	var succ []ir.BlockID
	ir.Targets(term, func(b *ir.BlockID) { succ = append(succ, *b) })
	if len(succ) == 0 {
		return term
	}
	if p.kept[term] == nothing {
		first := succ[0]
		for _, b := range succ {
			if to[b] != unset {
				first = b
			}
		}
		return &ir.Jump{To: lead(first)}
	}
	c := ir.Clone(term)
	ir.Targets(c, func(b *ir.BlockID) { *b = lead(*b) })
	any := func(width int) ir.Operand {
		r := out.NewReg(width, "", ir.ShowUnsigned)
		n.Instrs = append(n.Instrs, &ir.Havoc{Dst: r})
		return ir.R(r, width)
	}
	if p.rough {
		s.cut = true
		switch c := c.(type) {
		case *ir.Branch:
			c.Cond = any(1)
		case *ir.Switch:
			c.X = any(c.X.Width)
		}
	}
	return c
}
