// Package source says where things stand in the user's files.
//
// Input: nothing. Output: positions and ranges that every later stage carries along.
// Invariant: the zero Range means "no place known" and prints as "-".
// Not for: reading files; package cfront does that.
package source
