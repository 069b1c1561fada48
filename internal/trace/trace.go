package trace

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Trace is one execution.
type Trace struct {
	Threads []Thread
	Steps   []Step
	// Stops names program points of threads at the end of the trace, such as the two pending accesses of a race.
	Stops []Stop
	// Ahead is what a thread that stops before an atomic section does in it: others do not notice, but what it accesses may depend on what it chooses there.
	Ahead []Step
	// Unknown is the calls of functions that nothing defines, each place once, in the order in which they were made.
	Unknown []Call
	// Taken is what the execution took from outside, in order.
	Taken []Taken
}

// Taken is a value from outside: of an arbitrary one that the user's code asks for, or the result of a model that asked for some.
type Taken struct {
	Thread int
	Func   string // the modelled function that gave it; empty in the user's code
	Pos    source.Range
	Value  ir.Const
	// Content is what the modelled function left in memory, as far as somebody looked at it: what a read brought in, what new memory holds. Zeros at its end are left out.
	Content []byte
}

// Call is a call of a function.
type Call struct {
	Func string
	Pos  source.Range
}

// Stop is a thread and the instruction it would execute next.
type Stop struct {
	Thread int
	Instr  ir.ID
	Access ir.ID // if Instr begins an atomic section, the access inside that is meant; may be 0
}

// Thread is a thread of a trace; its index is its number.
type Thread struct {
	Name  string // the function it runs, as in the source: "main", "worker"
	Start string // the function it starts with, if a model's that runs the one in Name
	Ended bool   // before the trace does
}

// Step is one instruction that was executed.
type Step struct {
	Thread int
	Instr  ir.ID
	// Pos, Func and Text are what people see: the place in the user's code, which for an instruction of a model is
	// the call of the model.
	Pos    source.Range
	Func   string
	Text   string
	Values []Value // what was read and written, in that order
	// Notes say what happened besides, and what would happen next: "frees malloc@a.c:12", "about to write n".
	Notes []string
	// Raw is what the instruction wrote to its registers, in the order of ir.Defs; for those who build inputs from a trace.
	Raw []ir.Const
	// Bytes is what a Fill with arbitrary bytes wrote, by the distance from its start, where that matters.
	Bytes map[uint64]byte
	// Fails marks the step at which a check fails.
	Fails bool
	// Visible says that the step is a visible operation of the program that was run.
	Visible bool
	// More is the number of visible operations of the thread that directly follow this one and that the trace does not name.
	More int
	// Stack is the calls that led here, outermost first, as places in the user's code.
	Stack []source.Range
	// Does is what a visible operation does, in a word or two: "read", "write", "lock", "start", ...
	Does string
	// Locks names what the thread holds where the step begins.
	Locks []string
	// From is the earlier steps that this one depends on: those that wrote what it uses, and those that decided that it is executed. Sorted.
	From []int
	// Atomic marks an access that is an atomic operation.
	Atomic bool
	// In is the call of a modelled function that the step is a part of; the steps of one call share it. Nil: the user's own code.
	In *Call
}

// Value is a variable or memory cell and what it held after the step.
type Value struct {
	Name  string
	Value string
	Write bool
	Was   string // what was read before it was written, of several steps taken together; empty: nothing
}

// Switches counts the context switches: neighbouring steps of different threads.
func (t Trace) Switches() int {
	n := 0
	for i := 1; i < len(t.Steps); i++ {
		if t.Steps[i].Thread != t.Steps[i-1].Thread {
			n++
		}
	}
	return n
}

// Map brings a trace of a pass's output back to a trace of its input.
type Map func(Trace) (Trace, error)

// Schedule is a thread number for each visible operation, in order.
type Schedule []int

// Inputs is everything an execution reads from outside.
type Inputs struct {
	// Havoc holds one queue per thread, in order of creation: the values of its havocs, of its reads of unwritten memory, of its unwritten registers, and of its
	// other free choices, in the order of execution.
	Havoc [][]ir.Const
	// External is the initial content of external memory, by address.
	External map[uint64]byte
	// Bases holds one queue per thread: the base addresses of its allocations. A queue that ends early means
	// that the interpreter chooses.
	Bases [][]uint64
}
