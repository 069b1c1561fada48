package ir_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestLiveIn: what is read before it is written, around loops, and in blocks that nothing leads to.
func TestLiveIn(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(`program lp64
global @x : 4 align 4
entry @main

func @main(%param:32) {
entry:
  %c:1 = havoc
  %sum:32 = move 0
  branch %c, loop, end
loop:
  %old:32 = move %sum
  %sum = add %old, %param
  %d:1 = havoc
  branch %d, loop, end
end:
  store mem[@x], %sum
  %own:32 = move 1
  store mem[@x], %own
  halt 0 main
nowhere:
  store mem[@x], %param
  jump loop
}
`))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[p.Entry]
	want := []string{"param", "param sum", "sum", "param sum"}
	for i, live := range f.LiveIn() {
		var names []string
		for _, r := range slices.Sorted(maps.Keys(live)) {
			names = append(names, f.Regs[r].Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want[i] {
			t.Errorf("%s: %s, want %s", f.Blocks[i].Name, got, want[i])
		}
	}
}
