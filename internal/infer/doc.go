// Package infer finds invariants: of many that are tried, those that hold together.
//
// Input: the formula of a program whose loops are cut, with a switch for every invariant that is tried and a check wherever one is claimed. Output: the largest set
// of them that is inductive.
// Invariant: what is not shown to hold is off. The set is checked once more by a solver of its own before anybody relies on it.
// Not for: what to try (package transform/pair), or what to do with it (engines).
//
// # Method
//
// Houdini: assume all that are tried, and look for an execution in which one of them does not hold where it is claimed. Turn off all that fail in it, and look again,
// until there is none. The places are asked about one by one. Fewer assumptions can only make more of them fail, so whatever was turned off fails in every smaller set too: the result is the largest one, whatever
// the order.
package infer
