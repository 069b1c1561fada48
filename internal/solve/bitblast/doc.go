// Package bitblast is the embedded solver: terms become circuits, circuits become clauses, package sat searches.
//
// Input: terms of one logic.Builder, through the interface of package solve. Output: that interface's answers. The parts, in the order
// in which a term meets them:
//
//	blast, circuit, multiply   terms to vectors of edges, operation by operation
//	arrays                     reads of arrays that are too large to be cells
//	aig                        the and-inverter graph: sharing and local rewriting
//	cnf                        the graph to clauses, by polarity
//	solver                     assertions, assumptions, cores, models
//	eval, refine               a model's values; the array axioms that it breaks
//	selfcheck                  models and proofs checked before they are believed
//
// Invariants: an edge denotes the same function of the inputs for ever; every clause given to the SAT solver is a consequence of the asserted
// terms, of the definitions of gates, or of the axioms of arrays. Same calls, same options, same answers.
//
// What it is not for: quantifiers, and theories other than bit-vectors and arrays (floats arrive as bit-vector circuits).
package bitblast
