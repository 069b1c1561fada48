package unfold

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestQuiet: stores to a local leave code exactly if something that is left looks at them.
func TestQuiet(t *testing.T) {
	const program = `program lp64
global @x : 4 align 4
global @p : 8 align 8
entry @main

func @dangling() : 64 {
entry:
  %a:64 = alloc 4 stack
  store mem[%a], 1:32
  free %a stack
  return %a
}

func @main() {
entry:
`
	for _, c := range []struct {
		name, body           string
		stores, frees, marks int
	}{
		{"known", `  %a:64 = alloc 8 stack
  store mem[%a], 1:32
  %b:64 = add %a, 4
  store mem[%b], 2:32
  %v:32 = load mem[%b]
  store mem[@x], %v
  free %a stack
`, 1, 0, 2},
		{"unknown content", `  %a:64 = alloc 8 stack
  %h:32 = havoc
  store mem[%a], %h
  %v:32 = load mem[%a]
  store mem[@x], %v
  free %a stack
`, 2, 1, 0},
		{"one holds the other", `  %a:64 = alloc 4 stack
  %b:64 = alloc 8 stack
  store mem[%a], 1:32
  store mem[%b], %a
  %c:64 = load mem[%b]
  %v:32 = load mem[%c]
  free %b stack
  free %a stack
`, 0, 0, 1},
		{"one holds the other and is looked at", `  %a:64 = alloc 4 stack
  %b:64 = alloc 8 stack
  store mem[%a], 1:32
  store mem[%b], %a
  %i:64 = havoc
  %c:64 = add %b, %i
  %v:8 = load mem[%c]
  free %b stack
  free %a stack
`, 2, 2, 0},
		{"the address gets out", `  %a:64 = alloc 4 stack
  store mem[%a], 1:32
  store mem[@p], %a
  free %a stack
`, 2, 1, 0},
		{"outside of the object", `  %a:64 = alloc 4 stack
  %b:64 = add %a, 4
  store mem[%b], 1:32
  free %a stack
`, 1, 1, 0},
		{"after its life", `  %a:64 = call @dangling()
  store mem[%a], 2:32
`, 2, 1, 0},
		{"volatile", `  %a:64 = alloc 4 stack
  store mem[%a] volatile, 1:32
  free %a stack
`, 1, 1, 0},
	} {
		p, err := irtext.Parse("in.ir", []byte(program+c.body+"  halt 0 main\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		out, err := Unfold(p, Options{Unwind: 2, Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		ircheck.Must("unfold", out.Program)
		stores, frees, marks := 0, 0, 0
		for _, b := range out.Program.Funcs[0].Blocks {
			for _, in := range b.Instrs {
				switch in.(type) {
				case *ir.Store:
					stores++
				case *ir.Free:
					frees++
				case *ir.AtomicBegin:
					marks++
				}
			}
		}
		if stores != c.stores || frees != c.frees || marks != c.marks {
			t.Errorf("%s: %d stores, %d frees, %d marks; want %d, %d, %d\n%s", c.name, stores, frees, marks, c.stores, c.frees, c.marks, irtext.Brief(out.Program))
		}
	}
}
