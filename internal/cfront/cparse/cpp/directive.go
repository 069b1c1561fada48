package cpp

import (
	"fmt"
	"strconv"
	"strings"
)

// cond is an open #if.
type cond struct {
	verb  string
	at    Token
	taken bool // some branch was
	seen  bool // #else was
}

// line reads the rest of a directive's line.
func (p *pp) line(b *buffer) []Token {
	var toks []Token
	for {
		t := p.lex(b)
		p.step(t)
		if t.Kind == Newline || t.Kind == EOF {
			return toks
		}
		toks = append(toks, t)
	}
}

func (p *pp) directive(b *buffer, hash Token) {
	name := p.lex(b)
	p.step(name)
	if name.Kind == Newline || name.Kind == EOF {
		return
	}
	if name.Kind == Number {
		p.lineMarker(b, name, p.line(b))
		return
	}
	verb := name.Text
	if b.guard == guardStart && verb != "ifndef" && verb != "if" || b.guard == guardAfter {
		b.guard = guardNone
	}
	switch verb {
	case "include", "include_next", "import":
		p.include(b, name)
	case "define":
		p.define(b, name, p.line(b))
	case "undef":
		if l := p.line(b); len(l) > 0 && l[0].Kind == Ident {
			if b.file.Final {
				p.final[l[0].Text] = true
			}
			if !p.settled(b, l[0].Text) {
				delete(p.macros, l[0].Text)
			}
		} else {
			p.errorf(name, "#undef without a name", "name the macro")
		}
	case "if", "ifdef", "ifndef":
		p.openIf(b, name)
	case "elif", "elifdef", "elifndef", "else":
		p.elseBranch(b, name)
	case "endif":
		p.line(b)
		if len(b.conds) == 0 {
			p.errorf(name, "#endif without #if", "remove it, or add the #if it belongs to")
			return
		}
		p.closeIf(b)
	case "line":
		l := p.line(b)
		if len(l) > 0 && l[0].Kind != Number {
			l = p.argument(l, name)
		}
		if len(l) == 0 || l[0].Kind != Number {
			p.errorf(name, "#line without a number", "write #line NUMBER \"FILE\"")
			return
		}
		p.lineMarker(b, l[0], l[1:])
	case "error":
		p.fatal(name, "#error "+spell(p.line(b)), "the program itself refuses this configuration; define what it asks for with -D")
	case "warning":
		p.warn(name, "#warning "+spell(p.line(b)), "")
	case "pragma":
		p.pragma(name, p.line(b))
	case "ident", "sccs", "assert", "unassert":
		p.line(b)
	default:
		p.line(b)
		p.errorf(name, fmt.Sprintf("unknown directive #%s", verb), "remove it or put it in an #if 0")
	}
}

func spell(toks []Token) string {
	var b strings.Builder
	for i := range toks {
		if i > 0 && toks[i].Space() {
			b.WriteByte(' ')
		}
		b.WriteString(toks[i].Text)
	}
	return b.String()
}

// lineMarker takes # 12 "f.c" 1 3 and #line 12 "f.c".
func (p *pp) lineMarker(b *buffer, num Token, rest []Token) {
	n, err := strconv.ParseInt(num.Text, 10, 32)
	if err != nil || n < 0 {
		p.errorf(num, "a line marker needs a line number", "write # NUMBER \"FILE\"")
		return
	}
	if p.res.Physical == nil {
		p.res.Physical = map[Place]Place{}
	}
	b.aliased = true
	b.delta = int(n) - b.line
	if len(rest) > 0 && rest[0].Kind == String && len(rest[0].Text) >= 2 && !rest[0].Unended() {
		b.id = p.fileID(unquote(rest[0].Text))
	}
}

func unquote(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// settled reports whether a name is none that this file decides about: headers change nothing of what a final file said, nor make a macro of
// a function that is known. Files of the program do.
func (p *pp) settled(b *buffer, name string) bool {
	if !b.file.System || b.file.Final {
		return false
	}
	return p.final[name] || p.cfg.Function != nil && p.cfg.Function(name)
}

// renames reports a macro that says only that a known function is there, or has the name of another one that is known.
func (p *pp) renames(m *macro) bool {
	return !p.final[m.name] && !m.fn && len(m.body) == 1 && m.body[0].Kind == Ident && p.cfg.Function(m.body[0].Text)
}

func (p *pp) define(b *buffer, at Token, l []Token) {
	if len(l) == 0 || l[0].Kind != Ident {
		p.errorf(at, "#define without a name", "name the macro")
		return
	}
	m := &macro{name: l[0].Text}
	if m.name == "defined" {
		p.errorf(l[0], `"defined" cannot be a macro`, "choose another name")
		return
	}
	rest := l[1:]
	if len(rest) > 0 && rest[0].Is("(") && !rest[0].Space() {
		var ok bool
		if rest, ok = p.params(m, rest[1:], l[0]); !ok {
			return
		}
	}
	m.body = rest
	if len(rest) > 0 {
		rest[0].flag &^= flagSpace
		if rest[0].Is("##") || rest[len(rest)-1].Is("##") {
			p.errorf(l[0], "## at the end of a macro", "put it between two tokens")
			return
		}
	}
	if p.settled(b, m.name) && !p.renames(m) {
		return
	}
	if b.file.Final {
		p.final[m.name] = true
	}
	p.macros[m.name] = m
}

func (p *pp) params(m *macro, l []Token, name Token) (rest []Token, ok bool) {
	m.fn = true
	for i := 0; i < len(l); i++ {
		t := l[i]
		switch {
		case t.Is(")"):
			return l[i+1:], true
		case t.Is(",") && len(m.params) > 0:
		case t.Is("..."):
			m.params = append(m.params, "__VA_ARGS__")
			m.variadic = true
		case t.Kind == Ident:
			m.params = append(m.params, t.Text)
			if i+1 < len(l) && l[i+1].Is("...") {
				m.variadic = true
				i++
			}
		default:
			p.errorf(t, fmt.Sprintf("the parameters of macro %s are malformed", m.name), "list names separated by commas")
			return nil, false
		}
	}
	p.errorf(name, fmt.Sprintf("the parameters of macro %s have no closing parenthesis", m.name), "add the missing ')'")
	return nil, false
}

func (p *pp) openIf(b *buffer, name Token) {
	if p.cfg.Limits.Depth > 0 && len(b.conds) > p.cfg.Limits.Depth {
		p.fatal(name, fmt.Sprintf("#if nested more than %d deep", p.cfg.Limits.Depth), "close the conditionals")
	}
	l := p.line(b)
	c := cond{verb: name.Text, at: name}
	if b.guard == guardStart {
		b.guard = guardInside
		switch {
		case name.Text == "ifndef" && len(l) == 1:
			b.ifName = l[0].Text
		case name.Text == "if" && len(l) >= 3 && l[0].Is("!") && l[1].IsIdent("defined") && (len(l) == 3 || len(l) == 5 && l[2].Is("(")):
			b.ifName = l[len(l)-1].Text
			if len(l) == 5 {
				b.ifName = l[3].Text
			}
		default:
			b.guard = guardNone
		}
	}
	c.taken = p.test(name, l)
	b.conds = append(b.conds, c)
	if !c.taken {
		p.skip(b)
	}
}

func (p *pp) test(name Token, l []Token) bool {
	switch name.Text {
	case "ifdef", "ifndef", "elifdef", "elifndef":
		if len(l) == 0 || l[0].Kind != Ident {
			p.errorf(name, "#"+name.Text+" without a name", "name the macro")
			return false
		}
		_, ok := p.macros[l[0].Text]
		ok = ok || predicates[l[0].Text]
		return ok == (name.Text == "ifdef" || name.Text == "elifdef")
	}
	return p.condition(name, l)
}

func (p *pp) closeIf(b *buffer) {
	b.conds = b.conds[:len(b.conds)-1]
	if len(b.conds) == 0 && b.guard == guardInside {
		b.guard = guardAfter
	}
}

// elseBranch meets #elif or #else at the end of a branch that was taken: the rest is skipped.
func (p *pp) elseBranch(b *buffer, name Token) {
	p.line(b)
	if len(b.conds) == 0 {
		p.errorf(name, "#"+name.Text+" without #if", "remove it, or add the #if it belongs to")
		return
	}
	p.otherBranch(b, name)
	p.skip(b)
}

func (p *pp) otherBranch(b *buffer, name Token) {
	c := &b.conds[len(b.conds)-1]
	if c.seen {
		p.errorf(name, "#"+name.Text+" after #else", "an #if has one #else, and it comes last")
	}
	if name.Text == "else" {
		c.seen = true
	}
	if len(b.conds) == 1 && b.guard == guardInside {
		b.guard = guardNone // a guard has no other branch
	}
}

// skip moves to the next branch of the innermost #if that is to be read, or behind its #endif.
func (p *pp) skip(b *buffer) {
	depth := 0
	for {
		t := p.lex(b)
		p.step(t)
		if t.Kind == EOF {
			return
		}
		if t.Kind == Newline {
			continue
		}
		if !t.Is("#") {
			p.skipLine(b)
			continue
		}
		name := p.lex(b)
		switch name.Text {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			if depth == 0 {
				p.skipLine(b)
				p.closeIf(b)
				return
			}
			depth--
		case "else", "elif", "elifdef", "elifndef":
			if depth > 0 {
				break
			}
			p.otherBranch(b, name)
			c := &b.conds[len(b.conds)-1]
			l := p.line(b)
			if !c.taken && (name.Text == "else" || p.test(name, l)) {
				c.taken = true
				return
			}
			continue
		}
		if name.Kind != Newline {
			p.skipLine(b)
		}
	}
}

// skipLine moves behind the end of the line without making tokens, apart from what hides a line end:
// comments, and strings that contain what looks like a comment.
func (p *pp) skipLine(b *buffer) {
	for {
		t := p.lex(b)
		p.step(t)
		if t.Kind == Newline || t.Kind == EOF {
			return
		}
	}
}

func (p *pp) include(b *buffer, name Token) {
	p.blank(b)
	at := p.here(b)
	r := Request{Next: name.Text == "include_next", From: b.file}
	s := b.src
	if b.off < len(s) && (s[b.off] == '<' || s[b.off] == '"') {
		end := byte('>')
		if s[b.off] == '"' {
			end, r.Quoted = '"', true
		}
		line := s[b.off+1:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if i := strings.IndexByte(line, end); i >= 0 {
			r.Name = line[:i]
			b.off += i + 2
		}
		p.line(b)
	} else {
		l := p.argument(p.line(b), name)
		switch {
		case len(l) > 0 && l[0].Kind == String:
			r.Name, r.Quoted = unquote(l[0].Text), true
		case len(l) > 1 && l[0].Is("<"):
			for _, t := range l[1:] {
				if t.Is(">") {
					break
				}
				if t.Space() && r.Name != "" {
					r.Name += " "
				}
				r.Name += t.Text
			}
		}
	}
	if r.Name == "" {
		p.errorf(at, "#include without a file name", `write #include "FILE" or #include <FILE>`)
		return
	}
	if len(p.bufs) > p.cfg.Limits.Includes {
		p.fatal(at, fmt.Sprintf("headers include one another more than %d deep", p.cfg.Limits.Includes),
			fmt.Sprintf("%s includes itself, directly or through others; add an include guard", b.file.Name))
	}
	f, err := p.cfg.Open(r)
	if err != nil {
		panic(stop{err})
	}
	if f == nil {
		p.res.Missing = &r
		p.fatal(at, fmt.Sprintf("header %s not found", r.Name), "add the directory it is in with -I after --")
	}
	if prev := p.seen[f.Name]; prev != nil {
		f = prev
	}
	if p.once[f] {
		return
	}
	if g, ok := p.guards[f]; ok {
		if _, defined := p.macros[g]; defined {
			return
		}
	}
	if name.Text == "import" {
		p.once[f] = true
	}
	p.push(f)
}
