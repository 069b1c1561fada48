// Package lockset proves that threads do not race: whatever the schedule, the number of iterations and the number of threads.
//
// Input: a request for property race. Output: PROVED, or POSSIBLE with the pairs of accesses that are left, or UNKNOWN with the reason. Of property deadlock it lists circles in
// the order of locks (order.go), POSSIBLE, and proves nothing.
// Invariant: a pair that is not shown to be apart is possible. Why two threads are enough, and what may be forgotten, is argued in docs/engines/lockset.md.
// Not for: traces. The bounded engines look for an execution of what is left.
//
// # Method (WHOOP, ICCSW 2014)
//
// A race needs two threads. For each pair of kinds of threads there is one sequential program: their creator runs and chooses the two among the
// threads that it starts, then each runs on its own and stops before an access. What they read of memory that others may write is anything. If the bytes overlap, one
// writes, one is plain, and no lock is in both hands, the pair is possible. Loops are cut by invariants that are found by trying many.
package lockset
