// Package confirm makes a program out of a finding that fails every time, and runs it.
//
// Input: a finding with its trace, and the files of the program. Output: a Plan, which is what the trace says in the order of execution; the C text of a
// runtime that makes the user's program follow it; what came of running the two together.
// Invariant: the user's files are compiled as they are. Nothing of a program is run unless Run is called, and what it starts is gone when it returns.
// A finding is CONFIRMED only by what the execution itself shows: a failed assertion, a report of ThreadSanitizer, threads before
// accesses to the same bytes, an invalid access, threads asleep in their waits, all of it at the places of the finding.
// Not for: verdicts. A BUG was replayed in the interpreter (package replay) and stays one, confirmed or not.
package confirm
