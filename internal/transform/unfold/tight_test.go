package unfold

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/transform"
)

// nestedLoops has a loop of unknown length that calls a function with another.
const nestedLoops = `program lp64
global @x : 4 align 4
entry @main

func @inner() display "inner" {
entry:
  jump head
head:
  %h:1 = havoc
  branch %h, body, end
body:
  store mem[@x], 1:32
  jump head
end:
  return
}

func @main() {
entry:
  jump head
head:
  %h:1 = havoc
  branch %h, body, end
body:
  call @inner()
  call @inner()
  jump head
end:
  halt 0 main
}
`

// TestTight: inner loops give way first, and what is cut is a bound like any other.
func TestTight(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(nestedLoops))
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for tight := 2; tight >= 0; tight-- { // from 3 on it is about loops of models
		out, err := Unfold(p, Options{Unwind: 8, Threads: 3, Tight: tight})
		if err != nil {
			t.Fatal(err)
		}
		stores, cuts, early := 0, 0, 0
		for _, b := range out.Program.Funcs[0].Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Store:
					stores++
				case *ir.Assert:
					if in.Kind == transform.Bound {
						cuts++
						if strings.Contains(in.Msg, "cut early") {
							early++
						}
					}
				}
			}
		}
		if stores <= last || cuts == 0 || (early > 0) != (tight > 0) {
			t.Errorf("tight %d: %d stores after %d, %d cuts, %d of them early", tight, stores, last, cuts, early)
		}
		last = stores
	}
}
