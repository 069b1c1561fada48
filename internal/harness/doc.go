// Package harness says who runs at the same time in a program that does not start at main, and in which order: data, for cfront to lower.
//
// Input: names of functions, from the command line or from a platform that found them. Output: a Spec. Invariant: a Spec that Validate accepts says something
// with each of its fields; what its names mean is known to cfront alone, which refuses those that no file defines. Not for: finding entry points in the code, which
// takes its data flow and so stands above analysis; what a call in the program enables in the middle of a function, which takes a model of that call.
package harness
