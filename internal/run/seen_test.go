package run

import (
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A request is served once another thread has started the device; a third thread has nothing to do with it. There may be any number of each.
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

// TestSeen: what a thread takes to come is its way and the thread that it waits for, and no other, in one round and one iteration.
func TestSeen(t *testing.T) {
	p, err := irtext.Parse("served.ir", []byte(served))
	if err != nil {
		t.Fatal(err)
	}
	job := &Job{Request: engine.Request{Question: verdict.Question{Program: p}}, Timeout: time.Minute}
	r, ok := job.seen(t.Context(), p, 3, newBudget(time.Minute))
	if !ok || len(r.way) != 1 || r.way[0].kind != 3 || len(r.with) != 1 || r.with[0].kind != 2 {
		t.Fatalf("seen: %v %+v", ok, r)
	}
	if r.at.Rounds != 1 || r.at.Unwind != 1 {
		t.Errorf("bounds %+v, want 1 and 1", r.at)
	}
	// The pair of the request and who it waits for: the one has to go on for the other to come.
	progs, _ := lean(p, [2]ir.FuncID{2, 3}, map[ir.FuncID]route{2: {way: way{r.with[0]}, at: r.at}, 3: r})
	if !progs[0].leads {
		t.Error("that one of the two leads to the other is not known")
	}
	e := job.meet(t.Context(), progs[:1], r.at, &look{}, time.Minute)
	if e.why != "" || e.at.Rounds != 1 || e.at.Unwind != 1 {
		t.Errorf("they meet at %+v, %s", e.at, e.why)
	}
}
