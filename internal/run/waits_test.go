package run

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestProofsOfWaits: random programs that count their threads in objects and look up which count to wait for. What an engine proves of any number of threads does not race with one or two, as explore tells it.
//
// 10 programs, 2,000 in the long run.
func TestProofsOfWaits(t *testing.T) {
	t.Parallel()
	proved, free, racing, open := map[string]int{}, 0, 0, 0
	for _, seed := range tooltest.Seeds(t, 1, 10, 2000) {
		races, known := false, false
		for n := 1; n <= 2 && !races; n++ {
			some, sure := racesIn(t, lookedUp(rand.New(rand.NewPCG(seed, 19)), n))
			races, known = some, known || sure
		}
		switch {
		case !known:
			open++
			continue
		case races:
			racing++
		default:
			free++
		}
		src := lookedUp(rand.New(rand.NewPCG(seed, 19)), 0)
		for _, eng := range []string{"lockset", "modular"} {
			switch word := raceVerdict(t, src, eng); {
			case word == verdict.Proved && races:
				t.Errorf("seed %d: %s says PROVED, and it races\n%s", seed, eng, src)
			case word == verdict.Proved:
				proved[eng]++
			}
		}
	}
	t.Logf("%d programs race, %d do not, %d were not decided; proved are %v", racing, free, open, proved)
}

// lookedUp writes a program that makes up to two groups of so many threads, 0: any number, counted in an object for each group that a list leads to, and waits for some of them.
func lookedUp(r *rand.Rand, n int) string {
	rarely := func(is, not string) string {
		if r.IntN(14) == 0 {
			return not
		}
		return is
	}
	oneOf := func(all ...string) string { return all[r.IntN(len(all))] }
	var b strings.Builder
	b.WriteString("#include <heddle.h>\n#include <heddle_intrinsics.h>\nstruct group { int key; unsigned long running; struct group *before; int own; };\nstruct group *groups;\nint data;\n")
	use := rarely(oneOf("int seen = data; (void)seen;", "int seen = g->own; (void)seen;"), oneOf("g->own = 1;", "data = 1;"))
	end := "__atomic_fetch_sub(n, 1, __ATOMIC_SEQ_CST);"
	body := []string{use, rarely(end, oneOf("", end+" "+end, "__atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);"))}
	if r.IntN(8) == 0 {
		body[0], body[1] = body[1], body[0]
	}
	fmt.Fprintf(&b, "void work(struct group *g, unsigned long *n)\n{\n\t(void)g;\n\t%s\n}\n", strings.Join(body, "\n\t"))
	loop := "while (heddle_nondet_bool())"
	if n > 0 {
		loop = fmt.Sprintf("for (int i = 0; i < %d; i++)", n)
	}
	for i := range 2 {
		start := []string{"__atomic_fetch_add(&g->running, 1, __ATOMIC_SEQ_CST);", "heddle_async(work, g, " + rarely("&g->running", "&groups->running") + ");"}
		if r.IntN(10) == 0 {
			start[0], start[1] = start[1], start[0]
		}
		fmt.Fprintf(&b, "void start%d(int key)\n{\n\tstruct group *g = __heddle_alloc(sizeof *g, 1);\n\tg->key = key;\n\tg->before = groups;\n\tgroups = %s;\n\t%s { %s }\n}\n", i, rarely("g", "groups"), loop, strings.Join(start, " "))
	}
	fmt.Fprintf(&b, "void finish(int key)\n{\n\tstruct group *g = groups;\n\t%s\n\tif (%s)\n\t\theddle_assume(__atomic_load_n(&g->running, __ATOMIC_SEQ_CST) %s 0);\n}\n",
		oneOf("if (g && g->key != key)\n\t\tg = g->before;", "while (g && g->key != key)\n\t\tg = g->before;", ""), rarely("g", "g && g->key == key && heddle_nondet_bool()"), rarely("==", oneOf("!=", ">=")))
	keys := []string{oneOf("1", "2"), oneOf("1", "2")}
	b.WriteString("int main(void)\n{\n\tstruct group *g = 0;\n\t(void)g;\n")
	fmt.Fprintf(&b, "\tstart0(%s);\n\tg = groups;\n", keys[0])
	two := r.IntN(3) == 0
	if two {
		fmt.Fprintf(&b, "\tstart1(%s);\n\t%s\n", keys[1], oneOf("g = groups;", ""))
	}
	fmt.Fprintf(&b, "\tfinish(%s);\n", rarely(keys[0], "3"))
	if two && r.IntN(3) > 0 {
		fmt.Fprintf(&b, "\tfinish(%s);\n", keys[1])
	}
	if r.IntN(10) == 0 {
		b.WriteString("\tstart1(1);\n")
	}
	fmt.Fprintf(&b, "\tdata = 2;\n\tif (g)\n\t\tg->own = 2;\n\treturn 0;\n}\n")
	return b.String()
}
