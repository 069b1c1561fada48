// Package diag is what heddle says to people about their input.
//
// Input: a summary, a detail that says what to do next, and a range.
// Output: diagnostics as values, printed in one form everywhere.
// Invariant: a Diagnostic is about the user's input; problems of the environment are wrapped errors.
// Not for: findings (package engine) and broken invariants (those panic).
package diag
