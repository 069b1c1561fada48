package slice

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// What can be left out: fields. A field is the regions that have to be tracked together. Most are one region of data; the state of a lock lies in several ghost
// regions over the same objects, and regions that are copied from one to another hold the same values.
//
// Only what threads share counts. Memory of one thread costs no switch points, and what the solver is not asked about costs it nothing: leaving it out would only
// make false traces. So it is always tracked, unless a loop that was summarized writes it (loops.go).
//
// Region 0 is what accesses go to whose address was derived from no object: a region like others, once memory is split.
//
// Regions are those of the threads before anything was left out. Points-to on what is left would be wrong: a pointer that was read from a field that is not
// tracked is an input, and points-to takes inputs for no addresses.

// Fields is what can be left out of lowered threads.
type Fields struct {
	Names []string // for people, and from one bound to the next
	Count int      // those that are memory: the first of them
	Frees bool     // threads free what was allocated

	idle     map[int]int      // of locks: the field that stands for tracking them everywhere
	sections map[ir.ID]*holds // what the sections that begin here do with such locks
	ghost    []bool           // by field: it is the state of a lock, and the like
	p        *ir.Program
	of       []int // by region, its field; -1: it is always tracked
	places   []place
	freed    map[ir.Object][]int // by object, the fields with cells there; -1 among them: memory that is always tracked
	readers  map[int]*reader     // by thread, once asked for
	joins    []*joins            // the same
	ranged   map[int]bool        // fields that ranges of memory lie in
	gone     map[ir.Object]bool  // what was allocated and may be freed
	sized    bool                // the program asks for sizes of objects, and so whether they live: no Free is left out
}

// place is where an instruction stands.
type place struct {
	f     int // the thread
	block ir.BlockID
	index int
}

// Find finds the fields. met is the loops that were summarized in the threads; nil: none. false: memory was not split, so nothing can be left out.
func Find(p *ir.Program, met *Met) (*Fields, bool) {
	s := &Fields{p: p, of: make([]int, len(p.Regions)), places: make([]place, p.NextID), freed: map[ir.Object][]int{}, readers: map[int]*reader{}, joins: make([]*joins, len(p.Funcs)), ranged: map[int]bool{}, gone: map[ir.Object]bool{}}
	who := make([]int, len(p.Regions)) // the thread that accesses it, plus one; -1: several
	written := make([]bool, len(p.Regions))
	ranged := make([]bool, len(p.Regions))
	text := make([]string, len(p.Regions)) // of the first access
	sets := newSets(len(p.Regions))
	touch := func(r ir.RegionID, t int, write bool, in ir.Instr) {
		switch who[r] {
		case 0, t + 1:
			who[r] = t + 1
		default:
			who[r] = -1
		}
		written[r] = written[r] || write
		if text[r] == "" {
			text[r] = in.Base().Text
		}
	}
	for t := range transform.Threads(p) {
		for b, block := range p.Funcs[t].Blocks {
			for i, in := range block.Instrs {
				s.places[in.Base().ID] = place{t, ir.BlockID(b), i}
				if _, ok := in.(*ir.ObjSize); ok {
					s.sized = true
				}
				if m, _, w := ir.AccessOf(in); m != nil {
					touch(m.Region, t, w, in)
					_, reads := in.(*ir.Load)
					_, writes := in.(*ir.Store)
					ranged[m.Region] = ranged[m.Region] || !reads && !writes
				}
				if fr, ok := in.(*ir.Free); ok && !fr.Stack {
					s.Frees = true
					for _, o := range fr.Objects {
						s.gone[o] = true
					}
				}
				if m := ir.SourceOf(in); m != nil {
					touch(m.Region, t, false, in)
					sets.join(int(m.Region), int(in.(*ir.Copy).Mem.Region))
				}
			}
		}
	}
	if !slices.ContainsFunc(who[1:], func(t int) bool { return t != 0 }) {
		return nil, false
	}
	s.joinGhosts(sets)
	shared := make([]bool, len(p.Regions))
	for r := range p.Regions {
		if root := sets.find(r); who[r] == -1 && written[r] || who[r] != 0 && met.writes(ir.RegionID(r)) {
			shared[root] = true
		}
	}
	number := map[int]int{}
	for r := range p.Regions {
		s.of[r] = -1
		root := sets.find(r)
		if who[r] == 0 || !shared[root] {
			continue
		}
		n, ok := number[root]
		if !ok {
			n = len(s.Names)
			number[root] = n
			s.ghost = append(s.ghost, p.Regions[r].Ghost)
			s.Names = append(s.Names, nameOf(p, ir.RegionID(r), text[r]))
		}
		s.of[r] = n
		s.ranged[n] = s.ranged[n] || ranged[r]
	}
	for r := range p.Regions {
		for _, c := range p.Regions[r].Cells {
			if who[r] != 0 && !slices.Contains(s.freed[c.Object], s.of[r]) {
				s.freed[c.Object] = append(s.freed[c.Object], s.of[r])
			}
		}
	}
	s.Count = len(s.Names)
	s.addEverywhere()
	return s, true
}

// joinGhosts puts the ghost regions over the same objects together: they are the state of one lock.
func (s *Fields) joinGhosts(sets sets) {
	at := map[ir.Extent]int{}
	for r, region := range s.p.Regions {
		if !region.Ghost || len(region.Cells) == 0 {
			continue
		}
		if first, ok := at[region.Cells[0]]; ok {
			sets.join(first, r)
		} else {
			at[region.Cells[0]] = r
		}
	}
}

// nameOf names a region for people. The state of a lock is named by what stands in the call that uses it first.
func nameOf(p *ir.Program, r ir.RegionID, text string) string {
	region := &p.Regions[r]
	if !region.Ghost || len(region.Cells) == 0 || strings.HasPrefix(region.Name, "heddle.") {
		return region.Name
	}
	if _, args, ok := strings.Cut(text, "("); ok {
		if i := strings.IndexAny(args, ",)"); i > 0 {
			return strings.TrimPrefix(strings.TrimSpace(args[:i]), "&")
		}
	}
	return region.Name
}

// At is an instruction of the threads.
func (s *Fields) At(id ir.ID) ir.Instr {
	at := s.places[id]
	return s.p.Funcs[at.f].Blocks[at.block].Instrs[at.index]
}

// Ranged reports whether ranges of memory lie in a field: their accesses cannot lose their values alone.
func (s *Fields) Ranged(field int) bool { return s.ranged[field] }

// Freed reports whether a region has cells in objects that were allocated and may be freed.
func (s *Fields) Freed(r ir.RegionID) bool {
	return slices.ContainsFunc(s.p.Regions[r].Cells, func(c ir.Extent) bool { return s.gone[c.Object] })
}

// Of is the field that an access of a region belongs to; -1: it is always tracked.
func (s *Fields) Of(r ir.RegionID) int { return s.of[r] }

// Lookup is the fields of a name. Locks are named as the program uses them first, dev->lock, and go by the name of their member too.
func (s *Fields) Lookup(name string) (out []int) {
	for i, n := range s.Names {
		if n == name || s.ghost[i] && member(n) == member(name) {
			out = append(out, i)
		}
	}
	return out
}

func member(name string) string { return name[strings.LastIndexAny(name, ".>")+1:] }

// needs is the fields that an instruction accesses: if none of them is tracked, it is left out. None: it stays.
func (s *Fields) needs(in ir.Instr) []int {
	switch in := in.(type) {
	case *ir.Probe:
		return s.one(in.Mem.Region)
	case *ir.Free:
		if s.sized {
			return nil
		}
		var out []int
		for _, o := range in.Objects {
			for _, f := range s.freed[o] {
				if f < 0 {
					return nil
				}
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		return out
	}
	if m, _, _ := ir.AccessOf(in); m != nil {
		return s.one(m.Region)
	}
	return nil
}

func (s *Fields) one(r ir.RegionID) []int {
	if f := s.of[r]; f >= 0 {
		return []int{f}
	}
	return nil
}

// Read is the fields whose values a check of a thread reads: what its condition is computed from, or, if it fails wherever it is reached, what the last branches
// before it are.
func (s *Fields) Read(a *ir.Assert) []int {
	at := s.places[a.ID]
	r := s.readers[at.f]
	if r == nil {
		r = newReader(s.p.Funcs[at.f])
		s.readers[at.f] = r
	}
	conds := []ir.Operand{a.Cond}
	if a.Cond.Kind == ir.KindConst {
		conds = r.before(at.block, map[ir.BlockID]bool{})
	}
	var out []int
	seen := map[ir.Reg]bool{}
	for len(conds) > 0 {
		o := conds[len(conds)-1]
		conds = conds[:len(conds)-1]
		if o.Kind != ir.KindReg || seen[o.Reg] {
			continue
		}
		seen[o.Reg] = true
		for _, in := range r.defs[o.Reg] {
			if m, _, _ := ir.AccessOf(in); m == nil {
				ir.Uses(in, func(o *ir.Operand) { conds = append(conds, *o) })
			} else if n := s.of[m.Region]; n >= 0 && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return out
}

// reader knows what the registers of a thread are computed from, and how its blocks are reached.
type reader struct {
	f     *ir.Func
	defs  map[ir.Reg][]ir.Instr
	preds map[ir.BlockID][]ir.BlockID
}

func newReader(f *ir.Func) *reader {
	r := &reader{f, map[ir.Reg][]ir.Instr{}, map[ir.BlockID][]ir.BlockID{}}
	for in := range f.Instrs() {
		ir.Defs(in, func(d *ir.Reg) { r.defs[*d] = append(r.defs[*d], in) })
	}
	for b := range f.Blocks {
		for _, t := range f.Next(ir.BlockID(b)) {
			r.preds[t] = append(r.preds[t], ir.BlockID(b))
		}
	}
	return r
}

// before is the conditions of the last branches before a block.
func (r *reader) before(b ir.BlockID, seen map[ir.BlockID]bool) (out []ir.Operand) {
	for _, p := range r.preds[b] {
		if seen[p] {
			continue
		}
		seen[p] = true
		switch t := r.f.Blocks[p].Term().(type) {
		case *ir.Branch:
			out = append(out, t.Cond)
		case *ir.Switch:
			out = append(out, t.X)
		default:
			out = append(out, r.before(p, seen)...)
		}
	}
	return out
}

// sets are disjoint sets of small numbers.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int) { s[s.find(j)] = s.find(i) }
