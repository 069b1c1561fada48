// Package layout says how big C types are and where their members stand, as gcc does on x86 and x86-64.
//
// Input: the checked AST of one translation unit and its data model. Output: sizes, alignments, member
// offsets, bit positions and C11 memory locations; and the value of integer constant expressions under
// that layout.
// Invariant: for every type that gcc accepts, the answers are gcc's (tested against gcc -m64 and -m32).
// Not for: conversions, promotions or anything else about values; package cfront does those.
//
// The parser library accepts packed, #pragma pack and most placements of aligned, and ignores them. Package
// cparse therefore turns all of them into assertions at the end of the struct's body, which this package reads:
//
//	struct S { ...; _Static_assert(VALUE, "__heddle_layout__ MEMBER KIND"); }
//
// A member of -1 is the struct itself, other members are counted from 0 in order of declaration. A packed
// enum has one more constant, whose name starts with __heddle_packed_.
package layout
