package kiss

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/fields"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Races on some fields alone. The restriction is in the program: accesses that cannot be to the fields are excused.
// But an operation on a range, such as a copy of a struct, stays whole, and so does an access by the name of another
// struct in memory that may hold a field; and before calls are unfolded, all that one function allocates is one
// object. So every member of every struct that is copied would be a region to ask about. Here objects are told apart,
// and what the accesses to a region say of it counts. A region is of the fields if some access
//
//   - may be to one of them, since it goes by its name or by none;
//   - goes by the name of another struct, in an object that something takes for the field's struct, or whose type
//     holds it;
//   - is an operation on a range, where nobody else comes, in an object of which nothing else is known.
//
// So an access to a field is missed in memory that all accesses with a name call something else: memory is what the
// program takes it for. Rejected: the name of the region, which is that of most of its accesses.

// uses is what the accesses to a region, or to an object, say of it.
type uses struct{ itself, beside, apart, elsewhere bool }

func (u *uses) note(c fields.Call) {
	switch c {
	case fields.Itself:
		u.itself = true
	case fields.Beside:
		u.beside = true
	case fields.Apart:
		u.apart = true
	case fields.Elsewhere:
		u.elsewhere = true
	}
}

// ofFields leaves out the regions that are not of the fields that races are asked about, if there are any.
func (s *search) ofFields(threads *decide.Threads, regions []ir.RegionID) []ir.RegionID {
	known := s.req.Restricted
	if known == nil {
		return regions
	}
	p := threads.Program
	byRegion, byObject := make([]uses, len(p.Regions)), map[ir.Object]*uses{}
	for _, in := range p.Instrs() {
		m, _, _ := ir.AccessOf(in)
		for _, m := range []*ir.Mem{m, ir.SourceOf(in)} {
			if m == nil || p.Regions[m.Region].Ghost { // of what lies over a lock nothing is said
				continue
			}
			call := fields.Ranged // passes make accesses of parts of ranges
			if id := threads.Original(in.Base().ID); id != 0 {
				call = known.Calls[id]
			}
			byRegion[m.Region].note(call)
			for _, c := range p.Regions[m.Region].Cells {
				if byObject[c.Object] == nil {
					byObject[c.Object] = &uses{}
				}
				byObject[c.Object].note(call)
			}
		}
	}
	// taken reports whether an object is, or may be, one of the field's struct.
	taken := func(o ir.Object) bool {
		u, of := byObject[o], o
		if o.Alloc != 0 {
			of.Alloc = threads.Original(o.Alloc)
		}
		own := o.Alloc == 0 && int(o.Global) >= len(s.req.Program.Globals) // a thread's own copy of a variable
		return u == nil || u.itself || u.apart || own || known.Holds[of]
	}
	// other reports whether an object is known to be something else.
	other := func(o ir.Object) bool {
		u := byObject[o]
		return u != nil && (u.elsewhere || u.beside)
	}
	among := func(r ir.RegionID, is func(ir.Object) bool) bool {
		return slices.ContainsFunc(p.Regions[r].Cells, func(e ir.Extent) bool { return is(e.Object) })
	}
	return slices.DeleteFunc(slices.Clone(regions), func(r ir.RegionID) bool {
		switch u := byRegion[r]; {
		case u.itself:
			return false
		case u.beside:
			return !among(r, taken)
		case u.apart || u.elsewhere:
			return true
		default:
			return !among(r, taken) && among(r, other)
		}
	})
}
