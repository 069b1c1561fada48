package slice

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// What can be left out: fields. A field is the regions that are tracked together. Most are those of one name, which are the same member of several objects; the state of a lock lies in several ghost
// regions over the same objects, and regions that are copied from one to another hold the same values.
//
// Only what threads share counts. Memory of one thread costs no switch points, nor does memory that is only read once there are several; and what the solver is not asked about costs it nothing: leaving it
// out would only make false traces. So it is always tracked, unless a loop that was summarized writes it (loops.go).
//
// Region 0 is what accesses go to whose address was derived from no object: a region like others, once memory is split.
//
// Regions are those of the threads before anything was left out. Points-to on what is left would be wrong: a pointer that was read from a field that is not
// tracked is an input, and points-to takes inputs for no addresses.

// Fields is what can be left out of lowered threads.
type Fields struct {
	Names []string // for people, and from one bound to the next
	Count int      // those that are memory: the first of them

	idle     map[int]int      // of locks: the field that stands for tracking them everywhere
	sections map[ir.ID]*holds // what the sections that begin here do with such locks
	ghost    []bool           // by field: it is the state of a lock, and the like
	accesses []int            // by field: how many there are while others may run
	p        *ir.Program
	of       []int // by region, its field; -1: it is always tracked
	places   []place
	freed    map[ir.Object][]int // by object, the fields with cells there; -1 among them: memory that is always tracked
	unseen   int                 // the field that stands for objects in which nobody accesses anything: they are only freed
	readers  map[int]*reader     // by thread, once asked for
	joins    []*joins            // the same
	scanned  map[int]bool        // fields that are searched for a value
	sized    bool                // the program asks for sizes of objects, and so whether they live: no Free is left out
	inside   map[ir.ID]bool      // checks inside of sections
}

// place is where an instruction stands.
type place struct {
	f     int // the thread
	block ir.BlockID
	index int
}

// Find finds the fields. met is the loops that were summarized in the threads; nil: none. false: memory was not split, so nothing can be left out.
func Find(p *ir.Program, met *Met) (*Fields, bool) {
	s := &Fields{p: p, of: make([]int, len(p.Regions)), places: make([]place, p.NextID), freed: map[ir.Object][]int{}, readers: map[int]*reader{}, joins: make([]*joins, len(p.Funcs)), scanned: map[int]bool{}}
	who := make([]int, len(p.Regions)) // the thread that accesses it while others may, plus one; -1: several
	written := make([]bool, len(p.Regions))
	scanned := make([]bool, len(p.Regions))
	called := make([]string, len(p.Regions)) // what the first call that uses it and says so calls it
	sets, solo := newSets(len(p.Regions)), transform.Solo(p)
	used := make([]bool, len(p.Regions)) // anyone accesses it
	accesses := make([]int, len(p.Regions))
	touch := func(r ir.RegionID, t int, write bool, in ir.ID) {
		used[r] = true
		if solo[in] {
			return
		}
		if who[r] == 0 {
			who[r] = t + 1
		} else if who[r] != t+1 {
			who[r] = -1
		}
		written[r] = written[r] || write
		accesses[r]++
	}
	var frees []*ir.Free
	for t := range transform.Threads(p) {
		for b, block := range p.Funcs[t].Blocks {
			for i, in := range block.Instrs {
				s.places[in.Base().ID] = place{t, ir.BlockID(b), i}
				if _, ok := in.(*ir.ObjSize); ok {
					s.sized = true
				}
				if m, _, w := ir.AccessOf(in); m != nil {
					touch(m.Region, t, w, in.Base().ID)
					if called[m.Region] == "" && p.Regions[m.Region].Ghost {
						_, args, _ := strings.Cut(in.Base().Text, "(")
						if name := firstOf(args); name != "void" { // that is a function itself
							called[m.Region] = name
						}
					}
					_, scans := in.(*ir.Scan)
					scanned[m.Region] = scanned[m.Region] || scans
				}
				if fr, ok := in.(*ir.Free); ok && !fr.Stack {
					frees = append(frees, fr)
				}
				if m := ir.SourceOf(in); m != nil {
					touch(m.Region, t, false, in.Base().ID)
					sets.join(int(m.Region), int(in.(*ir.Copy).Mem.Region))
				}
			}
		}
	}
	if !slices.Contains(used[1:], true) {
		return nil, false
	}
	s.findInside()
	cells := map[ir.Object][]ir.RegionID{}
	for r := range p.Regions {
		for _, c := range p.Regions[r].Cells {
			if used[r] && !slices.Contains(cells[c.Object], ir.RegionID(r)) {
				cells[c.Object] = append(cells[c.Object], ir.RegionID(r))
			}
		}
	}
	for _, fr := range frees { // a write of the whole object
		for _, o := range fr.Objects {
			for _, r := range cells[o] {
				touch(r, s.places[fr.ID].f, true, fr.ID)
			}
		}
	}
	s.joinGhosts(sets)
	shared := make([]bool, len(p.Regions))
	for r := range p.Regions {
		if root := sets.find(r); who[r] == -1 && written[r] || used[r] && met.writes(ir.RegionID(r)) {
			shared[root] = true
		}
	}
	number, named := map[int]int{}, map[string]int{}
	for r := range p.Regions {
		s.of[r] = -1
		root := sets.find(r)
		if !used[r] || !shared[root] {
			continue
		}
		n, ok := number[root]
		if !ok {
			ghost, name := p.Regions[r].Ghost, nameOf(&p.Regions[r], called[r])
			if n, ok = named[name]; !ok || ghost {
				n = len(s.Names)
				s.Names, s.ghost = append(s.Names, name), append(s.ghost, ghost)
			}
			if number[root] = n; !ghost {
				named[name] = n
			}
		}
		s.of[r] = n
		s.scanned[n] = s.scanned[n] || scanned[r]
	}
	for o, regions := range cells {
		for _, r := range regions {
			if !slices.Contains(s.freed[o], s.of[r]) {
				s.freed[o] = append(s.freed[o], s.of[r])
			}
		}
	}
	s.Count = len(s.Names)
	s.accesses = make([]int, s.Count)
	for r, n := range accesses {
		if f := s.of[r]; f >= 0 {
			s.accesses[f] += n
		}
	}
	s.addEverywhere()
	if slices.ContainsFunc(frees, func(fr *ir.Free) bool {
		return !slices.ContainsFunc(fr.Objects, func(o ir.Object) bool { return len(cells[o]) > 0 })
	}) {
		s.unseen = len(s.Names)
		s.Names, s.ghost = append(s.Names, "objects that are only freed"), append(s.ghost, false)
	}
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

// nameOf names a region for people. The state of a lock is named by what stands in a call that uses it.
func nameOf(region *ir.Region, called string) string {
	if called == "" || len(region.Cells) == 0 || strings.HasPrefix(region.Name, "heddle.") {
		return region.Name
	}
	return called
}

// firstOf is what the first of some arguments is the address of, without what it is cast to.
func firstOf(args string) string {
	depth, end := 0, len(args)
	for i, c := range args {
		if c == '(' {
			depth++
		} else if c == ')' && depth > 0 {
			if depth--; depth == 0 && args[0] == '(' {
				if rest := strings.TrimSpace(args[i+1:]); rest != "" && !strings.ContainsRune(",)-.[+", rune(rest[0])) { // it was a cast
					return firstOf(rest)
				}
			}
		} else if depth == 0 && (c == ',' || c == ')') {
			end = i
			break
		}
	}
	out := strings.TrimPrefix(strings.TrimSpace(args[:end]), "&")
	if n := len(out) - 1; n > 0 && out[0] == '(' && strings.IndexByte(out, ')') == n {
		out = out[1:n]
	}
	return out
}

// At is an instruction of the threads.
func (s *Fields) At(id ir.ID) ir.Instr {
	at := s.places[id]
	return s.p.Funcs[at.f].Blocks[at.block].Instrs[at.index]
}

// Scanned reports whether a field is searched for a value: how far that goes depends on what it holds, so such an access cannot lose its values alone.
func (s *Fields) Scanned(field int) bool { return s.scanned[field] }

// Ghost reports whether a field is the state of a lock, or the like.
func (s *Fields) Ghost(field int) bool { return s.ghost[field] }

// Accesses is how many accesses of a field there are while other threads may run.
func (s *Fields) Accesses(field int) int { return s.accesses[field] }

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
		if len(out) == 0 && !in.Stack {
			return []int{s.unseen}
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
