// Package unfold makes threads without loops and calls of a program: a loop is its body a number of times, a call the code of the function, and every
// thread has a function of its own.
//
// Input: any concurrent program. Output: a Bounded one whose first functions are the threads; what the bounds cut off fails an assertion of kind
// transform.Bound. Invariant: every execution of the output is one of the input, and one of the input that stays within the bounds is one of the output, unless the
// result is Loose. Not for: telling memory apart (pointsto) or synchronization (lower).
package unfold
