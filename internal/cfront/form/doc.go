// Package form compares types of functions by their form.
//
// A model belongs to a function, and programs find it by a name. But a program may have a function of its own called read, log or
// connect, in a file that was not given: only POSIX reserves most of these names, and drivers and firmware do not follow POSIX. So where one of the
// program's own files declares the function, and with a type that the library's cannot have, it is a different function, about which nothing is known.
// A declaration in a header of the system is the library's, whatever it looks like.
//
// Types are compared by their form alone, a letter for each parameter, because programs declare library functions carelessly, with int for
// size_t and char * for void *, and because platforms differ in what their typedefs stand for. Rejected: compatible types as C has them,
// which takes away the model from half of the preprocessed programs there are; and the number of parameters alone, which takes
// remove(struct list *) for the function that removes files.
//
// Input: the type of a function that a program declares. Output: its form, and whether it fits another. Invariant: forms are the same in all
// data models. It does not know which functions have models.
package form
