// Package run does one job from C files to a report: front end, engines, judge, within limits of time and memory.
// What belongs to the process as a whole, it leaves alone: jobs run side by side.
//
// Input: a Job. Output: a report, or an error that is the user's (diag.List) or the environment's.
// Invariant: whatever happens inside, a report says UNKNOWN with a reason rather than anything stronger; a BUG is
// in the report only if it was replayed.
// Not for: flags, environment, exit codes (package cli in cmd/heddle).
package run
