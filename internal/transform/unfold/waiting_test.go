package unfold

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/transform"
)

// TestWaitsForNobody: a loop that waits while what it waits for is known not to happen is cut like one of unknown length; one that counts its waits runs to its end.
func TestWaitsForNobody(t *testing.T) {
	const program = `program lp64
global @busy : 4 align 4 = 1:32
global @c : 48 align 8
global @m : 40 align 8
entry @main

func @main() {
entry:
  %%i:32 = move 0
  lock @m
  jump head
head:
  %%b:32 = load mem[@busy]
  %%go:1 = %s
  branch %%go, body, end
body:
  wait @c, @m
  wake @c
  lock @m
  %%i:32 = add %%i, %d
  jump head
end:
  halt 0 main
}
`
	for _, c := range []struct {
		until string
		step  int
		waits int
		cut   bool
	}{
		{"ult %i, 7", 1, 7, false},
		{"ne %b, 0", 0, 2, true},
	} {
		p, err := irtext.Parse("in.ir", fmt.Appendf(nil, program, c.until, c.step))
		if err != nil {
			t.Fatal(err)
		}
		out, err := Unfold(p, Options{Unwind: 2, Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		waits, cut := 0, false
		for _, b := range out.Program.Funcs[0].Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Wake:
					waits++
				case *ir.Assert:
					cut = cut || in.Kind == transform.Bound
				}
			}
		}
		if waits != c.waits || cut != c.cut {
			t.Errorf("%s: %d waits, cut %v; want %d, %v", c.until, waits, cut, c.waits, c.cut)
		}
	}
}

// TestGoesRound: a loop whose iterations do nothing is endless, and is cut at once; one that counts in a register runs to its end.
func TestGoesRound(t *testing.T) {
	const program = `program lp64
global @ready : 4 align 4
entry @main

func @main() {
entry:
  %%i:32 = move 0
  jump head
head:
  %%b:32 = load mem[@ready]
  %%i:32 = add %%i, %d
  %%n:32 = add %%b, %%i
  %%go:1 = ult %%n, 100000
  branch %%go, head, end
end:
  halt 0 main
}
`
	for step, cut := range []bool{true, false} {
		p, err := irtext.Parse("in.ir", fmt.Appendf(nil, program, step))
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		out, err := Unfold(p, Options{Unwind: 2, Threads: 3, Stop: func() error { asked++; return nil }})
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, in := range out.Program.Instrs() {
			a, ok := in.(*ir.Assert)
			got = got || ok && a.Kind == transform.Bound
		}
		if got != cut || cut && asked > 1 {
			t.Errorf("step %d: cut %v, want %v; asked %d times whether to go on", step, got, cut, asked)
		}
	}
}
