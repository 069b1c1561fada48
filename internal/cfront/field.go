package cfront

import (
	"sort"
	"strings"

	"modernc.org/cc/v4"
)

// Which field an access is to, for people and for `--property race:STRUCT.field`.
//
// A member is called by the type it is a member of and not by the object, so that one name stands for it in all functions:
// DEVICE_EXTENSION.stoppingFlag, however the pointer is called. Members of members are written out (STRUCT.outer.inner) where
// the source goes through the outer struct; an element of an array has the array's name; a plain variable has its own. What
// a pointer to a number leads to has no name here: points-to finds out which named accesses it meets. An access may
// therefore be to a field without being called so. Where members share their bytes (unions, bit-fields) the access says so
// (ir.Mem.Overlay): two names of one struct are different memory unless both say so.
//
// Naming by object (g.flag, h.flag) was rejected: in drivers the object is a parameter, and its name differs from function
// to function.

// unnamedRecord is what a struct is called that has no tag and no typedef.
const unnamedRecord = "struct"

// recordName is the tag of a struct or union, or the first typedef of one without a tag, or "". Drivers of one school write
// typedef struct _DEVICE_EXTENSION {...} DEVICE_EXTENSION: they go by the name without the underscores.
func (u *unit) recordName(t ctype) string {
	name := u.nameOfRecord(t)
	if k := (recordKey{u, name, identity(t.cc)}); name != "" {
		if _, ok := u.c.records[k]; !ok {
			u.c.records[k] = typed{u, t}
		}
	}
	return name
}

// recordKey is a struct by its name in a file.
type recordKey struct {
	u     *unit
	name  string
	first *cc.Declarator // functions can have structs of their own by one name
}

func (u *unit) nameOfRecord(t ctype) string {
	if tag := tagOf(t.cc); tag != "" {
		short := strings.TrimLeft(tag, "_")
		if short == tag {
			return tag
		}
		for _, n := range u.AST.Scope.Nodes[short] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() && tagOf(d.Type()) == tag {
				return short
			}
		}
		return tag
	}
	if s := u.typedefs()[identity(t.cc)]; s != "" {
		return s
	}
	if t.cc == nil {
		return ""
	}
	if td := t.cc.Typedef(); td != nil { // a typedef inside a function
		return td.Name()
	}
	return ""
}

func tagOf(t cc.Type) string {
	switch x := t.(type) {
	case *cc.StructType:
		tag := x.Tag()
		return tag.SrcStr()
	case *cc.UnionType:
		tag := x.Tag()
		return tag.SrcStr()
	}
	return ""
}

// identity is the same for all copies that the parser makes of one untagged struct: its first declared member.
func identity(t cc.Type) *cc.Declarator {
	var at func(int) *cc.Field
	n := 0
	switch x := t.(type) {
	case *cc.StructType:
		at, n = x.FieldByIndex, x.NumFields()
	case *cc.UnionType:
		at, n = x.FieldByIndex, x.NumFields()
	}
	for i := range n {
		f := at(i)
		if f == nil {
			continue
		}
		if d := f.Declarator(); d != nil {
			return d
		}
		if d := identity(f.Type()); d != nil {
			return d
		}
	}
	return nil
}

// typedefs names the untagged structs of a file, each by the typedef that comes first.
func (u *unit) typedefs() map[*cc.Declarator]string {
	if u.records != nil {
		return u.records
	}
	u.records = map[*cc.Declarator]string{}
	var all []*cc.Declarator
	for _, nodes := range u.AST.Scope.Nodes {
		for _, n := range nodes {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				all = append(all, d)
			}
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i].Position(), all[j].Position()
		if a.Filename != b.Filename || a.Line == b.Line && a.Column == b.Column {
			return all[i].Name() < all[j].Name()
		}
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	for _, d := range all {
		if id := identity(d.Type()); id != nil && u.records[id] == "" {
			u.records[id] = d.Name()
		}
	}
	return u.records
}

// objectField is the field of an object as a whole: its struct's name, or its own.
func (u *unit) objectField(t ctype, name string) string {
	for t.k == kArray {
		t = u.elem(t)
	}
	if t.k == kRecord {
		if s := u.recordName(t); s != "" {
			return s
		}
	}
	return name
}

// behind is the field that a pointer leads to.
func (f *fn) behind(p value, t ctype) string {
	if p.field != "" {
		return p.field
	}
	for t.k == kArray {
		t = f.u.elem(t)
	}
	if t.k != kRecord {
		return ""
	}
	return f.u.objectField(t, unnamedRecord)
}

// memberField is the field of a member.
func memberField(base, member string) string {
	if base == "" {
		base = unnamedRecord
	}
	return base + "." + member
}

// inUnion reports whether a member of a struct or union shares its bytes with others: it is selected from a union, or from one
// that has no name.
func (u *unit) inUnion(t ctype, name string) bool {
	if t.union() {
		return true
	}
	for _, m := range u.lay.Fields(t.cc) {
		if m.Name != "" {
			continue
		}
		if in := u.typeOf(m.Type); in.k == kRecord {
			if _, ok := u.lay.Member(in.cc, name); ok {
				return u.inUnion(in, name)
			}
		}
	}
	return false
}

// overlaid reports whether an object has members that share their bytes.
func (u *unit) overlaid(t ctype, depth int) bool {
	for t.k == kArray {
		t = u.elem(t)
	}
	if t.k != kRecord {
		return false
	}
	if t.union() || depth > 16 {
		return true
	}
	for _, m := range u.lay.Fields(t.cc) {
		if m.BitField || u.overlaid(u.typeOf(m.Type), depth+1) {
			return true
		}
	}
	return false
}

// partField is the field of what lies at a path of members and elements inside an object.
func partField(base, path string) string {
	if base == "" {
		return ""
	}
	return base + strings.ReplaceAll(path, "[]", "")
}

// keepField carries the field over a conversion of pointers: where the new type is another way to look at the same number.
func (f *fn) keepField(v value, t ctype) string {
	if v.field == "" || v.t.k != kPtr || t.k != kPtr {
		return ""
	}
	a, b := f.u.elem(v.t), f.u.elem(t)
	if !a.scalar() || !b.scalar() || a.w != b.w {
		return ""
	}
	return v.field
}
