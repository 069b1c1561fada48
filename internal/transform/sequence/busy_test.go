package sequence_test

import . "github.com/heddle-dev/heddle/internal/transform/sequence"

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/logic"
	layout "github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/transform"
)

// main holds m while x is 1; y is 1 from then on.
const lockHeld = `program lp64 bounded
region mem
region m width 4 cells [@m at 0 stride 4 count 1]
region x width 4 cells [@x at 0 stride 4 count 1]
region y width 4 cells [@y at 0 stride 4 count 1]
global @m : 4 align 4
global @x : 4 align 4
global @y : 4 align 4
entry @main

func @main() {
entry:
  atomic_begin
  spawn &w()
  atomic_end
  atomic_begin
  %o:32 = load m[@m] atomic
  %f:1 = eq %o, 0:32
  assume %f
  store m[@m] atomic, 1:32
  atomic_end
  store x[@x] atomic, 1:32
  store x[@x] atomic, 0:32
  store m[@m] atomic, 0:32
  store y[@y] atomic, 1:32
  halt 0 main
}

func @w() {
entry:
  %v:32 = load x[@x] atomic
  %c:1 = eq %v, 0:32
  assert %c msg "x"
  %u:32 = load y[@y] atomic
  %d:1 = eq %u, 0:32
  assert %d msg "y"
  return
}
`

// TestBusy: a failure that shows only in a turn that begins while a lock is held has no execution without a busy turn. Others have one, and also one with such a turn: the lock chooses between traces and hides none. Without locks to look
// at there are no busy turns.
func TestBusy(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte(lockHeld))
	if err != nil {
		t.Fatal(err)
	}
	at := ir.Mem{}
	for _, in := range p.Instrs() {
		if m, _, write := ir.AccessOf(in); m != nil && write && p.Regions[m.Region].Name == "m" {
			at = *m
		}
	}
	for _, c := range []struct {
		msg                string
		held               []ir.Mem
		disturbed, without solve.Status
	}{
		{"x", []ir.Mem{at}, solve.Sat, solve.Unsat},
		{"y", []ir.Mem{at}, solve.Sat, solve.Sat},
		{"x", nil, solve.Unsat, solve.Sat},
	} {
		seq, err := Lazy(p, Options{Rounds: 2, Held: c.held, Sliced: true})
		if err != nil {
			t.Fatal(err)
		}
		f, err := encode.Encode(context.Background(), logic.NewBuilder(logic.Options{}), seq.Program, layout.Of(seq.Program, seq.Program, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		fails, busy := f.B.False(), f.B.False()
		for _, k := range f.Checks {
			switch {
			case k.Assert.Kind == transform.Busy:
				busy = f.B.Or(busy, k.Fails)
			case k.Assert.Msg == c.msg && !transform.Internal(k.Assert.Kind):
				fails = f.B.Or(fails, k.Fails)
			}
		}
		s := bitblast.New(f.B, solve.Options{})
		for _, cond := range f.Checks[0].Path.Conds() {
			if err := s.Assert(cond); err != nil {
				t.Fatal(err)
			}
		}
		for _, ask := range []struct {
			what string
			busy logic.Term
			want solve.Status
		}{{"with", busy, c.disturbed}, {"without", f.B.Not(busy), c.without}} {
			if got, err := s.Check(context.Background(), fails, ask.busy); err != nil || got != ask.want {
				t.Errorf("%q fails %s a busy turn, locks %d: %v, %v, want %v", c.msg, ask.what, len(c.held), got, err, ask.want)
			}
		}
		s.Close()
	}
}
