package engine

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
)

// Option is something that users may tell an engine. The command line has a flag for every option of some engine: its help text, its check, and the note that
// another engine does not heed it come from here.
type Option struct {
	Name   string
	Help   string
	Values []string // the words that it may be; nil: it is a number
	Least  int      // of a number
	Most   int
	// Default is a number, or the place of a word in Values. Free, if not empty, says what it is if none is given: what the engine does, if Default is 0, or
	// in words a number that is not the same on every machine.
	Default int
	Free    string
	// Printed says that the sequential program depends on it too, and Fixed, if it is not 0, is the default there.
	Printed bool
	Fixed   int
	// Set puts a number, or the place of a word, into a request.
	Set func(r *Request, n int)
}

// Number puts a number into a request, or says what is wrong with it.
func (o *Option) Number(r *Request, n int) error {
	if n < o.Least || n > o.Most {
		return fmt.Errorf("--%s %d is out of range\n\tgive a number from %d to %d", o.Name, n, o.Least, o.Most)
	}
	o.Set(r, n)
	return nil
}

// Word does the same for a word.
func (o *Option) Word(r *Request, word string) error {
	i := slices.Index(o.Values, word)
	if i < 0 {
		return fmt.Errorf("--%s %q is not known\n\tchoose one of: %s", o.Name, word, strings.Join(o.Values, ", "))
	}
	o.Set(r, i)
	return nil
}

// Options that engines have in common.
var (
	Unwind = &Option{
		Name: "unwind", Help: "how often a loop body may run, how deep a recursion may go", Least: 1, Most: 1_000_000, Free: "growing", Printed: true, Fixed: 2,
		Set: func(r *Request, n int) { r.Bounds.Unwind = n },
	}
	Threads = &Option{
		Name: "threads", Help: "threads made by a spawn in a loop of unknown length", Least: 1, Most: 1000, Default: 3, Printed: true,
		Set: func(r *Request, n int) { r.Bounds.Threads = n },
	}
	UnwindAll = &Option{
		Name: "unwind-all", Help: "how often any loop body may run, also where the number is known", Least: 1, Most: 1_000_000, Free: "no bound",
		Set: func(r *Request, n int) { r.Bounds.UnwindAll = n },
	}
	ThreadsAll = &Option{
		Name: "threads-all", Help: "threads made by any spawn in a loop, also where the number is known", Least: 1, Most: 1000, Free: "no bound",
		Set: func(r *Request, n int) { r.Bounds.ThreadsAll = n },
	}
	Solver = &Option{
		Name: "solver", Help: "embedded, z3 or cvc5", Values: solvers,
		Set: func(r *Request, n int) { r.Solver = solvers[n] },
	}
	Seed = &Option{
		Name: "seed", Help: "seed of everything that is chosen at random", Least: math.MinInt, Most: math.MaxInt,
		Set: func(r *Request, n int) { r.Seed = int64(n) },
	}
	Jobs = &Option{
		Name: "jobs", Help: "how many things to do at once", Least: 1, Most: 4096, Default: runtime.NumCPU(), Free: "the number of cores",
		Set: func(r *Request, n int) { r.Jobs = n },
	}
)

var solvers = []string{"embedded", "z3", "cvc5"}
