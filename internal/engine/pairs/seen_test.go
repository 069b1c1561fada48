package pairs

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// A request is served once another thread has started the device; a third thread has nothing to do with it. There may
// be any number of each.
const served = `program lp64
global @started : 1 align 1
entry @main

func @main() {
entry:
  jump first
first:
  %0:1 = havoc
  branch %0, one, second
one:
  spawn &noise()
  jump first
second:
  %1:1 = havoc
  branch %1, two, third
two:
  spawn &starts()
  jump second
third:
  %2:1 = havoc
  branch %2, three, end
three:
  spawn &request()
  jump third
end:
  return
}
func @noise() {
entry:
  return
}
func @starts() {
entry:
  store mem[@started] atomic, 1:8
  return
}
func @request() model {
entry:
  %0:8 = load mem[@started] atomic
  %1:1 = eq %0, 1
  assume %1
  call @serve()
  return
}
func @serve() {
entry:
  return
}
`

// TestSeen: what a thread takes to come is its way and the thread that it waits for, and no other, in one round and
// one iteration.
func TestSeen(t *testing.T) {
	p, err := irtext.Parse("served.ir", []byte(served))
	if err != nil {
		t.Fatal(err)
	}
	s := asked(p, "")
	r, ok := s.seen(t.Context(), 3, newSpan(t.Context(), 3600*budget.Second))
	if !ok || len(r.Way) != 1 || r.Way[0].Kind != 3 || len(r.with) != 1 || r.with[0].Kind != 2 {
		t.Fatalf("seen: %v %+v", ok, r)
	}
	if r.at.Rounds != 1 || r.at.Unwind != 1 {
		t.Errorf("bounds %+v, want 1 and 1", r.at)
	}
	// The pair of the request and who it waits for: the one has to go on for the other to come.
	progs, _ := lean(p, [2]ir.FuncID{2, 3}, map[ir.FuncID]route{2: {Way: kinds.Way{r.with[0]}, at: r.at}, 3: r})
	if !progs[0].leads {
		t.Error("that one of the two leads to the other is not known")
	}
	e := s.meet(t.Context(), progs[:1], r.at, &look{}, 3600*budget.Second)
	if e.why != "" || e.at.Rounds != 1 || e.at.Unwind != 1 {
		t.Errorf("they meet at %+v, %s", e.at, e.why)
	}
}

// A device is started at once, or by a worker that a completion routine starts; then requests come, and what has
// nothing to do with it.
const pending = `program lp64
global @started : 1 align 1
entry @main

func @main() {
entry:
  %0:1 = havoc
  branch %0, at_once, later
at_once:
  store mem[@started] atomic, 1:8
  jump first
later:
  spawn &completed()
  jump first
first:
  atomic_begin
  %1:8 = load mem[@started] atomic
  %2:1 = eq %1, 1
  assume %2
  atomic_end
  jump noises
noises:
  %3:1 = havoc
  branch %3, one, requests
one:
  spawn &noise()
  jump noises
requests:
  %4:1 = havoc
  branch %4, two, end
two:
  spawn &request()
  jump requests
end:
  return
}
func @completed() {
entry:
  %0:1 = havoc
  branch %0, starts, end
starts:
  spawn &worker()
  jump end
end:
  return
}
func @worker() {
entry:
  store mem[@started] atomic, 1:8
  return
}
func @noise() {
entry:
  return
}
func @request() {
entry:
  return
}
`

// TestBothSeen: a request comes without the completion routine, and that one comes by itself, but both take the
// worker, too, which is on the way to neither.
func TestBothSeen(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	p, err := irtext.Parse("pending.ir", []byte(pending))
	if err != nil {
		t.Fatal(err)
	}
	s := asked(p, "")
	pair := [2]ir.FuncID{1, 4}
	known := s.routes(t.Context(), pair[:], 3600*budget.Second)
	for _, k := range pair {
		if r := known[k]; len(r.Way) != 1 || len(r.with) != 0 {
			t.Fatalf("the route to %d: %+v", k, r)
		}
	}
	progs, least := lean(p, pair, known)
	if e := s.meet(t.Context(), progs[:1], least, &look{}, 10*budget.Second); e.why != apart {
		t.Errorf("they meet without the worker, at %+v: %s", e.at, e.why)
	}
	v, ok := s.bothSeen(t.Context(), pair, known, newSpan(t.Context(), 3600*budget.Second))
	if !ok {
		t.Fatal("they are not seen together")
	}
	var started []string
	for _, in := range v.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			started = append(started, v.Funcs[s.Fn.Func].Name)
		}
	}
	if want := []string{"completed", "request", "worker"}; !slices.Equal(started, want) {
		t.Errorf("started are %v, want %v", started, want)
	}
	if e := s.meet(t.Context(), []variant{v}, least, &look{}, 3600*budget.Second); e.why != "" || e.at.Unwind != 1 {
		t.Errorf("they meet at %+v, %s", e.at, e.why)
	}
}
