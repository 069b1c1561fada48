package pointsto

import "github.com/heddle-dev/heddle/internal/ir"

// Addresses in external memory (ir.Incoming). Where a field holds one from the start and something accesses that field, the field
// points to all the places the address may lead to. Fields without accesses join nothing: a struct from outside may have a
// pointer to every other type of the program, of which a function uses one or two, and more pointees than a value has would make all the others
// one region. That is why these constraints come after all others, and again whenever they brought new accesses.

// arrival is a constraint that was made: what a field holds, from a run of addresses.
type arrival struct {
	content classID
	global  ir.GlobalID
	run     int
}

// incoming makes the constraints that are due and reports whether there were any.
func (s *solver) incoming() (found bool) {
	if s.arrived == nil {
		s.arrived = map[arrival]bool{}
	}
	for id, g := range s.p.Globals {
		for run := range g.Incoming {
			holders, grown := s.holders(ir.GlobalID(id), &g.Incoming[run])
			found = found || grown
			for _, c := range holders {
				key := arrival{c, ir.GlobalID(id), run}
				if s.arrived[key] {
					continue
				}
				s.arrived[key], found = true, true
				for _, t := range g.Incoming[run].Targets {
					to := ref{node: s.globals[t.Object.Global], off: t.Offset}
					if t.Count > 1 {
						to.step = t.Stride
					}
					s.point(c, to)
					s.drain()
				}
			}
		}
	}
	return found
}

// holders is the contents of the fields that overlap some address of a run, and whether that tells something new about where in them pointers begin.
func (s *solver) holders(g ir.GlobalID, in *ir.Incoming) (out []classID, grown bool) {
	size := int64(s.p.PtrWidth() / 8)
	seen := map[classID]bool{}
	for k := range in.Count {
		r := s.find(ref{node: s.globals[g], off: in.Offset + k*in.Stride})
		n := &s.nodes[r.node]
		for i := range n.fields {
			f := &n.fields[i]
			hit := f.lo < r.off+size && r.off < f.hi
			if n.period > 0 { // the address may reach over the end of an element
				hit = hit || f.lo < r.off+size-n.period
			}
			if !hit {
				continue
			}
			grown = s.begins(r.node, f, s.phase(r, size)) || grown
			if !seen[f.content] {
				seen[f.content] = true
				out = append(out, f.content)
			}
		}
		if n.period > 0 && in.Stride%n.period == 0 {
			break // all the others lie over this one
		}
		if len(n.fields) == 0 {
			break // nothing accesses the object
		}
	}
	return out, grown
}
