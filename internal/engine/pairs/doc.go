// Package pairs decides the races of a driver pair by pair of its kinds of threads.
//
// Input: the program of a driver with the harness that starts its entry points, the engines that look at programs of
// a pair, and a function that asks them and replays what they find. Output: what is known of each pair, which engines
// found what, and one claim about all pairs; it is told whenever more is known.
// Invariant: a BUG of a pair is an execution that was replayed in a program of the pair, which has some of the
// executions of the driver. PROVED is what the proving engine says of the driver as a whole. BOUNDED is said only
// where an execution is known in which both threads of the pair run, and nothing of code that no execution comes to.
// Not for: programs without a harness of entry points, other properties than race, and choosing engines (package run
// wires them).
//
// # Method
//
// Executions of all entry points at once come first (together.go), then proofs on the whole driver. A pair that is
// left open is looked at in programs of its own, in which its threads are started and no others but those that lead
// to them (package threads of transform): random executions of every pair, then a solver at the least bounds at which
// both threads run (routes.go, meet.go), on one way to each, and then more bounds and more ways (look.go). Every pair
// gets something before any gets much. No paper; the parts are those of the engines.
//
// Claim: see Invariant. Limits: the work; four ways to each kind of threads; a program of a pair has one thread of a
// kind at each place that starts any number, two where the pair is of one kind, so what is found absent there is at
// most BOUNDED.
//
// A worked example, a driver with the entry points open, read and write, and probe that registers them:
//
//	probe: n = 0; register(open, read, write);      pairs: open open, open read, open write, read read, ...
//	open:  lock(m); n++; unlock(m);
//	read:  lock(m); copy(n); unlock(m);             together: a walk holds write before n = 0 while another write
//	write: n = 0;                                   comes there: a race of write and write, replayed
//
// The proofs show open and read apart by m, of themselves and of each other. What is left is open and write, and read
// and write. Walks of the program of each pair (probe, and one thread of the two) show both races. Had they not, the
// engine rounds would be asked at which bounds read and write run in one execution (1 round, 1 iteration), and for a
// race at these.
package pairs
