package cfront

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Descriptors that get out of the models' sight. The models follow what is written to a pipe and read from it as long as they see all of that; a function that
// nothing defines may use any descriptor it was given, and return new ones, and dprintf, whose model does nothing, writes to one.

// losePipes calls a function of the models that makes pipes unknown, in programs that have pipes.
func (f *fn) losePipes(name string, args ...ir.Operand) {
	if !f.c.linked("pipe.c") {
		return
	}
	f.c.stub("pipe_ends.c")
	if s := f.c.symbols[name]; s != nil && s.fn != nil {
		f.emit(&ir.Call{Dst: ir.NoReg, Func: f.c.funcID(s), Args: args})
	}
}

// printsTo loses the pipe that a function with a format writes to.
func (f *fn) printsTo(name string, vals []value) {
	name = strings.TrimPrefix(name, "__builtin_")
	switch name {
	case "dprintf", "vdprintf", "__dprintf_chk", "__vdprintf_chk":
		if len(vals) > 0 {
			f.losePipes("__heddle_pipe_leak", f.convert(vals[0], tInt).op)
		}
	}
}
