package irexec_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/irexec"
)

// grid has 61^3 states: three threads that count with atomic operations on variables of their own.
const grid = `
global @x : 4 align 4
global @y : 4 align 4
global @z : 4 align 4
entry @main
func @w(%p:64) {
  jump again
again:
  %v:32 = rmw add mem[%p] atomic, 1:32
  %b:1 = ult %v, 59
  branch %b, again, done
done:
  return
}
func @main() {
  spawn &w(@x)
  spawn &w(@y)
  call @w(@z)
  thread_exit
}`

func benchmark(b *testing.B, o irexec.ExploreOptions) {
	p := parse(b, grid)
	states := 0
	for b.Loop() {
		x, err := irexec.Explore(context.Background(), p, o)
		if err != nil || !x.Exhausted {
			b.Fatal(err, x)
		}
		states += x.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkStates measures the search itself, with and without the reduction; every operation is a switch point in both.
func BenchmarkStates(b *testing.B) {
	benchmark(b, irexec.ExploreOptions{Assert: true, Race: true, Deadlock: true, NoShorten: true})
}

func BenchmarkUnreduced(b *testing.B) {
	benchmark(b, irexec.ExploreOptions{Assert: true, Race: true, Deadlock: true, Unreduced: true})
}
