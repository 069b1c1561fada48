// Package cfront lowers C to the concurrent program of package ir, and links several files and the models they need
// into one program.
//
// Input: C files with their compiler flags. Output: a program in which every access to memory, every conversion and every
// way in and out of a scope is explicit, the assumptions it rests on, and the constructs that could not be lowered.
// Invariant: the program passes ircheck; it means what gcc would make of the files on the same data model, except where it
// stops at an Unsupported instruction with a place and a reason. Nothing is dropped in silence. Equal input gives
// an equal program.
// Not for: parsing and layout (packages cparse and layout below this one); deciding who runs in parallel (harness).
//
// # Reading order
//
// compile.go drives; link.go says what a name means; func.go, stmt.go, expr.go, lvalue.go, convert.go are the heart; scope.go
// and finish.go say when objects begin and end; assemble.go makes the program of what was lowered.
package cfront
