package cpp

import "strings"

// The lexer: one pass over the text, no copies except where a token is interrupted by a backslash at the
// end of a line. Token text points into the file's text.

// buffer is a file being read.
type buffer struct {
	file  *File
	src   string
	off   int
	line  int // physical, from 1
	start int // offset of the start of the line
	bol   bool

	// What line markers and #line say: the presumed file, and what to add to the physical line.
	id      int32
	delta   int
	aliased bool

	conds  []cond
	guard  guardState
	ifName string // the macro of the #ifndef that encloses all so far
}

type guardState uint8

const (
	guardStart  guardState = iota // nothing yet
	guardInside                   // in the first #ifndef
	guardAfter                    // behind its #endif
	guardNone                     // not a guarded file
)

func isIdentStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isIdentPart(c byte) bool { return isIdentStart(c) || c >= '0' && c <= '9' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// splice reports the length of a backslash and line end at offset i, 0 if there is none.
func splice(s string, i int) int {
	if i >= len(s) || s[i] != '\\' {
		return 0
	}
	j := i + 1
	for j < len(s) && (s[j] == ' ' || s[j] == '\t' || s[j] == '\r') {
		j++
	}
	if j < len(s) && s[j] == '\n' {
		return j + 1 - i
	}
	return 0
}

// skipSplices moves over spliced line ends.
func (b *buffer) skipSplices() {
	for {
		n := splice(b.src, b.off)
		if n == 0 {
			return
		}
		b.off += n
		b.line++
		b.start = b.off
	}
}

// blank skips white space and comments up to the end of the line and reports whether there was any.
func (p *pp) blank(b *buffer) bool {
	from := b.off
	for b.off < len(b.src) {
		switch b.src[b.off] {
		case ' ', '\t', '\r', '\f', '\v':
			b.off++
		case '\\':
			if splice(b.src, b.off) == 0 {
				return b.off != from
			}
			b.skipSplices()
		case '/':
			if !p.comment(b) {
				return b.off != from
			}
		default:
			return b.off != from
		}
	}
	return b.off != from
}

// comment skips a comment, if one starts here.
func (p *pp) comment(b *buffer) bool {
	s := b.src
	i := b.off + 1
	for n := splice(s, i); n > 0; n = splice(s, i) {
		i += n
	}
	if i >= len(s) || s[i] != '/' && s[i] != '*' {
		return false
	}
	if s[i] == '/' {
		b.off = i + 1
		for b.off < len(s) {
			j := strings.IndexAny(s[b.off:], "\\\n")
			if j < 0 {
				b.off = len(s)
				return true
			}
			b.off += j
			if s[b.off] == '\n' {
				return true
			}
			if splice(s, b.off) > 0 {
				b.skipSplices()
			} else {
				b.off++
			}
		}
		return true
	}
	at := p.here(b)
	end := strings.Index(s[i+1:], "*/")
	if end < 0 {
		b.off = len(s)
		p.errorf(at, "unterminated comment", "close it with */")
		return true
	}
	end += i + 1
	if n := strings.Count(s[b.off:end], "\n"); n > 0 {
		b.line += n
		b.start = b.off + strings.LastIndexByte(s[b.off:end], '\n') + 1
	}
	b.off = end + 2
	return true
}

// here makes an empty token at the current place.
func (p *pp) here(b *buffer) Token {
	return Token{File: b.id, Line: int32(b.line + b.delta), Col: int32(b.off - b.start + 1), Pack: p.pack}
}

// lex reads the next token of a file; line ends are tokens.
func (p *pp) lex(b *buffer) Token {
	space := p.blank(b)
	t := p.here(b)
	if space {
		t.flag |= flagSpace
	}
	s := b.src
	if b.off >= len(s) {
		t.Kind = EOF
		return t
	}
	c := s[b.off]
	switch {
	case c == '\n':
		t.Kind, t.Text = Newline, "\n"
		b.off++
		b.line++
		b.start = b.off
		return t
	case isIdentStart(c):
		i := b.off + 1
		for i < len(s) && isIdentPart(s[i]) {
			i++
		}
		if i < len(s) && (s[i] == '"' || s[i] == '\'') && i-b.off <= 2 {
			switch s[b.off:i] {
			case "L", "u", "U", "u8":
				return p.quoted(b, t, i)
			}
		}
		if i < len(s) && s[i] == '\\' {
			return p.word(b, t, isIdentPart, Ident)
		}
		t.Kind, t.Text = Ident, s[b.off:i]
		b.off = i
		return t
	case isDigit(c) || c == '.' && b.off+1 < len(s) && isDigit(s[b.off+1]):
		return p.number(b, t)
	case c == '"' || c == '\'':
		return p.quoted(b, t, b.off)
	case c == '\\':
		// A universal character name may start an identifier.
		if b.off+1 < len(s) && (s[b.off+1] == 'u' || s[b.off+1] == 'U') {
			return p.word(b, t, isIdentPart, Ident)
		}
	}
	return p.punct(b, t)
}

// word reads an identifier that is interrupted by line splices or contains universal character names.
func (p *pp) word(b *buffer, t Token, part func(byte) bool, k Kind) Token {
	var text []byte
	s := b.src
	for b.off < len(s) {
		switch c := s[b.off]; {
		case part(c):
			text = append(text, c)
			b.off++
			continue
		case splice(s, b.off) > 0:
			b.skipSplices()
			continue
		case c == '\\' && b.off+1 < len(s) && (s[b.off+1] == 'u' || s[b.off+1] == 'U'):
			text = append(text, c, s[b.off+1])
			b.off += 2
			continue
		}
		break
	}
	t.Kind, t.Text = k, string(text)
	return t
}

func (p *pp) number(b *buffer, t Token) Token {
	s := b.src
	i := b.off
	for i < len(s) {
		c := s[i]
		if (c == '+' || c == '-') && i > b.off && strings.IndexByte("eEpP", s[i-1]) >= 0 {
			i++
			continue
		}
		if c == '\'' && i+1 < len(s) && isIdentPart(s[i+1]) { // C23, and an error before
			i++
			continue
		}
		if c != '.' && !isIdentPart(c) {
			break
		}
		i++
	}
	if splice(s, i) > 0 {
		return p.word(b, t, func(c byte) bool { return c == '.' || isIdentPart(c) }, Number)
	}
	t.Kind, t.Text = Number, s[b.off:i]
	b.off = i
	return t
}

// quoted reads a string or character constant whose opening quote is at offset q.
func (p *pp) quoted(b *buffer, t Token, q int) Token {
	s := b.src
	quote := s[q]
	t.Kind = String
	if quote == '\'' {
		t.Kind = Char
	}
	spliced := false
	line, start := b.line, b.start
	i := q + 1
	for {
		if i >= len(s) || s[i] == '\n' {
			t.flag |= flagUnended
			break
		}
		if n := splice(s, i); n > 0 {
			spliced = true
			i += n
			line++
			start = i
			continue
		}
		if s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n' {
			i += 2
			continue
		}
		i++
		if s[i-1] == quote {
			break
		}
	}
	t.Text = s[b.off:i]
	if spliced {
		t.Text = unsplice(t.Text)
	}
	b.off, b.line, b.start = i, line, start
	return t
}

func unsplice(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if n := splice(s, i); n > 0 {
			i += n
			continue
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

// punctuation of more than one character, longest first per first character.
var longPunct = map[byte][]string{
	'.': {"..."}, '<': {"<<=", "<<", "<=", "<:", "<%"}, '>': {">>=", ">>", ">="},
	'-': {"->", "--", "-="}, '+': {"++", "+="}, '&': {"&&", "&="}, '|': {"||", "|="},
	'=': {"=="}, '!': {"!="}, '*': {"*="}, '/': {"/="}, '%': {"%:%:", "%>", "%:", "%="},
	'^': {"^="}, '#': {"##"}, ':': {":>"},
}

func (p *pp) punct(b *buffer, t Token) Token {
	s := b.src
	c := s[b.off]
	t.Kind = Punct
	for _, l := range longPunct[c] {
		if strings.HasPrefix(s[b.off:], l) {
			b.off += len(l)
			if d, ok := digraphs[l]; ok {
				l = d
			}
			t.Text = l
			return t
		}
	}
	t.Text = s[b.off : b.off+1]
	b.off++
	if strings.IndexByte("[](){}.&*+-~!/%<>^|?:;=,#", c) < 0 {
		t.Kind = Other
	}
	return t
}
