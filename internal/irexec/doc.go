// Package irexec runs a program: under one given schedule (Run), to its end under a fixed scheduler (Simulate), or under
// all schedules and inputs (Explore). It is the oracle that every engine is compared with and the judge of every trace.
//
// Input: an ir.Program, a schedule and inputs or the limits of an exploration. Output: how an execution ended and its
// trace; all failures that were reached, with schedules that Run confirms.
// Invariant: Run and Explore share the machine (files machine.go to step.go) and nothing with package encode. A state is
// a function of the schedule and the inputs alone.
// Not for: verdicts (package engine/explore makes them) or big programs: states are explicit.
//
// # Granularity
//
// A thread's step is one visible operation and everything invisible after it, up to the next visible operation. The part
// of a new thread before its first visible operation runs as part of the Spawn; if it fails, the failure waits until the
// thread is scheduled, because it could as well happen later. For the same reason a check that fails (or an operation that
// is invalid) behind the visible operation of a step waits until its thread is scheduled again; in Run the thread of the last entry goes on into
// it. An atomic section is one step; if it blocks anywhere inside, it does not begin.
//
// # Inputs
//
// Each thread has one queue of values. One value is taken, in the order of execution, by: a Havoc (of the register's
// width); the first read of a register that was never written (its width); a read of memory with unwritten bytes (the width of the access; only those bytes
// take it); a weak CAS whose comparison succeeds (1 bit, 1 is success); a
// Signal that has two or more waiters to choose from (32 bits, the index among the waiters in order of thread number,
// modulo their number); a timed Wake without a signal (1 bit, 1 is the timeout, 0 a spurious wakeup). Nothing is taken for
// a timed Lock, Down or Join: scheduled while it would block, it times out. External memory that is read for the first time takes its
// bytes from Inputs.External. A queue that ends early gives zeros.
//
// Explore chooses these values later, when something looks at them (symbol.go); the inputs of a failure have them where they were made.
package irexec
