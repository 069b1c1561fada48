// Command mutants measures what the tests see: it breaks heddle's own source in one place, runs the tests, and counts how
// many of the broken versions fail them.
//
//	go run ./bench/mutants -seed 1 -kill 40           draw mutants until 40 are killed; a line for each
//	go run ./bench/mutants -seed 1 -list 60           only say what would be drawn
//	go run ./bench/mutants -seed 1 -from 3 -every 8   the fourth, the twelfth and so on: eight runs share the work
//	go run ./bench/mutants -seed 1 -tiers short,full  do not ask the night
//
// Input: the source tree. Output: for each mutant its place, what was changed, and the tier and package that killed it.
// Invariant: the tree is not touched; mutants reach the compiler through an overlay. A mutant that does not compile is not
// drawn. A function has at most two.
// Not for: proofs that tests are complete. A mutant that survives every tier may behave like the original.
package main
