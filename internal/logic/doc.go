// Package logic is the language in which every question about a program ends: terms over Booleans, bit-vectors of any
// width, and arrays from bit-vectors to bit-vectors. IEEE floats are bit-vectors too; their operations are circuits
// made of the same terms.
//
// Input: calls of the constructors of a [Builder] (or SMT-LIB 2 text, through [ParseSMTLIB]).
// Output: a [Term], a small handle that is equal (==) to another of the same builder exactly when both denote the same
// node; its shape through [Builder.Kind], [Builder.Args], [Builder.Sort]; its value under an assignment through
// [Builder.Eval]; its text through [Printer].
//
// Invariants:
//   - A term is well sorted; a constructor given ill-sorted arguments panics (the caller's bug, not the user's).
//   - Arguments have smaller handles than the term itself, so handles are a topological order of the DAG.
//   - Only the kinds listed in kind.go exist. Every other operation is defined by them (Or by And and Not, Sub by Add
//     and Neg, SDiv by UDiv and Ite, ...), so a consumer needs to handle nothing else.
//   - Simplification keeps the value of a term under every assignment. With [Options].NoSimplify nothing is rewritten,
//     which is what the tests compare with.
//   - Nothing here recurses over the depth of a term: terms a million levels deep are fine.
//   - The only inexact thing is a float operation above [Options].MaxFloatSig: it becomes a fresh variable, and
//     [Builder.Approximated] is true for every term that contains it.
//
// What it is not for: it decides nothing (see solve), and it knows nothing of programs (see encode). A Builder is not
// safe for use by several goroutines at once.
package logic
