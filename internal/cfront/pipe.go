package cfront

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Descriptors that get out of the models' sight. The models follow what is written to a pipe and read from it as long as they see all
// of that; a function that nothing defines uses descriptors that it is given as numbers, and dprintf, whose model does nothing, writes to
// one. If it is hostile, such a function uses all others, too: programs learn by a pipe that another thread has come so far.

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

// usePipes is what an undefined function does with pipes: friendly ones leave those alone that they are not given.
func (f *fn) usePipes() {
	if !f.c.linked("pipe.c") {
		return
	}
	for _, p := range f.f.Params {
		if w := f.f.Regs[p].Width; int64(w) == 8*f.u.size(tInt) {
			f.losePipes("__heddle_pipe_leak", ir.R(p, w))
		}
	}
	end := f.newBlock("used")
	f.ifHostile(usesPipes, end)
	f.losePipes("__heddle_pipe_off")
	f.jump(end)
	f.begin(end)
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
