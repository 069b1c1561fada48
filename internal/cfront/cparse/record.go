package cparse

import (
	"fmt"
	"strconv"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
)

// What is said about the layout of a struct or union, on its way to package layout. The library keeps
// assertions among the members in the tree and evaluates nothing of them here, so each remark becomes
//
//	_Static_assert(VALUE, "__heddle_layout__ MEMBER KIND");
//
// at the end of the body: the member's number (-1 for the struct itself), the kind, and the value as the
// expression it was written as, which package layout evaluates with its own sizes.

// remark is one thing said about a member.
type remark struct {
	member int
	kind   int
	value  []cpp.Token // nil for 1
}

// record is the state of a body being read: which member comes next, and what the current declaration has
// shown so far.
type record struct {
	remarks []remark
	member  int // number of the next member
	first   int // number of the first member of the current declaration

	started   bool     // the declaration has tokens
	hasType   bool     // its type was seen
	last      string   // the last word
	named     bool     // the current declarator has its name or width
	assertion bool     // it is a _Static_assert
	all       []remark // said of all its members
	pending   []remark // said of the current member
	declared  int      // declarators finished
	body      bool     // it defines a struct, union or enum
	start     int      // where its tokens start in the output
}

// nothing reports whether the declaration declares nothing: a type without a body and without a name.
func (r *record) nothing() bool {
	return !r.assertion && !r.named && !r.body && r.declared == 0
}

func (r *record) forget() {
	*r = record{remarks: r.remarks, member: r.member, first: r.member, start: r.start}
}

func (r *record) empty() bool { return !r.started && !r.assertion && len(r.all) == 0 }

// paren notes a parenthesis that opens directly in the body: a declarator, if the type was seen.
func (r *record) paren() {
	switch {
	case r.assertion:
	case r.hasType:
		r.named = true
	case r.last == "_Atomic":
		r.hasType = true // _Atomic(T) is a type
	}
}

func (r *record) typed() { r.started, r.hasType = true, true }

var qualifiers = map[string]bool{
	"const": true, "volatile": true, "restrict": true, "__const": true, "__volatile": true, "__volatile__": true, "__const__": true,
	"__restrict": true, "__restrict__": true, "_Atomic": true, "register": true, "static": true, "extern": true, "inline": true,
}

var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true, "unsigned": true,
	"_Bool": true, "_Complex": true, "__int128": true, "__int128_t": true, "__uint128_t": true, "__signed__": true, "__signed": true,
	"__complex__": true, "_Float128": true, "__float128": true, "_Float16": true, "_Float32": true, "_Float64": true, "_Float32x": true,
	"_Float64x": true, "bool": true, "struct": true, "union": true, "enum": true, "typeof": true, "__typeof__": true, "__typeof": true,
}

// word notes a word of the declaration.
func (r *record) word(s string) {
	r.started, r.last = true, s
	switch {
	case qualifiers[s]:
	case typeWords[s]:
		r.hasType = true
	case !r.hasType:
		r.hasType = true // a typedef name
	default:
		r.named = true
	}
}

// say adds a remark where an attribute stands: before the first declarator it is about all.
func (r *record) say(kind int, value []cpp.Token) {
	m := remark{kind: kind, value: value}
	if r.declared == 0 && !r.named {
		r.all = append(r.all, m)
	} else {
		r.pending = append(r.pending, m)
	}
}

func (r *record) endDeclarator() {
	for _, m := range r.pending {
		m.member = r.member
		r.remarks = append(r.remarks, m)
	}
	r.pending = nil
	r.named = false
	r.declared++
	r.member++
}

func (r *record) endDeclaration() {
	if !r.assertion {
		r.endDeclarator()
		for i := r.first; i < r.member; i++ {
			for _, m := range r.all {
				m.member = i
				r.remarks = append(r.remarks, m)
			}
		}
	}
	*r = record{remarks: r.remarks, member: r.member, first: r.member}
}

// recordSpecifier rewrites struct or union, attributes, tag and what follows.
func (n *normalizer) recordSpecifier(i, end int) int {
	kw := n.in[i]
	if f := n.inRecord(); f != nil {
		f.record.typed()
	}
	var said []remark
	i = n.recordAttributes(i+1, end, &said)
	n.put(kw)
	tag := ""
	if i < end && n.in[i].Kind == cpp.Ident {
		tag = kw.Text + " " + n.in[i].Text
		n.put(n.in[i])
		i = n.recordAttributes(i+1, end, &said)
	}
	if !n.is(i, end, "{") {
		n.checkComplete(tag, kw, i, end)
		return i
	}
	n.put(n.in[i])
	if f := n.inRecord(); f != nil {
		f.record.body = true
	}
	n.frames = append(n.frames, frame{kind: frameRecord, record: record{remarks: said, start: len(n.out)}, tag: tag})
	return i + 1
}

// checkComplete refuses a member whose type is not complete where it is declared: a struct that contains
// itself, directly or through one that follows, sends the library into endless recursion. Token i is what
// follows the type.
func (n *normalizer) checkComplete(tag string, at cpp.Token, i, end int) {
	if n.complete[tag] {
		return
	}
	for i < end && n.in[i].Kind == cpp.Ident && qualifiers[n.in[i].Text] {
		i++
	}
	member := n.inRecord() != nil && i < end && n.in[i].Kind == cpp.Ident
	k := len(n.out) - 1
	for k >= 0 && !n.out[k].Is("(") && n.out[k].Kind == cpp.Ident {
		k--
	}
	size := n.is(i, end, ")") && n.isOpen(tag) && k > 0 && n.out[k].Is("(") && (n.out[k-1].IsIdent("sizeof") || n.out[k-1].IsIdent("_Alignof") || n.out[k-1].IsIdent("__alignof__"))
	if !member && !size {
		return
	}
	n.diags = append(n.diags, diag.Errorf(n.res.Range(&at), "%s is not complete here", tag).
		WithDetail("define it before, or use a pointer to it; a struct cannot contain itself"))
}

func (n *normalizer) isOpen(tag string) bool {
	for k := range n.frames {
		if n.frames[k].tag == tag {
			return true
		}
	}
	return false
}

// recordAttributes reads attributes of a struct, union or enum.
func (n *normalizer) recordAttributes(i, end int, said *[]remark) int {
	for i < end && (n.in[i].IsIdent("__attribute__") || n.in[i].IsIdent("__attribute")) && n.is(i+1, end, "(") {
		for _, v := range n.attributeValues(i + 1) {
			switch v.name {
			case "packed":
				*said = append(*said, remark{member: -1, kind: layout.KindPacked})
			case "aligned":
				*said = append(*said, remark{member: -1, kind: layout.KindAligned, value: v.alignment(n.in[i])})
			case "transparent_union":
				*said = append(*said, remark{member: -1, kind: layout.KindTransparent})
			case "ms_struct", "scalar_storage_order":
				n.unsupported(n.in[i], "attribute "+v.name)
			}
		}
		i = int(n.match[i+1]) + 1
	}
	return i
}

func (n *normalizer) closeRecord(f *frame, i, end int) int {
	brace := n.in[i]
	switch { // the last member may lack its semicolon
	case f.record.empty():
	case f.record.nothing():
		n.out = n.out[:f.record.start]
		f.record.forget()
	default:
		f.record.endDeclaration()
		n.words(brace, ";")
	}
	next := n.recordAttributes(i+1, end, &f.record.remarks)
	if next < end && n.in[next].Kind == cpp.Ident && next+1 < end && (n.in[next+1].IsIdent("__attribute__") || n.in[next+1].IsIdent("__attribute")) && n.is(next+2, end, "(") {
		// typedef union { ... } name __attribute__((transparent_union)); the rest of the attributes is the declarator's.
		for _, v := range n.attributeValues(next + 2) {
			if v.name == "transparent_union" {
				f.record.remarks = append(f.record.remarks, remark{member: -1, kind: layout.KindTransparent})
			}
		}
	}
	if brace.Pack > 0 {
		f.record.remarks = append(f.record.remarks, remark{
			member: -1, kind: layout.KindPack,
			value: []cpp.Token{word(brace, strconv.Itoa(int(brace.Pack)))},
		})
	}
	for _, r := range f.record.remarks {
		n.words(brace, "_Static_assert", "(")
		if r.value == nil {
			n.words(brace, "1")
		} else {
			n.words(brace, "(")
			n.out = append(n.out, r.value...)
			n.words(brace, ")")
		}
		n.words(brace, ",", fmt.Sprintf(`"%s %d %d"`, layout.Mark, r.member, r.kind), ")", ";")
	}
	n.put(brace)
	n.complete[f.tag] = true
	return next
}

func (n *normalizer) enumSpecifier(i, end int) int {
	f := n.inRecord()
	if f != nil {
		f.record.typed()
	}
	kw := n.in[i]
	if f != nil && i+2 < end && n.in[i+1].Kind == cpp.Ident && n.in[i+2].Is(":") {
		// An unnamed bit-field; the library takes the colon for that of C23's underlying types.
		n.words(kw, "__typeof__", "(", "*", "(", "enum", n.in[i+1].Text, "*", ")", "0", ")")
		return i + 2
	}
	n.put(kw)
	var said []remark
	i = n.recordAttributes(i+1, end, &said)
	if i < end && n.in[i].Kind == cpp.Ident {
		n.put(n.in[i])
		i = n.recordAttributes(i+1, end, &said)
	}
	if n.is(i, end, ":") && n.inRecord() == nil {
		// C23: a fixed underlying type.
		for i < end && !n.is(i, end, "{") && !n.is(i, end, ";") {
			n.put(n.in[i])
			i++
		}
	}
	if !n.is(i, end, "{") {
		return i
	}
	n.put(n.in[i])
	if f != nil {
		f.record.body = true
	}
	n.frames = append(n.frames, frame{kind: frameEnum, packed: packedEnum(said), element: true})
	return i + 1
}

func packedEnum(said []remark) bool {
	for _, r := range said {
		if r.kind == layout.KindPacked {
			return true
		}
	}
	return false
}

func (n *normalizer) closeEnum(f *frame, i, end int) int {
	brace := n.in[i]
	var said []remark
	next := n.recordAttributes(i+1, end, &said)
	if (f.packed || packedEnum(said)) && f.last.Text != "" {
		n.count++
		if !f.comma {
			n.words(brace, ",")
		}
		n.words(brace, layout.PackedEnum+strconv.Itoa(n.count), "=")
		n.put(word(brace, f.last.Text))
	}
	n.put(brace)
	return next
}

// alignas turns _Alignas among members into a remark.
func (n *normalizer) alignas(f *frame, i int) int {
	at := n.in[i]
	open, shut := i+1, int(n.match[i+1])
	var value []cpp.Token
	inner := n.in[open+1 : shut]
	if n.isType(open+1, shut) {
		value = append(value, word(at, "_Alignof"), word(at, "("))
		value = append(value, inner...)
		value = append(value, word(at, ")"))
	} else {
		value = append(value, inner...)
	}
	f.record.started = true
	f.record.say(layout.KindAligned, value)
	return shut + 1
}
