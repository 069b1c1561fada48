// Package ircheck says whether a program keeps the rules that every stage relies on.
//
// Input: a program, possibly broken in any way. Output: what is wrong with it, each with the function and instruction.
// Invariant: a program without errors can be printed and parsed (irtext), run (irexec) and encoded without any further
// look at indices and widths. The check is linear in the size of the program and never panics.
// Not for: mistakes in the user's C; cfront finds those and says them as diagnostics. An error here is a bug of the stage
// that made the program, with one exception that cfront asks about itself: atomic sections that do not nest.
//
// # The rules
//
// Program: a known data model; at least one region; the entry takes no parameters, returns nothing and never returns.
// Globals: unique names, alignments that are powers of two, initial bytes that fit, relocations sorted, apart from each
// other and inside those bytes. A thread-local global is reached by TLSAddr only and no other global is.
// Functions: unique names, registers of 1 to MaxWidth bits, parameters distinct, at least one block, block names unique.
// Blocks: a terminator at the end and only there.
// Instructions: IDs unique and below NextID; all indices in range; all widths as the operation asks; operands without
// stray fields; results that must be there are; the calls and spawns fit the parameters of all their candidates.
// Forms: Sequential has no synchronization (ir.IsSync), Bounded no cycle and no call.
// Atomic sections: the nesting depth at a block is the same on every path, callees counted; no thread ends a section it
// did not begin, or returns from its first function inside one.
package ircheck
