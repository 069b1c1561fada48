// Package cparse turns C source into a checked syntax tree: predefined macros, header search, preprocessing,
// working around what the parser library gets wrong, and saying what is wrong with bad input.
//
// Input: a C file (.c, or preprocessed .i), compiler flags, compile_commands.json. Output: the tree of
// modernc.org/cc/v4, its layout table, and the text of every source line.
// Invariant: no C compiler is needed; whatever the input, there is an answer in bounded time and memory and
// no panic; every problem of the input is a diag.Diagnostic with its position and a next step.
// Not for: meaning. Package cfront lowers the tree.
package cparse
