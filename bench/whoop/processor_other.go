//go:build !unix

package main

import "time"

var begun = time.Now()

// processor is the time that has passed, where that of processors is not known.
func processor() time.Duration { return time.Since(begun) }
