// Package encode turns a Sequential and Bounded program into terms.
//
// Input: an acyclic, call-free program of one thread, and where its objects lie. Output: a Formula: for every assertion the
// condition under which it fails, for every block the condition under which it runs, and the value every instruction computes.
// Invariant: a term is built once, whatever the number of paths that lead to it; a model of the formula is an execution, read
// back by Formula.Trace.
// Not for: choosing what to ask (engines), scheduling (transform), or running anything: it shares no code with irexec, but for the addresses that
// the layout has from there.
package encode
