package pairs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A driver with five entry points: two write without a lock, two count under one, and the last is never started.
const driver = `program lp64
global @m : 8 align 8
global @x : 4 align 4
global @n : 4 align 4
global @own : 4 align 4
entry @main

func @open() {
entry:
  store mem[@x] name "x", 1:32 at "driver.c":1:1
  return
}
func @write() {
entry:
  store mem[@x] name "x", 2:32 at "driver.c":2:1
  return
}
func @count() {
entry:
  lock @m
  store mem[@n] name "n", 1:32 at "driver.c":3:1
  unlock @m
  return
}
func @read() {
entry:
  lock @m
  %0:32 = load mem[@n] name "n" at "driver.c":4:1
  unlock @m
  return
}
func @never() {
entry:
  store mem[@own] name "own", 1:32 at "driver.c":5:1
  return
}
func @main() {
entry:
  spawn &open()
  spawn &write()
  spawn &count()
  spawn &read()
  %0:64 = havoc
  %1:1 = ult %0, 0
  branch %1, last, end
last:
  spawn &never()
  jump end
end:
  thread_exit
}
`

func driverProgram(t *testing.T) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("driver.ir", []byte(driver))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		f.Display = f.Name // as people call it
	}
	return p
}

// question is about all pairs of entry points; told has who is asked about which program.
func question(p *ir.Program, jobs int, told func(turn string, req *engine.Request)) Question {
	return Question{
		Request: engine.Request{Question: verdict.Question{Program: p}, Jobs: jobs}, Effort: 2 * budget.Second,
		Asked:   func(a, b string) (bool, string) { return a != "main" && b != "main", "" },
		Engines: engines,
		Ask: func(ctx context.Context, turn Turn, req *engine.Request) (*engine.Result, error) {
			told(turn.Name, req)
			return judged(ctx, turn, req)
		},
	}
}

func run(t *testing.T, q Question) *Answer {
	t.Helper()
	ctx, cancel := budget.Within(budget.New(t.Context()), q.Effort)
	defer cancel()
	return Run(ctx, q)
}

// brief is an answer in a few lines.
func brief(a *Answer) string {
	var b strings.Builder
	for _, p := range a.Pairs {
		fmt.Fprintf(&b, "%s %s: %s %s %v\n", p.Threads[0], p.Threads[1], p.Verdict, p.Engine, p.Races)
	}
	for _, c := range a.Claims {
		fmt.Fprintf(&b, "%s: %s %s\n", c.Engine, c.Verdict, c.Reason)
	}
	return b.String()
}

// TestRun: what is said of the pairs of a driver, whatever the number of jobs, and what is told on the way.
func TestRun(t *testing.T) {
	const want = `open open: PROVED  []
open write: BUG walks [x]
open count: PROVED  []
open read: PROVED  []
open never: UNKNOWN  []
write write: PROVED  []
write count: PROVED  []
write read: PROVED  []
write never: UNKNOWN  []
count count: PROVED  []
count read: PROVED  []
count never: UNKNOWN  []
read read: PROVED  []
read never: UNKNOWN  []
never never: UNKNOWN  []
walks: BUG 9 of 15 pairs of entry points are proved
`
	for _, jobs := range []int{1, 8} {
		var first, last *Answer
		q := question(driverProgram(t), jobs, func(string, *engine.Request) {})
		q.Tell = func(a *Answer) {
			if last = a; first == nil {
				first = a
			}
		}
		got := run(t, q)
		if text := brief(got); text != want {
			t.Errorf("%d jobs:\n%s", jobs, text)
		}
		decided := func(p verdict.Pair) bool { return p.Verdict != verdict.Unknown }
		if len(first.Pairs) != 15 || slices.ContainsFunc(first.Pairs, decided) {
			t.Errorf("%d jobs: told at first: %s", jobs, brief(first))
		}
		same := func(p, q verdict.Pair) bool { return p.Threads == q.Threads && p.Verdict == q.Verdict }
		if !slices.EqualFunc(last.Pairs, got.Pairs, same) {
			t.Errorf("%d jobs: told at last: %s", jobs, brief(last))
		}
	}
}

// TestOrder: races are looked for before proofs, and every pair that is left has walks before one has a solver.
func TestOrder(t *testing.T) {
	p := driverProgram(t)
	var mu sync.Mutex
	var asked []string
	q := question(p, 1, func(turn string, req *engine.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case req.Wants(verdict.Race):
			asked = append(asked, turn)
		default:
			asked = append(asked, turn+" "+string(req.Properties[0]))
		}
	})
	q.Effort = 60 * budget.Second // of which little is spent
	q.Engines.Walks = func(int, bool) engine.Engine { return blind("walks") }
	q.Engines.Lockset = func(_ map[[2]ir.FuncID]bool, tell func([]verdict.Pair, bool)) engine.Engine {
		e := blind("lockset")
		e.Run = func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
			var pairs []verdict.Pair
			for _, both := range [][2]string{{"open", "write"}, {"open", "read"}, {"count", "read"}} {
				pairs = append(pairs, verdict.Pair{Threads: both, Verdict: verdict.Possible})
			}
			if tell != nil {
				tell(pairs, false)
			}
			return &engine.Result{Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Possible}}}, nil
		}
		return e
	}
	a := run(t, q)
	got := strings.Join(slices.Compact(slices.Clone(asked)), ", ")
	if !strings.HasPrefix(got, "walks, lockset, walks, rounds") {
		t.Errorf("asked: %s", got)
	}
	n := 0
	for _, turn := range asked[2:] {
		if turn != "walks" {
			break
		}
		n++
	}
	if n < 3 {
		t.Errorf("%d walks of 3 pairs came before a solver: %v", n, asked)
	}
	for _, want := range []string{"open write: BUG rounds [x]", "count read: BOUNDED rounds []"} {
		if !strings.Contains(brief(a), want) {
			t.Errorf("no %q in\n%s%v", want, brief(a), a.Pairs)
		}
	}
}

// blind is an engine that finds nothing.
func blind(name string) engine.Engine {
	return engine.Engine{Name: name, Run: func(_ context.Context, req *engine.Request) (*engine.Result, error) {
		return &engine.Result{Claims: []verdict.Claim{{Property: req.Properties[0]}}}, nil
	}}
}

// TestUnasked: a pair that is not asked for is left out, with what that rests on; and a driver without pairs has no
// answer but why.
func TestUnasked(t *testing.T) {
	q := question(driverProgram(t), 1, func(string, *engine.Request) {})
	q.Asked = func(a, b string) (bool, string) { return false, "they exclude each other" }
	got := run(t, q)
	c := got.Claims[0]
	if len(got.Pairs) != 0 || len(got.Assumed) == 0 || c.Verdict != verdict.Unknown || c.Cause != verdict.Obstacle {
		t.Errorf("%s%v", brief(got), got.Assumed)
	}
}
