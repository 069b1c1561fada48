package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// Streams that are null, as fopen gives them for a file that is not there, and streams that were closed. The models of <stdio.h> do not look into a stream; the
// real functions do, so one byte of it is read here, before the call: atomically, since they lock the stream, and fclose, which frees it, must still come after.
// If the program closes no stream, only a null one is read, and any other costs no access. If it uses a stream without its lock (unlocked.c), plainly, all other uses of
// streams are written down: they happen in a step of their own, and race with that.

// streamArgs is which argument of a function is its stream. fflush takes a null one.
var streamArgs = map[string]int{
	"fclose": 0, "pclose": 0, "freopen": 2, "fflush": 0, "feof": 0, "ferror": 0, "clearerr": 0, "fileno": 0, "rewind": 0,
	"fseek": 0, "fseeko": 0, "ftell": 0, "ftello": 0, "fsetpos": 0, "fgetpos": 0, "setbuf": 0, "setvbuf": 0, "setlinebuf": 0,
	"fprintf": 0, "vfprintf": 0, "__fprintf_chk": 0, "__vfprintf_chk": 0, "fwprintf": 0, "fputwc": 1, "fgetwc": 0,
	"fputs": 1, "fputc": 1, "putc": 1, "_IO_putc": 1, "ungetc": 1, "fwrite": 3,
	"fgetc": 0, "getc": 0, "_IO_getc": 0, "fgets": 2, "__fgets_chk": 3, "fread": 3, "__fread_chk": 4,
	"getline": 2, "getdelim": 3,
	"fgetws": 2, "fputws": 1, "getwc": 0, "putwc": 1, "ungetwc": 1, "fwide": 0,
	"fscanf": 0, "vfscanf": 0, "__isoc99_fscanf": 0, "__isoc23_fscanf": 0,
}

// standardStreams is which stream a function uses that is given none.
var standardStreams = map[string]string{
	"getchar": "stdin", "getwchar": "stdin", "scanf": "stdin", "vscanf": "stdin", "__isoc99_scanf": "stdin", "__isoc23_scanf": "stdin",
	"putchar": "stdout", "putwchar": "stdout", "puts": "stdout", "printf": "stdout", "vprintf": "stdout", "__printf_chk": "stdout", "__vprintf_chk": "stdout", "wprintf": "stdout", "vwprintf": "stdout",
	"perror": "stderr", "warn": "stderr", "warnx": "stderr", "vwarn": "stderr", "vwarnx": "stderr", "err": "stderr", "errx": "stderr", "verr": "stderr", "verrx": "stderr",
	"herror": "stderr", "psignal": "stderr", "psiginfo": "stderr",
}

// asksStream are the functions that only look at the state of a stream.
var asksStream = map[string]bool{"feof": true, "ferror": true, "fileno": true}

// byName looks a function of streams up by any of its names.
func byName[T any](list map[string]T, name string) (T, bool) {
	name = strings.TrimPrefix(name, "__builtin_")
	if v, ok := list[name]; ok {
		return v, true
	}
	m, _ := models.Lookup(name)
	v, ok := list[m.Alias]
	return v, ok
}

// streamArg is which argument of a function is its stream.
func streamArg(name string) (int, bool) { return byName(streamArgs, name) }

// usesStream reads the stream of a call of a model. Operand gives the arguments.
func (f *fn) usesStream(name string, n int, operand func(i int) ir.Operand) {
	if f.u.model {
		return
	}
	i, ok := streamArg(name)
	if !ok {
		if which, ok := byName(standardStreams, name); ok && f.c.linked("unlocked.c") {
			f.c.stub("streams.c")
			f.besideUnlocked(name, ir.G(f.c.global(f.c.symbols["__heddle_"+which]), 0, f.c.pw))
		}
		return
	}
	if i >= n {
		return
	}
	p := operand(i)
	if p.Width != f.c.pw {
		return
	}
	flushes := strings.HasPrefix(name, "fflush")
	if !closesStream(name) && f.c.linked("unlocked.c") {
		if !flushes {
			f.besideUnlocked(name, p)
			return
		}
		some, done := f.newBlock("readstream"), f.newBlock("stream")
		f.branch(f.binary(ir.Ne, p, ir.K(f.c.pw, 0)), some, done)
		f.begin(some)
		f.besideUnlocked(name, p)
		f.jump(done)
		f.begin(done)
		return
	}
	closable := f.c.linked("closing.c") && !closesStream(name) // which look at what they free, unless it is null
	if p.Kind == ir.KindGlobal || flushes && !closable {
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

// besideUnlocked uses a stream in a step of its own.
func (f *fn) besideUnlocked(name string, p ir.Operand) {
	m := ir.Mem{Addr: p, Size: 1, Name: "the stream of " + name, Show: ir.ShowSigned}
	old := f.newReg(8, "", ir.ShowSigned)
	f.emit(&ir.AtomicBegin{})
	f.emit(&ir.Load{Dst: old, Mem: m})
	if asks, _ := byName(asksStream, name); !asks {
		f.emit(&ir.Store{Mem: m, Val: ir.R(old, 8)})
	}
	f.emit(&ir.AtomicEnd{})
}

// handsOutStream notes that a function of streams may be called through a pointer, where nothing looks at the stream. fclose itself does.
func (f *fn) handsOutStream(n cc.Node, s *symbol) {
	_, given := streamArg(s.name)
	_, standard := byName(standardStreams, s.name)
	if !given && !standard || f.u.model || s.fn != nil && s.unit.stub == "" || closesStream(s.name) {
		return
	}
	if given && f.c.linked("closing.c") {
		f.c.assume(posOf(n), s.name+": called through a pointer, it is given a stream that is open", true)
	}
	if f.c.linked("unlocked.c") {
		text := s.name + ": called through a pointer, its stream is not used without a lock at the same time"
		f.c.uncovered(posOf(n), text) // nothing looks at the stream there, so nothing is bounded either
	}
}

func closesStream(name string) bool { return name == "fclose" || name == "pclose" }
