package transform

import "github.com/heddle-dev/heddle/internal/ir"

// Flat is a program whose threads call nothing: every function that a thread starts with has all that it calls inside.
type Flat struct {
	Program *ir.Program
	Roots   []ir.FuncID     // the functions that threads start with, the entry first; the bodies of all others are gone
	Origin  map[ir.ID]ir.ID // of every instruction, the one that it is a copy of
}
