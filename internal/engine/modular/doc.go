// Package modular proves that no assertion fails and nothing races, one thread at a time: whatever the schedule, the number of iterations and the number of threads.
//
// Input: a request for assert or race. Output: PROVED, or UNKNOWN with the reason.
// Invariant: PROVED rests on an inductive family of sets of states, one per kind of thread and place, that every step of every other thread keeps. Why that covers all interleavings is
// argued in docs/engines/modular.md.
// Not for: traces, and proofs that need to know two threads' private state together.
//
// # Method (TAR, CAV 2003)
//
// Each kind of thread is a template: a graph of places, where threads can be switched out, and steps between them. Abstract states are a place and the truth of predicates over
// what is shared and what is the thread's own. A step of another thread is applied to a state of this one if the two agree about what is shared. The sets of states
// of all templates grow together from nothing. A failure that they do not exclude gives new predicates, and everything begins anew. For example, with an atomic flag
//
//	produce: while (flag != 0) ;  data = 1;  flag = 1;
//	consume: while (flag != 1) ;  use(data); flag = 0;
//
// two predicates, flag == 0 and flag == 1, are enough: where produce writes data and flag, flag is 0, so no step of consume but the load of its loop can be taken there.
package modular
