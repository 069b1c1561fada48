// Package ctruth writes small random concurrent C programs together with their truth: whether an assertion can fail, and whether
// there is a data race. The truth is computed by an evaluator of its own, which shares nothing with heddle: not the front end, not
// the IR, not the interpreter. So it convicts what they all get wrong in the same way.
//
// Input: a list of choices, random bytes. Output: C, and the truth.
// Invariant: the same choices give the same program; fewer or smaller choices give a smaller one, which is how failures are cut down.
// Every variable is an unsigned char that is copied and compared with 0 to 3, never computed with, so that one more value
// stands for all others, and "anything" is five values.
// Not for: programs of any size, or C that a person would write.
//
// The programs are about what front ends get wrong: declarations that a jump passes over, variables of the iteration before,
// copies and fills of memory, functions that nobody defines, and callbacks handed to them.
package ctruth
