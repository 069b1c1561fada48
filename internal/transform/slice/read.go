package slice

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Where refinement begins: with the fields that a check reads. A check for races compares addresses, so these are the fields that addresses are read from.

// Read is the fields whose values a check of a thread reads: what its condition is computed from, or, if it fails wherever it is reached, what the last branches
// before it are.
func (s *Fields) Read(a *ir.Assert) []int {
	at := s.places[a.ID]
	r := s.reader(at.f)
	conds := []ir.Operand{a.Cond}
	if a.Cond.Kind == ir.KindConst {
		conds = r.before(at.block, map[ir.BlockID]bool{})
	}
	found := map[int]bool{}
	s.sources(r, conds, map[ir.Reg]bool{}, func(m *ir.Mem) bool {
		found[s.of[m.Region]] = true
		return false
	}, nil)
	delete(found, -1)
	return slices.Sorted(maps.Keys(found))
}

// Lead adds to the fields that are tracked those that say where the accesses of these, and of what may race, are made: which their addresses are read from, also by threads that pass them on. Without them an access of a slice
// may be anywhere. That makes traces that are none of the program's, and formulas that are larger than the whole. Only accesses of regions count that have at least so many cells, and frees if that is 0.
func (s *Fields) Lead(tracked []bool, asked Asked, cells int64) {
	l := s.leave(tracked, asked)
	passed := map[int][]*ir.Spawn{} // by thread, what starts it
	for _, f := range s.p.Funcs[:transform.Threads(s.p)] {
		for in := range f.Instrs() {
			if sp, ok := in.(*ir.Spawn); ok {
				passed[int(sp.Fn.Func)] = append(passed[int(sp.Fn.Func)], sp)
			}
		}
	}
	seen := make([]map[ir.Reg]bool, transform.Threads(s.p))
	for t := range seen {
		seen[t] = map[ir.Reg]bool{}
	}
	more := true
	var follow func(t int, of ir.Operand)
	follow = func(t int, of ir.Operand) {
		s.sources(s.reader(t), []ir.Operand{of}, seen[t], func(m *ir.Mem) bool {
			if f := s.of[m.Region]; f >= 0 && !tracked[f] {
				tracked[f], more = true, true
			}
			return true
		}, func(param int) {
			for _, sp := range passed[t] {
				follow(s.places[sp.Base().ID].f, sp.Args[param])
			}
		})
	}
	for more {
		more = false
		for t := range seen {
			for in := range s.p.Funcs[t].Instrs() {
				if m, _, _ := ir.AccessOf(in); m != nil && s.of[m.Region] >= 0 && s.cells(m.Region) >= cells && (l.stays(in) || l.races(in)) {
					follow(t, m.Addr)
				} else if fr, ok := in.(*ir.Free); ok && cells == 0 && l.stays(in) {
					follow(t, fr.Addr)
				}
			}
		}
	}
}

// cells is how many cells a region has.
func (s *Fields) cells(r ir.RegionID) (n int64) {
	for _, c := range s.p.Regions[r].Cells {
		n += int64(c.Count)
	}
	return n
}

// sources visits the accesses that operands are computed from; where visit says so, those that their addresses are computed from, too. passed, if not nil, is told of parameters.
func (s *Fields) sources(r *reader, of []ir.Operand, seen map[ir.Reg]bool, visit func(*ir.Mem) bool, passed func(int)) {
	for len(of) > 0 {
		o := of[len(of)-1]
		of = of[:len(of)-1]
		if o.Kind != ir.KindReg || seen[o.Reg] {
			continue
		}
		seen[o.Reg] = true
		if i := slices.Index(r.f.Params, o.Reg); i >= 0 && passed != nil {
			passed(i)
		}
		for _, in := range r.defs[o.Reg] {
			if m, _, _ := ir.AccessOf(in); m == nil {
				ir.Uses(in, func(o *ir.Operand) { of = append(of, *o) })
			} else if visit(m) {
				of = append(of, m.Addr)
			}
		}
	}
}

func (s *Fields) reader(thread int) *reader {
	if s.readers[thread] == nil {
		s.readers[thread] = newReader(s.p.Funcs[thread])
	}
	return s.readers[thread]
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
