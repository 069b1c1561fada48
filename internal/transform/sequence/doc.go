// Package sequence makes one sequential program of lowered threads: lazy and eager for rounds of all threads, balanced for threads on one stack.
//
// Input: Bounded threads without synchronization but sections. Output: a Bounded sequential program whose checks fail exactly if some schedule of the
// kind fails them; the way back from its traces to executions of the threads.
// Invariant: the three have the code of the threads, the steps (steps.go), the notes for the way back, checks for races and the judgement of deadlocks in
// common; they differ in how steps become an order (turns.go, eager.go).
// Not for: which bounds to try and what answers add up to, which is what engines are about.
package sequence
