// Package lower turns synchronization into atomic sections of accesses to ghost memory and assumptions.
//
// Input: threads, and which synchronization objects their operations may be about. Output: the same threads with loads, stores, sections, Spawn and Halt
// alone. The rules are one for all passes: package kiss keeps the same state elsewhere, as a Keeper, and lowers by them.
// Invariant: a thread that would wait cannot make its step. Not for: schedules (sequence, kiss).
package lower
