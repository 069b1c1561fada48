// Package trace is an execution as a list of steps, and the functions that bring one back through the passes.
//
// Input: what irexec ran, or what a model of a formula says was run. Output: steps over instruction IDs, later shown as
// an interleaving of source lines.
// Invariant: steps stand in the order of execution; threads count from 0 in order of creation.
// Not for: judging a trace (package replay) or printing one (package report).
package trace
