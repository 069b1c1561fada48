package emit_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// The programs of testdata/c, sequentialized at two rounds and two unwindings: what Boogie says, and what heddle says of the emitted C as a program
// of one thread, must be what the engine says of the program with threads. The list has every language feature that reaches a sequential program,
// and both answers for each; the larger programs of testdata/c are left out because Boogie takes long on them.
var programs = []string{
	"assert/argument_bug.c", "assert/argument_ok.c", "assert/blocked_other_bug.c", "assert/cas_strong_ok.c", "assert/cas_weak_bug.c",
	"assert/function_pointers_bug.c", "assert/function_pointers_ok.c", "assert/grandchild_bug.c", "assert/grandchild_ok.c", "assert/input_bug.c",
	"assert/lost_update_bug.c", "assert/rmw_values_ok.c", "assert/trylock_bug.c", "assert/trylock_ok.c", "assert/two_failures_bug.c",
	"assert/uninitialized_bug.c", "assert/uninitialized_ok.c", "assert/wide_input_ok.c", "atomic/leave_bug.c", "atomic/nested_ok.c", "bounds/loop_bug.c",
	"end/async_bug.c", "end/return_bug.c", "end/return_ok.c", "lang/aliasing_bug.c", "lang/conversions_ok.c", "lang/copy_pointers_bug.c", "lang/copy_pointers_ok.c",
	"lang/fill_struct_bug.c", "lang/ilp32_ok.c", "lang/memmove_ok.c", "lang/packed_ok.c",
	"memory/assumed_ok.c", "memory/copy_bounds_bug.c", "memory/copy_freed_bug.c", "memory/fill_bounds_bug.c", "memory/heap_bounds_bug.c", "memory/invalid_free_bug.c", "memory/partial_bug.c", "memory/returned_local_bug.c", "memory/use_after_free_bug.c",
	"race/bitfields_ok.c", "race/container_of_bug.c", "race/free_bug.c", "race/members_ok.c", "race/ranges_bug.c", "race/ranges_ok.c", "race/section_bug.c", "race/tls_ok.c", "race/trylock_ok.c",
	"race/volatile_bug.c", "race/volatile_ok.c",
}

// slow are the programs that take half a minute by themselves: heddle goes through what is emitted for them byte by byte.
var slow = []string{"lang/memmove_ok.c"}

func each(t *testing.T, names []string, f func(t *testing.T, path string)) {
	for _, name := range names {
		if slices.Contains(slow, name) && !tooltest.In(tooltest.CI) {
			continue
		}
		if one := map[tooltest.Tier]int{tooltest.Short: 6, tooltest.Full: 2}[tooltest.Running()]; one > 0 && tooltest.Draw(name, one) > 0 {
			continue // one of so many
		}
		t.Run(strings.TrimSuffix(name, ".c"), func(t *testing.T) {
			t.Parallel()
			f(t, filepath.Join("../../testdata/c", name))
		})
	}
}

func TestBoogieAgrees(t *testing.T) {
	tooltest.Require(t, "boogie")
	start := time.Now()
	t.Cleanup(func() { t.Logf("%d programs in %.0f s", len(programs), time.Since(start).Seconds()) })
	each(t, programs, func(t *testing.T, path string) {
		req := compile(t, path)
		seq := sequential(t, req)
		got, err := boogieFails(t, save(t, "seq.bpl", asBoogie(seq.Program, emit.Options{Layout: seq.Layout})))
		if err != nil {
			t.Fatal(err)
		}
		if want := fails(t, req); got != want {
			t.Errorf("boogie finds a failure: %v, rounds: %v", got, want)
		}
	})
}

func TestCAgrees(t *testing.T) {
	tooltest.Require(t, "gcc")
	for _, schedule := range []string{"lazy", "eager"} {
		t.Run(schedule, func(t *testing.T) {
			each(t, programs, func(t *testing.T, path string) {
				req := compile(t, path)
				req.Schedule = schedule
				seq := sequential(t, req)
				file := save(t, "seq.c", asC(seq.Program, emit.Options{Layout: seq.Layout}))
				quietlyCompiles(t, file)
				if got, want := ownFails(t, file), fails(t, req); got != want {
					t.Errorf("the emitted C fails: %v, the program: %v", got, want)
				}
			})
		})
	}
}
