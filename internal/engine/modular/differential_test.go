package modular

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
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
	var safe, proved, failing, open int
	for _, seed := range tooltest.Seeds(t, 1, 120, 3000) {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			fails, word, why := differ(t, src, prop)
			switch {
			case why != "":
				open++
			case fails:
				failing++
			default:
				safe++
				if word == verdict.Proved {
					proved++
				}
			}
			if fails && word == verdict.Proved {
				if tooltest.Shrinks() {
					src = irgen.Shrink(src, func(s string) bool {
						fails, word, _ := differ(t, s, prop)
						return fails && word == verdict.Proved
					})
				}
				t.Errorf("seed %d: %s is PROVED and fails\n%s", seed, prop, src)
			}
		}
	}
	t.Logf("%d of %d that are safe are proved; %d fail, %d were not decided", proved, safe, failing, open)
}

// differ asks both; why says why they are not compared.
func differ(t *testing.T, src string, prop verdict.Property) (fails bool, word verdict.Verdict, why string) {
	t.Helper()
	p, err := irgen.Parse(src)
	if err != nil {
		return false, 0, err.Error()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{prop}}, Proof: true}
	res, err := prove(ctx, req, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	checked(t, p, res, src)
	word = res.Claims[0].Verdict
	x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Assert: prop == verdict.Assert, Race: prop == verdict.Race, MaxStates: 200_000})
	if err != nil {
		return false, word, err.Error()
	}
	if len(x.Failures) > 0 {
		return true, word, ""
	}
	if !x.Exhausted {
		return false, word, fmt.Sprintf("%d states", x.States)
	}
	return false, word, ""
}
