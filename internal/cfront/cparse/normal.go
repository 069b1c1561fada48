package cparse

import (
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
)

// The normalizer rewrites preprocessed tokens so that the parser library reads them as gcc does. Each
// rewriting answers one defect of the library and has a test that shows it:
//
//   - layout: packed, aligned, _Alignas and #pragma pack become assertions among the members, which package
//     layout reads; other attributes of structs are dropped, because a struct with an attribute that refers
//     to itself loses its members (record.go);
//   - packed enums are marked by one more constant, equal to the last (record.go);
//   - attributes that mean nothing here are dropped wherever they stand; [[...]] becomes __attribute__((...)) (attribute.go);
//   - strings of char16_t and char32_t become what the library can say (ustring.go);
//   - a floating constant as the condition of ?: or &&, on which the library panics, is negated twice: then it does not know the value (here);
//   - typeof of a type becomes typeof of an expression of that type (rewrite.go);
//   - names of parameters inside abstract function types, which leak into the block, are dropped, and so are those of
//     the function that a returned pointer points to, which leak into the body (rewrite.go);
//   - static and qualifiers in the brackets of a parameter are dropped where the library does not know them (rewrite.go);
//   - __label__ becomes labels that are unique in the function (rewrite.go);
//   - results of __atomic and __sync builtins, which the library takes for int, are cast to the type of the
//     object (rewrite.go);
//   - the constant condition of a ?: b, on which the library panics, is repeated (rewrite.go);
//   - struct s; among members, which declares nothing, is dropped: the library makes a member of it, and
//     recurses without end if it is the struct itself (here);
//   - strings and character constants: the library ends a hexadecimal escape after two digits, takes the bytes of
//     wide strings for UTF-8, knows no prefix but L, and joins strings only where the first is the wide one (literal.go);
//   - numbers that are none in C, which the library refuses in words of Go, are refused here (number.go);
//   - [*] in prototypes, asm inline, empty member declarations, labels before }, constants such as
//     18446744073709551615 (here).
//
// One pass, one output list; it looks ahead but never back further than the current declaration.

type normalizer struct {
	res      *cpp.Result
	model    ir.DataModel
	in       []cpp.Token
	match    []int32 // by bracket: its partner
	out      []cpp.Token
	frames   []frame
	typedefs map[string]bool
	enums    map[string]bool     // names of enumeration constants
	complete map[string]bool     // tags of structs and unions whose definition has ended
	aliases  map[string]string   // typedef names of structs and unions: their tags
	labels   []map[string]string // renamed labels, by open block
	count    int
	nested   int          // atomic builtins around this place
	nameless map[int]bool // parameter lists, by their bracket, that lose their names
	dropped  []string     // names dropped from the lists around this place
	diags    diag.List
}

type frameKind uint8

const (
	frameBlock frameKind = iota
	frameRecord
	frameEnum
)

type frame struct {
	kind    frameKind
	tag     string // of a struct or union: "struct s"
	paren   int    // brackets open inside
	record  record
	packed  bool // an enum
	last    cpp.Token
	labels  bool // has an entry in normalizer.labels
	comma   bool // an enum: a comma came last
	element bool // an enum: at the start of a constant
}

func normalize(res *cpp.Result, model ir.DataModel) ([]cpp.Token, diag.List) {
	n := &normalizer{res: res, model: model, in: res.Tokens, typedefs: map[string]bool{}, enums: map[string]bool{}, complete: map[string]bool{}, aliases: map[string]string{}, nameless: map[int]bool{}}
	n.match = matchBrackets(n.in)
	n.standardAttributes()
	n.out = make([]cpp.Token, 0, len(n.in)+len(n.in)/8)
	n.run(0, len(n.in))
	return n.out, n.diags
}

func matchBrackets(toks []cpp.Token) []int32 {
	m := make([]int32, len(toks))
	var stack []int32
	for i := range toks {
		if toks[i].Kind != cpp.Punct {
			continue
		}
		switch toks[i].Text {
		case "(", "[", "{":
			stack = append(stack, int32(i))
		case ")", "]", "}":
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			m[i], m[o] = o, int32(i)
		}
	}
	return m
}

func (n *normalizer) top() *frame {
	if len(n.frames) == 0 {
		return nil
	}
	return &n.frames[len(n.frames)-1]
}

// inRecord is the innermost frame if it is a struct or union body and the place is directly in it.
func (n *normalizer) inRecord() *frame {
	if f := n.top(); f != nil && f.kind == frameRecord && f.paren == 0 {
		return f
	}
	return nil
}

func (n *normalizer) put(t cpp.Token) { n.out = append(n.out, t) }

// word makes a token at the place of another.
func word(at cpp.Token, text string) cpp.Token {
	t := at.Made()
	t.Text = text
	switch c := text[0]; {
	case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		t.Kind = cpp.Ident
	case c >= '0' && c <= '9':
		t.Kind = cpp.Number
	case c == '"':
		t.Kind = cpp.String
	default:
		t.Kind = cpp.Punct
	}
	return t
}

func (n *normalizer) words(at cpp.Token, texts ...string) {
	for _, s := range texts {
		n.put(word(at, s))
	}
}

// is reports whether token i is there and is the given punctuation.
func (n *normalizer) is(i, end int, p string) bool { return i < end && n.in[i].Is(p) }

// run rewrites the tokens from i to end.
func (n *normalizer) run(i, end int) {
	for i < end {
		i = n.step(i, end)
	}
}

// step rewrites what starts at token i and returns the index behind it.
func (n *normalizer) step(i, end int) int {
	t := n.in[i]
	switch t.Kind {
	case cpp.Ident:
		return n.ident(i, end)
	case cpp.Char:
		t = n.charConstant(t)
	case cpp.Number:
		if !n.checkNumber(t) {
			t.Text = "0"
		}
		t.Text = fixNumber(t.Text)
		if isFloat(t.Text) && n.isCondition(i, end) {
			n.words(t, "(", "-", "(", "-")
			n.put(t)
			n.words(t, ")", ")")
			return i + 1
		}
	case cpp.String:
		return n.stringLiteral(i, end)
	case cpp.Punct:
		return n.punct(i, end)
	}
	n.element(t)
	n.put(t)
	return i + 1
}

// element notes the names of enumeration constants as they pass.
func (n *normalizer) element(t cpp.Token) {
	f := n.top()
	if f == nil || f.kind != frameEnum || f.paren > 0 {
		return
	}
	if f.element && t.Kind == cpp.Ident {
		f.last, f.element = t, false
		n.enums[t.Text] = true
	}
	f.comma = false
}

func (n *normalizer) punct(i, end int) int {
	t := n.in[i]
	f := n.top()
	switch t.Text {
	case "[":
		if e := n.arrayLength(i); e > i {
			return e
		}
		if n.is(i+1, end, "*") && n.is(i+2, end, "]") {
			// A parameter's array of some length: which one does not matter in a prototype.
			n.words(t, "[", "1", "]")
			return i + 3
		}
		if e := n.parameterArray(i); e > i {
			return e
		}
		n.open(f)
	case "(":
		if f := n.inRecord(); f != nil {
			f.record.paren()
		}
		if n.nameless[i] {
			n.put(t)
			n.parameters(i+1, int(n.match[i]))
			n.put(n.in[n.match[i]])
			return int(n.match[i]) + 1
		}
		if e := n.abstractFunction(i, end); e > i {
			return e
		}
		n.returned(i, end)
		n.open(f)
	case ")", "]":
		if f != nil && f.paren > 0 {
			f.paren--
		}
	case "{":
		n.frames = append(n.frames, frame{kind: frameBlock})
	case "}":
		return n.closeBrace(i, end)
	case ";":
		if f := n.inRecord(); f != nil {
			if f.record.empty() {
				f.record.start = len(n.out)
				return i + 1
			}
			if f.record.nothing() {
				n.out = n.out[:f.record.start]
				f.record.forget()
				return i + 1
			}
			f.record.endDeclaration()
			f.record.start = len(n.out) + 1
		}
	case ",":
		if f := n.inRecord(); f != nil {
			f.record.endDeclarator()
		}
		if f != nil && f.kind == frameEnum && f.paren == 0 {
			f.comma, f.element = true, true
			n.put(t)
			return i + 1
		}
	case "?":
		if n.is(i+1, end, ":") {
			n.put(t)
			n.sameAgain(t)
			return i + 1
		}
	case ":":
		if f := n.inRecord(); f != nil {
			f.record.named = true
		}
		n.put(t)
		if n.is(i+1, end, "}") && (f == nil || f.kind == frameBlock) {
			n.words(t, ";")
		}
		return i + 1
	}
	n.put(t)
	return i + 1
}

func (n *normalizer) open(f *frame) {
	if f != nil {
		f.paren++
	}
}

func (n *normalizer) closeBrace(i, end int) int {
	t := n.in[i]
	next := i + 1
	f := n.top()
	if f == nil {
		n.put(t)
		return next
	}
	switch f.kind {
	case frameRecord:
		next = n.closeRecord(f, i, end)
	case frameEnum:
		next = n.closeEnum(f, i, end)
	default:
		n.put(t)
	}
	if f.labels {
		n.labels = n.labels[:len(n.labels)-1]
	}
	n.frames = n.frames[:len(n.frames)-1]
	return next
}

func (n *normalizer) ident(i, end int) int {
	t := n.in[i]
	switch t.Text {
	case "struct", "union":
		return n.recordSpecifier(i, end)
	case "enum":
		return n.enumSpecifier(i, end)
	case "__attribute__", "__attribute":
		return n.attribute(i, end)
	case "__extension__":
		return i + 1
	case "asm", "__asm__", "__asm":
		n.put(t)
		for i++; i < end && n.in[i].Kind == cpp.Ident; i++ {
			if s := n.in[i].Text; s != "inline" && s != "__inline" && s != "__inline__" {
				n.put(n.in[i])
			}
		}
		return i
	case "typeof", "__typeof__", "__typeof":
		if f := n.inRecord(); f != nil {
			f.record.typed()
		}
		return n.typeOf(i, end)
	case "typedef":
		n.declareTypes(i+1, end)
	case "__label__":
		return n.localLabels(i, end)
	case "_Alignas", "alignas":
		if f := n.inRecord(); f != nil && n.is(i+1, end, "(") {
			return n.alignas(f, i)
		}
	case "_Static_assert", "static_assert":
		if f := n.inRecord(); f != nil {
			f.record.assertion = true
		}
		return n.staticAssert(i, end)
	}
	if len(n.labels) > 0 {
		if s, ok := n.renamed(i, end); ok {
			t.Text = s
		}
	}
	if f := n.inRecord(); f != nil {
		if tag, ok := n.aliases[t.Text]; ok && !f.record.hasType {
			n.checkComplete(tag, t, i+1, end)
		}
		f.record.word(t.Text)
	}
	if atomicResult[t.Text] && n.is(i+1, end, "(") && n.nested < 4 {
		return n.atomicCall(i)
	}
	n.element(t)
	n.put(t)
	return i + 1
}

// isFloat reports a floating constant.
func isFloat(s string) bool {
	if len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return strings.ContainsAny(s, "pP")
	}
	return strings.ContainsAny(s, ".eE")
}

// isCondition reports whether the constant at i may be, in parentheses or not, what ?: or && decides by.
func (n *normalizer) isCondition(i, end int) bool {
	k := i + 1
	for n.is(k, end, ")") {
		k++
	}
	if n.is(k, end, "?") || n.is(k, end, "&&") {
		return true
	}
	for k = i; k > 0 && n.in[k-1].Is("("); k-- {
	}
	return k > 0 && n.in[k-1].Is("&&")
}

// fixNumber gives a decimal constant above the largest long long the type gcc gives it, and drops C23's
// digit separators.
func fixNumber(s string) string {
	s = strings.ReplaceAll(s, "'", "")
	if len(s) < 19 || s[0] == '0' {
		return s
	}
	digits := strings.TrimRight(s, "lL")
	if _, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return s
	}
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
		return s
	}
	return digits + "ULL"
}
