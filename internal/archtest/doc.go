// Package archtest is the table of allowed imports, the references between comments and pages, and the tests that hold both.
//
// Input: the source files, pages and scripts of the module. Output: what breaks the table, with file and line; references that lead nowhere.
// Invariant: a package that is in no stage of the table is refused, so nobody adds one without placing it.
// Not for: style, which gofumpt, vet and staticcheck look after.
package archtest
