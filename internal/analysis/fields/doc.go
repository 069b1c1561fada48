// Package fields restricts a program to the races on some fields of it, and knows which names stand for nothing.
//
// Input: a program, what the front end knows of where its types lie, and names of fields, as users write them.
// Output: the program in which every access that cannot be to one of the fields is excused from races; a diagnostic
// with near names for one that stands for nothing.
// Invariant: a race on one of the fields is one of the output, under whatever name the memory is reached there.
// Not for: property memory or assertions, which the restriction leaves as they are.
package fields
