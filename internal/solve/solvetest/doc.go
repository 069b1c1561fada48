// Package solvetest has what the tests of all solvers share: random terms, random incremental sessions, and an oracle that tries every
// assignment.
//
// Input: a seed. Output: a Session, or an error that says how a solver disagreed with the oracle or with itself.
// Invariant: the same seed gives the same terms and the same questions. Not for anything but tests.
package solvetest
