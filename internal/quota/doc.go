// Package quota watches what a process holds of memory, for the jobs that share it.
//
// Input: a limit, and what holds the memory: the process, or a stand-in of a test. Output: turns of jobs end near the
// limit, and jobs at the limit, with a cause that says so.
// Invariant: only Process changes the runtime, and the owner of the process calls it once. A job that is told of no
// quota is left alone, whatever else the process holds.
// Not for: what a solver or a search may use by itself; each counts its own.
package quota
