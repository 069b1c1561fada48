// Package kiss makes the sequential program of the paper, with procedures and loops, for people and for other tools.
//
// Input: a concurrent program, prepared by package inline. Output: a sequential one that covers the balanced schedules.
// Invariant: a check that fails in it fails in a schedule of the program. Not for: engine kiss, which decides sequence.Balanced.
package kiss
