//go:build unix

package cparse

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that the process has taken.
func cpuTime() time.Duration {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return time.Since(started)
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

var started = time.Now()
