// Package tooltest tells tests what there is to work with: whether a tool of the machine is there and does what the test needs of it, how
// long a random comparison shall run, and how long a test may wait.
//
// Input: the name of a tool, or a target of gcc; the environment. Output: where the tool is, otherwise the test is skipped with the reason, or fails if
// HEDDLE_REQUIRE_TOOLS=1 says that everything has been installed; the seeds of random programs (long.go).
// Invariant: what it calls there works. A compiler that takes -m32 and finds neither headers nor libraries for it is not there.
// Not for: programs. Only tests import it, and solvers are found by package solve.
package tooltest
