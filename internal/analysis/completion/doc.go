// Package completion finds requests that a driver for Windows completes while it holds a spin lock.
//
// Input: the program of a driver, with the names of the kernel's functions. Output: a line for each completion in the
// driver's own code that some function comes to with a spin lock.
// Invariant: none that a verdict could rest on. Locks are followed by the names of the functions that take and give
// them, on the path that holds the fewest, so a line may be missing where locks go other ways.
// Not for: findings. Nothing fails by a completion under a lock alone.
package completion
