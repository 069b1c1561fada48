//go:build unix

package drivers

import (
	"syscall"
	"time"
)

// Processor is the time of processors that this process has used: what a machine does beside does not count.
func Processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
