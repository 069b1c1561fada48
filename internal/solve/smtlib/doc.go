// Package smtlib asks z3 or cvc5, run as a child process that speaks SMT-LIB 2 over pipes.
//
// Input: terms of one logic.Builder, through the interface of package solve, and the name or path of a program. Output: that
// interface's answers; whatever goes wrong with the program is a *solve.BackendError that names it.
//
// The parts: script (terms to commands), sexpr (answers to values), process (the child's life), solver (the interface).
//
// Invariants:
//
//   - No child outlives its solver, nor a check whose context has ended: it runs in a process group of its own, the group is killed, and the child
//     is always waited for. Where the system can do it, the child also dies when this process does.
//   - The conversation can be replayed: everything said is kept, so a child that died is replaced and told all of it again, once per
//     check. A child whose check was cancelled is dead too, and the next check starts another.
//   - An answer that is not understood is an error, never a guess.
//
// What the programs themselves do not do: cvc5 1.0 refuses constant arrays whose element is not a literal, which ends in a BackendError; z3
// 4.8.12 sometimes gives a model that is none where constant arrays are equal to others, which Options.Check turns into a CheckError.
//
// With Options.Check models are evaluated on the terms. An "unsat" of a child is believed: there is no proof to check.
//
// What it is not for: speed. A check costs a round trip through two pipes (see the benchmarks); engines use package bitblast by default.
package smtlib
