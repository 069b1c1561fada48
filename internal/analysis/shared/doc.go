// Package shared finds the objects that only one thread can reach.
//
// Input: a program that ircheck accepts. Output: for each allocation and global whether it is private to the thread that
// made or uses it, and, as verdict.Facts, the accesses that touch private objects only.
// Invariant: sound for every execution without invalid operations; the argument stands in shared.go. Linear passes over
// the program plus a worklist over registers, deterministic.
// Not for: alias questions between accesses of one thread (that is pointsto), or what may run in parallel (mhp).
package shared
