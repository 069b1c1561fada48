//go:build !unix

package drivers

import "time"

var begun = time.Now()

// Processor is the time that has passed, where that of processors is not known.
func Processor() time.Duration { return time.Since(begun) }
