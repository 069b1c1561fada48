package pairs

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestMeet: two threads meet where one execution has both, not where each has its own; and the bounds are those that
// it takes.
func TestMeet(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	const choose = "  %0:1 = havoc\n  branch %0, one, other\n"
	for _, tt := range []struct {
		name, main string
		kinds      [2]int
		want       string // bounds, or why not
	}{
		{"both", "entry:\n  spawn &a()\n  spawn &b()\n  return\n", [2]int{0, 1}, "1 1"},
		{"either", "entry:\n" + choose + "one:\n  spawn &a()\n  return\nother:\n  spawn &b()\n  return\n", [2]int{0, 1}, apart},
		{"two of a kind", "entry:\n  spawn &a()\n  spawn &a()\n  return\n", [2]int{0, 0}, "1 1"},
		{"one of a kind", "entry:\n  spawn &a()\n  return\n", [2]int{0, 0}, apart},
		{"with the first", "entry:\n  spawn &a()\n  return\n", [2]int{2, 0}, "1 1"},
		{"one starts the other", "entry:\n  spawn &starts()\n  return\n", [2]int{3, 0}, "1 1"},
		{"not at once", "entry:\n  spawn &locks()\n  spawn &waits()\n  return\n", [2]int{4, 5}, "1 1"},
		{"one behind the other", "entry:\n  spawn &waits()\n  spawn &locks()\n  return\n", [2]int{4, 5}, "2 1"},
		{"never", "entry:\n  return\n", [2]int{0, 1}, apart},
		{"the second iteration", "entry:\n  %1:32 = move 0\n  jump loop\nloop:\n  %0:1 = havoc\n  branch %0, more, end\nmore:\n  %1:32 = add %1, 1\n  jump loop\nend:\n" +
			"  %2:1 = ule 2, %1\n  assume %2\n  spawn &a()\n  spawn &b()\n  return\n", [2]int{0, 1}, "1 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := irtext.Parse("meet.ir", []byte("program lp64\nglobal @m : 8 align 8\nglobal @done : 1 align 1\nentry @main\n\nfunc @a() {\nentry:\n  return\n}\nfunc @b() {\nentry:\n  return\n}\nfunc @main() {\n"+tt.main+"}\n"+`func @starts() {
entry:
  spawn &a()
  return
}
func @locks() model {
entry:
  lock @m
  call @a()
  unlock @m
  store mem[@done] atomic, 1:8
  return
}
func @waits() model {
entry:
  %0:8 = load mem[@done] atomic
  %1:1 = eq %0, 1
  assume %1
  lock @m
  call @b()
  unlock @m
  return
}
`))
			if err != nil {
				t.Fatal(err)
			}
			for _, slice := range []string{"off", "on"} {
				e := asked(p, slice).meet(t.Context(), []variant{{Program: p, kinds: [2]ir.FuncID{ir.FuncID(tt.kinds[0]), ir.FuncID(tt.kinds[1])}}}, verdict.Bounds{}, &look{}, 0)
				got := e.why
				if got == "" {
					got = fmt.Sprint(e.at.Rounds, e.at.Unwind)
				}
				if got != tt.want {
					t.Errorf("slice %s: %s, want %s", slice, got, tt.want)
				}
			}
		})
	}
}

// TestHappenInHarness: a thread that begins in code of the harness is met by `rounds`, too, where random executions
// do not come to it; and only when it gets to the driver's function.
func TestHappenInHarness(t *testing.T) {
	for wait, want := range map[string]bool{"": true, "  assume 0\n": false} {
		p, err := irtext.Parse("harness.ir", []byte(`program lp64
entry @main

func @driver() {
entry:
  return
}
func @thread() model {
entry:
`+wait+`  call @driver()
  return
}
func @main() {
entry:
  %0:64 = havoc
  %1:1 = eq %0, 123456789123456789
  branch %1, start, end
start:
  spawn &thread()
  return
end:
  return
}
`))
		if err != nil {
			t.Fatal(err)
		}
		s := asked(p, "")
		s.pairs = [][2]ir.FuncID{{1, 1}}
		s.happen(t.Context())
		if got := s.happens.has(1); got != want {
			t.Errorf("%q: met: %v, want %v", wait, got, want)
		}
	}
}
