package irgen_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/irgen"
)

// TestWellFormed: what is written can be read, and the same seed writes the same.
func TestWellFormed(t *testing.T) {
	o := irgen.Options{Threads: 2, Ops: 3, Free: true, Spin: true, Cond: true, Nested: true, TryJoin: true, Exit: true, Odd: true}
	for seed := uint64(0); seed < 500; seed++ {
		for _, write := range []func() string{
			func() string { return irgen.Concurrent(seed, o) },
			func() string { return irgen.Memory(seed, seed%2 == 0) },
			func() string {
				return irgen.Concurrent(seed, irgen.Options{Threads: 2, Ops: 3, Wait: seed%2 == 0, Open: true})
			},
		} {
			src := write()
			if _, err := irgen.ParseOpen(src); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if again := write(); again != src {
				t.Fatalf("seed %d writes two programs", seed)
			}
		}
	}
}

// TestPositions: every instruction stands on its line.
func TestPositions(t *testing.T) {
	p, err := irgen.Parse("program lp64\nglobal @x : 4 align 4\nentry @main\n\nfunc @main() {\n  // a comment\n  store mem[@x], 1:32\n  halt 0\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Funcs[0].Blocks[0].Instrs[0].Base().Pos.Pos.String(); got != "t.ir:7:1" {
		t.Errorf("the store stands at %s", got)
	}
}

// TestShrink: only what matters is left.
func TestShrink(t *testing.T) {
	src := irgen.Concurrent(3, irgen.Options{Threads: 2, Ops: 3})
	got := irgen.Shrink(src, func(s string) bool { return strings.Contains(s, "store mem[@own]") })
	lines := strings.Count(strings.TrimSpace(got), "\n") + 1
	if !strings.Contains(got, "store mem[@own]") || lines > 12 {
		t.Errorf("%d lines are left:\n%s", lines, got)
	}
}
