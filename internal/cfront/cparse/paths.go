package cparse

import (
	"fmt"
	"math"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// The size of types. The library looks a member up along all paths of members through structs and unions, and compares
// types as trees, so both are counted as they would be walked: a struct has the paths of all its members, added up,
// each as often as it stands there. A pointer ends a path; what it leads to is kept for typeof, which may follow it.
//
// The numbers double with each struct that contains two of the one before, so they stop at a largest value. Rejected:
// big integers, which are exact where nobody needs it, and take as many bits as there are structs.

const manyPaths = math.MaxUint64 >> 16 // where counts stop

// shape is what is counted of a type.
type shape struct {
	paths uint64 // paths of members through it, without pointers
	deep  uint64 // the same if it is what a pointer leads to
	tree  uint64
	dims  uint32 // arrays in a row
	depth uint32 // structs and arrays around the innermost member
}

func (s *shape) widen(o shape) {
	s.paths, s.deep, s.tree = max(s.paths, o.paths), max(s.deep, o.deep), max(s.tree, o.tree)
	s.dims, s.depth = max(s.dims, o.dims), max(s.depth, o.depth)
}

// add adds a part of a type, as a word of a declaration is.
func (s *shape) add(o shape) {
	tree := plus(s.tree, o.tree)
	s.widen(o)
	s.tree = tree
}

func plus(a, b uint64) uint64 { return min(a+b, manyPaths) }

func times(a, b uint64) uint64 {
	if a != 0 && b > manyPaths/a {
		return manyPaths
	}
	return a * b
}

func number(n uint64) string {
	if n >= manyPaths {
		return fmt.Sprintf("more than %d", uint64(manyPaths))
	}
	return fmt.Sprint(n)
}

// body is that of a struct or union.
type body struct {
	node    int
	tag     string
	at      cpp.Token
	paths   uint64
	members map[string]uint64 // by name: the place in the list
	in      int               // the body that it is an anonymous member of; 0: none
}

func (b *body) name() string {
	if b.tag == "" {
		return "this struct"
	}
	return b.tag
}

// member adds what was declared to the body around it.
func (c *counter) member(s *scope, sh shape) {
	d := &s.decl
	b := &c.bodies[s.body]
	switch {
	case d.name == "" && d.made > 0:
		c.bodies[d.made].in = s.body
	case d.name == "":
	default:
		if _, ok := b.members[d.name]; !ok {
			b.members[d.name] = uint64(len(b.members)) + 1
		}
	}
	b.paths = plus(b.paths, plus(1, sh.paths))
	s.shape.tree = plus(s.shape.tree, sh.tree)
	s.shape.depth = max(s.shape.depth, sh.depth)
}

// closeRecord ends a body. What is around it has it as its type.
func (c *counter) closeRecord(i int) {
	c.endDeclarator(i)
	s := c.top()
	b := &c.bodies[s.body]
	sh := shape{paths: b.paths, deep: b.paths, tree: plus(1, s.shape.tree), depth: s.shape.depth + 1}
	n := &c.nodes[b.node]
	if n.bodies < 2 {
		sh.tree = 1 // compared by its name
	}
	c.effort.paths = max(c.effort.paths, b.paths)
	if b.tag != "" {
		n.shape.widen(sh)
		sh = n.shape
	}
	made := s.body
	c.scopes = c.scopes[:len(c.scopes)-1]
	s = c.top()
	c.typePart(s, sh, "")
	if s.declares() {
		s.decl.made = made
	}
}

// largest suspects the struct or union that has the most paths, if these are many. It goes before all else that is
// suspected.
func (c *counter) largest() {
	if c.effort.paths <= maxPaths {
		return
	}
	for k := range c.bodies {
		// Where counts stop, the last is the one that is used.
		if b := &c.bodies[k]; b.paths == c.effort.paths {
			c.effort.at = b.at
			c.effort.why = fmt.Sprintf("%s has %s members, counted along every path to them", b.name(), number(b.paths))
		}
	}
}
