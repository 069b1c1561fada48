package irexec_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
)

// handover needs exactly three rounds: main, w, main, w, main, w take turns, with main first in each round.
const handover = `
global @x : 4 align 4
entry @main
func @step(%from:32) {
  atomic_begin
  %v:32 = load mem[@x]
  %b:1 = eq %v, %from
  assume %b
  %w:32 = add %v, 1
  store mem[@x], %w
  atomic_end
  return
}
func @w() {
  call @step(1)
  call @step(3)
  call @step(5)
  %v:32 = load mem[@x] atomic
  %b:1 = ne %v, 6
  assert %b
  return
}
func @main() {
  spawn &w()
  call @step(0)
  call @step(2)
  call @step(4)
  thread_exit
}`

// backward needs the second thread to act before the first one: a new round for each way back.
const backward = `
global @x : 4 align 4
entry @main
func @w() {
  store mem[@x] atomic, 1:32
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x] atomic
  %b:1 = eq %v, 0
  assert %b
  halt 0 main
}`

// chain has a grandchild that can run in the round in which its parent created it.
const chain = `
global @x : 4 align 4
entry @main
func @g() {
  %v:32 = load mem[@x] atomic
  %b:1 = ne %v, 1
  assert %b
  return
}
func @w() {
  store mem[@x] atomic, 1:32
  spawn &g()
  return
}
func @main() {
  spawn &w()
  thread_exit
}`

func TestRounds(t *testing.T) {
	for _, c := range []struct {
		name, src string
		rounds    int // the first number of rounds that shows the failure
	}{{"handover", handover, 3}, {"backward", backward, 2}, {"chain", chain, 1}} {
		p := parse(t, c.src)
		for k := 1; k <= c.rounds+1; k++ {
			x := explore(t, p, irexec.ExploreOptions{Assert: true, Rounds: k})
			if !x.Exhausted {
				t.Fatalf("%s: not exhausted: %s", c.name, x.Stopped)
			}
			if got, want := len(x.Failures) > 0, k >= c.rounds; got != want {
				t.Errorf("%s, %d rounds: failure %v, want %v", c.name, k, got, want)
			}
		}
	}
}

// TestRoundsBySchedule holds the search with K rounds to the definition: a failure is found within K rounds if and only if one
// of its schedules fits into K.
func TestRoundsBySchedule(t *testing.T) {
	fits := func(s trace.Schedule) int {
		rounds, at := 1, 0
		for _, th := range s {
			if th < at {
				rounds++
			}
			at = th
		}
		return rounds
	}
	for k := 1; k <= 4; k++ {
		x := explore(t, parse(t, handover), irexec.ExploreOptions{Assert: true, Rounds: k})
		for _, f := range x.Failures {
			if n := fits(f.Schedule); n > k {
				t.Errorf("a schedule of %d rounds within %d: %v", n, k, f.Schedule)
			}
		}
	}
}

func TestSwitches(t *testing.T) {
	p := parse(t, handover)
	for n := 0; n <= 6; n++ {
		x := explore(t, p, irexec.ExploreOptions{Assert: true, LimitSwitch: true, Switches: n})
		if got, want := len(x.Failures) > 0, n >= 5; got != want {
			t.Errorf("%d switches: failure %v, want %v", n, got, want)
		}
		if x.SwitchCut != (n < 5) && n < 5 {
			t.Errorf("%d switches: cut %v", n, x.SwitchCut)
		}
	}
}

// counter has as many states as one likes.
const counter = `
global @x : 4 align 4
entry @main
func @w() {
  jump again
again:
  rmw add mem[@x] atomic, 1:32
  jump again
}
func @main() {
  spawn &w()
  spawn &w()
  call @w()
  halt 0 main
}`

func TestLimits(t *testing.T) {
	p := parse(t, counter)
	for _, unreduced := range []bool{false, true} {
		x := explore(t, p, irexec.ExploreOptions{Race: true, MaxStates: 5000, Unreduced: unreduced})
		if x.Exhausted || !strings.HasPrefix(x.Stopped, "state limit") || x.States > 5001 {
			t.Errorf("states: %v %q %d", x.Exhausted, x.Stopped, x.States)
		}
		within, cancel := budget.Within(budget.New(t.Context()), 50*budget.Millisecond)
		x, err := irexec.Explore(within, p, irexec.ExploreOptions{Race: true, Unreduced: unreduced})
		if err != nil || x.Exhausted || x.Stopped != budget.ErrSpent.Error() || budget.Spent(within) > 100*budget.Millisecond {
			t.Errorf("work: %v %v %q %v", err, x.Exhausted, x.Stopped, budget.Spent(within))
		}
		cancel()
		x = explore(t, p, irexec.ExploreOptions{Race: true, MaxMemory: 4 << 20, Unreduced: unreduced})
		if x.Exhausted || x.Stopped != "memory limit" {
			t.Errorf("memory: %v %q", x.Exhausted, x.Stopped)
		}
	}
}

// TestCancel: the search looks after few states whether it has to end, and ends there.
func TestCancel(t *testing.T) {
	for _, unreduced := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		last, most := 0, 0 // states at the last look, and between two of them
		x, err := irexec.Explore(ctx, parse(t, counter), irexec.ExploreOptions{Race: true, Unreduced: unreduced, Told: func(states int) {
			if ctx.Err() != nil {
				t.Error("it looks again after the end")
			}
			most, last = max(most, states-last), states
			if states > 20_000 {
				cancel()
			}
		}})
		cancel()
		if err != nil || x.Exhausted || x.Stopped != "interrupted" {
			t.Fatalf("%v %+v", err, x)
		}
		if x.States != last || most > 100 {
			t.Errorf("cancelled at %d states, ended at %d; up to %d between two looks", last, x.States, most)
		}
	}
}

// notes are programs whose exploration has something to say besides failures.
func TestNotes(t *testing.T) {
	has := func(list []string, s string) bool {
		for _, e := range list {
			if strings.Contains(e, s) {
				return true
			}
		}
		return false
	}
	for _, c := range []struct {
		name string
		src  string
		ok   func(x *irexec.Exploration) bool
	}{
		{"wide inputs are sampled", `entry @main
func @main() {
  %a:32 = havoc
  %c:32 = add %a, 0
  %b:1 = ne %c, 123456
  assert %b
  halt 0 main
}`, func(x *irexec.Exploration) bool { return x.Sampled && len(x.Failures) == 1 }},
		{"wide inputs that are only compared are not", `entry @main
func @main() {
  %a:32 = havoc
  %x:64 = sext %a
  %b:1 = slt %x, -100000
  branch %b, low, high
low:
  %c:1 = ne %a, -2147483648
  assert %c msg "the smallest"
  halt 0 main
high:
  switch %a [5..7: in, 1000: in] default out
in:
  assert 0 msg "a case"
  halt 0 main
out:
  %d:1 = ule 4000000000:32, %a
  assert %d msg "nearly all"
  halt 0 main
}`, func(x *irexec.Exploration) bool {
			return !x.Sampled && len(x.Failures) == 3 && len(x.Unreached) == 0
		}},
		{"wide inputs after the first visible operation are sampled too", `entry @main
region mem
global @g : 4 align 4
func @main() {
  store mem[@g], 1:32
  %a:32 = havoc
  %s:32 = lshr %a, 3
  %b:1 = ne %s, 1234
  assert %b
  halt 0 main
}`, func(x *irexec.Exploration) bool { return x.Sampled }},
		{"narrow inputs are not", `entry @main
func @main() {
  %a:8 = havoc
  %b:1 = ne %a, 123
  assert %b
  halt 0 main
}`, func(x *irexec.Exploration) bool { return !x.Sampled && len(x.Failures) == 1 }},
		{"a check is reached where its condition is decided", `entry @main
func @main() {
  %a:8 = havoc
  %b:1 = eq %a, %a
  branch %b, ok, bad
bad:
  assert 0 msg "holds"
  halt 0 main
ok:
  %c:1 = ne %a, %a
  branch %c, more, out
more:
  branch %b, out, never
never:
  assert 0 msg "nobody asks"
  halt 0 main
out:
  halt 0 main
}`, func(x *irexec.Exploration) bool {
			return x.Exhausted && len(x.Unreached) == 1 && has(x.Unreached, "nobody asks")
		}},
		{"contradiction", `entry @main
func @main() {
  assume 0
  assert 0
  halt 0 main
}`, func(x *irexec.Exploration) bool { return x.Exhausted && !x.Ended && len(x.Unreached) == 1 }},
		{"contradiction in an atomic section", `entry @main
func @main() {
  atomic_begin
  assume 0
  atomic_end
  halt 0 main
}`, func(x *irexec.Exploration) bool { return x.Exhausted && !x.Ended }},
		{"runs for ever", `entry @main
func @main() {
  jump l
l:
  jump l
}`, func(x *irexec.Exploration) bool { return x.Exhausted && x.Ended }},
		{"unsupported", `entry @main
func @main() {
  unsupported "inline asm"
}`, func(x *irexec.Exploration) bool { return has(x.Unknown, "inline asm") }},
		{"unsupported that is not reached", `entry @main
func @main() {
  branch 0, a, b
a:
  unsupported "inline asm"
b:
  halt 0 main
}`, func(x *irexec.Exploration) bool { return len(x.Unknown) == 0 && x.Exhausted }},
		{"division", `entry @main
func @main() {
  %a:32 = sdiv -2147483648:32, -1:32
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Assumed, "division overflows") }},
		{"conversion", `entry @main
func @main() {
  %a:32 = ftos 0x7ff0000000000000:64
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Assumed, "does not fit") }},
		{"call of no function", `entry @main
func @main() {
  callptr 77777:64() []
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Assumed, "no function") }},
		{"call of a function that does not fit", `entry @main
func @g(%a:32) {
  return
}
func @main() {
  callptr &g() []
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Unknown, "does not fit") }},
		{"join of no thread", `entry @main
func @main() {
  join 9:64
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Assumed, "no thread") }},
		{"a pointer becomes an integer", `global @x : 4 align 4
entry @main
func @main() {
  %a:64 = ptrtoint @x
  halt 0 main
}`, func(x *irexec.Exploration) bool { return len(x.Layout) == 1 }},
		{"an integer that is no address", `entry @main
func @main() {
  %a:64 = ptrtoint 5:64
  halt 0 main
}`, func(x *irexec.Exploration) bool { return len(x.Layout) == 0 }},
		{"order of addresses of two objects", `global @x : 4 align 4
global @y : 4 align 4
entry @main
func @main() {
  %a:1 = ult @x, @y layout
  halt 0 main
}`, func(x *irexec.Exploration) bool { return len(x.Layout) == 1 }},
		{"order of addresses of one object", `global @x : 8 align 4
entry @main
func @main() {
  %a:1 = ult @x, @x+4 layout
  halt 0 main
}`, func(x *irexec.Exploration) bool { return len(x.Layout) == 0 }},
		{"endless recursion", `entry @main
func @f() {
  call @f()
  return
}
func @main() {
  call @f()
  halt 0 main
}`, func(x *irexec.Exploration) bool { return has(x.Unknown, "recursion") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := both(t, parse(t, c.src), all)
			if !c.ok(x) {
				t.Errorf("%+v", x)
			}
		})
	}
}

// TestMemoryIsAssumed: without the property, an invalid access ends the execution and is listed.
func TestMemoryIsAssumed(t *testing.T) {
	p := parse(t, `entry @main
func @main() {
  %v:32 = load mem[0:64]
  assert 0
  halt 0 main
}`)
	o := all
	o.Memory = false
	x := both(t, p, o)
	if len(x.Failures) != 0 || len(x.Assumed) != 1 || !strings.Contains(x.Assumed[0], "null-deref") {
		t.Errorf("%+v", x)
	}
}

// TestAllRaces: every racing pair is found, not only the first.
func TestAllRaces(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
global @y : 4 align 4
entry @main
func @w() {
  store mem[@x], 1:32
  store mem[@y], 1:32
  %a:32 = load mem[@x]
  return
}
func @main() {
  spawn &w()
  store mem[@x], 2:32
  %b:32 = load mem[@y]
  halt 0 main
}`)
	want := []string{"race t.ir:1:1 t.ir:6:1", "race t.ir:2:1 t.ir:7:1", "race t.ir:6:1 t.ir:3:1"}
	if got := keys(both(t, p, all)); strings.Join(got, ",") != strings.Join(want, ",") {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestVolatile(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
entry @main
func @w() {
  store mem[@x] volatile, 1:32
  return
}
func @main() {
  spawn &w()
  store mem[@x] volatile, 2:32
  halt 0 main
}`)
	for _, atomic := range []bool{false, true} {
		o := irexec.ExploreOptions{Race: true, VolatileIsAtomic: atomic}
		x, err := irexec.Explore(context.Background(), p, o)
		if err != nil || (len(x.Failures) == 0) != atomic {
			t.Errorf("volatile is atomic %v: %v %v", atomic, keys(x), err)
		}
	}
}

// TestModels: an instruction inside a model is shown at the call in the user's code.
func TestModels(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
entry @main
func @copy() model {
  store mem[@x], 1:32
  return
}
func @w() {
  call @copy()
  return
}
func @main() {
  spawn &w()
  call @copy()
  halt 0 main
}`)
	x := both(t, p, all)
	if got := strings.Join(keys(x), ","); got != "race t.ir:3:1 t.ir:6:1" {
		t.Errorf("got %s", got)
	}
	out, err := irexec.Run(p, trace.Schedule{0, 1, 0}, trace.Inputs{}, irexec.Options{})
	if err != nil || len(out.Trace.Steps) != 3 || out.Trace.Steps[1].Func != "" && out.Trace.Steps[1].Func != "w" || out.Trace.Steps[1].Pos.Line != 3 {
		t.Errorf("%v %+v", err, out.Trace)
	}
}

// TestShort: the trace that is kept has few context switches.
func TestShort(t *testing.T) {
	x := explore(t, parse(t, `
global @n : 4 align 4
entry @main
func @w() {
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  return
}
func @main() {
  %t:64 = spawn &w()
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  join %t
  %c:32 = load mem[@n]
  %d:1 = eq %c, 2
  assert %d
  halt 0 main
}`), irexec.ExploreOptions{Assert: true})
	if len(x.Failures) != 1 || x.Failures[0].Switches != 2 {
		t.Errorf("%+v", x.Failures)
	}
}

func TestPrivate(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
global @mine : 4 align 4
entry @main
func @w() {
  %v:32 = load mem[@x] atomic
  return
}
func @main() {
  spawn &w()
  rmw add mem[@mine] atomic, 1:32
  rmw add mem[@mine] atomic, 1:32
  rmw add mem[@mine] atomic, 1:32
  halt 0 main
}`)
	shared := explore(t, p, irexec.ExploreOptions{Race: true, NoShorten: true})
	private := explore(t, p, irexec.ExploreOptions{Race: true, NoShorten: true, PrivateGlobals: map[ir.GlobalID]bool{1: true}})
	if private.States >= shared.States || !private.Exhausted {
		t.Errorf("%d states with a private global, %d without", private.States, shared.States)
	}
}
