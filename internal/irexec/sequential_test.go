package irexec

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// nestedSpawns fails where inner waits until outer and last are over, and a choice is 3.
const nestedSpawns = `program lp64
region mem
global @step : 4 align 4
entry @main

func @main() {
entry:
  spawn &outer() outlives
  spawn &last() outlives
  halt 0 main outside
}

func @outer() {
entry:
  store mem[@step], 1:32
  spawn &inner() outlives
  return
}

func @inner() {
entry:
  %1:32 = load mem[@step]
  %2:1 = eq %1, 2
  branch %2, yes, no
yes:
  %3:8 = havoc
  %4:1 = ne %3, 3
  assert %4 msg "x"
  return
no:
  return
}

func @last() {
entry:
  %1:32 = load mem[@step]
  %2:1 = eq %1, 1
  branch %2, yes, no
yes:
  store mem[@step], 2:32
  return
no:
  return
}
`

// TestSequentialRuns: the run that fails is neither that at once nor that in the order of creation.
func TestSequentialRuns(t *testing.T) {
	p, err := irtext.Parse("a.ir", []byte(nestedSpawns))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	all := func(verdict.Kind) bool { return true }
	if f, _ := c.FailsSequentially(context.Background(), trace.Inputs{}, AsyncGeneral, 0, 10_000, all, Options{}); f == nil || f.Kind != verdict.KindAssert {
		t.Errorf("no failure was found: %v", f)
	}
	if f, _ := c.FailsSequentially(context.Background(), trace.Inputs{}, AsyncGeneral, 0, 1, all, Options{}); f != nil {
		t.Errorf("the run in which every thread runs at once shows %v", f)
	}
	ways := []int{1, 1, 0, 1, 0} // outer waits, last waits; outer first, inner waits; last before inner
	n := 0
	run := c.Run(Sequential{
		MaxSteps: 1000, Decide: func(int) int { n++; return ways[n-1] }, Value: func(int, int) ir.Const { return ir.Const{Lo: 3} },
	})
	if run.End != Failed || run.AtOnce {
		t.Errorf("the run ends with %v at %v in the order %v", run.End, run.At, run.Order)
	}
	again, err := Run(p, run.Schedule, run.Inputs, Options{})
	if err != nil || again.Failure == nil {
		t.Errorf("its schedule shows %v, %v", again.End, err)
	}
}
