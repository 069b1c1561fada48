package verdict

// Verdict is one of the five words. The zero value is Unknown, so that nothing forgotten ever reads as safe.
type Verdict uint8

// The verdicts, weakest claim first.
const (
	Unknown Verdict = iota
	Bug
	Possible
	Bounded
	Proved
)

func (v Verdict) String() string {
	return [...]string{"UNKNOWN", "BUG", "POSSIBLE", "BOUNDED", "PROVED"}[v]
}

// Property is what is looked for.
type Property string

// The properties of the command line.
const (
	Assert   Property = "assert"
	Race     Property = "race"
	Deadlock Property = "deadlock"
	Memory   Property = "memory"
)

// Properties lists all properties in the order in which reports name them.
func Properties() []Property { return []Property{Assert, Race, Deadlock, Memory} }

// Kind is what a failure is about; the kinds of one property stand together.
type Kind string

// The kinds of failures.
const (
	KindAssert      Kind = "assert"
	KindRace        Kind = "race"
	KindDeadlock    Kind = "deadlock"
	KindNotHeld     Kind = "unlock-not-held"
	KindLockLeak    Kind = "lock-leak"
	KindNullDeref   Kind = "null-deref"
	KindUseFree     Kind = "use-after-free"
	KindDoubleFree  Kind = "double-free"
	KindOutOfBounds Kind = "out-of-bounds"
	KindInvalidFree Kind = "invalid-free"
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{KindAssert, KindRace, KindDeadlock, KindNotHeld, KindLockLeak, KindNullDeref, KindUseFree, KindDoubleFree, KindOutOfBounds, KindInvalidFree}
}

// Property tells which property a kind belongs to.
func (k Kind) Property() Property {
	switch k {
	case KindAssert:
		return Assert
	case KindRace:
		return Race
	case KindDeadlock, KindNotHeld, KindLockLeak:
		return Deadlock
	}
	return Memory
}

// IsMemory reports whether the kind is about an invalid access or free, which ends the process.
func (k Kind) IsMemory() bool {
	switch k {
	case KindNullDeref, KindUseFree, KindDoubleFree, KindOutOfBounds, KindInvalidFree:
		return true
	}
	return false
}

// IsMisuse reports whether the kind is about a lock that is used in a way that POSIX leaves undefined. The execution goes on after it.
func (k Kind) IsMisuse() bool { return k == KindNotHeld || k == KindLockLeak }

// Bounds is what an engine worked within. Zero means that the bound does not apply; so does nil, where zero is a bound.
type Bounds struct {
	Rounds  int
	Unwind  int
	Threads int // of one spawn in a loop of unknown length; in an answer only where it was hit
	// UnwindAll and ThreadsAll bound loops and spawns of known number too.
	UnwindAll  int
	ThreadsAll int
	TS         *int
	States     int
}
