package verdict

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Question is what is asked about a program.
type Question struct {
	Program    *ir.Program
	Properties []Property
	Bounds     Bounds // zero fields: the engine's own default or ladder
	// VolatileIsAtomic makes volatile accesses race-free.
	VolatileIsAtomic bool
	// StackLocks makes a lock a leak that is held when its function returns, on whose stack it is: of a spin lock the processor's level stays behind.
	StackLocks bool
	Facts      *Facts // what is known about the program; may be nil
}

// Wants reports whether a property was asked for.
func (q *Question) Wants(p Property) bool { return slices.Contains(q.Properties, p) }
