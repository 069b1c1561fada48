// Package budget counts work, and ends what has spent its part.
//
// Input: what engines, solvers and passes say they did. Output: a clock of work, the same on every machine, and contexts that end
// when it reaches a number.
// Invariant: the clock moves in Spend alone, so a search that begins in the same state is cut at the same place, however fast the machine is and
// whatever else runs on it.
// Not for: seconds. The guard of a run looks at the clock, and ends the context of the whole.
package budget
