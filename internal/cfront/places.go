package cfront

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where a field lies. `--property race:NAME` speaks of memory, and accesses reach memory under many names: as a member of the struct
// that was named, through the struct around it, as another member of a union, through a pointer to a number, as
// bytes. So a name is turned into bytes of types here: NAME is a struct, union or typedef, or a variable, with a
// path of members. What was declared with a type holds the field where its layout says; what has no type of its own, memory of
// the heap and memory from outside, may hold it anywhere.
//
// Deciding by the names of accesses alone was rejected: a field of which only the address is ever taken has no access of
// its name.

// Places knows the types of the objects of a program.
type Places struct {
	c       *compiler
	globals map[ir.GlobalID]typed
	allocs  map[ir.ID]typed
	plain   map[ir.GlobalID]bool // strings: nothing but characters
	records map[string][]typed   // by the name that accesses carry
	aliases map[string][]string  // other names of structs: tags and typedefs
}

// typed is a type in the file that it comes from.
type typed struct {
	u *unit
	t ctype
}

// Span is a stretch of bytes.
type Span struct{ Lo, Hi int64 }

// endless is where a span ends that has no known end.
const endless = int64(1) << 40

// maxElements is how many elements of an array are told apart.
const maxElements = 64

// Field is what a name stands for.
type Field struct {
	// Anywhere says that the field belongs to a type, so that an object without a known type may hold it.
	Anywhere bool

	p       *Places
	records []recordField        // of a variable they only help to tell accesses apart
	objects map[ir.Object][]Span // the variables of that name
	named   map[string]Relation  // what Named said
	formed  bool                 // pointers to such a struct, or to one around it, are made from others
}

type recordField struct {
	typed
	name  string
	spans []Span
}

// Relation is what the name of an access says about a field.
type Relation uint8

// The relations.
const (
	Unnamed   Relation = iota // nothing
	Touches                   // the access is to bytes of the field, where it is to such a struct
	Apart                     // it is to other bytes of the struct, or of one around it
	Overlaid                  // it is to another struct that may lie over the field: pointers are cast between the two, or it has bytes at the same place
	Unrelated                 // it is to something else
)

// places collects the types of what was linked.
func (c *compiler) places() *Places {
	p := &Places{
		c: c, globals: map[ir.GlobalID]typed{}, allocs: map[ir.ID]typed{}, plain: map[ir.GlobalID]bool{},
		records: map[string][]typed{}, aliases: map[string][]string{},
	}
	slots := map[*ir.Global]*globalSlot{}
	for _, s := range c.globals {
		slots[s.g] = s
	}
	for i, g := range c.prog.Globals {
		id := ir.GlobalID(i)
		switch s := slots[g]; {
		case s == nil || g.External:
		case s.sym != nil && s.sym.decl != nil:
			p.globals[id] = typed{s.sym.unit, s.sym.unit.typeOf(s.sym.decl.Type())}
		case g.Const && strings.HasPrefix(g.Name, "str."):
			p.plain[id] = true
		}
	}
	for a, t := range c.allocs {
		p.allocs[a.ID] = t
	}
	for _, t := range c.records {
		p.learn(t, 0)
	}
	for _, t := range p.globals {
		p.learn(t, 0)
	}
	for _, t := range p.allocs {
		p.learn(t, 0)
	}
	for _, u := range c.units {
		for _, nodes := range u.AST.Scope.Nodes {
			for _, n := range nodes {
				switch n := n.(type) {
				case *cc.StructOrUnionSpecifier:
					if n.Case == cc.StructOrUnionSpecifierDef && n.Type() != nil {
						p.learn(typed{u, u.typeOf(n.Type())}, 0)
					}
				case *cc.Declarator:
					if t := (typed{u, u.typeOf(n.Type())}); n.IsTypename() && t.t.k == kRecord {
						p.learn(t, 0)
						p.alias(n.Name(), u.recordName(t.t))
					}
				}
			}
		}
	}
	return p
}

// learn remembers the structs that a type consists of.
func (p *Places) learn(t typed, depth int) {
	for t.t.k == kArray {
		t.t = t.u.elem(t.t)
	}
	if t.t.k != kRecord || depth > 16 || t.u.lay.Fields(t.t.cc) == nil {
		return
	}
	if name := t.u.recordName(t.t); name != "" {
		for _, old := range p.records[name] {
			if old.u == t.u && identity(old.t.cc) == identity(t.t.cc) {
				return
			}
		}
		p.records[name] = append(p.records[name], t)
		if tag := tagOf(t.t.cc); tag != "" {
			p.alias(tag, name)
		}
	}
	for _, m := range t.u.lay.Fields(t.t.cc) {
		p.learn(typed{t.u, t.u.typeOf(m.Type)}, depth+1)
	}
}

func (p *Places) alias(other, name string) {
	if other == name || name == "" {
		return
	}
	if slices.Contains(p.aliases[other], name) {
		return
	}
	p.aliases[other] = append(p.aliases[other], name)
}

// Field finds what a name stands for. It fails if nothing is called so.
func (p *Places) Field(name string) (*Field, bool) {
	path := strings.Split(name, ".")
	root, path := path[0], path[1:]
	x := &Field{p: p, objects: map[ir.Object][]Span{}, named: map[string]Relation{}}
	for _, n := range append([]string{root}, p.aliases[root]...) {
		for _, r := range p.records[n] {
			if s, ok := r.spans(path); ok {
				x.records = append(x.records, recordField{r, n, s})
			}
		}
	}
	x.Anywhere = len(x.records) > 0
	variable := func(o ir.Object, t typed) {
		s, ok := t.spans(path)
		if !ok {
			return
		}
		x.objects[o] = s
		for t.t.k == kArray {
			t.t = t.u.elem(t.t)
		}
		if t.t.k != kRecord || x.Anywhere {
			return
		}
		if n := t.u.recordName(t.t); n != "" {
			inner, _ := t.spans(path)
			x.records = append(x.records, recordField{t, n, inner})
		}
	}
	for id, t := range p.globals {
		if p.c.prog.Globals[id].Display == root {
			variable(ir.Object{Global: id}, t)
		}
	}
	for a, t := range p.c.allocs {
		if a.Name == root {
			variable(ir.Object{Alloc: a.ID}, t)
		}
	}
	for name, rs := range p.records {
		for _, r := range rs {
			x.formed = x.formed || p.c.formed[name] && len(x.place(r, 0)) > 0
		}
	}
	return x, x.Anywhere || len(x.objects) > 0
}

// In gives the bytes of an object that belong to the field; known is false if the object has no type that would say so.
func (x *Field) In(o ir.Object) (spans []Span, known bool) {
	spans = x.objects[o]
	t, ok := x.p.typeOf(o)
	switch {
	case x.Anywhere && ok:
		spans = append(spans[:len(spans):len(spans)], x.place(t, 0)...)
	case o.Alloc == 0 && x.p.plain[o.Global], !x.Anywhere:
		ok = true
	}
	return spans, ok
}

// Size is the least size of an object that can hold the field.
func (x *Field) Size() int64 {
	least := endless
	for _, r := range x.records {
		least = min(least, r.u.size(r.t))
	}
	return least
}

// Named tells what the name of an access says.
func (x *Field) Named(name string) Relation {
	r, ok := x.named[name]
	if !ok {
		r = x.relation(name)
		x.named[name] = r
	}
	return r
}

func (x *Field) relation(name string) Relation {
	if name == "" {
		return Unnamed
	}
	path := strings.Split(name, ".")
	rel := Unrelated
	for _, r := range x.p.records[path[0]] {
		at, ok := r.spans(path[1:])
		if !ok {
			continue
		}
		in := x.place(r, 0)
		related := len(in) > 0
		touches := overlap(at, in)
		for _, s := range x.records {
			for _, base := range s.holds(path[0], 0) {
				related = true
				touches = touches || overlap(shift(at, base), s.spans)
			}
			if rel == Unrelated && (x.p.c.casts[castKey(s.name, path[0])] || x.formed && overlap(at, s.spans)) {
				rel = Overlaid
			}
		}
		switch {
		case touches:
			return Touches
		case related:
			rel = Apart
		}
	}
	return rel
}

func (p *Places) typeOf(o ir.Object) (typed, bool) {
	if o.Alloc != 0 {
		t, ok := p.allocs[o.Alloc]
		return t, ok
	}
	t, ok := p.globals[o.Global]
	return t, ok
}

// spans finds the bytes at the end of a path of members. An element of an array has the array's name.
func (t typed) spans(path []string) ([]Span, bool) {
	if len(path) == 0 {
		return []Span{{0, t.end()}}, true
	}
	if t.t.k == kArray {
		s, ok := typed{t.u, t.u.elem(t.t)}.spans(path)
		return t.repeat(s), ok
	}
	if t.t.k != kRecord {
		return nil, false
	}
	m, ok := t.u.lay.Member(t.t.cc, path[0])
	if !ok {
		return nil, false
	}
	if m.BitField {
		return []Span{{m.LocOffset, m.LocOffset + m.LocSize}}, len(path) == 1
	}
	s, ok := typed{t.u, t.u.typeOf(m.Type)}.spans(path[1:])
	return shift(s, m.Offset), ok
}

// place finds the field inside a type.
func (x *Field) place(t typed, depth int) (out []Span) {
	if t.t.k == kArray {
		return t.repeat(x.place(typed{t.u, t.u.elem(t.t)}, depth))
	}
	if t.t.k != kRecord || depth > 16 {
		return nil
	}
	name := t.u.recordName(t.t)
	for _, r := range x.records {
		if r.name == name {
			out = append(out, r.spans...)
		}
	}
	for _, m := range t.u.lay.Fields(t.t.cc) {
		out = append(out, shift(x.place(typed{t.u, t.u.typeOf(m.Type)}, depth+1), m.Offset)...)
	}
	return out
}

// holds lists where a struct of a name lies inside a type.
func (t typed) holds(name string, depth int) (at []int64) {
	if t.t.k == kArray {
		el := typed{t.u, t.u.elem(t.t)}
		inner := el.holds(name, depth)
		for i := int64(0); i < min(t.count(), maxElements) && len(inner) > 0; i++ {
			for _, b := range inner {
				at = append(at, b+i*max(0, t.u.size(el.t)))
			}
		}
		return at
	}
	if t.t.k != kRecord || depth > 16 {
		return nil
	}
	for _, m := range t.u.lay.Fields(t.t.cc) {
		mt := typed{t.u, t.u.typeOf(m.Type)}
		inner := mt.holds(name, depth+1)
		if mt.t.k == kRecord && t.u.recordName(mt.t) == name {
			inner = append(inner, 0)
		}
		if mt.t.k == kArray {
			if el := t.u.elem(mt.t); el.k == kRecord && t.u.recordName(el) == name {
				for i := int64(0); i < min(mt.count(), maxElements); i++ {
					inner = append(inner, i*t.u.size(el))
				}
			}
		}
		for _, b := range inner {
			at = append(at, b+m.Offset)
		}
	}
	return at
}

// repeat gives the spans of an element for all elements of an array.
func (t typed) repeat(s []Span) (out []Span) {
	if len(s) == 0 {
		return nil
	}
	n, size := t.count(), t.u.size(t.u.elem(t.t))
	if n > maxElements || n <= 0 || size <= 0 {
		return []Span{{0, t.end()}}
	}
	for i := range n {
		out = append(out, shift(s, i*size)...)
	}
	return out
}

// count is the number of elements of an array, 0 if that is not known.
func (t typed) count() int64 {
	if a, ok := t.t.cc.(*cc.ArrayType); ok {
		return max(0, t.u.lay.Len(a))
	}
	return 0
}

func (t typed) end() int64 {
	if n := t.u.size(t.t); n > 0 {
		return n
	}
	return endless
}

func shift(s []Span, by int64) (out []Span) {
	for _, x := range s {
		out = append(out, Span{x.Lo + by, x.Hi + by})
	}
	return out
}

func overlap(a, b []Span) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Lo < y.Hi && y.Lo < x.Hi {
				return true
			}
		}
	}
	return false
}

func castKey(a, b string) [2]string {
	if a > b {
		a, b = b, a
	}
	return [2]string{a, b}
}

// casting notes that something becomes a pointer to a struct, and which structs' pointers become one another.
func (f *fn) casting(v value, t ctype) {
	if t.k != kPtr || f.isConst() || v.op.IsConst(0) {
		return
	}
	b := f.u.elem(t)
	if b.k != kRecord {
		return
	}
	if v.t.k != kPtr || f.u.elem(v.t).k != kRecord {
		f.c.formed[f.u.recordName(b)] = true
		return
	}
	a := f.u.elem(v.t)
	if x, y := f.u.recordName(a), f.u.recordName(b); x != y {
		f.c.casts[castKey(x, y)] = true
		f.c.formed[y] = true
	}
}

// Names lists the structs and variables with their members, for error messages.
func (p *Places) Names() []string {
	seen := map[string]bool{}
	for name, rs := range p.records {
		for _, r := range rs {
			if id := identity(r.t.cc); r.u.model || id == nil || r.u.SystemFile(id.Position().Filename) {
				continue
			}
			for _, m := range r.u.lay.Fields(r.t.cc) {
				if m.Name != "" {
					seen[name+"."+m.Name] = true
				}
			}
		}
	}
	for id, t := range p.globals {
		if !t.u.model {
			seen[p.c.prog.Globals[id].Display] = true
		}
	}
	out := slices.Sorted(maps.Keys(seen))
	return out
}
