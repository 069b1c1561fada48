// Package pointsto finds which memory cells can be confused with one another, and splits memory into regions accordingly.
//
// Input: any program. Output: a program whose accesses name regions, such that two accesses of different regions never
// touch the same byte on any execution without an invalid operation; the functions a pointer may point to.
// Invariant: in doubt regions merge. One wrong split is a false PROVED, so every operation on an address that is not
// understood (masks, xor, differences between objects, bytes of pointers) joins what it touches.
// Not for: precision over calls (unfold first: then every call has a copy of its own) and flow sensitivity.
//
// # Method
//
// Inclusion, as Andersen's, up to a number: a value has a few pointees, and what flows into another may be there too. Where there are more than that they are
// one, as with Steensgaard. A pointee is an offset in a node, or one that any multiple of a step was added to; a node stands for objects whose fields cannot be told apart, mostly one. Nodes are field-sensitive: a
// node keeps the intervals at which it is accessed, and intervals that overlap become one. When a pointer with a step is followed, the node gets a period: offsets count modulo it, which is how arrays
// of structs keep their fields apart. An index that is known to have few values leads to so many pointees instead (index.go). A pointer that nobody follows changes nothing, wherever it leads.
//
// The fields that one access may go to are one region (groups.go); the rest of their nodes is not. Merges only ever make nodes coarser and values have few pointees, so the analysis is near-linear.
//
// An integer has no pointee, and flows are conditional: "y may hold what x holds" waits until x has one. So an index that
// is added to many arrays joins none of them.
//
// Assumed: a value that is not derived from an address (an input, uninitialized memory) is not the address of an object.
package pointsto
