// Package extern lets functions that nothing defines do all that they could: what proofs about the rest of the program start from.
//
// Input: a program with functions marked Unknown. Output: one in which they know everything that they were ever given and all that it leads to, read and write it at
// any time, in threads of their own too, and call the functions among it; their results are any of it. Everything is said in ordinary instructions.
// Invariant: every execution of the program, whatever those functions do with what they are given, is one of the output up to what is inside of them.
// Not for: findings. What such a function really does is not known, so an execution of the output shows nothing.
package extern
