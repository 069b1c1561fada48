// Package rounds finds every bug within K rounds of round-robin scheduling, symbolically.
//
// Method: the concurrent program is unfolded into bounded threads, their memory is split into regions, their synchronization
// becomes accesses to ghost memory, and one sequential program covers all their interleavings of K rounds
// (sequence.Lazy). That program becomes terms, each of its checks a question to the solver, and a model of a check the
// schedule and inputs of an execution, which the judge replays.
//
// Paper: STORM (Lahiri, Qadeer, Rakamarić, CAV 2009), section 2. Claim: BUG is replayed; BOUNDED covers all executions of at most
// K rounds and U unwindings; PROVED where no bound was hit and K rounds cover every schedule.
//
// Example, K = 2:
//
//	int x;                          thread 1:  x = 1;
//	main: spawn thread 1; assert(x == 0);
//
// Local part: main's load of x gives a guess v; the assertion fails if v != 0; thread 1 notes "store x, 1". Merge, round 1:
// main's load may run: then assume x == v, so v = 0. Thread 1's store may run. Round 2: main's load may run: x == v with
// x = 1. So the check fails with main's load in round 2 and thread 1's store in round 1: main | thread 1 | main.
//
// Limits: floats are exact circuits and slow; regions with many cells that are accessed at unknown addresses become arrays.
package rounds
