// Package graph goes through directed graphs: blocks of a function, functions that call one another, threads that wait for one another.
//
// Input: where to begin, and a function that gives the successors of a node. Output: lists of nodes. Invariant: the same graph gives the same lists, in the
// same order, and nothing recurses: bounded programs are deep. Not for: graphs with data on their edges, or for sets that a fixpoint of its own computes on the way.
package graph
