// Package sat decides propositional formulas in conjunctive normal form.
//
// Input: clauses over variables made with NewVar, added at any time between calls of Solve, and assumptions given
// to a call. Output: Sat with a total model of every clause added so far (Value), or Unsat with the subset of the
// assumptions that was needed (Core), or Unknown with an error that says which limit ended the search: the
// context's, or a *LimitError.
//
// It is a conflict-driven clause learning solver with inprocessing. One concept per file: arena and watch hold
// the clauses; propagate, analyze, decide, restart, walk, reduce are the search; simplify drives probe, vivify,
// substitute, subsume and eliminate; extend repairs models and takes removed clauses back; assume makes cores;
// theory is the hook for reasoning outside clauses; proof says what a proof consists of, and package drat checks
// one. docs/solver.md has the measurements.
//
// Invariants:
//
//   - Every clause in the solver is implied by the clauses that were added (and the theory's). Inprocessing removes
//     clauses but never adds one that is not implied. So learned clauses stay valid when clauses are added later,
//     a removed clause may be put back at any time, and every proof line is checkable by unit propagation alone.
//   - An eliminated variable occurs in no clause. Whoever mentions it again (a clause, an assumption, Freeze) gets
//     it back first, with the clauses that were removed for it. Callers need not know about elimination; freezing
//     variables that will be used again saves the work of taking them back.
//   - Once the clauses are unsatisfiable, the solver stays in that state, and every later call is harmless.
//   - Same calls, same options, same answers: nothing depends on time, addresses or map order, as long as no
//     limit is hit.
//
// A Solver is not for concurrent use. It is not for terms (see logic and solve), and it has no opinion on how a
// problem is encoded.
package sat
