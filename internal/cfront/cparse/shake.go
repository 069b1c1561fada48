package cparse

import (
	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Shaking headers. A driver includes 30,000 lines of kernel headers, of which it needs a twentieth; the parser library takes 3 s and 450 MB for all of
// them and refuses some. So, before it sees them, declarations of headers that nothing mentions are dropped, by names alone: a declaration at file scope is
// kept if a name that it declares (function, variable, type, tag, constant of an enumeration) occurs anywhere in what is kept. Starting points are the
// program's own files. That keeps too much where one name means two things (a member and a function), never too little.
//
// The same walk gives known functions the meaning of their model: a function that headers define and that has a model keeps its prototype and loses its body.
//
// Of the headers of the C library, which are small, this still saves a third of the front end's time, that of a small program as a whole. Not for Windows headers: records there are named for people
// by typedefs that nothing else mentions.
//
// Rejected: dropping bodies alone, which leaves half of the time to declarations; and a cache of parsed headers, which the library's trees do not allow.

// piece is a declaration at file scope, or a function.
type piece struct {
	from, to int32 // tokens
	body     int32 // of a function: its brace, else 0
	name     int32 // of a function: the token that names it
	keep     bool
}

type shaker struct {
	toks      []cpp.Token
	match     []int32
	system    []bool // by file
	pieces    []piece
	providers map[string][]int32
	wanted    map[string]bool
	todo      []int32
	known     func(string) bool
}

// shake drops what no file of the program leads to. The functions that are known lose the bodies that headers give them.
func shake(res *cpp.Result, known func(string) bool) []cpp.Token {
	s := &shaker{
		toks: res.Tokens, match: matchBrackets(res.Tokens), system: make([]bool, len(res.Files)), providers: map[string][]int32{}, wanted: map[string]bool{}, known: known,
	}
	system := map[string]bool{}
	for _, f := range res.Read {
		system[f.Name] = f.System
	}
	for i, n := range res.Files {
		s.system[i] = system[n] && n != builtinFile // which the library asks for by itself
	}
	s.split()
	for i := range s.pieces {
		if p := &s.pieces[i]; !s.system[s.toks[p.from].File] {
			s.keep(int32(i))
		} else {
			s.provide(int32(i))
		}
	}
	for len(s.todo) > 0 {
		i := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		p := &s.pieces[i]
		to := p.to
		if s.cut(p) {
			to = p.body
		}
		for k := p.from; k < to; k++ {
			if t := &s.toks[k]; t.Kind == cpp.Ident {
				s.want(t.Text)
			}
		}
	}
	return s.write()
}

func (s *shaker) keep(i int32) {
	if p := &s.pieces[i]; !p.keep {
		p.keep = true
		s.todo = append(s.todo, i)
	}
}

func (s *shaker) want(name string) {
	if s.wanted[name] {
		return
	}
	s.wanted[name] = true
	for _, i := range s.providers[name] {
		s.keep(i)
	}
}

// cut reports whether a piece is a function that headers define and that is known.
func (s *shaker) cut(p *piece) bool {
	return p.body > 0 && s.system[s.toks[p.from].File] && s.known(s.toks[p.name].Text)
}

// write lists the tokens that are kept. Of a known function, `static inline T f(...) { ... }`, `T f(...);` remains.
func (s *shaker) write() []cpp.Token {
	var out []cpp.Token
	for i := range s.pieces {
		p := &s.pieces[i]
		switch {
		case !p.keep:
		case s.cut(p):
			for k := p.from; k < p.body; k++ {
				switch t := s.toks[k]; t.Text {
				case "static", "inline", "__inline", "__inline__":
				default:
					out = append(out, t)
				}
			}
			out = append(out, word(s.toks[p.body], ";"))
		default:
			out = append(out, s.toks[p.from:p.to]...)
		}
	}
	return out
}

// split finds the declarations at file scope.
func (s *shaker) split() {
	n := int32(len(s.toks))
	for i := int32(0); i < n; {
		p := piece{from: i}
		i = s.end(&p)
		p.to = i
		s.pieces = append(s.pieces, p)
	}
}

// end finds where a piece ends: at a semicolon, or behind the body of a function.
func (s *shaker) end(p *piece) int32 {
	n := int32(len(s.toks))
	value := false
	for i := p.from; i < n; i++ {
		t := &s.toks[i]
		if t.Kind != cpp.Punct {
			continue
		}
		switch t.Text {
		case ";":
			return i + 1
		case "=":
			value = true
		case "(":
			if p.name == 0 && !value && i > p.from && s.toks[i-1].Kind == cpp.Ident && !takesParen(s.toks[i-1].Text) {
				p.name = i - 1
			}
			i = s.match[i]
		case "[":
			i = s.match[i]
		case "{":
			shut := s.match[i]
			if p.name > 0 && !value && !s.toks[i-1].Is("=") && !s.record(i) {
				p.body = i
				return shut + 1
			}
			i = shut
		}
	}
	return n
}

// record reports whether a brace opens the body of a struct, union or enum.
func (s *shaker) record(i int32) bool {
	i--
	for i > 0 && s.toks[i].Is(")") { // attributes
		i = s.match[i] - 2
	}
	if i < 0 {
		return false
	}
	if isTagWord(s.toks[i].Text) {
		return true
	}
	if s.toks[i].Kind != cpp.Ident {
		return false
	}
	for i--; i > 0 && s.toks[i].Is(")"); i-- {
		i = s.match[i] - 1
	}
	return i >= 0 && isTagWord(s.toks[i].Text)
}

func isTagWord(s string) bool { return s == "struct" || s == "union" || s == "enum" }

func takesParen(s string) bool {
	switch s {
	case "__attribute__", "__attribute", "typeof", "__typeof__", "__typeof", "_Alignas", "asm", "__asm__", "__asm", "__declspec", "_Static_assert", "static_assert", "_Atomic":
		return true
	}
	return false
}

// provide notes the names that a piece declares.
func (s *shaker) provide(i int32) {
	p := &s.pieces[i]
	if p.body > 0 {
		s.provides(s.toks[p.name].Text, i)
		return
	}
	for k := p.from; k < p.to; k++ {
		t := &s.toks[k]
		switch {
		case t.Kind == cpp.Ident && isTagWord(t.Text):
			k = s.tag(k, i)
		case t.Kind == cpp.Ident && takesParen(t.Text) && k+1 < p.to && s.toks[k+1].Is("("):
			k = s.match[k+1]
		case t.Kind == cpp.Ident:
			if s.declares(k, p.to) {
				s.provides(t.Text, i)
			}
		case t.Is("("):
			// (*name)(...) and (name)(...) declare name; (...) behind a name are parameters.
			shut := s.match[k]
			if e := k + 1; s.toks[e].Is("*") || e+1 == shut {
				for ; e < shut; e++ {
					if u := &s.toks[e]; u.Kind == cpp.Ident && !qualifiers[u.Text] {
						s.provides(u.Text, i)
						break
					}
				}
			}
			k = shut
		case t.Is("["), t.Is("{"):
			k = s.match[k]
		case t.Is("="):
			for k++; k < p.to && !s.toks[k].Is(",") && !s.toks[k].Is(";"); k++ {
				if u := &s.toks[k]; u.Is("(") || u.Is("{") || u.Is("[") {
					k = s.match[k]
				}
			}
		}
	}
}

func (s *shaker) provides(name string, i int32) {
	s.providers[name] = append(s.providers[name], i)
}

// declares reports whether the identifier at k is one that its declaration declares: what follows it says so.
func (s *shaker) declares(k, end int32) bool {
	for k++; k < end; k++ {
		t := &s.toks[k]
		if t.Kind == cpp.Ident && takesParen(t.Text) && k+1 < end && s.toks[k+1].Is("(") {
			k = s.match[k+1]
			continue
		}
		return t.Kind == cpp.Punct && (t.Text == ";" || t.Text == "," || t.Text == "=" || t.Text == "(" || t.Text == "[")
	}
	return false
}

// tag notes what a struct, union or enum at k declares: its tag if it has a body or stands alone, and what is in the body. It returns the last token of it.
func (s *shaker) tag(k, i int32) int32 {
	word := s.toks[k].Text
	end := s.pieces[i].to
	for k+1 < end && s.toks[k+1].Kind == cpp.Ident && takesParen(s.toks[k+1].Text) {
		k = s.match[k+2]
	}
	if k+1 < end && s.toks[k+1].Kind == cpp.Ident {
		k++
		if k+1 < end && (s.toks[k+1].Is("{") || s.toks[k+1].Is(";")) {
			s.provides(s.toks[k].Text, i)
		}
	}
	if k+1 >= end || !s.toks[k+1].Is("{") {
		return k
	}
	k++
	shut := s.match[k]
	element := true
	for k++; k < shut; k++ {
		t := &s.toks[k]
		switch {
		case t.Kind == cpp.Ident && isTagWord(t.Text):
			k = s.tag(k, i)
		case word != "enum":
		case t.Is(","):
			element = true
		case t.Is("("):
			k = s.match[k]
		case t.Kind == cpp.Ident && element:
			s.provides(t.Text, i)
			element = false
		}
	}
	return shut
}
