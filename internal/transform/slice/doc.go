// Package slice leaves memory out of lowered threads, and puts it back along one path.
//
// Input: threads that were unfolded, split and lowered, and the fields to track. Output: the same threads in which writes of all other fields that threads share are
// gone, reads of them give anything, and no thread is interrupted there; and, for a trace of those, a sequential program that takes the same path with
// every access made again.
// Invariant: every execution of the input is one of the output, with the same path and the same switches (field.go, slice.go, path.go have the argument).
// Not for: choosing what to track (engine/rounds), or deciding anything.
package slice
