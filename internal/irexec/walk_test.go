package irexec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestWalksFindWhatIsThere: whatever random executions find, the search of all states finds too, and it replays.
func TestWalksFindWhatIsThere(t *testing.T) {
	tooltest.Checks(t, 3000)
	found, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &gen{t: rt}
		p := parse(t, g.program())
		o := irexec.ExploreOptions{Assert: true, Race: true, Memory: true, MaxStates: 20_000}
		full := explore(rt, p, o)
		if !full.Exhausted {
			return
		}
		o.Walks, o.Seed = 2, int64(g.n("seed", 1000))
		walks := explore(rt, p, o)
		for _, k := range keys(walks) {
			if !slices.Contains(keys(full), k) {
				rt.Fatalf("a walk found %s\n%s", k, text(p))
			}
		}
		if walks.Exhausted || !full.Ended && walks.Ended {
			rt.Fatalf("exhausted %v, ended %v and %v\n%s", walks.Exhausted, walks.Ended, full.Ended, text(p))
		}
		for _, id := range walks.Reached {
			if !slices.Contains(full.Reached, id) {
				rt.Fatalf("a walk reached instruction %d\n%s", id, text(p))
			}
		}
		found, all = found+len(walks.Failures), all+len(full.Failures)
	})
	if 2*found < all {
		t.Errorf("walks found %d of %d failures", found, all)
	}
}

// TestWalksInRounds: walks of so many rounds find nothing that the search of all executions of so many rounds does not find, and most of what it does.
func TestWalksInRounds(t *testing.T) {
	tooltest.Checks(t, 1500)
	found, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &gen{t: rt}
		p := parse(t, g.program())
		o := irexec.ExploreOptions{Assert: true, MaxStates: 2_000, Rounds: 1 + g.n("rounds", 2)}
		full := explore(rt, p, o)
		if !full.Exhausted {
			return
		}
		o.Walks, o.MaxInstrs, o.Seed = 3, 100_000, int64(g.n("seed", 1000))
		walks := explore(rt, p, o)
		for _, k := range keys(walks) {
			if !slices.Contains(keys(full), k) {
				rt.Fatalf("a walk of %d rounds found %s\n%s", o.Rounds, k, text(p))
			}
		}
		found, all = found+len(walks.Failures), all+len(full.Failures)
	})
	if 2*found < all || all == 0 {
		t.Errorf("walks found %d of %d failures", found, all)
	}
}

// deep has a failure behind ten inputs that each have to be right, and two threads that make states for ever.
const deep = `global @n : 8 align 8
global @x : 4 align 4
entry @main
func @busy() {
  jump loop
loop:
  rmw add mem[@n] atomic, 1:64
  jump loop
}
func @ask(%left:32) : 32 {
  %end:1 = eq %left, 0
  branch %end, yes, more
more:
  %v:8 = havoc
  %k:1 = eq %v, 7
  branch %k, on, no
on:
  %rest:32 = sub %left, 1
  %r:32 = call @ask(%rest)
  return %r
yes:
  return 1:32
no:
  return 0:32
}
func @late() {
  store mem[@x], 1:32
  return
}
func @main() {
  %a:64 = spawn &busy()
  %b:64 = spawn &busy()
  %r:32 = call @ask(3:32)
  %ok:1 = eq %r, 1
  branch %ok, start, out
start:
  %c:64 = spawn &late()
  store mem[@x], 2:32
  jump out
out:
  halt 0 main
}`

func TestWalksGetFar(t *testing.T) {
	x := explore(t, parse(t, deep), irexec.ExploreOptions{Race: true, Walks: 3000, FirstOnly: true, Seed: 1})
	if len(x.Failures) != 1 || x.Failures[0].Kind != verdict.KindRace {
		t.Errorf("found %v in %d transitions", keys(x), x.Transitions)
	}
}

// apart has two accesses that race, one at the beginning of its thread, the other at the end of a long one.
const apart = `global @n : 8 align 8
global @x : 4 align 4
entry @main
func @early() {
  store mem[@x], 1:32
  return
}
func @late() {
  %i:32 = move 0:32
  jump loop
loop:
  rmw add mem[@n] atomic, 1:64
  %i = add %i, 1
  %on:1 = ult %i, 60
  branch %on, loop, out
out:
  store mem[@x], 2:32
  return
}
func @main() {
  %a:64 = spawn &early()
  %b:64 = spawn &late()
  join %a
  join %b
  halt 0 main
}`

// TestWalksHold: a thread that comes to an access long before the other is held there until the two meet.
func TestWalksHold(t *testing.T) {
	for seed := range int64(5) {
		x := explore(t, parse(t, apart), irexec.ExploreOptions{Race: true, Walks: 4, FirstOnly: true, Seed: seed})
		if len(x.Failures) != 1 || x.Failures[0].Kind != verdict.KindRace {
			t.Errorf("seed %d: found %v in %d transitions", seed, keys(x), x.Transitions)
		}
	}
}

// gates has a race behind so many inputs that are examined before any thread is started.
func gates(n int) string {
	var b strings.Builder
	b.WriteString("global @x : 4 align 4\nentry @main\nfunc @late() {\n  store mem[@x], 1:32\n  return\n}\nfunc @main() {\n  jump gate0\n")
	for i := range n {
		fmt.Fprintf(&b, "gate%d:\n  %%v%d:8 = havoc\n  %%k%d:1 = ult %%v%d, 128\n  branch %%k%d, gate%d, no\n", i, i, i, i, i, i+1)
	}
	fmt.Fprintf(&b, "gate%d:\n  %%t:64 = spawn &late()\n  store mem[@x], 2:32\n  halt 0 main\nno:\n  halt 1 main\n}", n)
	return b.String()
}

// TestWalksGoOn: walks begin as those did that got further than any before.
func TestWalksGoOn(t *testing.T) {
	for seed := range int64(5) {
		x := explore(t, parse(t, gates(16)), irexec.ExploreOptions{Race: true, Walks: 400, FirstOnly: true, Seed: seed})
		if len(x.Failures) != 1 || x.Failures[0].Kind != verdict.KindRace {
			t.Errorf("seed %d: found %v in %d transitions", seed, keys(x), x.Transitions)
		}
	}
}

// threeKinds has three kinds of threads that race at one place.
const threeKinds = `global @x : 4 align 4
entry @main
func @set() {
  store mem[@x], 1:32
  return
}
func @one() {
  call @set()
  return
}
func @two() {
  call @set()
  return
}
func @three() {
  call @set()
  return
}
func @main() {
  %a:64 = spawn &one()
  %b:64 = spawn &two()
  %c:64 = spawn &three()
  halt 0 main
}`

// TestWalksByThreads: one place may be a race of several pairs of threads, each of which is shown if that is asked for.
func TestWalksByThreads(t *testing.T) {
	for by, want := range map[bool]int{false: 1, true: 3} {
		x := explore(t, parse(t, threeKinds), irexec.ExploreOptions{Race: true, Walks: 20, Seed: 1, ByThreads: by, NoShorten: true})
		if len(x.Failures) != want {
			t.Errorf("by threads %v: %d races, not %d", by, len(x.Failures), want)
		}
	}
}
