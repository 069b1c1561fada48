package reach_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
)

// parse gives every instruction the line of its number.
func parse(t *testing.T, src string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("t.ir", []byte("program lp64\n"+src))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				in.Base().Pos = source.At("t.ir", int(in.Base().ID), 1)
			}
		}
	}
	return p
}

const program = `
entry @main
func @worker() {
  return
}
func @start() model display "start" {
  spawn &worker()
  return
}
func @never() {
  return
}
func @dead() {
  return
}
func @main() {
  branch 0, no, yes
no:
  call @dead()
  jump yes
yes:
  %c:1 = havoc
  branch %c, left, right
left:
  call @start()
  jump right
right:
  call @start()
  callptr &never() [@never]
  %d:32 = udiv 1:32, 0:32
  call @never()
  halt 0 main
}`

// firstOf is the first instruction of a block of a function.
func firstOf(p *ir.Program, fn, block string) ir.ID {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			if f.Name == fn && b.Name == block {
				return b.Instrs[0].Base().ID
			}
		}
	}
	panic("no block " + block)
}

func TestCoverage(t *testing.T) {
	p := parse(t, program)
	s := &reach.Set{}
	c := reach.Of(p, s)
	// Code behind a branch that is decided is not what the entry can reach, and models count as their calls.
	if c.Functions != (reach.Count{All: 3}) || c.Starts != (reach.Count{All: 2}) || c.Callbacks != (reach.Count{All: 1}) {
		t.Errorf("%+v", c)
	}
	if len(c.NoFunctions) != 3 || len(c.NoStarts) != 2 {
		t.Errorf("%+v", c)
	}
	right := firstOf(p, "main", "right")
	s.Add(right)
	s.AddSite(right)
	s.Threads = 1
	c = reach.Of(p, s)
	if c.Functions.Reached != 1 || c.Starts.Reached != 1 || c.Threads != 1 || c.Lines.Reached != 1 || len(c.NoStarts) != 1 || c.NoStarts[0].Name != "start" {
		t.Errorf("%+v", c)
	}
}

func TestStops(t *testing.T) {
	p := parse(t, program)
	s := &reach.Set{}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if b.Name != "no" && b.Name != "left" && f.Name != "dead" {
					s.Add(in.Base().ID)
				}
				if bin, ok := in.(*ir.Binary); ok && bin.Op == ir.UDiv {
					goto done
				}
			}
		}
	}
done:
	// The branch of which one side is missing is no stop, the division is.
	stops := reach.Stops(p, s)
	if len(stops) != 1 || stops[0].Name != "a division" || !stops[0].Main || stops[0].Blocks {
		t.Errorf("%+v", stops)
	}
	if where := reach.Where(stops); !strings.Contains(where, "no execution gets past t.ir:") {
		t.Error(where)
	}
}

// TestSegments: every instruction of the user's is in exactly one segment, and a segment ends with whatever may not come back.
func TestSegments(t *testing.T) {
	p := parse(t, program)
	in := map[ir.ID]int{}
	for first, ids := range reach.SegmentsOf(p) {
		if ids[0] != first {
			t.Errorf("segment %d begins with %d", first, ids[0])
		}
		for _, id := range ids {
			in[id]++
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for k, x := range b.Instrs {
				want := 1
				if f.Model {
					want = 0
				}
				if in[x.Base().ID] != want {
					t.Errorf("instruction %d is in %d segments", x.Base().ID, in[x.Base().ID])
				}
				if _, call := x.(*ir.Call); call && k+1 < len(b.Instrs) && !reach.Begins(b, k+1) {
					t.Errorf("no segment begins behind the call %d", x.Base().ID)
				}
			}
		}
	}
}

// TestToward: where executions turn elsewhere before a thread start that none reaches, through blocks and callers.
func TestToward(t *testing.T) {
	p := parse(t, program)
	s := &reach.Set{}
	worker := firstOf(p, "worker", "entry")
	if _, ok := reach.Toward(p, s, worker); ok {
		t.Error("nothing was reached")
	}
	yes := firstOf(p, "main", "yes")
	s.Add(yes)
	if at, ok := reach.Toward(p, s, worker); !ok || at.Pos.Line != int(yes) {
		t.Errorf("%v, want line %d", at, yes)
	}
}
