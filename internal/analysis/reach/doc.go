// Package reach says which parts of a program executions reached, and where they ended early.
//
// Input: a program as lowered from C, and a Set of the instructions that some execution reached, which engines fill. Output: Coverage, a share of what
// the entry can reach by calls, function pointers and thread starts; Stops, the places that no execution gets past.
// Invariant: code of models counts for nothing; a thread start or a callback inside a model counts as the call in the user's code.
// Not for: verdicts. Package engine decides that finding nothing means nothing where nothing was reached.
package reach
