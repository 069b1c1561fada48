// Package cpp is a C preprocessor with a budget.
//
// Input: the text of a translation unit, a way to open headers, limits. Output: the tokens after
// preprocessing, each with the place in the user's file it comes from and the #pragma pack limit in force
// there.
// Invariant: it never panics, and time and memory are bounded by the limits whatever the input: macros that
// double at every level, headers that include themselves and unbalanced conditionals all end in a
// diagnostic at their place.
// Not for: C grammar. The tokens are identifiers, numbers, strings and punctuation.
package cpp
