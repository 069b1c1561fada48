// Package passtest holds passes to golden files.
//
// Input: archives in a folder testdata of the pass's package, with a program and options. Output: the test fails where the pass gives another program
// than the archive says; -update rewrites the archives.
// Invariant: what a pass gives is a program that ircheck accepts.
// Not for: whether a pass is right, which comparisons with the interpreter show.
package passtest
