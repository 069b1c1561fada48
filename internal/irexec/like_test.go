package irexec_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestLike: walks that are like an execution come where it came, in another program too, in a fraction of the instructions.
func TestLike(t *testing.T) {
	program := func(more string) string {
		var b strings.Builder
		b.WriteString("program lp64\nglobal @x : 4 align 4\nentry @main\n\nfunc @main() {\nentry:\n" + more)
		for i := range 6 { // a byte of a request after the other, each with its own meaning
			fmt.Fprintf(&b, "  store mem[@x], %d:32 !%d\n  %%a%d:8 = havoc !%d\n  %%b%d:1 = eq %%a%d, %d !%d\n  branch %%b%d, right%d, wrong !%d\nright%d:\n",
				i, 10*i+1, i, 10*i+2, i, i, 11*i+3, 10*i+3, i, i, 10*i+4, i)
		}
		b.WriteString("  assert 0 !100\n  return !101\nwrong:\n  return !102\n}\n")
		return b.String()
	}
	walk := func(src string, instrs int64, like []irexec.Choice) []*irexec.Found {
		p, err := irtext.Parse("like.ir", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		x, err := irexec.Explore(t.Context(), p, irexec.ExploreOptions{Assert: true, Walks: math.MaxInt, MaxInstrs: instrs, FirstOnly: true, NoShorten: true, Like: like})
		if err != nil {
			t.Fatal(err)
		}
		return x.Failures
	}
	found := walk(program(""), 100_000_000, nil)
	if len(found) == 0 {
		t.Fatal("no walk comes to the end")
	}
	other, few := program("  store mem[@x], 7:32 !103\n"), int64(400)
	if len(walk(other, few, nil)) > 0 {
		t.Error("walks come to the end at once: the test shows nothing")
	}
	if len(walk(other, few, found[0].Choices)) == 0 {
		t.Error("walks like another one do not come to the end")
	}
}
