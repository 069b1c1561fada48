package rounds_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func ask(t *testing.T, src string, k int, props ...verdict.Property) *engine.Result {
	t.Helper()
	p, err := irgen.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	res, err := rounds.Engine.Run(context.Background(), &engine.Request{
		Question: verdict.Question{Program: p, Properties: props, Bounds: verdict.Bounds{Rounds: k, Unwind: 2 * min(k, 1), Threads: 3}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Two workers write a lot, main looks once. Whatever the rounds allow, two switches are enough: to a worker that makes its first store
// to x, and back.
const noisy = `program lp64
global @x : 4 align 4
global @y : 4 align 4
entry @main
func @w() {
  store mem[@y], 1:32
  store mem[@x], 1:32
  store mem[@y], 2:32
  store mem[@x], 2:32
  return
}
func @main() {
  %t:64 = spawn &w()
  %u:64 = spawn &w()
  %v:32 = load mem[@x]
  %b:1 = ne %v, 1
  assert %b msg "not one"
  halt 0 main
}`

func TestFewestSwitches(t *testing.T) {
	for k := 2; k <= 4; k++ {
		res := ask(t, noisy, k, verdict.Assert)
		if len(res.Findings) != 1 {
			t.Fatalf("K = %d: %d findings", k, len(res.Findings))
		}
		if n := switches(res.Findings[0].Schedule); n != 2 {
			t.Errorf("K = %d: %d switches in %v, want 2", k, n, res.Findings[0].Schedule)
		}
	}
}

func switches(s trace.Schedule) (n int) {
	for i := range s {
		if i > 0 && s[i] != s[i-1] {
			n++
		}
	}
	return n
}

func TestUnreached(t *testing.T) {
	res := ask(t, `program lp64
global @x : 4 align 4
entry @main
func @w() {
  %v:32 = load mem[@x]
  %b:1 = eq %v, 7
  %c:1 = havoc
  branch %b, yes, no
yes:
  assert %c msg "seven"
  return
no:
  assert %c msg "other"
  return
}
func @main() {
  %t:64 = spawn &w()
  store mem[@x], 3:32
  %c:1 = havoc
  branch 0, a, b
a:
  assert %c msg "dead"
  jump b
b:
  assert 1 msg "holds"
  halt 0 main
}`, 2, verdict.Assert)
	var got []string
	for _, u := range res.Claims[0].Unreached {
		got = append(got, u[len(u)-5:])
	}
	slices.Sort(got)
	if !slices.Equal(got, []string{" dead", "seven"}) {
		t.Errorf("unreached: %q", res.Claims[0].Unreached)
	}
}

// What is found while scouting leaves the other properties to the ladder.
func TestOtherProperties(t *testing.T) {
	res := ask(t, `program lp64
global @x : 4 align 4
entry @main
func @main() {
  %v:32 = load mem[@x]
  %b:1 = ne %v, 0
  assert %b msg "zero"
  halt 0 main
}`, 0, verdict.Assert, verdict.Race)
	if res.Claims[0].Verdict != verdict.Bug || res.Claims[1].Verdict != verdict.Proved {
		t.Errorf("%+v", res.Claims)
	}
}

// A search that ran out of time says so in the words of whoever set the limit, and where it was.
func TestStopped(t *testing.T) {
	p, err := irgen.Parse("program lp64\nentry @main\nfunc @main() {\n  halt 0 main\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("timeout after 5s"))
	res, err := rounds.Engine.Run(ctx, &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Assert}}})
	if err != nil {
		t.Fatal(err)
	}
	if c := res.Claims[0]; c.Verdict != verdict.Unknown || c.Cause != verdict.Limit || c.Reason != "timeout after 5s at K=1, U=1" {
		t.Errorf("%+v", c)
	}
}
