package transform

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Flat is a program whose threads call nothing: every function that a thread starts with has all that it calls inside.
type Flat struct {
	Program *ir.Program
	Roots   []ir.FuncID      // the functions that threads start with, the entry first; the bodies of all others are gone
	Origin  map[ir.ID]ir.ID  // of every instruction, the one that it is a copy of
	Frames  map[ir.ID]*Frame // of every instruction, the call that it belongs to, in the user's code
}

// Frame is a call of a function of the user's.
type Frame struct {
	Func   string
	At     source.Range // of the call
	Caller *Frame       // nil: the thread starts with it
}
