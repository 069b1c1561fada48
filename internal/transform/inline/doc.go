// Package inline prepares programs that keep their loops and procedures: models of synchronization become code where they are called, locals
// that nobody else sees become registers, and operations on ranges become loops.
//
// Input: any program. Output: one with the same executions. Not for: bounding anything (unfold).
package inline
