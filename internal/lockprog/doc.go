// Package lockprog makes small concurrent C programs about what keeps threads apart: random ones (Make), and those that come of another program when
// one lock, unlock or join is left out (Mutants).
//
// Input: a list of choices, random bytes; or a C program. Output: C.
// Invariant: the same input gives the same programs; fewer or smaller choices give a smaller program. A mutant has the lines of its original.
// Not for: saying what is true of the programs. They are small enough for engine explore to say it.
package lockprog
