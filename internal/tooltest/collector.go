package tooltest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Quick is the tests of a package that makes thousands of short checks in one process: a quarter of their time went
// into collecting what little they keep. What the environment says of the collector holds.
//
//	func TestMain(m *testing.M) { os.Exit(tooltest.Quick{M: m}.Run()) }
type Quick struct{ *testing.M }

// Run runs them, and says once more what failed.
func (q Quick) Run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(3 << 30)
	}
	code := q.M.Run()
	summary(os.Stdout)
	return code
}
