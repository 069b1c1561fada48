// Package check asks whether a proof proves something, by code that shares nothing with the engine that found it.
//
// Input: a program and a proof of one property (package proof). Output: the first obligation that does not hold, or none; an error where the proof is not about the program.
// Invariant: if every obligation holds, no execution of the program has such a failure. What the checker cannot follow is an obligation that fails.
// Not for: finding proofs, or telling why one is wrong.
//
// # The obligations
//
// A proof gives a condition I(t, p) on the shared state s and a thread's own state r, for each kind of threads t and each point p where one can stand; false where it names none. It is true of every
// execution that at any time every living thread of kind t at p, with own state r, has I(t, p)(s, r), if these hold:
//
//	start      the initial state is in I(main, entry)
//	steps      I(t, p)(s, r) and a step of the thread from p to q that makes (s', r')          =>  I(t, q)(s', r')
//	spawns     I(t, p)(s, r) and its step starts a thread u, with own state w and a new number  =>  I(u, entry)(s', w)
//	stable     I(t, p)(s, r), I(u, q)(s, w), two threads that may live at the same time,
//	           and a step of the second from q that makes s'                                    =>  I(t, p)(s', r)
//
// by induction over the execution: it is true at the start; the thread that takes a step keeps it by steps, every other one by stable, and a new one has it by spawns. Nothing is said about how many threads
// there are: stable is about any two of them. Then nothing fails, if
//
//	assertions I(t, p)(s, r) and a step from p in which an assertion fails                      =>  false
//	accesses   I(t, p)(s, r), I(u, q)(s, w), and the two stand before accesses that race        =>  false; if the proof is about one object, of that (object.go)
//	followed   I(t, p)(s, r) and a step from p that does something which is not followed        =>  false
//
// and what the proof says about others besides is true, if
//
//	covered    I(t, p)(s, r) and a step from p that changes the variable x                      =>  A(t, x)(s, r), false where the proof names none
//	arrays     rules hold of what arrays start with, and I(t, p)(s, r) and a step that writes v =>  the rules hold of v; reads assume them
//
// The functions of these names in check.go are the list. For example, of the hand-over by a flag in package proof, "stable" asks of produce at its store of data, with flag == 0, about the step of consume that sets flag to 0: it starts
// with flag == 1, which contradicts flag == 0.
//
// # What is trusted
//
// The front end; threads without calls (transform/inline); the split of memory into regions, which accesses are private, who lives where, and which accesses have different addresses (analysis, transform/pair); the solver, for which z3 or cvc5
// can be taken. What instructions do is written here once more (effect.go), apart from package encode. What is not followed gives anything when it is read, and stops nobody: docs/engines/modular.md says the same of the engine.
package check
