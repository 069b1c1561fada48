package cparse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// isType reports whether the tokens from i to end start a type name rather than an expression.
func (n *normalizer) isType(i, end int) bool {
	if i >= end || n.in[i].Kind != cpp.Ident {
		return false
	}
	s := n.in[i].Text
	return typeWords[s] || qualifiers[s] || n.typedefs[s] || s == "__extension__"
}

// declareTypes notes the names that the typedef whose first token is i declares. Scopes are not followed: a
// name that is a type anywhere counts as one, which matters only inside typeof.
func (n *normalizer) declareTypes(i, end int) {
	if i+3 < end && (n.in[i].IsIdent("struct") || n.in[i].IsIdent("union")) && n.in[i+1].Kind == cpp.Ident && n.in[i+2].Kind == cpp.Ident && n.in[i+3].Is(";") {
		n.aliases[n.in[i+2].Text] = n.in[i].Text + " " + n.in[i+1].Text
	}
	last := ""
	for i < end {
		t := n.in[i]
		switch {
		case t.Kind == cpp.Ident && (t.Text == "__attribute__" || t.Text == "typeof" || t.Text == "__typeof__" || t.Text == "__typeof") && n.is(i+1, end, "("):
			i = int(n.match[i+1])
		case t.Kind == cpp.Ident:
			last = t.Text
		case t.Is("(") && n.is(i+1, end, "*"):
			// (*name)(...), (*name[3])(...), (*(*name)(...))(...)
			shut := int(n.match[i])
			name := ""
			for k := i + 1; k < shut; k++ {
				if n.in[k].Kind == cpp.Ident && !qualifiers[n.in[k].Text] {
					name = n.in[k].Text
					break
				}
			}
			if name != "" {
				n.typedefs[name] = true
				last = ""
			}
			i = shut
		case t.Is("("), t.Is("["), t.Is("{"):
			i = int(n.match[i])
		case t.Is(","), t.Is(";"):
			if last != "" {
				n.typedefs[last] = true
			}
			if t.Is(";") {
				return
			}
			last = ""
		case t.Is(")"), t.Is("}"):
			return
		}
		i++
	}
}

// typeOf rewrites typeof(TYPE) to typeof(*(TYPE *)0); the library does not check the first.
func (n *normalizer) typeOf(i, end int) int {
	kw := n.in[i]
	if !n.is(i+1, end, "(") || !n.isType(i+2, int(n.match[i+1])) {
		n.put(word(kw, "__typeof__"))
		return i + 1
	}
	open, shut := i+1, int(n.match[i+1])
	n.words(kw, "__typeof__", "(", "*", "(")
	n.pointerTo(open+1, shut, kw)
	n.words(kw, ")", "0", ")")
	return shut + 1
}

// pointerTo writes the type that points to the type name in the tokens from i to end.
func (n *normalizer) pointerTo(i, end int, at cpp.Token) {
	for k := i; k < end; k++ {
		t := n.in[k]
		switch {
		case t.Is("(") && n.is(k+1, end, "*"): // T (*)(...) and T (*)[...]
			n.run(i, k+2)
			n.words(at, "*")
			n.run(k+2, end)
			return
		case t.Is("["): // T [3]
			n.run(i, k)
			n.words(at, "(", "*", ")")
			n.run(k, end)
			return
		case t.Is("(") && k > i && !isTypeof(n.in[k-1]) && !n.in[k-1].IsIdent("_Atomic") && !n.in[k-1].IsIdent("__attribute__"): // T (int)
			n.run(i, k)
			n.words(at, "(", "*", ")")
			n.run(k, end)
			return
		case t.Is("("), t.Is("{"):
			k = int(n.match[k])
		}
	}
	n.run(i, end)
	n.words(at, "*")
}

func isTypeof(t cpp.Token) bool {
	return t.IsIdent("typeof") || t.IsIdent("__typeof__") || t.IsIdent("__typeof")
}

// abstractFunction rewrites (*)(int a, char *b) to (*)(int, char *): in an abstract declarator the library
// declares the names in the enclosing block. It returns i if there is nothing of the kind at i.
func (n *normalizer) abstractFunction(i, end int) int {
	shut := int(n.match[i])
	if !n.is(i+1, shut, "*") && !n.is(i+1, shut, "^") || !n.is(shut+1, end, "(") {
		return i
	}
	for k := i + 1; k < shut; k++ {
		t := n.in[k]
		switch {
		case t.Is("*"), t.Kind == cpp.Ident && qualifiers[t.Text]:
		case t.Is("["):
			k = int(n.match[k])
		default:
			return i
		}
	}
	for k := i; k <= shut; k++ {
		n.put(n.in[k])
	}
	open := shut + 1
	n.put(n.in[open])
	n.parameters(open+1, int(n.match[open]))
	n.put(n.in[n.match[open]])
	return int(n.match[open]) + 1
}

// returned notes the parameter list behind (*f(int a)) in int (*f(int a))(int b), which loses its names: in a
// definition the library declares them in the body, where they clash with the parameters of f or, worse, silently
// bind what the body means by a name. Where the list is that of a call, it does not start with a type.
func (n *normalizer) returned(i, end int) {
	shut := int(n.match[i])
	if !n.is(i+1, shut, "*") && !n.is(i+1, shut, "^") || !n.is(shut+1, end, "(") {
		return
	}
	k := i + 1
	for k < shut && (n.in[k].Is("*") || n.in[k].Is("^") || n.in[k].Kind == cpp.Ident && qualifiers[n.in[k].Text]) {
		k++
	}
	if k < shut && n.in[k].Kind == cpp.Ident {
		k++
	}
	if n.is(k, shut, "(") && n.isType(shut+2, int(n.match[shut+1])) {
		n.nameless[shut+1] = true
	}
}

// parameterArray rewrites the brackets of a parameter that start with static or a qualifier: the library knows them
// only behind a name, and not [const *]. What they promise about the argument means nothing here; qualifiers of a
// parameter that has a name stay, they are its own. It returns i if there is nothing to do.
func (n *normalizer) parameterArray(i int) int {
	shut := int(n.match[i])
	named := i > 0 && n.in[i-1].Kind == cpp.Ident && !n.isType(i-1, i)
	k := i + 1
	for k < shut && n.in[k].Kind == cpp.Ident && (n.in[k].Text == "static" || qualifiers[n.in[k].Text]) {
		k++
	}
	if k == i+1 {
		return i
	}
	n.put(n.in[i])
	for _, t := range n.in[i+1 : k] {
		if named && t.Text != "static" {
			n.put(t)
		}
	}
	if k+1 == shut && n.in[k].Is("*") {
		n.words(n.in[k], "1")
	} else {
		n.run(k, shut)
	}
	n.put(n.in[shut])
	return shut + 1
}

// parameters writes a parameter list without the parameters' names.
func (n *normalizer) parameters(i, end int) {
	outer := len(n.dropped)
	defer func() { n.dropped = n.dropped[:outer] }()
	for i < end {
		e := i
		for e < end && !n.in[e].Is(",") {
			if n.in[e].Is("(") || n.in[e].Is("[") || n.in[e].Is("{") {
				e = int(n.match[e])
			}
			e++
		}
		n.parameter(i, e)
		if e < end {
			n.put(n.in[e])
		}
		i = e + 1
	}
}

func (n *normalizer) parameter(i, end int) {
	typed, tag := false, false
	for k := i; k < end; k++ {
		t := n.in[k]
		switch {
		case t.Kind == cpp.Ident && (t.Text == "struct" || t.Text == "union" || t.Text == "enum"):
			typed, tag = true, true
			n.put(t)
			continue
		case t.Kind == cpp.Ident && (t.Text == "__attribute__" || t.Text == "__attribute") && n.is(k+1, end, "("):
			k = int(n.match[k+1])
			continue
		case t.Kind == cpp.Ident && isTypeof(t) && n.is(k+1, end, "("):
			k = n.typeOf(k, end)
			if n.is(k, end, "(") {
				n.run(k, int(n.match[k])+1)
				k = int(n.match[k]) + 1
			}
			k--
			typed = true
			continue
		case t.Kind == cpp.Ident && qualifiers[t.Text], t.Kind != cpp.Ident && t.Kind != cpp.Punct:
			n.put(t)
		case t.Kind == cpp.Ident && (typeWords[t.Text] || !typed || tag):
			n.put(t)
			typed = true
		case t.Kind == cpp.Ident: // the name
			n.dropped = append(n.dropped, t.Text)
		case t.Is("(") && typed:
			k = n.innerDeclarator(k, end)
			continue
		case t.Is("["):
			k = n.nameFree(k)
		case t.Is("{"):
			n.run(k, int(n.match[k])+1)
			k = int(n.match[k])
		default:
			n.put(t)
		}
		tag = false
	}
}

// nameFree writes the brackets at k, whose length is some number if it uses a name that was dropped: no caller sees
// which. It returns the index of the closing one.
func (n *normalizer) nameFree(k int) int {
	shut := int(n.match[k])
	for _, t := range n.in[k+1 : shut] {
		if t.Kind == cpp.Ident && slices.Contains(n.dropped, t.Text) {
			n.words(n.in[k], "[", "1", "]")
			return shut
		}
	}
	n.run(k, shut+1)
	return shut
}

// innerDeclarator writes the (*name) or the (parameters) of a parameter that is a function pointer and returns
// the index of its last token.
func (n *normalizer) innerDeclarator(k, end int) int {
	shut := int(n.match[k])
	if n.is(k+1, shut, "*") {
		n.put(n.in[k])
		for j := k + 1; j < shut; j++ {
			switch t := n.in[j]; {
			case t.Kind == cpp.Ident && !qualifiers[t.Text]:
				n.dropped = append(n.dropped, t.Text)
			case t.Is("("):
				j = n.innerDeclarator(j, shut)
			case t.Is("["):
				j = n.nameFree(j)
			default:
				n.put(t)
			}
		}
		n.put(n.in[shut])
		return shut
	}
	n.put(n.in[k])
	n.parameters(k+1, shut)
	n.put(n.in[shut])
	return shut
}

// localLabels drops __label__ a, b; and renames the labels in the block instead: the library refuses two
// local labels of one name in one function.
func (n *normalizer) localLabels(i, end int) int {
	f := n.top()
	if f == nil || f.kind != frameBlock {
		n.put(n.in[i])
		return i + 1
	}
	if !f.labels {
		f.labels = true
		n.labels = append(n.labels, map[string]string{})
	}
	names := n.labels[len(n.labels)-1]
	for i++; i < end && !n.in[i].Is(";"); i++ {
		if n.in[i].Kind == cpp.Ident {
			n.count++
			names[n.in[i].Text] = fmt.Sprintf("%s__%d", n.in[i].Text, n.count)
		}
	}
	return i + 1
}

// renamed gives the new name of a local label where token i uses or defines one.
func (n *normalizer) renamed(i, end int) (string, bool) {
	name := n.in[i].Text
	for k := len(n.labels) - 1; k >= 0; k-- {
		s, ok := n.labels[k][name]
		if !ok {
			continue
		}
		switch {
		case i > 0 && (n.in[i-1].IsIdent("goto") || n.in[i-1].Is("&&") && n.prefix(i-1)):
			return s, true
		case n.is(i+1, end, ":") && i > 0 && (n.in[i-1].Is(";") || n.in[i-1].Is("{") || n.in[i-1].Is("}") || n.in[i-1].Is(":") || n.in[i-1].Is(")")):
			return s, true
		}
		// The list of labels at the end of an asm goto.
		if i > 0 && (n.in[i-1].Is(":") || n.in[i-1].Is(",")) && (n.is(i+1, end, ")") || n.is(i+1, end, ",")) {
			return s, true
		}
	}
	return "", false
}

// prefix reports whether the operator at i has no operand before it.
func (n *normalizer) prefix(i int) bool {
	if i == 0 {
		return true
	}
	p := n.in[i-1]
	return p.Kind == cpp.Punct && p.Text != ")" && p.Text != "]" || p.IsIdent("return")
}

// atomicResult are the builtins whose result has the type of the object their first argument points to. The
// library takes them for undeclared functions that return int.
var atomicResult = func() map[string]bool {
	m := map[string]bool{
		"__atomic_load_n": true, "__atomic_exchange_n": true, "__sync_val_compare_and_swap": true, "__sync_lock_test_and_set": true,
		"__c11_atomic_load": true, "__c11_atomic_exchange": true,
	}
	for _, op := range []string{"add", "sub", "and", "or", "xor", "nand"} {
		m["__atomic_fetch_"+op] = true
		m["__atomic_"+op+"_fetch"] = true
		m["__sync_fetch_and_"+op] = true
		m["__sync_"+op+"_and_fetch"] = true
		m["__c11_atomic_fetch_"+op] = true
	}
	return m
}()

// atomicCall writes ((typeof(*(P)))f(P, ...)) for f(P, ...).
func (n *normalizer) atomicCall(i int) int {
	t := n.in[i]
	open, shut := i+1, int(n.match[i+1])
	e := open + 1
	for e < shut && !n.in[e].Is(",") {
		if n.in[e].Is("(") || n.in[e].Is("[") || n.in[e].Is("{") {
			e = int(n.match[e])
		}
		e++
	}
	n.nested++
	n.words(t, "(", "(", "__typeof__", "(", "*", "(")
	n.run(open+1, e)
	n.words(t, ")", ")", ")")
	n.put(t)
	n.put(n.in[open])
	n.run(open+1, shut)
	n.put(n.in[shut])
	n.words(t, ")")
	n.nested--
	return shut + 1
}

// staticAssert rewrites _Static_assert(E, M) to _Static_assert(1 || (E), M), which checkAsserts looks at: the
// library would evaluate E with its own layout. An assertion without a message, as C23 allows, gets one.
func (n *normalizer) staticAssert(i, end int) int {
	n.put(word(n.in[i], "_Static_assert"))
	if !n.is(i+1, end, "(") {
		return i + 1
	}
	open, shut := i+1, int(n.match[i+1])
	comma := shut
	for k := open + 1; k < shut; k++ {
		switch t := n.in[k]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			k = int(n.match[k])
		case t.Is(","):
			comma = k
		}
	}
	n.put(n.in[open])
	n.words(n.in[open], "1", "||", "(")
	n.run(open+1, comma)
	n.words(n.in[comma], ")")
	if comma == shut {
		n.words(n.in[shut], ",", `""`)
	}
	n.run(comma, shut)
	n.put(n.in[shut])
	return shut + 1
}

// arrayLength rewrites [E] to [(E) < 0 ? 1 : (E)] where E compares sizes and has no other operands: the
// library computes E with its own layout, in which nothing is packed, and refuses a negative length that is
// none. Package layout evaluates what remains to the length meant. It returns i if there is nothing to do.
func (n *normalizer) arrayLength(i int) int {
	shut := int(n.match[i])
	if shut-i > maxLength {
		return i
	}
	sizes, choice := false, false
	for k := i + 1; k < shut; k++ {
		t := n.in[k]
		switch {
		case t.Kind == cpp.Ident && (t.Text == "sizeof" || t.Text == "_Alignof" || t.Text == "__alignof__"):
			sizes = true
			if n.is(k+1, shut, "(") {
				k = int(n.match[k+1])
			}
		case t.Kind == cpp.Ident, t.Is("++"), t.Is("--"), t.Is("="), t.Is("{"):
			return i
		case t.Is("?"), t.Is("-"), t.Is("!"):
			choice = true
		}
	}
	if !sizes || !choice {
		return i
	}
	at := n.in[i]
	n.words(at, "[")
	start := len(n.out)
	n.run(i+1, shut)
	if n.mayRepeat(len(n.out) - start) {
		length := slices.Clone(n.out[start:])
		n.out = n.out[:start]
		n.words(at, "(")
		n.out = append(n.out, length...)
		n.words(at, ")", "<", "0", "?", "1", ":", "(")
		n.out = append(n.out, length...)
		n.words(at, ")")
	}
	n.words(at, "]")
	return shut + 1
}

// maxLength is how many tokens the length of an array may have to be rewritten. Brackets in brackets would otherwise all
// be looked through to their end.
const maxLength = 2000

// mayRepeat reports whether so many tokens may be written once more. What is repeated may contain what is, which
// doubles with each level: real code stays far below twice what was read.
func (n *normalizer) mayRepeat(tokens int) bool { return len(n.out)+tokens <= 2*len(n.in)+1000 }

// sameAgain rewrites C ?: B where C may be a constant: the library panics where it knows the condition to be
// true and finds nothing behind the question mark. A condition of constants only is repeated there; one that
// has other operands and may still be known, as (1 || x) is, becomes ({ C; }), whose value the library does
// not know. The question mark is the last token written.
func (n *normalizer) sameAgain(at cpp.Token) {
	end := len(n.out) - 1
	depth := 0
	i := end
scan:
	for i > 0 {
		t := n.out[i-1]
		switch {
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth++
		case t.Is("("), t.Is("["), t.Is("{"):
			if depth == 0 {
				break scan
			}
			depth--
		case depth > 0:
		case t.Is(","), t.Is(";"), t.Is("?"), t.Is(":"), t.IsIdent("return"), t.IsIdent("case"), t.IsIdent("else"), t.IsIdent("do"):
			break scan
		case t.Kind == cpp.Punct && strings.HasSuffix(t.Text, "=") && t.Text != "==" && t.Text != "!=" && t.Text != "<=" && t.Text != ">=":
			break scan
		}
		i--
	}
	cond := append([]cpp.Token(nil), n.out[i:end]...)
	constant, known := true, false
	for k := range cond {
		t := &cond[k]
		switch {
		case k > 0 && (cond[k-1].IsIdent("struct") || cond[k-1].IsIdent("union") || cond[k-1].IsIdent("enum")):
		case t.Kind == cpp.Ident && n.enums[t.Text]:
			known = true
		case t.Kind == cpp.Ident && !typeWords[t.Text] && !qualifiers[t.Text] && !n.typedefs[t.Text] && t.Text != "sizeof":
			constant = false
		case t.IsIdent("sizeof"), t.Is("?"), t.Is("||"), t.Is("&&"), t.Is(","):
			known = true
		}
	}
	switch {
	case constant && n.mayRepeat(len(cond)):
		n.words(at, "(")
		for _, t := range cond {
			n.put(t.Made())
		}
		n.words(at, ")")
	case constant, known:
		n.out = n.out[:i]
		n.words(at, "(", "{")
		n.out = append(n.out, cond...)
		n.words(at, ";", "}", ")", "?")
	}
}
