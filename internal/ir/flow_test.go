package ir_test

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestUnwritten: on some way from the entry, through loops too, but not through code that nothing leads to.
func TestUnwritten(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(`program lp64
global @x : 4 align 4
entry @main

func @main(%param:32) {
entry:
  %c:1 = havoc
  store mem[@x], %param
  branch %c, one, two
one:
  %both:32 = move 1
  %half:32 = move 1
  jump loop
two:
  %both = move 2
  jump loop
loop:
  %d:1 = havoc
  branch %d, body, end
body:
  store mem[@x], %round:32
  %round = move 1
  store mem[@x], %both
  jump loop
end:
  %here:32 = move 5
  store mem[@x], %here
  store mem[@x], %half
  halt 0 main
nowhere:
  store mem[@x], %dead:32
  jump end
}
`))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	var got []string
	for _, r := range f.Unwritten(ir.Any) {
		got = append(got, f.Regs[r].Name)
	}
	slices.Sort(got)
	if want := []string{"half", "round"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
