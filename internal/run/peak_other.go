//go:build !unix

package run

import "runtime"

// peakMB is what the runtime got from the system, the nearest figure where there is no getrusage.
func peakMB() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.Sys >> 20)
}
