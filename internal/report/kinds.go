package report

import "github.com/heddle-dev/heddle/internal/verdict"

// kinds says what the kinds of failures are, for formats that describe what they report, and for people.
var kinds = map[verdict.Kind]struct {
	what, means string
	do          []string
	more        string
}{
	verdict.KindAssert: {
		"assertion failure", "An assertion is false in the execution that is shown.",
		[]string{"follow the values of the condition upwards: where was each written last, and by which thread?", "look for an interrupted line (`x++; ...`) or a check that another thread makes false before it is relied on"},
		"docs/semantics.md",
	},
	verdict.KindRace: {
		"data race", "Two threads are about to access the same memory at the same time, one of them writes, and one of the accesses is not atomic.",
		[]string{
			"see which locks the two threads hold: take the same lock around both accesses",
			"or make both atomic (`_Atomic`, `atomic_load`, `READ_ONCE`), if no other data depends on them",
			"or order them: start the thread later, or join it before",
			"if it is meant to be, write `/* heddle: benign reason */` on the line of the access",
		},
		"docs/semantics.md",
	},
	verdict.KindDeadlock: {
		"deadlock", "Threads wait for one another, and none can go on.",
		[]string{"take locks in the same order everywhere", "do not wait (join, condition, semaphore) while holding a lock that the other thread needs to get there", "see that every wait is answered: a signal that comes before the wait is lost"},
		"docs/semantics.md",
	},
	verdict.KindNotHeld: {
		"unlock of a lock that is not held", "A thread lets go a lock that it does not hold.",
		[]string{"look for a path that unlocks twice, or that did not lock: an early exit, a failed trylock", "a lock belongs to the thread that took it: another must not release it"},
		"docs/semantics.md",
	},
	verdict.KindLockLeak: {
		"lock never released", "A thread ends while it holds a lock.",
		[]string{"look for a return or an exit of the thread between lock and unlock; error paths are the usual ones"},
		"docs/semantics.md",
	},
	verdict.KindNullDeref: {
		"null pointer dereference", "An access goes through a null pointer, or to an address close to it.",
		[]string{"see where the pointer got its value: was it cleared by another thread after it was checked?", "check and use it under one lock, or use a copy of it"},
		"docs/semantics.md",
	},
	verdict.KindUseFree: {
		"use after free", "An access goes to memory that was freed, or to a variable whose life is over.",
		[]string{"the report says where it was allocated and freed: nothing keeps the other thread from using it by then", "join the thread before, count references, or clear the pointer under the lock under which it is used"},
		"docs/semantics.md",
	},
	verdict.KindDoubleFree: {
		"double free", "Memory is freed that was freed before.",
		[]string{"decide which thread owns it, or set the pointer to null under a lock where it is freed"},
		"docs/semantics.md",
	},
	verdict.KindOutOfBounds: {
		"access out of bounds", "An access goes outside of every object.",
		[]string{"follow the index or the pointer upwards: was it changed by another thread after it was checked?", "check it and use it under one lock"},
		"docs/semantics.md",
	},
	verdict.KindInvalidFree: {
		"invalid free", "What is freed was not allocated, or is not the start of an allocation.",
		[]string{"free the pointer that malloc gave, and keep that one if another moves through the memory"},
		"docs/semantics.md",
	},
}
