// Package pair makes the sequential program of two threads of any number: what the proofs of race freedom ask about.
//
// Input: threads without calls (transform.Flat), their memory split; which two kinds of threads; which locks exclude anybody, and which regions do not race. Output: an
// acyclic program whose checks fail if two accesses could race, with what is tried as invariants of its loops.
// Invariant: every execution of the threads is one of the program, up to the two accesses: what is not followed is anything. docs/engines/lockset.md has the argument.
// Not for: executions. A failing check is a suspicion, and has no way back to a schedule.
package pair
