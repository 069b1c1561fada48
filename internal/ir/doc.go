// Package ir is the concurrent program: three-address code in basic blocks, with explicit shared accesses and
// synchronization. Every stage after cfront reads it, and every transform makes a new one of it.
//
// Input: built by cfront, by irtext's parser, by transforms. Output: itself.
// Invariant: what ircheck checks; see there.
// Not for: C types (cfront forgets them after lowering), logic terms (package logic), execution (irexec).
//
// # Shape
//
// A Program has globals, functions and regions, named by small indices so that a copy of a program needs no
// pointers mended. A function has typed registers: mutable, not SSA, because threads keep their locals over
// context switches and encode makes its own SSA while it walks. A register that was not written holds an
// arbitrary value. A block is a list of instructions; the last one, and only that, is a terminator.
//
// Every instruction has an ID that is unique in its program. A transform gives new IDs to what it makes and
// keeps a table back to its input, so traces can be mapped back step by step.
//
// # Values
//
// Bit-vectors of 1 to MaxWidth bits; booleans have width 1; IEEE floats are kept as bits of width 32 or 64.
// Pointers are bit-vectors of the target's pointer width.
//
// # Visible operations
//
// An instruction is a visible operation if Visible says so: every memory access and every synchronization
// operation. A context switch can happen right before a visible operation and nowhere else, and not inside an
// atomic section, which counts as one visible operation as a whole (that of its AtomicBegin). A schedule names
// one thread per visible operation.
package ir
