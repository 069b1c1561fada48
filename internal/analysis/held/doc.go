// Package held finds what surely is at each instruction of a thread without calls: the locks in its hands, and which of the threads that it
// starts itself do not live.
//
// Input: a function without calls of a program whose memory is split, and what is known of its memory. Output: for every access and every operation on a lock the address, if that is a
// base and a constant, and the facts that hold before it.
// Invariant: in doubt a lock is not held, and a thread lives. An address is the same as another only if base and constant are.
// Not for: locks that are held on some paths, elements of arrays, threads that are started in loops. Package transform/pair follows those.
//
// # Method
//
// Two data-flow analyses, forward, of facts that hold on all paths. The first follows addresses: which register is another one plus a constant, and has been since
// neither was written. The second follows locks by these addresses. A lock that is released through an address that is not known to be another one is gone.
//
// A lock by its address serves in two ways: as a constant, which is one and the same in all threads, or by its distance to the bytes that are accessed, which makes a
// lock in a struct the same one for two threads that access the same struct.
package held
