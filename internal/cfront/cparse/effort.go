package cparse

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// What a file costs the parser library, by its structure. A few lines can make the library's type checker run
// forever, or overflow the stack, which ends the process. What they have in common shows in the tokens, so one pass
// over these counts it before the library is called. This file says what is counted and what is too much; scopes.go
// and declare.go read the types from the tokens, and paths.go, steps.go and circles.go count. Each count answers
// something that was measured:
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

// effort is what a file costs.
type effort struct {
	paths, tree, dims, steps uint64

	why string // what of it is more than plain files have; empty: nothing
	at  cpp.Token
}

// suspicion is what speaks against a file.
type suspicion struct {
	at  source.Range
	why string
}

// suspicion gives nil for a plain file.
func (e *effort) suspicion(res *cpp.Result) *suspicion {
	if e.why == "" {
		return nil
	}
	return &suspicion{res.Range(&e.at), e.why}
}

// refusal is the diagnostic for a file that cannot be tried out.
func (s *suspicion) refusal() diag.Diagnostic {
	return diag.Errorf(s.at, "the file is too complex for the C parser: %s", s.why).
		WithDetail("see whether gcc -fsyntax-only finds an error there; otherwise take the type apart, " +
			"or check parts of the program apart")
}

type counter struct {
	toks   []cpp.Token
	effort effort

	types  map[string]shape  // typedef names
	vars   map[string]shape  // other names, for typeof
	looks  map[string]uint64 // lookups by name
	tags   map[string]int    // nodes by tag
	leads  map[string]int    // nodes by typedef name
	nodes  []node            // the first stands for none
	bodies []body            // the first stands for none
	scopes []scope
}

// count counts what the tokens, as the library gets them, cost it.
func count(toks []cpp.Token) effort {
	c := &counter{
		toks: toks, scopes: make([]scope, 1), bodies: make([]body, 1), nodes: make([]node, 1),
		types: map[string]shape{}, vars: map[string]shape{}, looks: map[string]uint64{},
		tags: map[string]int{}, leads: map[string]int{},
	}
	for i := 0; i < len(toks); {
		i = c.token(i)
	}
	c.lookups()
	c.circles()
	c.largest()
	return c.effort
}

// suspect notes the first thing that plain files do not have.
func (c *counter) suspect(at int, format string, args ...any) {
	if c.effort.why == "" {
		c.effort.why, c.effort.at = fmt.Sprintf(format, args...), c.toks[min(at, len(c.toks)-1)]
	}
}
