// Package irgen writes small random programs for differential tests, and makes the ones that fail smaller.
//
// Input: a seed and what the program may contain. Output: the text form of a program that ircheck accepts, in which every
// instruction has a position of its own, so that failures can be compared by place.
// Invariant: the same seed gives the same program. State spaces are small: inputs are at most two bits wide, and memory
// starts with known content unless an option says otherwise.
// Not for: programs that a person wrote (testdata) or C (package cgen).
package irgen
