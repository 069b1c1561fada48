// Package emit prints a sequential program for people and for other tools: as C, as Boogie, in the IR's own text.
//
// Input: a program that ircheck accepts and whose form is Sequential; where objects lie, if it is Bounded too. Output: text.
// Invariant: a check in the text can fail exactly if an assertion of the program can, by the rules of docs/assumptions.md: an invalid operation, a
// failed assumption and a bound end the execution. The same program gives the same text, byte for byte. C compiles under gcc -std=gnu11 -Wall and
// clang -Wall without a warning; Boogie needs no option.
// Not for: concurrent programs (an engine makes a sequential one), reading anything back, deciding anything.
//
// # The way
//
// translate (lower.go, lowermem.go) turns the IR into a small form of statements and expressions (program.go, expr.go) in which nothing is implicit: memory is
// variables and tables, the condition of every access is an assumption, a compare-and-swap is its three steps. The two
// printers (cprint.go and what begins with c, bpl.go and what begins with b) only write it down.
//
// # What a program must look like
//
// Assertions: every kind is a check, but for those that transform.Internal knows. Of these Bound and Unsupported are assumptions, so what lies behind a cut
// does not run, and the others are dropped. An engine whose program means something else by an assertion
// rewrites it first: see engine/rounds/sequential.go, where the checks about bounds are taken out and an execution with an invalid access shows no other
// failure.
//
// A Bounded program comes with a Layout; every allocation runs at most once and has a constant address, every region its cells. What the IR
// calls arbitrary is: registers that may be read before they are written are arbitrary too, but for those of a Bounded program that one instruction
// writes (package encode says why these are never read unwritten). A single function is printed, the entry.
//
// A program that is not Bounded keeps its procedures and loops. It needs no Layout: addresses are chosen here. Calls, results, recursion and calls through pointers
// (by their candidates) are printed as such; Halt ends everything from any depth. Memory need not be split into
// regions: all accesses may be to region 0. If it is split, a region whose cells all belong to globals is variables, one that has cells of
// allocations is a map. A global whose address is only ever used to access it, at offsets and sizes that do not overlap, is
// variables in any case, so whatever a pass adds for itself should be one of these. A thread-local global has one instance; a pass that needs
// one per thread has to make them. AssumeSame is for regions of globals.
//
// In C, loops stay loops and at most maxObjects objects are made (more ends the execution, as by a bound). In Boogie, procedures are
// {:inline}, recursion goes Options.Unwind deep, and the body of a loop runs at most Options.Unwind times, by the rules of unfold.Unfold. The one difference: there is no
// constant propagation here, so a loop of known length is cut as well. An engine that unfolds for its own purposes can hand over the unfolded program for
// Boogie instead; it is Bounded, and easier for the prover.
package emit
