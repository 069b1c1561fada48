package logic

// The tokens of SMT-LIB 2.

import (
	"fmt"
	"strings"
)

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokOpen
	tokClose
	tokSymbol
	tokKeyword
	tokNumeral
	tokDecimal
	tokHex
	tokBinary
	tokString
)

type token struct {
	kind      tokenKind
	quoted    bool   // a symbol between bars
	text      string // without bars, #x and #b
	line, col int
}

func (t token) String() string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokOpen:
		return "'('"
	case tokClose:
		return "')'"
	}
	text := t.text
	if len(text) > 40 {
		text = text[:40] + "..."
	}
	return fmt.Sprintf("%q", text)
}

type lexer struct {
	src       string
	pos       int
	line      int
	lineStart int
}

func (l *lexer) errorf(line, col int, format string, args ...any) error {
	return &SyntaxError{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// until advances to the byte c, keeping count of lines; false if there is none.
func (l *lexer) until(c byte) bool {
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case c:
			return true
		case '\n':
			l.line++
			l.lineStart = l.pos + 1
		}
		l.pos++
	}
	return false
}

func (l *lexer) next() (token, error) {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case '\n':
			l.line++
			l.pos++
			l.lineStart = l.pos
			continue
		case ' ', '\t', '\r':
			l.pos++
			continue
		case ';':
			if i := strings.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
				l.pos += i
			} else {
				l.pos = len(l.src)
			}
			continue
		}
		break
	}
	t := token{line: l.line, col: l.pos - l.lineStart + 1}
	if l.pos == len(l.src) {
		return t, nil
	}
	start := l.pos
	switch c := l.src[l.pos]; {
	case c == '(':
		l.pos++
		t.kind = tokOpen
		return t, nil
	case c == ')':
		l.pos++
		t.kind = tokClose
		return t, nil
	case c == '|':
		l.pos++
		if !l.until('|') {
			return t, l.errorf(t.line, t.col, "'|' without its end")
		}
		t.kind, t.quoted, t.text = tokSymbol, true, l.src[start+1:l.pos]
		l.pos++
		if strings.IndexByte(t.text, '\\') >= 0 {
			return t, l.errorf(t.line, t.col, "backslash in a quoted symbol")
		}
		return t, nil
	case c == '"':
		for {
			l.pos++
			if !l.until('"') {
				return t, l.errorf(t.line, t.col, "string without its end")
			}
			l.pos++
			if l.pos == len(l.src) || l.src[l.pos] != '"' {
				t.kind, t.text = tokString, l.src[start+1:l.pos-1]
				return t, nil
			}
		}
	case c == '#':
		return l.literal(t)
	case c == ':' || isSymbolByte(c):
		l.pos++
		for l.pos < len(l.src) && isSymbolByte(l.src[l.pos]) {
			l.pos++
		}
		t.text = l.src[start:l.pos]
		switch {
		case c == ':':
			t.kind = tokKeyword
		case c >= '0' && c <= '9':
			t.kind = tokNumeral
			for i := range len(t.text) {
				switch d := t.text[i]; {
				case d == '.':
					t.kind = tokDecimal
				case d < '0' || d > '9':
					return t, l.errorf(t.line, t.col, "bad number %v", t)
				}
			}
		default:
			t.kind = tokSymbol
		}
		return t, nil
	default:
		return t, l.errorf(t.line, t.col, "unexpected character %q", rune(c))
	}
}

// literal reads #x... and #b...
func (l *lexer) literal(t token) (token, error) {
	start := l.pos
	l.pos++
	for l.pos < len(l.src) && isSymbolByte(l.src[l.pos]) {
		l.pos++
	}
	text := l.src[start:l.pos]
	if len(text) < 3 || text[1] != 'x' && text[1] != 'b' {
		return t, l.errorf(t.line, t.col, "bad literal %q: #x or #b and digits are known", cut(text))
	}
	t.kind, t.text = tokHex, text[2:]
	if text[1] == 'b' {
		t.kind = tokBinary
	}
	for i := range len(t.text) {
		c := t.text[i]
		ok := c == '0' || c == '1'
		if t.kind == tokHex {
			ok = c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		}
		if !ok {
			return t, l.errorf(t.line, t.col, "bad digit %q in a literal", rune(c))
		}
	}
	return t, nil
}

func cut(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
