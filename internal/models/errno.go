package models

// The error number. A function of the library that fails leaves one, and one that does not may leave any, too, where its description says nothing of it (C11 7.5p3, POSIX 2.3). Most models of calls of
// the system say which; those here do not, and their callers find anything in errno afterwards.

// ErrnoUser is the stub file that is linked for programs that look at errno, and ErrnoLeft its function, which puts a value there.
const (
	ErrnoUser     = "errno_any.c"
	ErrnoLeft     = "__heddle_errno_left"
	ErrnoLocation = "__errno_location"
)

// LeavesErrno reports a function that may leave something in errno of which its model says nothing.
func (f Function) LeavesErrno() bool {
	switch f.Kind {
	case KindStub:
		switch f.File {
		case "stdio.c", "wide_io.c", "scan.c", "walk.c", "locale.c", "gettext.c":
			return true
		case "alloc.c":
			return f.Name != "free" // programs free on the way out of an error, and C libraries see to it
		}
		return false
	case KindHavoc, KindLine:
		switch f.Group {
		case streams, fileDescriptors, clocks, signals, sockets, process, cLines, posixLines:
			return true
		}
	}
	return false
}
