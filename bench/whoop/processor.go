//go:build unix

package main

import (
	"syscall"
	"time"
)

// processor is the time of processors that this process has used: what a machine does beside does not count.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
