// Package engine is the one shape of all engines, and the words they answer with.
//
// Input: a program and the bounds to work within. Output: findings and claims; a claim that rests on nothing becomes
// UNKNOWN (nothing.go).
// Invariant: no report prints a stronger word than the engine's Claim allows; the zero Verdict is Unknown.
// Not for: choosing between engines (package run) or printing (package report). Engines stand in their own packages
// below this one and never import one another.
package engine
