package cpp

import (
	"fmt"
	"strings"
)

// macro is a definition.
type macro struct {
	name     string
	params   []string
	body     []Token
	fn       bool // takes arguments
	variadic bool // the last parameter takes the rest
	dynamic  bool // computed at each use
	off      bool // being expanded
}

func (m *macro) param(t *Token) int {
	if t.Kind != Ident {
		return -1
	}
	for i, n := range m.params {
		if n == t.Text {
			return i
		}
	}
	return -1
}

// expand replaces the use t of m and reports whether there was one: a macro with parameters is not used
// where no parenthesis follows.
func (p *pp) expand(m *macro, t Token) bool {
	switch {
	case m.dynamic:
		p.pushList(list{toks: []Token{p.dynamic(m, t)}})
		return true
	case !m.fn:
		toks := make([]Token, len(m.body))
		for i, b := range m.body {
			toks[i] = p.place(b, t)
		}
		p.spacing(toks, t)
		m.off = true
		p.pushList(list{toks: p.pasteAll(toks, m), macro: m})
		return true
	}
	open := p.raw()
	if !open.Is("(") {
		if open.Kind != EOF {
			p.pushList(list{toks: []Token{open}})
		}
		return false
	}
	args, present := p.args(m, t)
	toks := p.substitute(m, args, present, t)
	p.spacing(toks, t)
	m.off = true
	p.pushList(list{toks: toks, macro: m})
	return true
}

// place gives a token of a replacement list the place of the macro's use.
func (p *pp) place(b, use Token) Token {
	b.File, b.Line, b.Col, b.Pack = use.File, use.Line, use.Col, use.Pack
	b.flag |= flagExpanded
	return b
}

// spacing gives the first token of an expansion the white space that stood before the macro's name.
func (p *pp) spacing(toks []Token, use Token) {
	if len(toks) > 0 {
		toks[0].flag = toks[0].flag&^flagSpace | use.flag&flagSpace
	}
}

// args collects the arguments of a use of m, up to the closing parenthesis. present tells whether the
// variable arguments were given at all.
func (p *pp) args(m *macro, use Token) (args [][]Token, present bool) {
	depth := 0
	var cur []Token
	for {
		t := p.raw()
		if t.Kind == EOF {
			p.fatal(use, fmt.Sprintf("the arguments of macro %s have no closing parenthesis", m.name), "add the missing ')'")
		}
		if t.Kind == Ident && t.flag&flagNoExpand == 0 {
			if n := p.macros[t.Text]; n != nil && n.off {
				t.flag |= flagNoExpand
			}
		}
		if t.Kind == Punct {
			switch t.Text {
			case "(":
				depth++
			case ")":
				if depth == 0 {
					args = append(args, cur)
					return p.fitArgs(m, args, use)
				}
				depth--
			case ",":
				if depth == 0 && !(m.variadic && len(args) == len(m.params)-1) {
					args = append(args, cur)
					cur = nil
					continue
				}
			}
		}
		cur = append(cur, t)
	}
}

func (p *pp) fitArgs(m *macro, args [][]Token, use Token) ([][]Token, bool) {
	want := len(m.params)
	if want == 0 && len(args) == 1 && len(args[0]) == 0 {
		return nil, false
	}
	if m.variadic && len(args) == want-1 {
		return append(args, nil), false
	}
	if m.variadic && want == 1 && len(args) == 1 && len(args[0]) == 0 {
		return args, false
	}
	if len(args) != want {
		p.errorf(use, fmt.Sprintf("macro %s takes %d arguments, not %d", m.name, want, len(args)), "give as many arguments as its definition has parameters")
		for len(args) < want {
			args = append(args, nil)
		}
		return args[:want], true
	}
	return args, m.variadic
}

// argument expands the tokens of an argument completely.
func (p *pp) argument(arg []Token, use Token) []Token {
	plain := true
	for i := range arg {
		if arg[i].Kind == Ident && (p.macros[arg[i].Text] != nil || arg[i].Text == "_Pragma") {
			plain = false
			break
		}
	}
	if plain {
		return arg
	}
	p.depth++
	if p.cfg.Limits.Depth > 0 && p.depth > p.cfg.Limits.Depth {
		p.fatal(use, fmt.Sprintf("macro calls nested more than %d deep", p.cfg.Limits.Depth), "use fewer macro calls inside the arguments of others")
	}
	p.pushList(list{toks: arg, barrier: true})
	var out []Token
	for {
		t := p.next()
		if t.Kind == EOF {
			break
		}
		p.room(len(out)+1, use)
		out = append(out, t)
	}
	p.lists = p.lists[:len(p.lists)-1]
	p.depth--
	return out
}

// substitute builds the expansion of a use of m with arguments.
func (p *pp) substitute(m *macro, args [][]Token, present bool, use Token) []Token {
	expanded := make([][]Token, len(args))
	have := make([]bool, len(args))
	arg := func(i int) []Token {
		if !have[i] {
			expanded[i], have[i] = p.argument(args[i], use), true
		}
		return expanded[i]
	}
	var out []Token
	body := m.body
	for i := 0; i < len(body); i++ {
		b := body[i]
		if b.IsIdent("__VA_OPT__") && m.variadic && i+1 < len(body) && body[i+1].Is("(") {
			end := matching(body, i+1)
			last := len(args) - 1
			if present && last >= 0 && len(arg(last)) > 0 {
				sub := &macro{name: m.name, params: m.params, body: body[i+2 : end], fn: true, variadic: m.variadic}
				out = append(out, p.substitute(sub, args, present, use)...)
			}
			i = end
			continue
		}
		if b.Is("#") && i+1 < len(body) {
			if n := m.param(&body[i+1]); n >= 0 {
				s := p.place(b, use)
				s.Kind, s.Text = String, stringize(args[n])
				out = append(out, s)
				i++
				continue
			}
		}
		if b.Is("##") && len(out) > 0 && i+1 < len(body) {
			i++
			out = p.paste(m, out, body, i, args, present, use)
			continue
		}
		n := m.param(&b)
		if n < 0 {
			out = append(out, p.place(b, use))
			continue
		}
		a := arg(n)
		if i+1 < len(body) && body[i+1].Is("##") {
			if a = args[n]; len(a) == 0 {
				// Nothing on the left of ##: something has to stand there until it is pasted.
				a = []Token{{Kind: placemarker}}
			}
		}
		p.charge(len(a), use)
		p.room(len(out)+len(a), use)
		out = p.appendArg(out, a, &b)
	}
	p.charge(len(out), use)
	kept := out[:0]
	for _, t := range out {
		if t.Kind != placemarker {
			kept = append(kept, t)
		}
	}
	return kept
}

// charge counts copied tokens against the budget, so that a long argument used many times is noticed while
// it is copied and not after.
func (p *pp) charge(n int, at Token) {
	p.steps += n
	if p.cfg.Limits.Steps > 0 && p.steps > p.cfg.Limits.Steps {
		p.step(at)
	}
}

func (p *pp) appendArg(out, a []Token, b *Token) []Token {
	from := len(out)
	out = append(out, a...)
	if len(a) > 0 {
		out[from].flag = out[from].flag&^flagSpace | b.flag&flagSpace
	}
	return out
}

// paste joins the last token of out with the operand body[i].
func (p *pp) paste(m *macro, out, body []Token, i int, args [][]Token, present bool, use Token) []Token {
	right := []Token{p.place(body[i], use)}
	if n := m.param(&body[i]); n >= 0 {
		right = args[n]
		if m.variadic && n == len(m.params)-1 && out[len(out)-1].Is(",") {
			// GNU: the comma before missing variable arguments goes away.
			if len(right) == 0 {
				return out[:len(out)-1]
			}
			return p.appendArg(out, p.argument(right, use), &body[i])
		}
	}
	if len(right) == 0 {
		return out
	}
	left := out[len(out)-1]
	if left.Kind == placemarker {
		return p.appendArg(out[:len(out)-1], right, &left)
	}
	if j, ok := p.join(left, right[0]); ok {
		out[len(out)-1] = j
		return append(out, right[1:]...)
	}
	return append(out, right...)
}

// pasteAll carries out ## in the replacement list of a macro without parameters.
func (p *pp) pasteAll(toks []Token, m *macro) []Token {
	has := false
	for i := range m.body {
		has = has || m.body[i].Is("##")
	}
	if !has {
		return toks
	}
	var out []Token
	for i := 0; i < len(toks); i++ {
		if toks[i].Is("##") && len(out) > 0 && i+1 < len(toks) {
			i++
			if j, ok := p.join(out[len(out)-1], toks[i]); ok {
				out[len(out)-1] = j
				continue
			}
		}
		out = append(out, toks[i])
	}
	return out
}

// join makes one token of two; not ok if they do not make one.
func (p *pp) join(a, b Token) (Token, bool) {
	text := a.Text + b.Text
	if len(text) > 1<<16 {
		return a, false
	}
	buf := &buffer{src: text, line: 1}
	t := p.lex(buf)
	if buf.off != len(text) || t.Kind == Newline || t.Kind == EOF {
		return a, false
	}
	t.File, t.Line, t.Col, t.Pack = a.File, a.Line, a.Col, a.Pack
	t.flag = t.flag&flagUnended | a.flag&flagSpace | flagExpanded
	return t, true
}

func stringize(arg []Token) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range arg {
		t := &arg[i]
		if i > 0 && t.Space() {
			b.WriteByte(' ')
		}
		if t.Kind != String && t.Kind != Char {
			b.WriteString(t.Text)
			continue
		}
		for j := range len(t.Text) {
			if c := t.Text[j]; c == '"' || c == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(t.Text[j])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// matching finds the parenthesis that closes the one at i; the last token if there is none.
func matching(toks []Token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch {
		case toks[i].Is("("):
			depth++
		case toks[i].Is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(toks) - 1
}
