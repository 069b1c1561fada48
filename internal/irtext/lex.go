package irtext

import (
	"fmt"
	"strconv"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// The lexer. One instruction stands on one line, so the end of a line is a token, except inside brackets.

type kind uint8

const (
	tEOF     kind = iota
	tNewline      // end of a line that is not inside brackets
	tIdent        // a word
	tNumber       // digits, or 0x and hexadecimal digits
	tString       // text holds the unquoted string
	tReg          // %name
	tGlobal       // @name or @"name"
	tFunc         // &name or &"name"
	tPunct        // one of : , = ( ) [ ] { } ! + - # ..
	tBad          // text holds the complaint
)

type token struct {
	kind      kind
	text      string
	line, col int
}

func (t token) describe() string {
	switch t.kind {
	case tEOF:
		return "the end of the file"
	case tNewline:
		return "the end of the line"
	case tString:
		return strconv.Quote(t.text)
	case tReg:
		return "%" + t.text
	case tGlobal:
		return "@" + name(t.text)
	case tFunc:
		return "&" + name(t.text)
	}
	return fmt.Sprintf("%q", t.text)
}

func identStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

func labelByte(c byte) bool { return identStart(c) || c >= '0' && c <= '9' || c == '.' }

type lexer struct {
	src       string
	pos       int
	line      int
	lineStart int
	depth     int // of ( and [
}

func (l *lexer) next() token {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '\n':
			t := l.make(tNewline, l.pos, "")
			l.pos++
			l.line++
			l.lineStart = l.pos
			if l.depth == 0 {
				return t
			}
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
		case c == '/' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '/':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
		default:
			return l.token()
		}
	}
	return l.make(tEOF, l.pos, "")
}

func (l *lexer) make(k kind, start int, text string) token {
	return token{kind: k, text: text, line: l.line + 1, col: start - l.lineStart + 1}
}

// label reads the longest run of name characters.
func (l *lexer) label() string {
	start := l.pos
	for l.pos < len(l.src) && labelByte(l.src[l.pos]) {
		l.pos++
	}
	return l.src[start:l.pos]
}

func (l *lexer) token() token {
	start := l.pos
	c := l.src[l.pos]
	switch {
	case identStart(c):
		return l.make(tIdent, start, l.label())
	case c >= '0' && c <= '9':
		hex := false
		for l.pos < len(l.src) {
			d := l.src[l.pos]
			if l.pos == start+1 && d == 'x' && c == '0' {
				hex = true
			} else if !(d >= '0' && d <= '9' || hex && (d >= 'a' && d <= 'f' || d >= 'A' && d <= 'F')) {
				break
			}
			l.pos++
		}
		return l.make(tNumber, start, l.src[start:l.pos])
	case c == '"':
		s, bad := l.quoted()
		if bad != "" {
			return l.make(tBad, start, bad)
		}
		return l.make(tString, start, s)
	case c == '%' || c == '@' || c == '&':
		l.pos++
		k := map[byte]kind{'%': tReg, '@': tGlobal, '&': tFunc}[c]
		if k != tReg && l.pos < len(l.src) && l.src[l.pos] == '"' {
			s, bad := l.quoted()
			if bad != "" {
				return l.make(tBad, start, bad)
			}
			return l.make(k, start, s)
		}
		s := l.label()
		if s == "" {
			return l.make(tBad, start, fmt.Sprintf("a name must follow %c", c))
		}
		return l.make(k, start, s)
	case c == '.' && l.pos+1 < len(l.src) && l.src[l.pos+1] == '.':
		l.pos += 2
		return l.make(tPunct, start, "..")
	}
	l.pos++
	switch c {
	case '(', '[':
		l.depth++
	case ')', ']':
		if l.depth > 0 {
			l.depth--
		}
	case '{', '}':
		l.depth = 0 // a bracket left open swallows no more than its function
	case ':', ',', '=', '!', '+', '-', '#':
	default:
		return l.make(tBad, start, fmt.Sprintf("stray character %q", c))
	}
	return l.make(tPunct, start, l.src[start:l.pos])
}

// quoted reads a string in Go syntax, on one line.
func (l *lexer) quoted() (s, bad string) {
	start := l.pos
	l.pos++
	for l.pos < len(l.src) && l.src[l.pos] != '"' && l.src[l.pos] != '\n' {
		if l.src[l.pos] == '\\' && l.pos+1 < len(l.src) && l.src[l.pos+1] != '\n' {
			l.pos++
		}
		l.pos++
	}
	if l.pos >= len(l.src) || l.src[l.pos] != '"' {
		return "", "string without an end on its line"
	}
	l.pos++
	s, err := strconv.Unquote(l.src[start:l.pos])
	if err != nil {
		return "", "string with an escape that is not of Go"
	}
	return s, ""
}

// literal reads the digits of a number as 128 bits.
func literal(s string) (ir.Const, bool) {
	base := uint64(10)
	if len(s) > 2 && s[1] == 'x' {
		base, s = 16, s[2:]
	} else if len(s) == 2 && s[1] == 'x' {
		return ir.Const{}, false
	}
	var c ir.Const
	for i := 0; i < len(s); i++ {
		d := uint64(s[i] - '0')
		if s[i] > '9' {
			d = uint64(s[i]|0x20-'a') + 10
		}
		var over bool
		if c, over = mulAdd(c, base, d); over {
			return c, false
		}
	}
	return c, true
}

func (t token) at(file string) source.Range { return source.At(file, t.line, t.col) }
