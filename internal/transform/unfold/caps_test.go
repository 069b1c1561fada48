package unfold

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/transform"
)

// TestCapabilities: what may still be done counts loops, calls, and threads to be started; and in the middle of calls, what every caller
// may do from its call on.
func TestCapabilities(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(`program lp64
global @m : 8 align 8
global @s : 8 align 8
global @x : 4 align 4
entry @main

func @give() {
  store mem[@x], 1:32
  unlock @m
  store mem[@x], 2:32
  return
}

func @post() {
  up @s
  return
}

func @main() {
  store mem[@x], 3:32
  call @give()
  store mem[@x], 4:32
  jump head
head:
  %v:32 = havoc
  %c:1 = eq %v, 0
  branch %c, body, end
body:
  store mem[@x], 5:32
  spawn &post()
  store mem[@x], 6:32
  jump head
end:
  store mem[@x], 7:32
  thread_exit
}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64]transform.Caps{ // by what is stored
		1: transform.CapUnlock | transform.CapUp,
		2: transform.CapUnlock | transform.CapUp, // main stands at its call, and the call unlocks
		3: transform.CapUnlock | transform.CapUp,
		4: transform.CapUp,
		5: transform.CapUp,
		6: transform.CapUp, // in the next run of the loop
		7: 0,
	}
	seen := 0
	out, err := Unfold(p, Options{Unwind: 2, Threads: 3, Caps: transform.Capabilities(p)})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range out.Program.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ir.Store); ok {
				seen++
				if got := out.Caps[s.ID]; got != want[s.Val.Val.Lo] {
					t.Errorf("store of %d: %b, want %b", s.Val.Val.Lo, got, want[s.Val.Val.Lo])
				}
			}
		}
	}
	if seen < 7 {
		t.Errorf("%d stores", seen)
	}
}
