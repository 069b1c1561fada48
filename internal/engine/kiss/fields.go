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
// object. So every member of every struct that is copied would be a region to ask about. Here objects are told apart. A
// region is not of the fields if
//
//   - all accesses to it with a name are excused: what else comes there are operations on ranges, and they race with
//     those alone;
//   - or no access to it may be to a field by its name, or has none, and its objects have types that hold no field.
//
// Rejected: the name of the region, which is that of most of its accesses; and that memory is what the program takes it
// for: a field of an object of which all accesses go by another struct's names was missed.

// uses is what the accesses to a region say of it.
type uses struct{ itself, beside, excused bool }

func (u *uses) note(c fields.Call) {
	switch c {
	case fields.Itself:
		u.itself = true
	case fields.Beside:
		u.beside = true
	case fields.Apart, fields.Elsewhere:
		u.excused = true
	}
}

// ofFields leaves out the regions that are not of the fields that races are asked about, if there are any.
func (s *search) ofFields(threads *decide.Threads, regions []ir.RegionID) []ir.RegionID {
	known := s.req.Restricted
	if known == nil {
		return regions
	}
	p := threads.Program
	byRegion := make([]uses, len(p.Regions))
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
		}
	}
	mayHold := func(e ir.Extent) bool {
		o := e.Object
		if o.Alloc != 0 {
			o.Alloc = threads.Original(o.Alloc)
		}
		own := o.Alloc == 0 && int(o.Global) >= len(s.req.Program.Globals) // a thread's own copy of a variable
		return own || !known.Other[o]
	}
	return slices.DeleteFunc(slices.Clone(regions), func(r ir.RegionID) bool {
		u := byRegion[r]
		return !u.itself && (u.excused && !u.beside || !slices.ContainsFunc(p.Regions[r].Cells, mayHold))
	})
}
