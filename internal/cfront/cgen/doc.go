// Package cgen makes random C programs whose behaviour is defined, for comparing heddle with a compiler.
//
// Input: a seed. Output: a C program that folds everything it computes into the global checksum, prints it and
// returns a part of it.
// Invariant: the same seed gives the same program; no program divides by zero, leaves an array, shifts by the
// width or more, converts a float out of range, reads what was never written or depends on the order of
// evaluation. Signed arithmetic may wrap, so compilers need -fwrapv.
// Not for: concurrency, or programs of a given shape.
package cgen
