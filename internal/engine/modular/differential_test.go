package modular

import (
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The engine against the interpreter: of random programs with every kind of operation, what fails under some schedule is not PROVED. The executions that come before a proof are left out, since
// they would find most failures first. How many of the others are proved is logged, and every proof is checked by other code.
//
// 120 programs, 3,000 in the long run.

var mixes = []irgen.Options{
	{Threads: 1, Ops: 3},
	{Threads: 2, Ops: 2},
	{Threads: 2, Ops: 3, Spin: true},
	{Threads: 1, Ops: 3, Free: true, TryJoin: true},
	{Threads: 2, Ops: 2, Free: true, Cond: true, Nested: true},
	{Threads: 1, Ops: 3, Spin: true},
	{Threads: 1, Ops: 2, Odd: true},
	{Threads: 1, Ops: 2, Odd: true, Free: true, Exit: true},
	{Threads: 2, Ops: 2, Locks: true},
	{Threads: 2, Ops: 2, Wait: true},
	{Threads: 1, Ops: 3, Ranges: true},
}

func TestDifferentialExplore(t *testing.T) {
	var c comparison
	for _, seed := range tooltest.Seeds(t, 1, 120, 3000) {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			fails, known, word := differ(t, src, prop)
			if fails && word == verdict.Proved && tooltest.Shrinks() {
				src = irgen.Shrink(src, func(s string) bool {
					fails, _, word := differ(t, s, prop)
					return fails && word == verdict.Proved
				})
			}
			c.add(t, seed, prop, fails, known, word, src)
		}
	}
	c.log(t)
}

// differ asks both.
func differ(t *testing.T, src string, prop verdict.Property) (fails, known bool, word verdict.Verdict) {
	t.Helper()
	p, err := irgen.Parse(src)
	if err != nil {
		return false, false, verdict.Unknown
	}
	word = ask(t, p, prop, 20*time.Second, src).Verdict
	fails, known = explored(p, prop, 200_000)
	return fails, known, word
}
