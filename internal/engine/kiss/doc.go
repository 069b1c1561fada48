// Package kiss finds assertion failures and races on balanced schedules: threads run on one stack.
//
// Method: a thread that is created waits in a set ts of at most N until it is started, at any point of any thread that runs; it then runs on top of
// that thread and may end anywhere. If ts is full it is started at once. The sequential program that covers all of that
// (sequence.Balanced) becomes terms, each check a question to the solver, and a model the schedule and inputs of an
// execution, which the judge replays. Races are looked for one region of memory at a time, several at once.
//
// Paper: KISS (Qadeer, Wu, PLDI 2004), sections 4 and 5. Claim: BUG is replayed; BOUNDED covers all balanced executions with ts = N and U unwindings. With two
// threads and N >= 1 these are all executions of at most two context switches, and more. Never PROVED.
//
// Example, ts = 0:
//
//	int x;                          thread 1:  x = 1; x = 2;
//	main: spawn thread 1; assert(x != 1);
//
// Thread 1 runs where it is created: its two stores come between the creation and main's load. It may stop between them, and then
// main reads 1: main | thread 1 | main. With ts = 0 it could not run after main's load.
//
// Limits: schedules that are not balanced, such as main | thread 1 | main | thread 1, are out of reach whatever ts is; deadlocks are not decided.
package kiss
