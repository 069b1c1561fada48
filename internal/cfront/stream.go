package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// Streams that are null, as fopen gives them for a file that is not there, and streams that were closed. The models of <stdio.h> do not look into a stream; the
// real functions do, so one byte of it is read here, before the call: atomically, since they lock the stream, and fclose, which frees it, must still come after.
// If the program closes no stream, only a null one is read, and any other costs no access.

// streamArgs is which argument of a function is its stream. fflush takes a null one.
var streamArgs = map[string]int{
	"fclose": 0, "pclose": 0, "freopen": 2, "fflush": 0, "feof": 0, "ferror": 0, "clearerr": 0, "fileno": 0, "rewind": 0,
	"fseek": 0, "fseeko": 0, "ftell": 0, "ftello": 0, "fsetpos": 0, "fgetpos": 0, "setbuf": 0, "setvbuf": 0, "setlinebuf": 0,
	"fprintf": 0, "vfprintf": 0, "__fprintf_chk": 0, "__vfprintf_chk": 0, "fwprintf": 0, "fputwc": 1, "fgetwc": 0,
	"fputs": 1, "fputc": 1, "putc": 1, "putc_unlocked": 1, "_IO_putc": 1, "ungetc": 1, "fwrite": 3,
	"fgetc": 0, "getc": 0, "getc_unlocked": 0, "_IO_getc": 0, "fgets": 2, "__fgets_chk": 3, "fread": 3, "__fread_chk": 4,
	"getline": 2, "getdelim": 3,
	"fgetws": 2, "fputws": 1, "getwc": 0, "putwc": 1, "ungetwc": 1, "fwide": 0,
	"fscanf": 0, "vfscanf": 0, "__isoc99_fscanf": 0, "__isoc23_fscanf": 0,
}

// streamArg is which argument of a function is its stream, by any of its names.
func streamArg(name string) (int, bool) {
	name = strings.TrimPrefix(name, "__builtin_")
	if i, ok := streamArgs[name]; ok {
		return i, true
	}
	m, ok := models.Lookup(name)
	if !ok || m.Alias == "" {
		return 0, false
	}
	i, ok := streamArgs[m.Alias]
	return i, ok
}

// usesStream reads the stream of a call of a model. Operand gives the arguments.
func (f *fn) usesStream(name string, n int, operand func(i int) ir.Operand) {
	i, ok := streamArg(name)
	if !ok || i >= n || f.u.model {
		return
	}
	p := operand(i)
	if p.Kind == ir.KindGlobal || p.Width != f.c.pw {
		return
	}
	flushes := strings.HasPrefix(name, "fflush")
	closable := f.c.linked("closing.c") && !closesStream(name) // which look at what they free, unless it is null
	if flushes && !closable {
		return
	}
	read := &ir.Load{Dst: f.newReg(8, "", ir.ShowSigned), Mem: ir.Mem{Addr: p, Size: 1, Name: "the stream of " + name, Mark: ir.MarkAtomic}}
	if closable && !flushes {
		f.emit(read)
		return
	}
	some, done := f.newBlock("readstream"), f.newBlock("stream")
	op := ir.Eq
	if flushes {
		op = ir.Ne
	}
	f.branch(f.binary(op, p, ir.K(f.c.pw, 0)), some, done)
	f.begin(some)
	f.emit(read)
	f.jump(done)
	f.begin(done)
}

// handsOutStream notes that a function of streams may be called through a pointer, where nothing looks at the stream. fclose itself does.
func (f *fn) handsOutStream(n cc.Node, s *symbol) {
	if _, ok := streamArg(s.name); !ok || f.u.model || s.fn != nil && s.unit.stub == "" || closesStream(s.name) || !f.c.linked("closing.c") {
		return
	}
	f.c.assume(posOf(n), s.name+": called through a pointer, it is given a stream that is open", true)
}

func closesStream(name string) bool { return name == "fclose" || name == "pclose" }
