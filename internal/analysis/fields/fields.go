package fields

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Races on some fields only.
//
// The restriction is made in the program, once for all engines: every access that cannot be to one of the fields is
// excused, as if it stood inside data_race(). Three things are known. The front end knows the types of variables, and
// so which of their bytes belong to a field (cfront.Places). Points-to knows which memory an access may reach. And
// the access has a name, if it goes by the name of a struct's member. An access is kept
//
//   - in memory that holds the field for certain, or in which some access goes by the name of the field: whatever it is
//     called there, because the same memory may be reached as another struct or by memcpy. Only other members of the
//     same struct, or of a struct around it, are told apart by their names: objects of one type overlap wholly or not at all;
//   - in memory of unknown type, of the heap or from outside, if it has no name (a pointer to int, a byte of a copy), or
//     the name of a struct that may be laid over the field's, through a cast or with a member at the same place;
//   - if its address was derived from no object.
//
// A race of two free()s remains, whatever the fields are.
//
// Filtering the findings by name was rejected: it would hide races on the field that go by another name, and engines
// would spend their time on the rest. So was asking points-to alone, for the regions in which an access has the name:
// a field that is only ever accessed through its address has no such region.

// maxNear is how many names a complaint about an unknown one lists.
const maxNear = 8

// Restriction is what is known of the memory of a restricted program.
type Restriction struct {
	Calls map[ir.ID]Call     // what an access says of its memory
	Other map[ir.Object]bool // objects whose type is known, and holds none of the fields
}

// Call is what an access says of the memory that it is to, with regard to the fields: of several, the one that says
// most.
type Call uint8

// The calls, from the one that says most.
const (
	Itself    Call = iota // it may be a field: it is called so, or nothing
	Beside                // it goes by the name of another struct, in memory that may hold a field
	Apart                 // it goes by the name of another member of the struct
	Elsewhere             // it cannot be one
	Ranged                // it is to a range: that may cover a field, and says nothing of what it covers
)

// Restrict gives the program in which races are possible on the given fields alone, and what is known of its memory
// then; nil if there are no fields. A name that stands for nothing is the user's error.
func Restrict(p *ir.Program, places func() *cfront.Places, fields []string) (*ir.Program, *Restriction, error) {
	if len(fields) == 0 {
		return p, nil, nil
	}
	known := places()
	var found []*cfront.Field
	var bad diag.List
	for _, name := range fields {
		x, ok := known.Field(name)
		if !ok {
			bad = append(bad, unknownField(p, known, "--property race:"+name, name))
		}
		found = append(found, x)
	}
	if len(bad) > 0 {
		return nil, nil, bad
	}
	sizes := map[ir.ID]int64{}
	split, info := pointsto.Split(p, func(a *ir.Alloc) int64 {
		sizes[a.ID] = sizeOf(a)
		return sizes[a.ID]
	})
	calls, holds, typeless := map[ir.ID]Call{}, map[ir.Object]bool{}, map[ir.Object]bool{}
	// An operation on a range stays: it may cover the field, and what else it covers is excused where others access it.
	eachAccess(split, func(_ *ir.Func, id ir.ID, _ *ir.Mem) {
		switch {
		case info.Ranges[id] != nil:
			calls[id] = Ranged
		case !info.Wild[id]:
			calls[id] = Elsewhere
		default:
			calls[id] = Itself
		}
	})
	out := p.Clone()
	for i, x := range found {
		any := false
		m := memory(split, info, x, sizes)
		for _, r := range split.Regions {
			for _, c := range r.Cells {
				spans, typed := x.In(c.Object)
				holds[c.Object] = holds[c.Object] || len(spans) > 0
				typeless[c.Object] = typeless[c.Object] || !typed
			}
		}
		eachAccess(split, func(_ *ir.Func, id ir.ID, a *ir.Mem) {
			if info.Wild[id] {
				return
			}
			c := m.call(x, a)
			any = any || c <= Beside
			if calls[id] != Ranged {
				calls[id] = min(calls[id], c)
			}
		})
		if !any {
			out.Assumed = append(out.Assumed, ir.Assumption{Text: "nothing that can be reached accesses " + fields[i]})
		}
	}
	eachAccess(out, func(_ *ir.Func, id ir.ID, m *ir.Mem) {
		m.Excused = m.Excused || calls[id] == Apart || calls[id] == Elsewhere
	})
	out.Assumed = append(out.Assumed, ir.Assumption{
		Text: "data races were looked for on " + strings.Join(fields, ", ") + " alone, as --property asks",
	})
	other := map[ir.Object]bool{}
	for o, yes := range holds {
		other[o] = !yes && !typeless[o]
	}
	return out, &Restriction{calls, other}, nil
}

// unknownSize stands for the size of an allocation that is not known here.
const unknownSize = int64(1) << 40

func sizeOf(a *ir.Alloc) int64 {
	if a.Size.Kind == ir.KindConst && a.Size.Val.Hi == 0 && a.Size.Val.Lo < uint64(unknownSize) {
		return int64(a.Size.Val.Lo)
	}
	return unknownSize
}

// regions says of the regions of a program what they have to do with a field.
type regions struct {
	certain map[ir.RegionID]bool // holds it
	perhaps map[ir.RegionID]bool // may hold it: the type of some object in it is not known
}

func memory(p *ir.Program, info *pointsto.Info, x *cfront.Field, sizes map[ir.ID]int64) regions {
	m := regions{map[ir.RegionID]bool{}, map[ir.RegionID]bool{}}
	for i, r := range p.Regions {
		for _, c := range r.Cells {
			spans, typed := x.In(c.Object)
			size := unknownSize
			if c.Object.Alloc != 0 {
				size = sizes[c.Object.Alloc]
			}
			switch {
			case meets(c, int64(r.Width), spans):
				m.certain[ir.RegionID(i)] = true
			case !typed && x.Anywhere && size >= x.Size():
				m.perhaps[ir.RegionID(i)] = true
			}
		}
	}
	eachAccess(p, func(_ *ir.Func, id ir.ID, a *ir.Mem) {
		if x.Anywhere && !info.Wild[id] && x.Named(a.Field) == cfront.Touches {
			m.certain[a.Region] = true
		}
	})
	return m
}

// call is what an access says about the field.
func (m regions) call(x *cfront.Field, a *ir.Mem) Call {
	rel, certain := x.Named(a.Field), m.certain[a.Region]
	switch {
	case rel == cfront.Apart:
		return Apart
	case !certain && (!m.perhaps[a.Region] || rel == cfront.Unrelated):
		return Elsewhere
	case rel == cfront.Overlaid || rel == cfront.Unrelated:
		return Beside
	}
	return Itself
}

// meets reports whether one of the cells of an extent shares bytes with one of the spans.
func meets(c ir.Extent, width int64, spans []cfront.Span) bool {
	for _, s := range spans {
		first := int64(0) // the first cell that does not end before the span
		if d := s.Lo - c.Offset - width; d >= 0 && c.Stride > 0 {
			first = d/c.Stride + 1
		}
		if at := c.Offset + first*c.Stride; first < c.Count && at < s.Hi && s.Lo < at+width {
			return true
		}
	}
	return false
}

func eachAccess(p *ir.Program, g func(*ir.Func, ir.ID, *ir.Mem)) {
	for f, in := range p.Instrs() {
		if m, _, _ := ir.AccessOf(in); m != nil {
			g(f, in.Base().ID, m)
		}
		if m := ir.SourceOf(in); m != nil {
			g(f, in.Base().ID, m)
		}
	}
}

// Tracked complains about names of fields to track that stand for nothing.
func Tracked(p *ir.Program, places func() *cfront.Places, names []string) error {
	var bad diag.List
	for _, name := range names {
		if _, ok := places().Field(name); !ok && !inReports(p, name) {
			bad = append(bad, unknownField(p, places(), "--track "+name, name))
		}
	}
	if len(bad) > 0 {
		return bad
	}
	return nil
}

// inReports reports whether reports use a name that nothing was declared with: memory by how it is accessed first, a
// lock by what stands in a call, and what is known of threads.
func inReports(p *ir.Program, name string) bool {
	if strings.HasPrefix(name, "heddle.") {
		return true
	}
	for _, in := range p.Instrs() {
		m, _, _ := ir.AccessOf(in)
		if m != nil && (m.Name == name || m.Field == name) || m == nil && (strings.Contains(in.Base().Text, "("+name) || strings.Contains(in.Base().Text, "&"+name)) {
			return true
		}
	}
	return false
}

// unknownField complains about a name that stands for nothing.
func unknownField(p *ir.Program, places *cfront.Places, flag, want string) diag.Diagnostic {
	names := map[string]bool{}
	for _, n := range places.Names() {
		names[n] = true
	}
	eachAccess(p, func(f *ir.Func, _ ir.ID, m *ir.Mem) {
		if m.Field != "" && !f.Model {
			names[m.Field] = true
		}
	})
	all := slices.Sorted(maps.Keys(names))
	d := diag.Errorf(source.Range{}, "%s: no struct, union, typedef or variable in memory has that name", flag)
	near := nearest(want, all)
	switch {
	case len(near) == 0:
		d = d.WithDetail("the program has no field and no variable in memory")
	case len(near) < len(all):
		d = d.WithDetail("near names: %s", strings.Join(near, ", "))
	default:
		d = d.WithDetail("choose among: %s", strings.Join(near, ", "))
	}
	return d
}

// nearest lists the names that were most likely meant: the same member of another struct first, then by spelling.
func nearest(want string, all []string) []string {
	type scored struct {
		name string
		cost int
	}
	var list []scored
	member := func(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
	for _, n := range all {
		cost := distance(strings.ToLower(want), strings.ToLower(n))
		if strings.EqualFold(member(want), member(n)) {
			cost = 0
		}
		list = append(list, scored{n, cost})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].cost < list[j].cost })
	var out []string
	for _, s := range list[:min(len(list), maxNear)] {
		out = append(out, s.name)
	}
	return out
}

// distance is how many letters have to be changed, added or taken away.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return row[len(b)]
}
