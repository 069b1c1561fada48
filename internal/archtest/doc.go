// Package archtest is the table of allowed imports, and the test that holds it.
//
// Input: the source files of the module. Output: what breaks the table, with file and line.
// Invariant: a package that is in no stage of the table is refused, so nobody adds one without saying where it stands.
// Not for: style, which gofumpt, vet and staticcheck look after.
package archtest
