// Package lockorder finds orders in which threads may take locks and wait for one another in a circle.
//
// Input: threads without calls, their memory split into regions. Output: circles, each with the operations that take and want the locks.
// Invariant: none that a proof could rest on. Locks that are told apart are apart, but which are held, who overlaps with whom and what an unlock lets go is a
// good guess in programs that are hard to follow: a circle is a place to look, and the absence of circles says little.
// Not for: waits of other kinds, nor for deciding whether a circle closes (engines rounds and explore).
package lockorder
