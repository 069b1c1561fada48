// Package explore is the explicit-state engine: it visits every state of a closed program in the interpreter.
//
// Method: depth-first search with visited states and a block-wise reduction of interleavings (irexec/block.go has the
// argument). Paper: none; it is the oracle for the engines that follow papers.
// Claim: see Engine.Claim. Limits: states, time, memory; inputs wider than 8 bits that are not only compared are tried at some values only.
//
// Input: a concurrent program. Output: all failures that were reached, each with a schedule, and one claim per property.
// Invariant: PROVED only if every state was visited, every input that is looked at enumerated and nothing unsupported reached.
// Not for: large programs or wide inputs; the symbolic engines are.
//
// A worked example:
//
//	int n;                               state                     expanded
//	void *w(void *a) { n++; return 0; }  main before its load      main: load, store;  w: load, store
//	int main(void) {                     The blocks of main and w conflict on n: a race, and both
//	  pthread_create(&t, 0, w, 0);       accesses become switch points. The second pass visits the states between
//	  n++;                               them, finds n == 1 at the assert, and stops when no state is new.
//	  pthread_join(t, 0);
//	  assert(n == 2);
//	}
package explore
