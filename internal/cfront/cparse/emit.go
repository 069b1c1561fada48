package cparse

import (
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Tokens back to text, for the parser library to read. Places survive the round trip: every token of a
// user's file is written at its own line and column, with #line where the text would run ahead of it, so
// that a position of the tree is the position in the user's file. Tokens of headers keep their line but not their column.

type emitter struct {
	b    strings.Builder
	res  *cpp.Result
	sys  []bool // by file: place only by line
	file int32
	line int32
	col  int32 // the column at which the next character would land

	source bool // the last token is at its original position
}

// maxPad is the longest run of blanks written to reach a column.
const maxPad = 1000

// emit gives the text, or the token with which it becomes too long.
func emit(res *cpp.Result, toks []cpp.Token) (text string, long *cpp.Token) {
	e := &emitter{res: res, file: -1, sys: make([]bool, len(res.Files))}
	system := map[string]bool{}
	for _, f := range res.Read {
		system[f.Name] = f.System
	}
	for i, n := range res.Files {
		e.sys[i] = system[n]
	}
	for i := range toks {
		if e.token(&toks[i]); e.b.Len() > maxText {
			return "", &toks[i]
		}
	}
	e.b.WriteByte('\n')
	return e.b.String(), nil
}

func (e *emitter) token(t *cpp.Token) {
	switch {
	case t.File != e.file, t.Line < e.line, t.Line > e.line+8:
		e.mark(t)
	case t.Line > e.line:
		for e.line < t.Line {
			e.b.WriteByte('\n')
			e.line++
		}
		e.col = 1
	case t.Col < e.col && !e.sys[t.File] && t.Col <= maxPad:
		e.mark(t)
	}
	if !e.sys[t.File] && t.Col <= maxPad {
		for e.col < t.Col {
			e.b.WriteByte(' ')
			e.col++
		}
	}
	if e.col > 1 && !(e.source && !t.Expanded() && e.col == t.Col) {
		if s := e.b.String(); s[len(s)-1] != ' ' && joins(s[len(s)-1], t.Text[0]) {
			e.b.WriteByte(' ')
			e.col++
		}
	}
	e.source = e.col == t.Col && !t.Expanded()
	e.b.WriteString(t.Text)
	e.col += int32(len(t.Text))
}

// joins reports whether two characters side by side could make another token than they make apart.
func joins(a, b byte) bool {
	word := func(c byte) bool {
		return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	switch {
	case word(a) && (word(b) || b == '.' || b == '\'' || b == '"' || b == '+' || b == '-'):
		return true
	case a == '.' && (b == '.' || b >= '0' && b <= '9'):
		return true
	}
	return strings.IndexByte("+-&|<>=!*/%^#:", a) >= 0 && strings.IndexByte("+-&|<>=!*/%^#:", b) >= 0
}

func (e *emitter) mark(t *cpp.Token) {
	e.file, e.line, e.col = t.File, t.Line, 1
	e.b.WriteString("\n#line ")
	e.b.WriteString(strconv.Itoa(int(t.Line)))
	e.b.WriteString(` "`)
	e.b.WriteString(fileName(e.res.Files[t.File]))
	e.b.WriteString("\"\n")
}

// fileName is a name as it can stand in #line: the library takes it as it is, between quotes.
func fileName(s string) string {
	return strings.NewReplacer(`"`, `'`, "\n", " ", "\r", " ").Replace(s)
}
