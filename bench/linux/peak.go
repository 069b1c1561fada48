//go:build unix

package main

import (
	"os"
	"syscall"
)

// peakMB is the largest resident size that a process had; kernels are read on Linux, where it is counted in kilobytes.
func peakMB(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss >> 10
	}
	return 0
}
