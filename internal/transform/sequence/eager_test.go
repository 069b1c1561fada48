package sequence_test

import . "github.com/heddle-dev/heddle/internal/transform/sequence"

import (
	"errors"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/trace"
)

// TestEagerUnsplit: memory as a whole cannot be copied region by region, and Eager says so instead of sharing it.
func TestEagerUnsplit(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte(`program lp64 bounded
global @x : 4 align 4
entry @main
func @main() {
  atomic_begin
  spawn &w()
  atomic_end
  store mem[@x], 1:32
  halt 0 main
}
func @w() {
  store mem[@x], 2:32
  return
}
`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Eager(p, Options{Rounds: 2}); !errors.Is(err, ErrEager) {
		t.Errorf("error %v, want ErrEager", err)
	}
	if _, err := Lazy(p, Options{Rounds: 2}); err != nil {
		t.Errorf("Lazy: %v", err)
	}
}

// TestEagerBack: a trace that shows nothing, or is none of this program, has no way back. That others lead back to executions
// is tested where they are replayed, in package rounds.
func TestEagerBack(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte("program lp64 bounded\nentry @main\nfunc @main() {\n assert 0\n halt 0 main\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	seq, err := Eager(p, Options{Rounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []trace.Trace{{}, {Steps: []trace.Step{{Instr: seq.Program.NextID}}}} {
		if _, err := seq.Back.Trace(bad); err == nil {
			t.Errorf("%+v has a way back", bad)
		}
	}
	var all trace.Trace
	for _, b := range seq.Program.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			all.Steps = append(all.Steps, trace.Step{Instr: in.Base().ID, Raw: []ir.Const{{Lo: 1}}})
		}
	}
	got, err := seq.Back.Trace(all)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Steps); n == 0 || !got.Steps[n-1].Fails || len(got.Threads) != 1 {
		t.Errorf("the way back of a failure is %+v", got)
	}
}
