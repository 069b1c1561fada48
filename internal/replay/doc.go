// Package replay is the judge: a finding is a BUG only if its schedule and inputs, run in the interpreter, show the same
// kind of failure at the same place.
//
// Input: the program as lowered from C, never a transformed one, and a finding. Output: the finding with Replayed set and
// the trace of that run, or an error that says how the run differs. A finding with many switches may get an execution with fewer.
// Invariant: Replayed is set here and nowhere else.
// Not for: repairing traces. A finding that does not replay is a defect of the engine that made it.
package replay
