// Package drat checks proofs of unsatisfiability.
//
// Input: the steps of a proof in order, either live from a solver (a Checker is a sat.ProofWriter, so that clauses
// may be added over time and answers under assumptions are covered) or from a DRAT text file. Output: an error for
// the first step that is not justified, and whether a given core was proved.
//
// Invariant: as long as no RAT step was taken, every active clause is implied by the input clauses and the theory's
// axioms. A lemma is accepted when unit propagation refutes its negation (RUP). A RAT step, which preserves
// satisfiability but not equivalence, is accepted in one-shot proofs only: after it, further input is refused, and so
// is any conclusion except unsatisfiability as such.
//
// The checker shares no code with the solver apart from the type of literals. It checks forward, every lemma, which
// costs about as much as the search did: it is for tests and for debugging, not for proofs of days.
package drat
