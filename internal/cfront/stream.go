package cfront

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Streams that are null, as fopen gives them for a file that is not there. The models of <stdio.h> do not look into a stream; the real functions
// do, so a null one is read here, before the call. A stream that is not null costs no access: nothing but its address is looked at.

// streamArgs is which argument of a function is its stream. fflush takes a null one.
var streamArgs = map[string]int{
	"fclose": 0, "pclose": 0, "feof": 0, "ferror": 0, "clearerr": 0, "fileno": 0, "rewind": 0,
	"fseek": 0, "fseeko": 0, "ftell": 0, "ftello": 0, "fsetpos": 0, "fgetpos": 0, "setbuf": 0, "setvbuf": 0, "setlinebuf": 0,
	"fprintf": 0, "vfprintf": 0, "__fprintf_chk": 0, "__vfprintf_chk": 0, "fwprintf": 0,
	"fputs": 1, "fputc": 1, "putc": 1, "putc_unlocked": 1, "_IO_putc": 1, "ungetc": 1, "fwrite": 3,
	"fgetc": 0, "getc": 0, "getc_unlocked": 0, "_IO_getc": 0, "fgets": 2, "__fgets_chk": 3, "fread": 3, "__fread_chk": 4,
	"getline": 2, "getdelim": 3,
	"fscanf": 0, "vfscanf": 0, "__isoc99_fscanf": 0, "__isoc23_fscanf": 0,
}

// usesStream reads the stream of a call of a model if it is null. Operand gives the arguments.
func (f *fn) usesStream(name string, n int, operand func(i int) ir.Operand) {
	i, ok := streamArgs[strings.TrimPrefix(name, "__builtin_")]
	if !ok || i >= n || f.u.model {
		return
	}
	p := operand(i)
	if p.Kind == ir.KindGlobal || p.Width != f.c.pw {
		return
	}
	null, done := f.newBlock("nostream"), f.newBlock("stream")
	f.branch(f.binary(ir.Eq, p, ir.K(f.c.pw, 0)), null, done)
	f.begin(null)
	f.emit(&ir.Load{Dst: f.newReg(8, "", ir.ShowSigned), Mem: ir.Mem{Addr: p, Size: 1, Name: "the stream of " + name}})
	f.jump(done)
	f.begin(done)
}
