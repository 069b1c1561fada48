package run

import (
	"fmt"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Races on some fields only.
//
// The restriction is made in the program, once for all engines: every access that cannot be to one of the fields is excused,
// as if it stood inside data_race(). What can be is decided by points-to: a region that holds an access of the name is kept,
// because the same memory may be reached through a pointer to int, as a member of a union, by a bit-field beside it, as
// another struct or by memcpy. Where such code has merged a whole struct into one region, its other members are told apart by
// their names again: members of one struct do not overlap, unless both say that they may. That rests on objects of
// one type overlapping wholly or not at all, which holds for every struct that is not laid over another of its own type at
// an odd place. A race of two free()s remains, whatever the fields are.
//
// Filtering the findings by name was rejected: it would hide races on the field that go by another name, and engines would
// spend their time on the rest.

// maxNear is how many names a complaint about an unknown one lists.
const maxNear = 8

// Restrict gives the program in which races are possible on the given fields alone. A name that no access has is the
// user's error.
func Restrict(p *ir.Program, fields []string) (*ir.Program, error) {
	if len(fields) == 0 {
		return p, nil
	}
	if bad := unknownFields(p, fields); len(bad) > 0 {
		return nil, bad
	}
	split, info := pointsto.Split(p, func(*ir.Alloc) int64 { return 1 })
	kept := map[ir.RegionID]bool{}
	overlay := false // the fields share bytes with others
	eachAccess(split, func(_ *ir.Func, id ir.ID, m *ir.Mem) {
		if engine.OneOfFields(fields, m.Field) {
			kept[m.Region] = kept[m.Region] || !info.Wild[id]
			overlay = overlay || m.Overlay
		}
	})
	excused := map[ir.ID]bool{}
	eachAccess(split, func(_ *ir.Func, id ir.ID, m *ir.Mem) {
		excused[id] = !info.Wild[id] && (!kept[m.Region] || besides(fields, overlay, m))
	})
	out := p.Clone()
	eachAccess(out, func(_ *ir.Func, id ir.ID, m *ir.Mem) { m.Excused = m.Excused || excused[id] })
	out.Assumed = append(out.Assumed, ir.Assumption{
		Text: "data races were looked for on " + strings.Join(fields, ", ") + " alone, as --property asks",
	})
	return out, nil
}

// besides reports whether an access is to another member of the structs that the fields belong to, by its name.
func besides(fields []string, overlay bool, m *ir.Mem) bool {
	if overlay && m.Overlay || m.Field == "" || engine.OneOfFields(fields, m.Field) {
		return false
	}
	root, _, member := strings.Cut(m.Field, ".")
	for _, f := range fields {
		if r, _, _ := strings.Cut(f, "."); r != root || !member || engine.OneOfFields([]string{m.Field}, f) {
			return false
		}
	}
	return true
}

func eachAccess(p *ir.Program, g func(*ir.Func, ir.ID, *ir.Mem)) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if m, _, _ := ir.AccessOf(in); m != nil {
					g(f, in.Base().ID, m)
				}
			}
		}
	}
}

// unknownFields complains about the names that no access has.
func unknownFields(p *ir.Program, fields []string) diag.List {
	names := map[string]bool{}
	eachAccess(p, func(f *ir.Func, _ ir.ID, m *ir.Mem) {
		if m.Field != "" && !f.Model {
			names[m.Field] = true
		}
	})
	var all []string
	for n := range names {
		all = append(all, n)
	}
	sort.Strings(all)
	var bad diag.List
next:
	for _, want := range fields {
		for _, n := range all {
			if engine.OneOfFields([]string{want}, n) {
				continue next
			}
		}
		d := diag.Errorf(source.Range{}, "--property race:%s: nothing that can be reached accesses %s", want, want)
		near := nearest(want, all)
		switch {
		case len(near) == 0:
			d = d.WithDetail("the program accesses no field and no variable in memory")
		case len(near) < len(all):
			d = d.WithDetail("near names: %s", strings.Join(near, ", "))
		default:
			d = d.WithDetail("choose among: %s", strings.Join(near, ", "))
		}
		bad = append(bad, d)
	}
	return bad
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

// note is a remark for people about the command line.
func note(format string, args ...any) string { return "note: " + fmt.Sprintf(format, args...) }
