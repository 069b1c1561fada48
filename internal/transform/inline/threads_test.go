package inline_test

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform/inline"
)

// failures explores a program; nil if that takes too long.
func failures(t *testing.T, p *ir.Program) (out []string) {
	t.Helper()
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, Race: true, MaxStates: 20_000, NoShorten: true})
	if err != nil {
		t.Fatal(err)
	}
	if !x.Exhausted {
		return nil
	}
	out = []string{"explored"}
	for _, f := range x.Failures {
		out = append(out, f.Key())
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestThreadsAgree: a program fails where it does with its calls inlined; 100 random ones, 1,000 in the long run.
func TestThreadsAgree(t *testing.T) {
	compared := 0
	seeds := tooltest.Seeds(t, 1, 100, 1000)
	for _, seed := range seeds {
		src := irgen.Concurrent(seed, irgen.Options{Threads: 1, Ops: 3})
		p, err := irtext.Parse("t.ir", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		flat, err := inline.Threads(p)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if errs := ircheck.Check(flat.Program); len(errs) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, errs, src)
		}
		for _, in := range flat.Program.Instrs() {
			switch in.(type) {
			case *ir.Call, *ir.CallPtr:
				t.Fatalf("seed %d: a call is left\n%s", seed, src)
			}
		}
		if forgets(flat.Program) {
			continue // a recursion: the flat program does more
		}
		want, got := failures(t, p), failures(t, flat.Program)
		if want == nil || got == nil {
			continue
		}
		if compared++; !slices.Equal(want, got) {
			t.Errorf("seed %d: %v, flat %v\n%s", seed, want, got, src)
		}
	}
	if len(seeds) > 1 && compared < len(seeds)/4 {
		t.Errorf("%d of %d programs were compared", compared, len(seeds))
	}
}

func forgets(p *ir.Program) bool {
	for _, in := range p.Instrs() {
		if _, ok := in.(*ir.Forget); ok {
			return true
		}
	}
	return false
}
