// Package threads makes programs with fewer threads, or fewer paths to them: what a search for a race of two threads
// looks at.
//
// The harness of a driver starts every thread as it likes, at a branch of its own. Leaving out some of the threads,
// or of what they may do, gives a program with some of the executions, so what is found there is real.
//
// Input: a concurrent program whose harness starts threads at branches and in loops; which threads are wanted, how
// many, or on which path. Output: a program with fewer starts (keep.go, fewer.go), one in which all others go along a
// path (along.go), one with an assertion that fails where threads arrive or meet (meet.go), or one that watches some
// accesses alone (watch.go).
// Invariant: the input is untouched; instructions that stay keep their IDs, those that are new or copied have new
// ones, and Along says what the copies are copies of. Every execution of an output is one of its input, up to the
// copies and to what meet.go adds, and up to the process going on.
// Not for: deciding which threads lead where (package kinds of analysis), nor whether a race is real (engines).
package threads
