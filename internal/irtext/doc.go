// Package irtext is the text form of an ir.Program: a printer and a parser.
//
// Input: a program, or text. Output: text, or a program with positioned diagnostics.
// Invariant: for every program that ircheck accepts, Parse(Print(p)) equals p in every field (an empty slice counts as a
// nil one), and Parse(Brief(p)) prints as Brief(p) again. The parser never panics and takes time linear in its input.
// Not for: checking a program (package ircheck); the parser accepts what it can represent. The printer shows broken
// programs too, marking with a question mark what it cannot name, because a broken invariant is reported with the text.
//
// The language is described in docs/ir.md. In short:
//
//	program lp64
//	region mem
//	global @x : 4 align 4 = 5:32
//	entry @main
//
//	func @worker(%arg:64) : 64 {
//	entry:
//	  %r:32 = load mem[@x]
//	  %s:32 = add %r, 1
//	  store mem[@x] atomic release, %s
//	  return 0
//	}
//
//	func @main() {
//	entry:
//	  %t:64 = spawn &worker(0)
//	  join %t
//	  halt 0 main
//	}
//
// Whatever can be inferred may be left out: widths that follow from the operation, access sizes that follow from the
// width, instruction IDs, the region table, the first label.
package irtext
