// Package decide brings a bounded program to the solver and its answers back: what all engines that sequentialize have in common.
//
// Input: a request and a sequentialization of package transform. Output: findings, each with a schedule and inputs that were run once; which bounds are
// hit, which assertions are reached, whether anything ends.
// Invariant: a model that cannot be followed in the interpreter, or shows something else there, is an error and no finding.
// Not for: choosing bounds, and what the answers add up to; that is what engines are about.
//
// The way: Prepare unfolds, splits memory and lowers synchronization; Threads.Problem makes one thread of many and encodes it; Ask opens a solver for it;
// Users asks about the user's properties, Cuts about bounds. Each model becomes a trace of the sequential program (encode), then one of the
// threads (the passes' ways back), then a schedule and inputs (irexec.Follow).
package decide
