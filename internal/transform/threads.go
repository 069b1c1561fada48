package transform

import "github.com/heddle-dev/heddle/internal/ir"

// Unfolded is what is known of threads that were unfolded.
type Unfolded struct {
	Caps  []Caps // by instruction, of all functions on the stack; nil: not asked for
	Own   int    // from this global on, they are threads' copies of thread-local ones
	Whose []int  // the thread of each of them
	Loose bool   // threads were left out, or values: what they do need not be what the program does
	// Summarized is the loops of the program that were summarized, each named by the end of its header. true: what comes behind depends on it by more than that it ends.
	Summarized map[ir.ID]bool
}

// Threads is the number of threads of an unfolded program: its first functions.
func Threads(p *ir.Program) int {
	n := 1
	for _, in := range p.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			n = max(n, int(s.Fn.Func)+1)
		}
	}
	return n
}

// The ghosts that say which threads have ended, and at which conditions threads wait.
const (
	EndedName = "heddle.ended"
	WaitsName = "heddle.waits"
)
