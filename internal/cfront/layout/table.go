package layout

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Mark opens the message of the assertions that carry layout from cparse to this package; see the package
// comment.
const Mark = "__heddle_layout__"

// The kinds of layout remarks.
const (
	KindPacked      = 0
	KindAligned     = 1
	KindPack        = 2 // #pragma pack
	KindTransparent = 3 // transparent_union
)

// PackedEnum opens the name of the constant that marks a packed enum.
const PackedEnum = "__heddle_packed_"

// Table answers questions about the types of one translation unit. It is not safe for concurrent use.
type Table struct {
	model    ir.DataModel
	defs     map[cc.Type]*cc.StructOrUnionSpecifier // by the type object made at the definition
	order    map[cc.Type]int                        // the number of the definition, for Key
	enums    map[*cc.EnumType]enumInfo
	prevEnum map[*cc.Enumerator]*cc.Enumerator // the constant before it in its list
	records  map[cc.Type]*record
	arrays   map[*cc.ArrayType]int64
	busy     map[cc.Type]bool // records being laid out, to stop on a struct that contains itself
}

// Field is a member of a struct or union.
type Field struct {
	Name   string // empty for unnamed bit-fields and anonymous structs and unions
	Type   cc.Type
	Offset int64 // in bytes; of a bit-field: of its memory location

	BitField  bool
	BitOffset int // of the lowest bit, counted from bit 0 of the byte at Offset
	BitWidth  int

	// The C11 memory location: of a bit-field the run of adjacent bit-fields it stands in, rounded to bytes;
	// of any other member the member itself.
	LocOffset int64
	LocSize   int64

	Anonymous bool // a struct or union without a name, whose members count as members of the outer one
	Flexible  bool // an array without a length at the end of a struct
}

// New builds the table of a translation unit.
func New(ast *cc.AST, model ir.DataModel) *Table {
	t := &Table{
		model:    model,
		defs:     map[cc.Type]*cc.StructOrUnionSpecifier{},
		order:    map[cc.Type]int{},
		enums:    map[*cc.EnumType]enumInfo{},
		prevEnum: map[*cc.Enumerator]*cc.Enumerator{},
		records:  map[cc.Type]*record{},
		arrays:   map[*cc.ArrayType]int64{},
		busy:     map[cc.Type]bool{},
	}
	if ast == nil {
		return t
	}
	Walk(ast.TranslationUnit, func(n cc.Node) bool {
		switch s := n.(type) {
		case *cc.StructOrUnionSpecifier:
			if s.Case == cc.StructOrUnionSpecifierDef {
				t.define(s)
			}
		case *cc.EnumSpecifier:
			var prev *cc.Enumerator
			for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
				t.prevEnum[l.Enumerator], prev = prev, l.Enumerator
			}
		}
		return true
	})
	return t
}

func (t *Table) define(s *cc.StructOrUnionSpecifier) {
	typ := s.Type()
	if _, ok := t.defs[typ]; !ok {
		t.order[typ] = len(t.defs)
	}
	t.defs[typ] = s
}

// canonical returns the type object made at the definition of a struct or union, of which typ may be a copy
// with another name or other attributes. An incomplete type is its own.
func canonical(typ cc.Type) cc.Type {
	switch x := typ.(type) {
	case *cc.StructType:
		if f := x.FieldByIndex(0); f != nil && f.ParentType() != nil {
			return f.ParentType()
		}
	case *cc.UnionType:
		if f := x.FieldByIndex(0); f != nil && f.ParentType() != nil {
			return f.ParentType()
		}
	}
	return typ
}

// Key names a struct or union type: the same string for every copy of one type, another for every other
// type of the translation unit.
func (t *Table) Key(typ cc.Type) string {
	c := canonical(typ)
	var tag string
	switch x := c.(type) {
	case *cc.StructType:
		tok := x.Tag()
		tag = tok.SrcStr()
	case *cc.UnionType:
		tok := x.Tag()
		tag = tok.SrcStr()
	default:
		return typ.String()
	}
	if n, ok := t.order[c]; ok {
		return fmt.Sprintf("%s %s#%d", c.Kind(), tag, n)
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s", c.Kind(), tag))
}

// Sizeof is the size of a type in bytes, or -1 if it is incomplete or variable. The size of void and of
// functions is 1, as in gcc.
func (t *Table) Sizeof(typ cc.Type) int64 {
	switch x := typ.(type) {
	case *cc.StructType, *cc.UnionType:
		if r := t.record(typ); r != nil {
			return r.size
		}
		return -1
	case *cc.ArrayType:
		n, es := t.Len(x), t.Sizeof(x.Elem())
		if n < 0 || es < 0 {
			return -1
		}
		if es != 0 && n > (1<<62)/es {
			return -1
		}
		return n * es
	case *cc.EnumType:
		return t.enum(x).size
	}
	switch typ.Kind() {
	case cc.Void, cc.Function:
		return 1
	case cc.InvalidKind:
		return -1
	}
	if v := typ.VectorSize(); v > 0 {
		return v
	}
	return typ.Size()
}

// Len is the number of elements of an array, or -1 if that is not a constant.
func (t *Table) Len(a *cc.ArrayType) int64 {
	if n, ok := t.arrays[a]; ok {
		return n
	}
	n := a.Len()
	if e := a.SizeExpression(); e != nil {
		switch v, ok := t.ConstInt(e); {
		case ok && v >= 0:
			n = v
		case !ok && a.IsVLA():
			n = -1
		}
	}
	t.arrays[a] = n
	return n
}

// Alignof is the alignment in bytes that an object of the type has at least, as _Alignof gives it: on
// i386 4 for double and long long.
func (t *Table) Alignof(typ cc.Type) int64 {
	a, _ := t.typeAlign(typ)
	return min(a, t.fieldLimit(typ, a))
}

// Prefalignof is the alignment gcc gives to variables of the type, as __alignof__ gives it: on i386 8 for
// double and long long.
func (t *Table) Prefalignof(typ cc.Type) int64 {
	a, _ := t.typeAlign(typ)
	return a
}

// typeAlign is gcc's TYPE_ALIGN in bytes, and whether the user asked for it.
func (t *Table) typeAlign(typ cc.Type) (align int64, user bool) {
	if at := typ.Attributes(); at != nil && at.Aligned() > 0 {
		return at.Aligned(), true
	}
	switch x := typ.(type) {
	case *cc.StructType, *cc.UnionType:
		if r := t.record(typ); r != nil {
			return r.align, r.userAlign
		}
		return 1, false
	case *cc.ArrayType:
		return t.typeAlign(x.Elem())
	case *cc.EnumType:
		return t.enum(x).size, false
	}
	if v := typ.VectorSize(); v > 0 {
		return v, false
	}
	switch typ.Kind() {
	case cc.Void, cc.Function, cc.InvalidKind:
		return 1, false
	case cc.Double, cc.LongLong, cc.ULongLong, cc.Float64, cc.Float32x:
		return 8, false
	}
	return max(1, int64(typ.Align())), false
}

// fieldLimit is the most that a member of the type is aligned to if nobody asked for more: i386 aligns
// members of type double and long long, and arrays of them, to 4 bytes only.
func (t *Table) fieldLimit(typ cc.Type, align int64) int64 {
	if t.model != ir.ILP32 || align <= 4 {
		return align
	}
	for {
		a, ok := typ.(*cc.ArrayType)
		if !ok {
			break
		}
		typ = a.Elem()
	}
	if at := typ.Attributes(); at != nil && at.Aligned() > 0 {
		return align // _Atomic long long, or aligned by a typedef
	}
	switch typ.Kind() {
	case cc.Double, cc.LongLong, cc.ULongLong, cc.Float64, cc.Float32x, cc.Enum,
		cc.ComplexDouble, cc.ComplexLongLong, cc.Long, cc.ULong, cc.Int128, cc.UInt128:
		return 4
	}
	return align
}

// Fields lists the members of a struct or union in order of declaration, unnamed bit-fields included;
// nil if it is incomplete.
func (t *Table) Fields(typ cc.Type) []Field {
	if r := t.record(typ); r != nil {
		return r.fields
	}
	return nil
}

// Lookup finds a member by name, through anonymous structs and unions. The path lists the anonymous members
// that were passed and then the member itself; offsets in it are relative to the struct each stands in.
func (t *Table) Lookup(typ cc.Type, name string) (path []Field, ok bool) {
	for _, f := range t.Fields(typ) {
		if f.Name == name && name != "" {
			return []Field{f}, true
		}
	}
	for _, f := range t.Fields(typ) {
		if f.Anonymous {
			if rest, ok := t.Lookup(f.Type, name); ok {
				return append([]Field{f}, rest...), true
			}
		}
	}
	return nil, false
}

// Member finds a member by name as Lookup does, with its offsets added up from the start of typ.
func (t *Table) Member(typ cc.Type, name string) (Field, bool) {
	path, ok := t.Lookup(typ, name)
	if !ok {
		return Field{}, false
	}
	f := path[len(path)-1]
	for _, p := range path[:len(path)-1] {
		f.Offset += p.Offset
		f.LocOffset += p.Offset
	}
	return f, true
}
