package cpp

import (
	"fmt"
	"strconv"
	"strings"
)

// Conditions of #if: C's integer expressions in 64 bits, identifiers that are no macros are 0. Precedence
// climbing over tokens pulled through macro expansion; what follows "defined" is pulled unexpanded.

// predicates are the operators that #ifdef finds defined though they are no macros.
var predicates = map[string]bool{
	"__has_include": true, "__has_include_next": true, "__has_attribute": true, "__has_builtin": true, "__has_c_attribute": true,
}

type value struct {
	v        uint64
	unsigned bool
}

type condParser struct {
	p     *pp
	at    Token
	tok   Token
	depth int
}

// condError is panicked with inside a condition and recovered in condition.
type condError struct {
	at  Token
	msg string
}

func (p *pp) condition(name Token, l []Token) (ok bool) {
	if len(l) == 0 {
		p.errorf(name, "#"+name.Text+" without a condition", "write an integer constant expression")
		return false
	}
	depth, lists := p.depth, len(p.lists)
	p.pushList(list{toks: l, barrier: true})
	defer func() {
		for _, d := range p.lists[lists:] {
			if d.macro != nil {
				d.macro.off = false
			}
		}
		p.lists, p.depth = p.lists[:lists], depth
		switch r := recover().(type) {
		case nil:
		case condError:
			at := r.at
			if at.Line == 0 {
				at = name
			}
			p.errorf(at, "#"+name.Text+": "+r.msg, "write an integer constant expression")
			ok = false
		default:
			panic(r)
		}
	}()
	c := &condParser{p: p, at: name}
	c.advance()
	v := c.ternary(true)
	if c.tok.Kind != EOF {
		c.fail("unexpected " + c.tok.Text)
	}
	return v.v != 0
}

func (c *condParser) fail(msg string) { panic(condError{c.tok, msg}) }

func (c *condParser) advance() { c.tok = c.p.next() }

func (c *condParser) accept(s string) bool {
	if c.tok.Is(s) {
		c.advance()
		return true
	}
	return false
}

func (c *condParser) nest() {
	if c.depth++; c.p.cfg.Limits.Depth > 0 && c.depth > c.p.cfg.Limits.Depth {
		c.fail(fmt.Sprintf("nested more than %d deep", c.p.cfg.Limits.Depth))
	}
}

// ternary parses a whole expression; live is false where the value does not count, as behind 0 &&.
func (c *condParser) ternary(live bool) value {
	c.nest()
	defer func() { c.depth-- }()
	v := c.binary(0, live)
	if !c.accept("?") {
		return v
	}
	a := c.ternary(live && v.v != 0)
	if !c.accept(":") {
		c.fail("':' expected")
	}
	b := c.ternary(live && v.v == 0)
	u := a.unsigned || b.unsigned
	if v.v != 0 {
		return value{a.v, u}
	}
	return value{b.v, u}
}

var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (c *condParser) binary(min int, live bool) value {
	v := c.unary(live)
	for {
		if c.tok.Kind != Punct {
			return v
		}
		op := c.tok.Text
		prec, ok := precedence[op]
		if !ok || prec <= min {
			return v
		}
		c.advance()
		right := live && !(op == "||" && v.v != 0) && !(op == "&&" && v.v == 0)
		w := c.binary(prec, right)
		v = c.apply(op, v, w, live)
	}
}

func truth(b bool) value {
	if b {
		return value{v: 1}
	}
	return value{}
}

func (c *condParser) apply(op string, a, b value, live bool) value {
	u := a.unsigned || b.unsigned
	less := int64(a.v) < int64(b.v)
	if u {
		less = a.v < b.v
	}
	switch op {
	case "||":
		return truth(a.v != 0 || b.v != 0)
	case "&&":
		return truth(a.v != 0 && b.v != 0)
	case "==":
		return truth(a.v == b.v)
	case "!=":
		return truth(a.v != b.v)
	case "<":
		return truth(less)
	case ">=":
		return truth(!less)
	case ">":
		return truth(!less && a.v != b.v)
	case "<=":
		return truth(less || a.v == b.v)
	case "|":
		return value{a.v | b.v, u}
	case "^":
		return value{a.v ^ b.v, u}
	case "&":
		return value{a.v & b.v, u}
	case "+":
		return value{a.v + b.v, u}
	case "-":
		return value{a.v - b.v, u}
	case "*":
		return value{a.v * b.v, u}
	case "<<", ">>":
		n := b.v
		left := op == "<<"
		if !b.unsigned && int64(n) < 0 {
			n, left = -n, !left
		}
		switch {
		case left && n > 63:
			return value{0, a.unsigned}
		case left:
			return value{a.v << n, a.unsigned}
		case a.unsigned && n > 63:
			return value{0, true}
		case a.unsigned:
			return value{a.v >> n, true}
		}
		return value{uint64(int64(a.v) >> min(n, 63)), false}
	}
	if b.v == 0 {
		if live {
			c.fail("division by zero")
		}
		return value{0, u}
	}
	switch {
	case u && op == "/":
		return value{a.v / b.v, true}
	case u:
		return value{a.v % b.v, true}
	case int64(b.v) == -1 && op == "/":
		return value{-a.v, false}
	case int64(b.v) == -1:
		return value{}
	case op == "/":
		return value{uint64(int64(a.v) / int64(b.v)), false}
	}
	return value{uint64(int64(a.v) % int64(b.v)), false}
}

func (c *condParser) unary(live bool) value {
	c.nest()
	defer func() { c.depth-- }()
	t := c.tok
	switch t.Kind {
	case Punct:
		c.advance()
		switch t.Text {
		case "(":
			v := c.ternary(live)
			if !c.accept(")") {
				c.fail("')' expected")
			}
			return v
		case "!":
			return truth(c.unary(live).v == 0)
		case "-":
			v := c.unary(live)
			v.v = -v.v
			return v
		case "~":
			v := c.unary(live)
			v.v = ^v.v
			return v
		case "+":
			return c.unary(live)
		}
		panic(condError{t, "unexpected " + t.Text})
	case Number:
		c.advance()
		return c.number(t)
	case Char:
		c.advance()
		n, ok := CharValue(t.Text, 32)
		if !ok {
			panic(condError{t, "bad character constant " + t.Text})
		}
		if -128 <= n && n < 0 && c.p.cfg.UnsignedChar && t.Text[0] == '\'' {
			n &= 0xff
		}
		return value{v: uint64(n)}
	case Ident:
		return c.identifier(t)
	case EOF:
		c.fail("the expression is incomplete")
	}
	c.fail("unexpected " + t.Text)
	return value{}
}

func (c *condParser) number(t Token) value {
	s := strings.ReplaceAll(t.Text, "'", "")
	digits := strings.TrimRight(s, "uUlL")
	suffix := s[len(digits):]
	n, err := strconv.ParseUint(strings.ToLower(digits), 0, 64)
	if err != nil || strings.Contains(digits, "_") {
		panic(condError{t, "bad integer " + t.Text})
	}
	return value{n, strings.ContainsAny(suffix, "uU") || n > 1<<63-1}
}

func (c *condParser) identifier(t Token) value {
	p := c.p
	switch t.Text {
	case "defined":
		n := p.raw()
		paren := n.Is("(")
		if paren {
			n = p.raw()
		}
		if n.Kind != Ident {
			panic(condError{t, "defined without a name"})
		}
		if paren && !isClose(p.raw()) {
			panic(condError{t, "defined without ')'"})
		}
		c.advance()
		_, ok := p.macros[n.Text]
		return truth(ok || predicates[n.Text])
	case "__has_include", "__has_include_next":
		r := c.header(t)
		c.advance()
		f, err := p.cfg.Open(r)
		if err != nil {
			panic(stop{err})
		}
		return truth(f != nil)
	case "__has_attribute", "__has_builtin", "__has_c_attribute", "__has_feature", "__has_extension", "__has_cpp_attribute",
		"__has_declspec_attribute", "__has_warning", "__is_identifier", "__building_module":
		n := p.raw()
		if !n.Is("(") {
			if n.Kind != EOF {
				p.pushList(list{toks: []Token{n}})
			}
			c.advance()
			return value{}
		}
		name := p.raw()
		for depth := 1; depth > 0; {
			x := p.raw()
			switch {
			case x.Kind == EOF:
				panic(condError{t, t.Text + " without ')'"})
			case x.Is("("):
				depth++
			case x.Is(")"):
				depth--
			}
		}
		c.advance()
		return truth(c.has(t.Text, strings.Trim(name.Text, "_"), name.Text))
	}
	c.advance()
	return value{}
}

func isClose(t Token) bool { return t.Is(")") }

// has answers the __has operators: what lowering understands.
func (c *condParser) has(op, bare, name string) bool {
	switch op {
	case "__has_builtin":
		return c.p.cfg.HasBuiltin != nil && c.p.cfg.HasBuiltin(name)
	case "__has_attribute":
		switch bare {
		case "packed", "aligned", "noreturn", "cleanup", "unused", "always_inline", "noinline", "const", "pure", "format",
			"section", "used", "weak", "alias", "deprecated", "warn_unused_result", "nonnull", "fallthrough", "visibility", "malloc",
			"constructor", "destructor", "may_alias", "transparent_union", "cold", "hot", "assume_aligned":
			return true
		}
	}
	return false
}

// header reads the operand of __has_include.
func (c *condParser) header(op Token) Request {
	p := c.p
	r := Request{Next: op.Text == "__has_include_next"}
	if len(p.bufs) > 0 {
		r.From = p.bufs[len(p.bufs)-1].file
	}
	if n := p.raw(); !n.Is("(") {
		panic(condError{op, op.Text + " without '('"})
	}
	t := p.next()
	switch {
	case t.Kind == String:
		r.Name, r.Quoted = unquote(t.Text), true
		t = p.raw()
	case t.Is("<"):
		for {
			t = p.raw()
			if t.Kind == EOF {
				panic(condError{op, op.Text + " without '>'"})
			}
			if t.Is(">") {
				break
			}
			r.Name += t.Text
		}
		t = p.raw()
	}
	if !t.Is(")") || r.Name == "" {
		panic(condError{op, op.Text + " needs a header name in parentheses"})
	}
	return r
}
