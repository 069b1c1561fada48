// Package backend opens a solver by its name, as the command line gives it.
//
// Input: one of Names. Output: a solve.Solver, or an error that lists the names. Invariant: the list and what Open takes are the same.
// Not for code that needs a particular implementation: that imports it.
package backend
