package irexec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// circle is n kinds of threads, two of each: each fills its own cell under a lock and reads its neighbour's without it.
func circle(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "global @x%d : 4 align 4\n", i)
	}
	b.WriteString("global @m : 8 align 8\nentry @main\n")
	for i := range n {
		fmt.Fprintf(&b, "func @f%d() {\n  lock @m\n  store mem[@x%d], 1:32\n  unlock @m\n  %%v:32 = load mem[@x%d]\n  return\n}\n", i, i, (i+1)%n)
	}
	b.WriteString("func @main() {\n")
	for i := range n {
		fmt.Fprintf(&b, "  spawn &f%d() outlives\n  spawn &f%d() outlives\n", i, i)
	}
	b.WriteString("  thread_exit 0:64\n}\n")
	return b.String()
}

// TestCouples: of forty threads, each pair that races is shown and no other.
func TestCouples(t *testing.T) {
	const n = 20
	x := explore(t, parse(t, circle(n)), irexec.ExploreOptions{Race: true, Walks: 1 << 30, Barren: 20_000, ByThreads: true, NoShorten: true})
	if len(x.Failures) != n {
		t.Errorf("%d of %d races were shown", len(x.Failures), n)
	}
}

// TestCouplesFindWhatIsThere: what threads show two at a time the search of all states shows too.
func TestCouplesFindWhatIsThere(t *testing.T) {
	tooltest.Checks(t, 3000)
	found, all := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &gen{t: rt}
		p := parse(t, g.program())
		o := irexec.ExploreOptions{Race: true, MaxStates: 20_000}
		full := explore(rt, p, o)
		if !full.Exhausted {
			return
		}
		o.Walks, o.Barren, o.Seed = 4, 1<<30, int64(g.n("seed", 1000))
		some := explore(rt, p, o)
		for _, k := range keys(some) {
			if !slices.Contains(keys(full), k) {
				rt.Fatalf("two threads show %s\n%s", k, text(p))
			}
		}
		found, all = found+len(some.Failures), all+len(full.Failures)
	})
	t.Logf("%d of %d races were shown", found, all)
	if 2*found < all {
		t.Error("less than half of them")
	}
}
