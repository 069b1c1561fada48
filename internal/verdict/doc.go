// Package verdict is the words in which every stage from the interpreter to the report speaks of questions and answers.
//
// Input: nothing. Output: types. A [Question] asks whether a program has a [Property]; a [Failure] is something that goes wrong at a place, a
// [Finding] a failure with the execution that shows it, a [Claim] what is said about a property as a whole, within [Bounds].
// Invariants: the zero [Verdict] is Unknown, so that nothing forgotten reads as safe; two failures are the same if their Keys are, and nothing else
// decides that; claims are merged in merge.go alone.
// Not for: how an answer is found (package engine and below) or printed (package report).
package verdict
