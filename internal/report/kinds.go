package report

import "github.com/heddle-dev/heddle/internal/verdict"

// kinds says what the kinds of failures are, for formats that describe what they report.
var kinds = map[verdict.Kind]struct{ what, means string }{
	verdict.KindAssert:      {"assertion failure", "An assertion is false in the execution that is shown."},
	verdict.KindRace:        {"data race", "Two threads are about to access the same memory at the same time, one of them writes, and one of the accesses is not atomic."},
	verdict.KindDeadlock:    {"deadlock", "Threads wait for one another, and none can go on."},
	verdict.KindNotHeld:     {"unlock of a lock that is not held", "A thread lets go a lock that it does not hold."},
	verdict.KindLockLeak:    {"lock never released", "A thread ends while it holds a lock."},
	verdict.KindNullDeref:   {"null pointer dereference", "An access goes through a null pointer, or to an address close to it."},
	verdict.KindUseFree:     {"use after free", "An access goes to memory that was freed, or to a variable whose life is over."},
	verdict.KindDoubleFree:  {"double free", "Memory is freed that was freed before."},
	verdict.KindOutOfBounds: {"access out of bounds", "An access goes outside of every object."},
	verdict.KindInvalidFree: {"invalid free", "What is freed was not allocated, or is not the start of an allocation."},
}
