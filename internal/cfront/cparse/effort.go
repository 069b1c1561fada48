package cparse

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
)

// What a file costs the parser library, by its structure. A few lines can make the library's type checker run
// forever, or overflow the stack, which ends the process. What they have in common shows in the tokens, so one pass
// over these counts it before the library is called. Each count answers something that was measured:
//
//   - paths: a member that is not a direct one is looked up along every path of members through structs and unions,
//     and an initialized declaration copies its type along every path. Structs that contain two of the one before
//     double the paths.
//   - tree: whether two function types or anonymous structs are compatible, and how a type reads in a message, is
//     found by walking the type as a tree, through pointers, too. Each typedef that names the one before twice
//     doubles the tree.
//   - circles: two structs of one name in two scopes that refer to themselves are compared without end.
//   - steps: what is quadratic and below the limits of each statement (see guard.go) adds up over a file: nesting,
//     chains of operators, lookups in long structs, elements that are initialized without the braces of the arrays
//     around them, enumeration constants that have values.
//
// The counts are by names and do not know scopes, and where they doubt they count too much; real code stays far below
// each limit (see docs/decisions/0500-what-a-file-itself-causes.md). They need not be complete: see alone.go for what
// they miss. Rejected: the same counts over the tree that the library builds, which has none before it checks types;
// a limit on the depth of structs, which says nothing about their width.

// Limits of plain files. A unit of work is a tenth of a microsecond to one.
const (
	maxPaths = 100_000
	maxTree  = 20_000
	maxDims  = 64
	maxSteps = 50_000_000
	freeNest = 64 // nesting and chains that cost nothing extra
)

const manyPaths = math.MaxUint64 >> 16 // where counts stop

// effort is what a file costs.
type effort struct {
	paths, tree, dims, steps uint64

	why string // what of it is more than plain files have; empty: nothing
	at  cpp.Token
}

// refusal is the diagnostic for a file whose effort is beyond what a plain one takes and cannot be tried out.
func (e *effort) refusal(res *cpp.Result) diag.Diagnostic {
	return diag.Errorf(res.Range(&e.at), "the file is too complex for the C parser: %s", e.why).
		WithDetail("see whether gcc -fsyntax-only finds an error there; otherwise take the type apart, " +
			"or check parts of the program apart")
}

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

func plus(a, b uint64) uint64 { return min(a+b, manyPaths) }

func times(a, b uint64) uint64 {
	if a != 0 && b > manyPaths/a {
		return manyPaths
	}
	return a * b
}

// body is that of a struct or union.
type body struct {
	tag     string
	at      cpp.Token
	paths   uint64
	members map[string]uint64 // by name: the place in the list
	in      int               // the body that it is an anonymous member of; -1: none
}

type scopeKind uint8

const (
	scopeBlock  scopeKind = iota // of declarations and statements, or parameters
	scopeRecord                  // the body of a struct or union
	scopeValues                  // an initializer in braces
	scopeEnum
	scopeType  // what typeof is of
	scopeNamed // a declarator in parentheses
	scopeOther // an expression
)

// declaring is the state of a declaration.
type declaring struct {
	typed, typedef, other bool // its type was seen; it is a typedef; it is no declaration
	made                  int  // the body that it contains; -1: none
	tags                  []string

	shape shape
	sum   uint64 // of the trees of its parts
	stars bool
	name  string
	dims  uint32
	value bool // behind = or the colon of a bit-field
}

// scope is an open bracket.
type scope struct {
	kind  scopeKind
	decl  declaring
	chain uint64
	elses uint64

	// Of a body.
	body     int
	shape    shape
	enumVals uint64 // of an enum: constants with values
}

type counter struct {
	toks   []cpp.Token
	effort effort

	types  map[string]shape // typedef names
	vars   map[string]shape // other names, for typeof
	tags   map[string]shape
	bodies []body
	scopes []scope
	looks  map[string]uint64 // lookups by name
	counts map[string]int    // bodies by tag
	refers map[string][]string
	leads  map[string][]string // tags that a typedef name mentions
}

// count counts what the tokens, as the library gets them, cost it.
func count(toks []cpp.Token) effort {
	c := &counter{
		toks: toks, types: map[string]shape{}, vars: map[string]shape{}, tags: map[string]shape{}, looks: map[string]uint64{},
		counts: map[string]int{}, refers: map[string][]string{}, leads: map[string][]string{},
	}
	c.scopes = []scope{{decl: declaring{made: -1}, body: -1}}
	for i := 0; i < len(toks); {
		i = c.token(i)
	}
	c.lookups()
	c.circles()
	c.largest()
	return c.effort
}

func (c *counter) top() *scope { return &c.scopes[len(c.scopes)-1] }

func (c *counter) is(i int, s string) bool { return i < len(c.toks) && c.toks[i].Is(s) }

// suspect notes the first thing that plain files do not have.
func (c *counter) suspect(at int, format string, args ...any) {
	if c.effort.why == "" {
		c.effort.why, c.effort.at = fmt.Sprintf(format, args...), c.toks[min(at, len(c.toks)-1)]
	}
}

func (c *counter) work(at int, n uint64, what string) {
	c.effort.steps = plus(c.effort.steps, n)
	if c.effort.steps > maxSteps {
		c.suspect(at, "%s, with the rest of it, take some %d steps", what, c.effort.steps)
	}
}

func (c *counter) push(kind scopeKind) *scope {
	c.scopes = append(c.scopes, scope{kind: kind, body: -1, decl: declaring{made: -1}})
	return c.top()
}

// declares reports whether declarations are read in a scope.
func (s *scope) declares() bool { return s.kind == scopeBlock || s.kind == scopeRecord }

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
		s.decl = declaring{made: -1}
		s.chain = 0
		if i+1 < len(c.toks) && !c.toks[i+1].IsIdent("else") {
			s.elses = 0
		}
	case ",":
		s.chain = 0
		switch {
		case s.kind == scopeBlock || s.kind == scopeRecord:
			c.endDeclarator(i)
		case s.kind == scopeValues:
			c.element(i)
		}
	case "*":
		s.chain++
		if d.typed && !d.value {
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
			s.decl = declaring{made: -1}
		}
	case ".", "->":
		s.chain++
		if i+1 < len(c.toks) && c.toks[i+1].Kind == cpp.Ident {
			c.looks[c.toks[i+1].Text]++
			return i + 2
		}
	default:
		s.chain++
	}
	return i + 1
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
		if c.is(i, "{") {
			c.push(scopeEnum)
			i++
		}
		return i
	case "typeof", "__typeof__", "__typeof":
		if c.is(i+1, "(") {
			d.typed = d.typed || s.declares() && !d.other
			c.push(scopeType)
			return i + 2
		}
	case "typedef":
		d.typedef = true
		return i + 1
	case "__attribute__", "__attribute", "_Alignas", "alignas", "asm", "__asm__", "__asm", "_Static_assert",
		"static_assert", "_Atomic":
		if c.is(i+1, "(") {
			if t.Text == "_Atomic" {
				c.push(scopeType)
				d.typed = true
			} else {
				c.push(scopeOther)
			}
			return i + 2
		}
		return i + 1
	case "if", "while", "for", "do", "switch", "case", "default", "sizeof", "_Alignof", "__alignof__", "return", "goto":
		s.chain++
		d.other = true
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
		s.shape.widen(named)
		s.shape.widen(c.vars[t.Text])
		if named.deep > 0 {
			s.shape.paths = max(s.shape.paths, named.deep)
		}
		if v := c.vars[t.Text]; v.deep > 0 {
			s.shape.paths = max(s.shape.paths, v.deep)
		}
		c.mention(t.Text)
	case s.kind == scopeNamed:
		if owner := &c.scopes[len(c.scopes)-2]; owner.decl.name == "" {
			owner.decl.name = t.Text
		}
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

// typePart adds a part of the type of a declaration.
func (c *counter) typePart(s *scope, sh shape, name string) {
	if name != "" {
		c.mention(name)
	}
	if s.kind == scopeType {
		s.shape.widen(sh)
		s.shape.paths = max(s.shape.paths, sh.deep)
		return
	}
	if !s.declares() || s.decl.other || s.decl.value {
		return
	}
	d := &s.decl
	d.typed = true
	d.shape.widen(sh)
	d.sum = plus(d.sum, sh.tree)
}

// mention notes that the bodies that are open speak of a typedef name.
func (c *counter) mention(name string) {
	for _, tag := range c.leads[name] {
		c.refer(tag)
	}
}

// refer notes that the innermost bodies with a name speak of a tag.
func (c *counter) refer(tag string) {
	for k := len(c.scopes) - 1; k >= 0; k-- {
		if b := c.scopes[k].body; b >= 0 && c.bodies[b].tag != "" {
			if from := c.bodies[b].tag; !slices.Contains(last(c.refers[from], 8), tag) {
				c.refers[from] = append(c.refers[from], tag)
			}
			return
		}
	}
}

func last[T any](s []T, n int) []T { return s[max(0, len(s)-n):] }

// recordWord counts struct or union, the tag, and opens the body.
func (c *counter) recordWord(i int, s *scope) int {
	at := i
	i++
	tag := ""
	if i < len(c.toks) && c.toks[i].Kind == cpp.Ident {
		tag = c.toks[at].Text + " " + c.toks[i].Text
		i++
	}
	if tag != "" {
		c.refer(tag)
	}
	if !c.is(i, "{") {
		sh := c.tags[tag]
		c.typePart(s, sh, "")
		s.decl.names(tag)
		return i
	}
	if s.declares() && !s.decl.other {
		s.decl.typed = true
		s.decl.names(tag)
	}
	if tag != "" {
		c.counts[tag]++
	}
	c.bodies = append(c.bodies, body{tag: tag, at: c.toks[at], members: map[string]uint64{}, in: -1})
	c.push(scopeRecord).body = len(c.bodies) - 1
	return i + 1
}

// names notes, of a typedef, which tag it stands for.
func (d *declaring) names(tag string) {
	if d.typedef && tag != "" {
		d.tags = append(d.tags, tag)
	}
}

// open opens a bracket.
func (c *counter) open(i int, s *scope) {
	d := &s.decl
	s.chain++
	switch c.toks[i].Text {
	case "[":
		if d.typed && !d.value {
			d.dims++
		}
		c.push(scopeOther)
	case "(":
		switch {
		case s.kind == scopeNamed || s.declares() && d.typed && !d.value && d.name == "":
			if s.kind == scopeNamed && c.scopes[len(c.scopes)-2].decl.name != "" {
				c.push(scopeBlock) // parameters
			} else {
				c.push(scopeNamed)
			}
		case s.declares() && d.typed && !d.value: // parameters
			c.push(scopeBlock)
		default:
			c.push(scopeOther)
		}
	case "{":
		behind := i > 0 && (c.toks[i-1].Kind == cpp.Ident || strings.Contains(") ; { } ( :", c.toks[i-1].Text))
		switch {
		case s.kind == scopeValues && !c.is(i-1, "("), s.declares() && d.value && c.is(i-1, "="):
			c.push(scopeValues)
		case behind || s.kind == scopeBlock:
			if s.declares() && d.typed {
				c.endDeclarator(i) // the name of the function
			}
			s.decl = declaring{made: -1, other: s.kind == scopeOther}
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
	case scopeBlock:
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
		sh := gone.shape
		if s.kind == scopeType {
			s.shape.widen(sh)
		} else if s.declares() && !d.other && !d.value {
			d.shape.widen(sh)
			d.sum = plus(d.sum, sh.tree)
		}
	case scopeNamed:
		if gone.decl.stars || c.starred(i) {
			d.stars = true
		}
		d.dims += gone.decl.dims
		d.sum = plus(d.sum, gone.decl.sum)
		if d.name == "" {
			d.name = "("
		}
	case scopeBlock:
		if c.toks[i].Is(")") { // parameters
			d.sum = plus(d.sum, gone.shape.tree)
			return
		}
		if s.declares() {
			s.decl = declaring{made: -1}
			s.chain = 0
			if i+1 < len(c.toks) && !c.toks[i+1].IsIdent("else") {
				s.elses = 0
			}
		}
	}
}

// starred reports whether the parentheses that close at i began with a star: (*name)(...).
func (c *counter) starred(i int) bool {
	for k := i - 1; k >= 0 && i-k < 16; k-- {
		if c.toks[k].Is("(") {
			return c.toks[k+1].Is("*")
		}
	}
	return false
}

// element charges for a value of an initializer: without the braces of the arrays and structs around it, the library
// looks through all of these.
func (c *counter) element(i int) {
	for k := len(c.scopes) - 1; k >= 0; k-- {
		s := &c.scopes[k]
		if s.kind == scopeValues {
			continue
		}
		d := uint64(s.decl.shape.dims + s.decl.dims)
		if n := d*d + uint64(s.decl.shape.depth); n > 8 {
			c.work(i, n-8, "initializers of nested arrays")
		}
		return
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
	sh.tree = plus(1, d.sum)
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
		c.types[d.name] = sh
		if len(d.tags) > 0 {
			c.leads[d.name] = d.tags
		}
	case sh.paths > 1 || sh.deep > 1 || sh.tree > 1:
		v := c.vars[d.name]
		v.widen(sh)
		c.vars[d.name] = v
	}
	if s.kind == scopeBlock {
		s.shape.tree = plus(s.shape.tree, sh.tree) // of parameters
		if c.toks[i].Is(",") && c.parameters() {
			s.decl = declaring{made: -1}
			return
		}
	}
	d.stars, d.name, d.dims, d.value = false, "", 0, false
}

// parameters reports whether the innermost bracket is a parenthesis.
func (c *counter) parameters() bool {
	return len(c.scopes) > 1 && c.top().kind == scopeBlock && c.scopes[len(c.scopes)-2].decl.typed
}

func (d *declaring) what() string {
	if d.name == "" || d.name == ":" || d.name == "(" {
		return "this"
	}
	return d.name
}

// member adds what was declared to the body around it.
func (c *counter) member(s *scope, sh shape) {
	d := &s.decl
	b := &c.bodies[s.body]
	switch {
	case d.name == "" && d.made >= 0:
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
	s.shape.deep = max(s.shape.deep, sh.deep)
}

// closeRecord ends a body. What is around it has it as its type.
func (c *counter) closeRecord(i int) {
	c.endDeclarator(i)
	s := c.top()
	b := &c.bodies[s.body]
	sh := shape{paths: b.paths, deep: b.paths, tree: plus(1, s.shape.tree), depth: s.shape.depth + 1}
	if b.tag != "" && c.counts[b.tag] < 2 {
		sh.tree = 1 // compared by its name
	}
	c.effort.paths = max(c.effort.paths, b.paths)
	if b.tag != "" {
		had := c.tags[b.tag]
		had.widen(sh)
		c.tags[b.tag] = had
		sh = had
	}
	made := s.body
	c.scopes = c.scopes[:len(c.scopes)-1]
	s = c.top()
	c.typePart(s, sh, "")
	if s.declares() {
		s.decl.made = made
	}
}

func number(n uint64) string {
	if n >= manyPaths {
		return fmt.Sprintf("more than %d", uint64(manyPaths))
	}
	return fmt.Sprint(n)
}

func (b *body) name() string {
	if b.tag == "" {
		return "this struct"
	}
	return b.tag
}

// lookups charges for the members that are looked up: one of a struct or union without a name takes all the paths of
// what is around it, another its place in the list.
func (c *counter) lookups() {
	cost := map[string]uint64{}
	for k := range c.bodies {
		b := &c.bodies[k]
		root := b
		for root.in >= 0 && root.in != k {
			root = &c.bodies[root.in]
		}
		for name, place := range b.members {
			if root != b {
				place = root.paths
			}
			cost[name] = max(cost[name], place)
		}
	}
	var total, most uint64
	name := ""
	for n, looks := range c.looks {
		one, ok := cost[n]
		if !ok {
			one = c.effort.paths
		}
		all := times(one, looks)
		total = plus(total, all)
		if all > most || all == most && n < name {
			most, name = all, n
		}
	}
	c.effort.steps = plus(c.effort.steps, total)
	if c.effort.steps > maxSteps && len(c.toks) > 0 {
		at := slices.IndexFunc(c.toks, func(t cpp.Token) bool { return t.IsIdent(name) })
		c.suspect(max(0, at), "looking up its members, %s the most, takes some %d steps", name, total)
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

// circles suspects structs with several bodies of one name that lead to themselves.
func (c *counter) circles() {
	state := map[string]int{} // 1: open, 2: done
	var visit func(tag string) bool
	visit = func(tag string) bool {
		if c.counts[tag] < 2 || state[tag] == 2 {
			return false
		}
		if state[tag] == 1 {
			return true
		}
		state[tag] = 1
		for _, to := range c.refers[tag] {
			if visit(to) {
				return true
			}
		}
		state[tag] = 2
		return false
	}
	for k := range c.bodies {
		if b := &c.bodies[k]; b.tag != "" && visit(b.tag) {
			if c.effort.why == "" {
				c.effort.at, c.effort.why = b.at, fmt.Sprintf("%s has %d definitions and refers to itself", b.tag, c.counts[b.tag])
			}
			return
		}
	}
}
