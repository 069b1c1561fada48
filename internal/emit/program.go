package emit

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
)

// The form between the IR and the printers: variables, straight statements and jumps. Everything implicit in the IR (what memory is, where an operation is
// invalid, what a compare-and-swap does) is spelled out here, once for both languages.

type variable struct {
	name   string
	w      int
	global bool
	// first is what it holds at the start; nil: anything.
	first *expr
	copy  *variable // gets the same first value, for comparisons with the start
	// unset says that some path reads it before it is written.
	unset bool
	once  bool // written by one instruction
	show  string
}

type stmtKind uint8

const (
	sAssign  stmtKind = iota
	sSet              // a cell of a region: r[idx] = e
	sHavoc            // dst
	sAssume           // e
	sAssert           // e
	sComment          // text
	sCall             // dst = proc(args)
	sAlloc            // dst = a new object of e bytes
	sFree             // the object that begins at e, which is one, ends
)

type stmt struct {
	kind stmtKind
	dst  *variable
	e    *expr
	idx  *expr
	r    *region
	text string // of a comment or an assertion
	proc *proc
	args []*expr
	zero bool // of an allocation: its content; of a comment: it stands for itself
	tag  uint64
}

type termKind uint8

const (
	tGoto termKind = iota
	tBranch
	tReturn
	tHalt
	tCut // the execution ends here
)

// block ends in a jump: a branch on cond to one of two targets; a switch has become a row of them.
type block struct {
	label string
	stmts []stmt
	term  termKind
	cond  *expr
	to    []*block
	ret   *expr
	preds int
}

type proc struct {
	name   string
	note   string // what it is in the source
	params []*variable
	ret    int
	locals []*variable
	blocks []*block
	entry  bool
}

type program struct {
	ptr     int
	globals []*variable
	regions []*region
	heap    *heap
	procs   []*proc
	head    []string
	floats  bool
}

// region is memory as the printers see it.
type region struct {
	*place.Region
	name  string
	id    ir.RegionID
	cells []cell // those of the region, with what is written for them
	array bool   // too many cells for variables: a table
	free  bool   // dynamic: cells are those of all objects of the heap
	guess bool
	start bool // its first content is compared with later
	runs  []place.Run

	read, written map[int]bool // accesses at unknown addresses, by cells
	asked         map[int]bool // validity, by cells
	touched       bool
}

// cell is one cell of a region.
type cell struct {
	*place.Cell
	v     *variable // nil in a table
	first *expr     // nil: anything
}
