package cparse

import (
	"cmp"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Brackets. What a name or a star means depends on the bracket around it, so the counter keeps a stack of the open
// ones, each with the declaration that is being read in it. A token is looked at once, with the tokens beside it. The
// tokens may be no C at all: whatever they are, each takes one step, and a bracket that closes nothing is passed over.
//
// Rejected: a parser with the grammar of C. It would need guards of its own, and what the library must be spared shows
// without the structure of expressions and statements.

type scopeKind uint8

const (
	scopeBlock  scopeKind = iota // declarations and statements
	scopeParams                  // parameters
	scopeRecord                  // the body of a struct or union
	scopeValues                  // an initializer in braces
	scopeEnum
	scopeType  // what typeof or _Atomic is of, and parentheses in it
	scopeNamed // a declarator in parentheses
	scopeOther // an expression
)

// scope is an open bracket.
type scope struct {
	kind  scopeKind
	decl  declaring
	chain uint64
	elses uint64

	body     int    // of a struct or union; 0: none
	speaker  int    // the innermost body or typedef around what is in it; 0: none
	shape    shape  // of its members, of the parameters, or of what typeof is of
	refs     int    // of typeof: steps to pointers less steps from them
	owner    int    // of an initializer: the scope whose declaration it belongs to
	enumVals uint64 // of an enum: constants with values
}

func (c *counter) top() *scope { return &c.scopes[len(c.scopes)-1] }

func (c *counter) is(i int, s string) bool { return i < len(c.toks) && c.toks[i].Is(s) }

func (c *counter) push(kind scopeKind) *scope {
	c.scopes = append(c.scopes, scope{kind: kind, speaker: c.speaker()})
	return c.top()
}

// declares reports whether declarations are read in a scope.
func (s *scope) declares() bool {
	return s.kind == scopeBlock || s.kind == scopeParams || s.kind == scopeRecord
}

// token counts token i and returns the next.
func (c *counter) token(i int) int {
	t := &c.toks[i]
	s := c.top()
	if n := uint64(len(c.scopes)) + s.chain + s.elses; n > freeNest {
		c.work(i, n-freeNest, "nested brackets and long chains")
	}
	switch t.Kind {
	case cpp.Ident:
		return c.word(i)
	case cpp.Punct:
	default:
		return i + 1
	}
	d := &s.decl
	switch t.Text {
	case "{", "(", "[":
		c.open(i, s)
	case "}", ")", "]":
		if len(c.scopes) > 1 {
			c.close(i)
		}
	case ";":
		c.endDeclarator(i)
		s.decl = declaring{}
		s.chain = 0
		if i+1 < len(c.toks) && !c.toks[i+1].IsIdent("else") {
			s.elses = 0
		}
	case ",":
		s.chain = 0
		switch {
		case s.declares():
			c.endDeclarator(i)
			if s.kind == scopeParams {
				s.decl = declaring{}
			}
		case s.kind == scopeValues:
			c.element(i)
		}
	case "*":
		s.chain++
		switch {
		case s.kind == scopeType && d.typed:
			s.refs++
		case s.kind == scopeType:
			s.refs--
		case s.kind == scopeNamed:
			d.stars, d.name = true, "" // a word before it is a calling convention
		case d.typed && !d.value:
			d.stars = true
		}
	case "=":
		s.chain++
		if s.kind == scopeEnum {
			s.enumVals++
		}
		if s.declares() && d.typed && !d.value {
			d.value = true
			if !d.stars && d.shape.paths > 1 {
				c.work(i, d.shape.paths, "initializers of large structs")
			}
		}
	case ":":
		s.chain++
		switch {
		case s.kind == scopeRecord:
			d.value = true
			if d.name == "" {
				d.name = ":" // an unnamed bit-field
			}
		case s.kind == scopeBlock && !d.typed: // a label
			s.decl = declaring{}
		}
	case ".", "->":
		s.chain++
		if s.kind == scopeType && t.Text == "->" {
			s.refs--
		}
		if i+1 < len(c.toks) && c.toks[i+1].Kind == cpp.Ident {
			c.looks[c.toks[i+1].Text]++
			return i + 2
		}
	default:
		s.chain++
	}
	return i + 1
}

// open opens a bracket.
func (c *counter) open(i int, s *scope) {
	d := &s.decl
	s.chain++
	switch c.toks[i].Text {
	case "[":
		switch {
		case s.kind == scopeType && d.typed:
			s.shape.dims++
		case s.kind == scopeType:
			s.refs--
		case s.kind == scopeNamed || d.typed && !d.value:
			d.dims++
		}
		c.push(scopeOther)
	case "(":
		switch {
		case i > 0 && c.toks[i-1].IsIdent("for"): // declarations may stand there
			c.push(scopeBlock)
		case s.kind == scopeType && c.toks[i-1].Kind != cpp.Ident: // and no call
			c.push(scopeType)
		case s.kind != scopeNamed && (!s.declares() || !d.typed || d.value):
			c.push(scopeOther)
		case d.name == "":
			c.push(scopeNamed)
		default:
			c.push(scopeParams)
		}
	case "{":
		behind := i > 0 && (c.toks[i-1].Kind == cpp.Ident || strings.Contains(") ; { } ( :", c.toks[i-1].Text))
		switch {
		case s.kind == scopeValues && !c.is(i-1, "("), s.declares() && d.value && c.is(i-1, "="):
			owner := len(c.scopes) - 1
			if s.kind == scopeValues {
				owner = s.owner
			}
			c.push(scopeValues).owner = owner
		case behind || s.kind == scopeBlock || s.kind == scopeParams:
			if s.declares() && d.typed {
				c.endDeclarator(i) // the name of the function
			}
			s.decl = declaring{other: s.kind == scopeOther}
			c.push(scopeBlock)
		default:
			c.push(scopeOther)
		}
	}
}

// close closes a bracket.
func (c *counter) close(i int) {
	s := c.top()
	switch s.kind {
	case scopeRecord:
		c.closeRecord(i)
		return
	case scopeBlock, scopeParams:
		c.endDeclarator(i)
	case scopeEnum:
		c.work(i, times(s.enumVals, s.enumVals)/64, "enumeration constants with values")
	case scopeValues:
		if i > 0 && !c.toks[i-1].Is(",") && !c.toks[i-1].Is("{") {
			c.element(i)
		}
	}
	gone := *s
	c.scopes = c.scopes[:len(c.scopes)-1]
	s = c.top()
	d := &s.decl
	switch gone.kind {
	case scopeType:
		c.closeType(&gone)
	case scopeNamed:
		d.stars = d.stars || gone.decl.stars
		d.dims += gone.decl.dims
		d.params = plus(d.params, gone.decl.params)
		if d.name == "" {
			d.name = cmp.Or(gone.decl.name, "(")
		}
	case scopeParams:
		d.params = plus(d.params, gone.shape.tree)
	case scopeBlock:
		if s.declares() && c.toks[i].Is("}") {
			s.decl = declaring{}
			s.chain = 0
			if i+1 < len(c.toks) && !c.toks[i+1].IsIdent("else") {
				s.elses = 0
			}
		}
	}
}
