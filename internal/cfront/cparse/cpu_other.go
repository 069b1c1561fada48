//go:build !unix

package cparse

import "time"

var started = time.Now()

// cpuTime is the time since the process began: it does nothing but read one text.
func cpuTime() time.Duration { return time.Since(started) }
