package cparse

import (
	"cmp"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Declarations: which type the declared name has, and what that type counts. A declaration is a row of words with at
// most one type among them, and declarators behind it, each up to a comma or semicolon. A word that is no type where a
// type is due makes the rest an expression, up to the next semicolon.
//
// Names are kept for the whole file, whatever block declares them. Rejected: names by block. Structs, typedefs and
// variables have rules of their own there, and a name that is kept too long only makes a count too large.

// declaring is the state of a declaration.
type declaring struct {
	typed, typedef, other bool // its type was seen; it is a typedef; it is no declaration
	made                  int  // the body that it contains; 0: none
	node                  int  // of a typedef; 0: none

	shape shape // of the type

	// Of the declarator.
	params uint64 // the trees of the parameters
	stars  bool
	name   string
	dims   uint32
	value  bool // behind = or the colon of a bit-field
}

// word counts an identifier or keyword.
func (c *counter) word(i int) int {
	t := &c.toks[i]
	s := c.top()
	d := &s.decl
	switch t.Text {
	case "struct", "union":
		return c.recordWord(i, s)
	case "enum":
		i++
		if i < len(c.toks) && c.toks[i].Kind == cpp.Ident {
			i++
		}
		c.typePart(s, shape{}, "")
		if k := i + 1; c.is(i, ":") { // C23: the type behind it
			for k < len(c.toks) && c.toks[k].Kind == cpp.Ident {
				k++
			}
			if c.is(k, "{") {
				i = k
			}
		}
		if c.is(i, "{") {
			c.push(scopeEnum)
			i++
		}
		return i
	case "typeof", "__typeof__", "__typeof", "_Atomic":
		if c.is(i+1, "(") {
			d.typed = d.typed || s.declares() && !d.other
			c.push(scopeType)
			return i + 2
		}
	case "typedef":
		d.typedef = true
		if d.node == 0 {
			d.node = c.newNode("")
		}
		return i + 1
	case "__attribute__", "__attribute", "_Alignas", "alignas", "asm", "__asm__", "__asm", "_Static_assert",
		"static_assert":
		if c.is(i+1, "(") {
			c.push(scopeOther)
			return i + 2
		}
		return i + 1
	case "if", "while", "for", "do", "switch", "case", "default", "return", "goto":
		s.chain++
		d.other = true
		return i + 1
	case "sizeof", "_Alignof", "__alignof__":
		s.chain++
		d.other = d.other || !d.typed // not in the width of a bit-field, or an initializer
		return i + 1
	case "else":
		s.chain++
		s.elses++
		return i + 1
	}
	if qualifiers[t.Text] {
		return i + 1
	}
	if typeWords[t.Text] {
		c.typePart(s, shape{}, "")
		return i + 1
	}
	named, known := c.types[t.Text]
	switch {
	case s.kind == scopeType:
		if known {
			c.typePart(s, named, t.Text)
		}
		s.of(c.vars[t.Text])
	case s.kind == scopeNamed:
		d.name = cmp.Or(d.name, t.Text)
	case !s.declares() || d.other || d.value:
	case !d.typed && known:
		c.typePart(s, named, t.Text)
	case !d.typed: // no declaration, or one whose type is not known
		d.other = true
	case d.name == "":
		d.name = t.Text
	}
	return i + 1
}

// recordWord counts struct or union, the tag, and opens the body.
func (c *counter) recordWord(i int, s *scope) int {
	at := i
	i++
	tag := ""
	if i < len(c.toks) && c.toks[i].Kind == cpp.Ident {
		tag = c.toks[at].Text + " " + c.toks[i].Text
		i++
	}
	node, opens := 0, c.is(i, "{")
	switch {
	case tag != "" && (opens || c.speaker() != 0):
		node = c.tagNode(tag)
	case opens:
		node = c.newNode("")
	}
	c.refer(node)
	if !opens {
		c.typePart(s, c.nodes[c.tags[tag]].shape, "")
		return i
	}
	if s.declares() && !s.decl.other {
		s.decl.typed = true
	}
	if n := &c.nodes[node]; tag != "" {
		if n.bodies == 0 {
			n.first = len(c.bodies)
		}
		n.bodies++
	}
	inner := c.push(scopeRecord)
	inner.body, inner.speaker = len(c.bodies), node
	c.bodies = append(c.bodies, body{node: node, tag: tag, at: c.toks[at], members: map[string]uint64{}})
	return i + 1
}

// typePart adds a part of the type of a declaration.
func (c *counter) typePart(s *scope, sh shape, name string) {
	if name != "" {
		c.mention(name)
	}
	if s.kind == scopeType {
		s.decl.typed = true
		s.of(sh)
		return
	}
	if !s.declares() || s.decl.other || s.decl.value {
		return
	}
	d := &s.decl
	d.typed = true
	d.shape.add(sh)
}

// of notes what typeof is of, or a part of it, which may lead through a pointer.
func (s *scope) of(sh shape) {
	s.shape.widen(sh)
	s.shape.paths = max(s.shape.paths, sh.deep)
}

// closeType ends what typeof is of. typeof(T) has been rewritten as typeof(*(T *)0), so the parentheses inside count,
// and so do the stars: a pointer to T has one more behind the type than before it.
func (c *counter) closeType(gone *scope) {
	s := c.top()
	if s.kind == scopeType {
		s.shape.widen(gone.shape)
		s.refs += gone.refs
		return
	}
	sh := gone.shape
	if gone.refs > 0 {
		sh.paths, sh.dims, sh.depth = 0, 0, 0
	}
	if d := &s.decl; s.declares() && !d.other && !d.value {
		d.shape.add(sh)
	}
}

// endDeclarator ends a declarator at a comma or semicolon, and what it declares counts.
func (c *counter) endDeclarator(i int) {
	s := c.top()
	d := &s.decl
	if !s.declares() || !d.typed || d.other {
		return
	}
	sh := d.shape
	sh.tree = plus(1, plus(sh.tree, d.params))
	sh.dims += d.dims
	sh.depth += d.dims
	sh.deep = max(sh.deep, sh.paths)
	if d.stars {
		sh.paths, sh.dims, sh.depth = 0, d.dims, d.dims
	}
	c.effort.tree = max(c.effort.tree, sh.tree)
	c.effort.dims = max(c.effort.dims, uint64(sh.dims))
	switch {
	case sh.tree > maxTree:
		c.suspect(i, "the type of %s, written out, has %d parts", d.what(), sh.tree)
	case sh.dims > maxDims:
		c.suspect(i, "%s has %d dimensions", d.what(), sh.dims)
	}
	switch {
	case s.kind == scopeRecord:
		c.member(s, sh)
	case d.name == "":
	case d.typedef:
		sh.widen(c.types[d.name]) // in another block
		c.types[d.name] = sh
		c.lead(d, c.toks[i].Is(","))
	case sh.paths > 1 || sh.deep > 1 || sh.tree > 1:
		v := c.vars[d.name]
		v.widen(sh)
		c.vars[d.name] = v
	}
	if s.kind == scopeParams {
		s.shape.tree = plus(s.shape.tree, sh.tree)
	}
	d.params, d.stars, d.name, d.dims, d.value = 0, false, "", 0, false
}

func (d *declaring) what() string {
	if d.name == "" || d.name == ":" || d.name == "(" {
		return "this"
	}
	return d.name
}
