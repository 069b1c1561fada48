package emit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
)

// Random sequential programs about memory, with loops: the emitted C fails exactly if the interpreter finds a failure, whether the program
// was printed as it is or unfolded and split into regions first.
//
// 60 programs, 1,000 in the long run.
func TestRandomPrograms(t *testing.T) {
	seeds := tooltest.Seeds(t, 1, 40, 1000)
	compared := 0
	for _, seed := range seeds {
		r := random(t, seed)
		if !r.known {
			continue
		}
		compared++
		if got := ownFails(t, save(t, "whole.c", asC(r.whole, emit.Options{}))); got != r.fails {
			t.Errorf("seed %d: as it is, fails: %v, want %v", seed, got, r.fails)
		}
		if got := ownFails(t, save(t, "split.c", asC(r.split, r.options))); got != r.fails {
			t.Errorf("seed %d: unfolded and split, fails: %v, want %v", seed, got, r.fails)
		}
	}
	if compared < len(seeds)/2 {
		t.Errorf("only %d of %d programs could be compared", compared, len(seeds))
	}
}

// TestRandomBoogie gives some of these programs to Boogie.
func TestRandomBoogie(t *testing.T) {
	tooltest.Require(t, "boogie")
	for _, seed := range tooltest.Seeds(t, 1, 6, 60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := random(t, seed)
			if !r.known {
				return
			}
			for name, print := range map[string]printer{"whole": asBoogie(r.whole, emit.Options{Unwind: 9}), "split": asBoogie(r.split, r.options)} {
				got, err := boogieFails(t, save(t, name+".bpl", print))
				if err != nil {
					t.Errorf("%s: %v", name, err)
				} else if got != r.fails {
					t.Errorf("%s: boogie finds a failure: %v, the interpreter: %v", name, got, r.fails)
				}
			}
		})
	}
}

// randomProgram is a program in two forms and what the interpreter says of it.
type randomProgram struct {
	whole, split *ir.Program
	options      emit.Options // of split
	known, fails bool
}

func random(t *testing.T, seed uint64) (r randomProgram) {
	t.Helper()
	p, err := irgen.Parse(irgen.Memory(seed, false))
	if err != nil {
		t.Fatal(err)
	}
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, MaxStates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	r.whole, r.known, r.fails = p, x.Exhausted && !x.Sampled && len(x.Unknown) == 0, len(x.Failures) > 0
	unfolded, err := unfold.Unfold(p, unfold.Options{Unwind: 9, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	r.split, _ = pointsto.Split(unfolded.Program, place.AllocSize)
	r.options = emit.Options{Layout: place.Of(r.split, p, 1)}
	return r
}
