package layout

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// Struct and union layout as gcc's stor-layout does it for x86 (PCC_BITFIELD_TYPE_MATTERS, little-endian):
//
//   - a member goes to the next multiple of its alignment, which is that of its type, lowered to 1 by
//     packed, raised by aligned, cut by #pragma pack;
//   - a bit-field goes to the next bit, unless it would then span more units of its type's alignment than
//     the type itself does; packed and #pragma pack switch that rule off;
//   - a zero-width bit-field moves to a boundary of its type and ignores packed and #pragma pack; unnamed
//     bit-fields never raise the alignment of the struct.
//
// Positions are counted in bits from the start. The rules were written down from the published ABI and from
// gcc's behaviour, and are held to it by a differential test over random structs. Rejected: using the
// library's own offsets and correcting them for packed structs only; its bit-field placement differs in
// more cases than packing.

type record struct {
	size, align int64
	userAlign   bool
	fields      []Field
	aligns      []int64 // of each member, in bytes
	transparent bool
}

// remarks is what the layout attribute says about one member or about the record.
type remarks struct {
	packed bool
	align  int64 // 0: none
}

func (t *Table) record(typ cc.Type) *record {
	c := canonical(typ)
	if r, ok := t.records[c]; ok {
		return r
	}
	if c.IsIncomplete() || t.busy[c] {
		return nil
	}
	t.busy[c] = true
	defer delete(t.busy, c)
	r := t.layOut(c)
	t.records[c] = r
	return r
}

type builder struct {
	t           *Table
	union       bool
	pack        int64 // bytes, 0 for none
	pos         int64 // in bits
	size        int64 // of a union, in bytes
	align       int64 // of the record, in bytes
	user        bool
	fields      []Field
	aligns      []int64
	members     map[int]remarks
	transparent bool
	run         int // the first bit-field of the current run, -1 outside
}

func (t *Table) layOut(typ cc.Type) *record {
	b := &builder{t: t, union: typ.Kind() == cc.Union, align: 1, members: map[int]remarks{}, run: -1}
	if s := t.defs[typ]; s != nil {
		b.readRemarks(s.StructDeclarationList)
	}
	all := b.members[-1]
	if all.align > 0 {
		b.align, b.user = all.align, true
	}
	for i, f := range fieldsOf(typ) {
		if f.Declarator() == nil && !f.IsBitfield() && !isAnonymous(f.Type()) {
			continue // struct t { ... }; or enum { ... }; among the members declares no member
		}
		m := b.members[i]
		m.packed = m.packed || all.packed
		b.add(f, m)
	}
	b.closeRun()
	r := &record{align: b.align, userAlign: b.user, fields: b.fields, aligns: b.aligns, transparent: b.transparent}
	r.size = b.size
	if !b.union {
		r.size = (b.pos + 7) / 8
	}
	r.size = roundUp(r.size, r.align)
	return r
}

// isAnonymous reports whether a member without a name has members that count as the outer struct's.
func isAnonymous(typ cc.Type) bool {
	switch x := typ.(type) {
	case *cc.StructType:
		tag := x.Tag()
		return tag.SrcStr() == ""
	case *cc.UnionType:
		tag := x.Tag()
		return tag.SrcStr() == ""
	}
	return false
}

// Transparent reports whether a union may be passed as any of its members.
func (t *Table) Transparent(typ cc.Type) bool {
	if typ.Kind() != cc.Union {
		return false
	}
	r := t.record(typ)
	return r != nil && r.transparent
}

// memberAlign is the alignment of a member, as __alignof__ of it gives it.
func (t *Table) memberAlign(typ cc.Type, name string) (int64, bool) {
	if typ == nil {
		return 0, false
	}
	if r := t.record(typ); r != nil {
		for i, f := range r.fields {
			if f.Name == name && !f.BitField {
				return r.aligns[i], true
			}
		}
	}
	return 0, false
}

func fieldsOf(typ cc.Type) (l []*cc.Field) {
	at := func(i int) *cc.Field { return nil }
	switch x := typ.(type) {
	case *cc.StructType:
		at = x.FieldByIndex
	case *cc.UnionType:
		at = x.FieldByIndex
	}
	for i := 0; ; i++ {
		f := at(i)
		if f == nil {
			return l
		}
		l = append(l, f)
	}
}

func (b *builder) readRemarks(l *cc.StructDeclarationList) {
	for ; l != nil; l = l.StructDeclarationList {
		d := l.StructDeclaration
		if d == nil || d.Case != cc.StructDeclarationAssert || d.StaticAssertDeclaration == nil {
			continue
		}
		text := d.StaticAssertDeclaration.Token4.SrcStr()
		var member, kind int
		if n, err := fmt.Sscanf(text, `"`+Mark+` %d %d"`, &member, &kind); err != nil || n != 2 {
			continue
		}
		v, ok := b.t.ConstInt(d.StaticAssertDeclaration.ConstantExpression)
		if !ok || v <= 0 {
			continue
		}
		m := b.members[member]
		switch kind {
		case KindPacked:
			m.packed = true
		case KindAligned:
			// Of several a member takes the strictest, a type the last.
			if member >= 0 {
				v = max(m.align, v)
			}
			m.align = v
		case KindPack:
			b.pack = v
		case KindTransparent:
			b.transparent = true
		}
		b.members[member] = m
	}
}

func (b *builder) add(f *cc.Field, m remarks) {
	typ := f.Type()
	if f.IsBitfield() {
		b.addBits(f, typ, m)
		return
	}
	b.closeRun()
	typeAlign, user := b.t.typeAlign(typ)
	packed := m.packed && typeAlign > 1
	var align int64
	switch {
	case packed && m.align > 0:
		align, user = m.align, true
	case packed:
		align, user = 1, false
	default:
		align = typeAlign
		if m.align >= align {
			align, user = m.align, true
		}
		if !user {
			align = min(align, b.t.fieldLimit(typ, align))
		}
	}
	if b.pack > 0 {
		align = min(align, b.pack)
	}
	b.align = max(b.align, align)
	b.user = b.user || user
	b.aligns = append(b.aligns, align)
	size := max(0, b.t.Sizeof(typ)) // a flexible array has no size
	out := Field{
		Name: f.Name(), Type: typ, LocSize: size,
		Anonymous: f.Name() == "",
		Flexible:  f.IsFlexibleArrayMember(),
	}
	if b.union {
		b.size = max(b.size, size)
	} else {
		b.pos = roundUp(b.pos, align*8)
		out.Offset = b.pos / 8
		out.LocOffset = out.Offset
		b.pos += size * 8
	}
	b.fields = append(b.fields, out)
}

func (b *builder) addBits(f *cc.Field, typ cc.Type, m remarks) {
	width := f.ValueBits()
	b.aligns = append(b.aligns, 1)
	typeAlign, user := b.t.typeAlign(typ)
	if !user {
		typeAlign = min(typeAlign, b.t.fieldLimit(typ, typeAlign))
	}
	typeBits := b.t.Sizeof(typ) * 8
	if b.union {
		b.pos = 0
	}
	if width == 0 {
		b.closeRun()
		b.pos = roundUp(b.pos, typeAlign*8)
		b.fields = append(b.fields, Field{Type: typ, BitField: true, Offset: b.pos / 8, LocOffset: b.pos / 8})
		return
	}
	if f.Name() != "" {
		a := typeAlign
		switch {
		case b.pack > 0:
			a = min(a, b.pack)
		case m.packed:
			a = 1
		}
		b.align = max(b.align, a)
		b.user = b.user || user && !m.packed
	}
	if m.align > 0 {
		a := m.align
		if b.pack > 0 {
			a = min(a, b.pack)
		}
		b.pos = roundUp(b.pos, a*8)
		b.user = true
		if f.Name() != "" {
			b.align = max(b.align, a)
		}
	}
	if !m.packed && b.pack == 0 {
		unit := typeAlign * 8
		if (b.pos%unit+width+unit-1)/unit > typeBits/unit {
			b.pos = roundUp(b.pos, unit)
		}
	}
	if b.run < 0 || b.union {
		b.closeRun()
		b.run = len(b.fields)
	}
	b.fields = append(b.fields, Field{
		Name: f.Name(), Type: typ, BitField: true, BitWidth: int(width),
		Offset: b.pos, // bits until closeRun
	})
	b.pos += width
	if b.union {
		b.size = max(b.size, (width+7)/8)
		b.closeRun()
	}
}

// closeRun ends a run of adjacent bit-fields and gives them their memory location.
func (b *builder) closeRun() {
	if b.run < 0 {
		return
	}
	run := b.fields[b.run:]
	first, last := run[0], run[len(run)-1]
	start := first.Offset / 8
	end := (last.Offset + int64(last.BitWidth) + 7) / 8
	for i := range run {
		f := &run[i]
		f.BitOffset = int(f.Offset - start*8)
		f.Offset, f.LocOffset, f.LocSize = start, start, end-start
	}
	b.run = -1
}

func roundUp(n, a int64) int64 {
	if a <= 1 {
		return n
	}
	return (n + a - 1) / a * a
}

// enumInfo is the integer type that stands for an enumerated type.
type enumInfo struct {
	size   int64
	signed bool
}

// Underlying gives the size in bytes and the signedness of an enumerated type: gcc takes unsigned int
// unless a value is negative, and 8 bytes where 4 do not do; packed ones are as small as they can be.
func (t *Table) Underlying(e *cc.EnumType) (size int64, signed bool) {
	i := t.enum(e)
	return i.size, i.signed
}

func (t *Table) enum(e *cc.EnumType) enumInfo {
	if i, ok := t.enums[e]; ok {
		return i
	}
	i := enumInfo{size: 4}
	lo, hi := e.Min(), e.Max()
	i.signed = lo < 0
	fits := func(bits uint) bool {
		if lo < 0 {
			return lo >= -1<<(bits-1) && hi < 1<<(bits-1)
		}
		return bits == 64 || hi < 1<<bits
	}
	if len(e.Enumerators()) == 0 && !e.IsIncomplete() {
		i.size, i.signed = e.Size(), cc.IsSignedInteger(e.UnderlyingType())
	}
	packed := false
	if l := e.Enumerators(); len(l) > 0 {
		packed = strings.HasPrefix(l[len(l)-1].Token.SrcStr(), PackedEnum)
	}
	switch {
	case packed && fits(8):
		i.size = 1
	case packed && fits(16):
		i.size = 2
	case !fits(32):
		i.size = 8
	}
	t.enums[e] = i
	return i
}
