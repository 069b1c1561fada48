// Package place is memory whose objects have constant addresses: where they lie, which cells a region has there, what these hold at the start, which objects can
// end, and which accesses are valid.
//
// Input: a sequential program, bounded where allocations matter, since each runs at most once then. Output: a Layout (Of), the cells of regions (Memory), and
// conditions made of whatever terms the caller has (Rules): encode makes formulas of them, emit text.
// Invariant: one rule for both, so that the printed program fails where the formula does. Two objects never overlap and none is at address 0.
// Not for: how memory is represented. Which regions become arrays or tables, and how a load chooses among cells, is for the solver or the reader to like, and
// differs. Nor for the judge: irexec has a memory of its own, and only says where globals and functions are.
package place
