// Command clauses shows that the tests see every clause of the two worlds: what a friendly and a hostile outside do, what the judge makes of it, and what plain C means. It switches one clause
// after the other off, and runs the test that has to fail then.
//
//	go run ./bench/clauses                       all of them; a line for each
//	go run ./bench/clauses -only 'friendly'      those whose world, or name, has this in it: a regular expression
//	go run ./bench/clauses -from 3 -every 2      the fourth, the sixth and so on: two runs share the work
//	go run ./bench/clauses -list                 only say what there is
//
// Input: the source tree and the table clauses.txt, whose head says how it is read. Output: for each clause "seen", with what the test says, or what is wrong: "NOT SEEN" if the test passes, "is skipped" if it lacks a tool, "does not
// apply" if the text that is to be changed is not found once, "does not compile", "breaks" if heddle panics instead of saying another word. Exit code 1 if there is any of these.
// Invariant: the tree is not touched. The tests pass before anything is switched off.
// Not for: clauses that nobody has written down. What the table does not list is not asked about; bench/mutants draws at random.
package main
