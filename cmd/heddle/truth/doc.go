// Package truth asks heddle about programs that say at their top what is true of them, and holds answers to that.
//
// Input: C files with the truth in comments (CONTRIBUTING.md has the form). Output: failures of a test, which tell an
// answer that is wrong from one that is honest but weaker.
// Invariant: a program is compiled once for all that is asked about it.
// Not for: which programs and questions there are. The tests in cmd/heddle/programs and cmd/heddle/drivers say that.
package truth
