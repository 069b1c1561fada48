// Package solve is the one interface through which engines ask whether a formula has a model.
//
// Input: terms of package logic, of sort Bool, asserted for good or assumed for one check. Output: [Sat] with a model that gives a
// value to every term of the builder, [Unsat] with the subset of the assumptions that was needed, or [Unknown] with an error that says
// what ended the attempt: the context's error, a *[LimitError] or a *[BackendError].
//
// Two implementations: bitblast (embedded, the default) and smtlib (z3 or cvc5 as a child process).
//
// Invariants:
//
//   - The zero Status is Unknown, and an error always comes with Unknown. No failure reads as Unsat.
//   - An answer is about all terms asserted so far and the assumptions of that call. A check that failed leaves the
//     assertions as they were; asking again is allowed and answers the same question.
//   - With Options.Check the answer has been checked before it is returned: a model by evaluating the asserted and assumed terms
//     under it, an embedded "unsat" by an independent checker of the proof. A check that fails is a *[CheckError], with Unknown.
//
// What it is not for: building or simplifying terms (logic), propositional search (sat), turning programs into terms (encode).
// A Solver, and the builder it reads, are for one goroutine at a time.
package solve
