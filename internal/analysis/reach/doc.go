// Package reach says what of a program executions got to, and where they end before their time.
//
// Input: a program as lowered from C, and a Set of the instructions that some execution reached, which engines fill. Output: Coverage, a share of what
// the entry can reach by calls, function pointers and thread starts; Stops, the places that no execution gets past.
// Invariant: code of models counts for nothing; a thread start or a callback inside a model counts as the call in the user's code.
// Not for: verdicts. That nothing was found where nothing was reached says nothing is for package run to say.
package reach
