// Package kinds says of the kinds of threads of a program who starts whom, on which ways, and where they arrive.
//
// A kind of threads is all that start with one function; the program's first function is one. The harness of a driver
// starts many, each at a branch of its own, and these start others.
//
// Input: a program as lowered from C, or one made of it; some questions are about an execution of it, too. Output:
// who starts whom, the shortest ways on which a kind is started, where its threads arrive in code that the harness
// does not have, and what the threads of each kind did in an execution.
// Invariant: a start that some execution makes is listed: calls through pointers count with all their candidates.
// That a start is listed does not mean that an execution makes it.
// Not for: what threads access, and who lives where (package pair of transform), nor for programs with fewer of them
// (package threads of transform).
package kinds
