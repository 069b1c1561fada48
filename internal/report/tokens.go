package report

import (
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
)

// A file as tokens, to name places by what stands there and not by where it stands: blanks, comments and line breaks do not count. This is no parser of C. It knows enough
// of it to find the statement and the function around a place in code that people write, and gives something stable for any bytes.

type token struct {
	text string
	at   int
}

// scope is the body of a function: its name, and its tokens from the first brace to the last.
type scope struct {
	name     string
	from, to int
}

// cutUp makes the tokens.
func (f *sourceFile) cutUp() {
	if f.cut {
		return
	}
	f.cut = true
	s := f.text
	for i := 0; i < len(s); {
		n := tokenLen(s[i:])
		if c := s[i]; c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != '\\' && !strings.HasPrefix(s[i:], "//") && !strings.HasPrefix(s[i:], "/*") {
			f.tokens = append(f.tokens, token{s[i : i+n], i})
		}
		i += n
	}
	f.findScopes()
}

// tokenLen is the length of what a text begins with: a comment, a literal, a word, or one character.
func tokenLen(s string) int {
	switch {
	case strings.HasPrefix(s, "//"):
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i
		}
		return len(s)
	case strings.HasPrefix(s, "/*"):
		if i := strings.Index(s[2:], "*/"); i >= 0 {
			return i + 4
		}
		return len(s)
	case s[0] == '"' || s[0] == '\'':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case s[0]:
				return i + 1
			case '\n':
				return i
			}
		}
		return len(s)
	}
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return max(n, 1)
}

func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

// findScopes finds the functions: a name with parentheses before a brace that is in no other.
func (f *sourceFile) findScopes() {
	depth, name := 0, ""
	for i, t := range f.tokens {
		switch t.text {
		case "{":
			if depth == 0 {
				if name = f.namedBefore(i); name != "" {
					f.scopes = append(f.scopes, scope{name, i, len(f.tokens)})
				}
			}
			depth++
		case "}":
			if depth = max(depth-1, 0); depth == 0 && name != "" {
				f.scopes[len(f.scopes)-1].to = i
				name = ""
			}
		}
	}
}

// namedBefore is the name of the function whose body begins at a token; empty: it is no body.
func (f *sourceFile) namedBefore(i int) string {
	depth := 0
	for i--; i >= 0; i-- {
		switch t := f.tokens[i].text; {
		case t == ")":
			depth++
		case t == "(":
			if depth--; depth == 0 {
				if i > 0 && isWord(f.tokens[i-1].text[0]) && f.tokens[i-1].text != "__attribute__" {
					return f.tokens[i-1].text
				}
			}
		case depth == 0 && (t == "=" || t == "}" || t == ";" || t == "struct" || t == "union" || t == "enum"):
			return ""
		}
	}
	return ""
}

// Statement is what names a place in a file: the function around it, the tokens of its statement, and which of them it is at.
type statement struct {
	function string
	tokens   []string
	index    int
}

// statementAt finds the statement of a place; ok is false if the file has no text there.
func (s *Sources) statementAt(p source.Pos) (out statement, ok bool) {
	f := s.file(p.File)
	at := f.offset(p)
	if at < 0 || f.text == "" {
		return out, false
	}
	f.cutUp()
	i := sort.Search(len(f.tokens), func(i int) bool { return f.tokens[i].at > at }) - 1
	if i < 0 {
		return out, false
	}
	ends := func(t string) bool { return t == ";" || t == "{" || t == "}" }
	from, to := i, i
	for from > 0 && !ends(f.tokens[from-1].text) {
		from--
	}
	for to < len(f.tokens) && !ends(f.tokens[to].text) {
		to++
	}
	for _, t := range f.tokens[from:to] {
		out.tokens = append(out.tokens, t.text)
	}
	out.index = i - from
	for _, sc := range f.scopes {
		if sc.from <= i && i <= sc.to {
			out.function = sc.name
		}
	}
	return out, true
}
