//go:build unix

package run

import (
	"runtime"
	"syscall"
)

// peakMB is the largest resident size of the process so far.
func peakMB() int {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" { // bytes there, kilobytes elsewhere
		return int(ru.Maxrss >> 20)
	}
	return int(ru.Maxrss >> 10)
}
