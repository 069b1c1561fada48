// Package wave does pieces of work side by side, so that the number of jobs changes nothing but the time.
//
// Input: pieces, in an order, and a context with a meter. Output: each piece was done, on a meter of its own, with a part of the work that was computed from
// what was left when its wave began.
// Invariant: a piece sees what those of earlier waves did, and nothing of its own wave, whatever the number of jobs.
// Not for: pieces that need each other's results.
package wave
