// Package overwrite finds the plain writes that may change a synchronization object behind the back of the operations on it.
//
// Input: a program without calls whose memory is split, and what package pointsto found out about it. Output: the writes that may go over an object that is in use, or
// leave one of which nothing is known, with the ghost regions of those objects.
// Invariant: every other write leaves each object that is used afterwards free and never initialized, or initialized, which is what the operations take it for.
// Not for: saying what such an object is then. The engines that prove trust no lock of these regions; the others stop there as at any construct that heddle does not support. irexec does
// without: it sees at each write whether an object is in use.
package overwrite
