// Package transform is the passes from program to program: unfold, slice, instrument, sequentialize.
//
// Input: a program that ircheck accepts. Output: another one, and the way back for traces.
// Invariant: a pass is a plain function, leaves its input untouched, and gives new instruction IDs to everything it emits; its
// trace.Map brings a trace over those IDs back to the input's. The same input gives the same output, bit for bit.
// Not for: deciding anything. A pass that has to give something up says so in the program, as an assertion of kind Bound
// or Unsupported, and the engine asks whether an execution gets there.
package transform
