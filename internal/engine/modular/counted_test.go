package modular

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Threads that are started in loops, against the interpreter: what they count, rules about arrays and thread-local variables are what such programs need. What fails is not PROVED.
//
// 4 programs, 2,000 in the long run; and two whose proofs need counts that they do not name.
func TestDifferentialCounted(t *testing.T) {
	var c comparison
	dir := t.TempDir()
	for _, seed := range append(tooltest.Seeds(t, 1, 4, 2000), 617, 939) {
		src := countedProgram(rand.New(rand.NewPCG(seed, 7)))
		p := compileText(t, dir, src)
		fails, known := explored(p, verdict.Assert, 200_000)
		if !known {
			c.open++
			continue
		}
		limit := 10 * time.Second
		if fails {
			limit = 3 * time.Second
		}
		c.add(t, seed, verdict.Assert, fails, known, ask(t, p, verdict.Assert, limit, src).Verdict, src)
	}
	c.log(t)
}

// countedProgram writes a program: one or two kinds of threads, started in loops, that add, and assertions about what they add up to.
func countedProgram(r *rand.Rand) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nint __VERIFIER_nondet_int(void);\natomic_int x, s, t;\nint arr[20];\n__thread int own;\npthread_mutex_t m;\n")
	n := 1 + r.IntN(3)
	check := func() string {
		return pick(
			fmt.Sprintf("assert(x <= %d);", r.IntN(4)), fmt.Sprintf("assert(x < %d);", 1+r.IntN(4)), fmt.Sprintf("assert(s != %d);", 1+r.IntN(4)),
			"assert(s < t);", "assert(s <= t);", "assert(s <= t);", "assert(arr[3] < 2);", "assert(arr[r] != 1);", "assert(own <= 1);", "assert(own == 0);",
		)
	}
	add := func() string {
		return pick("x++;", "r = x; x = r + 1;", "t++;", "t++;", "s++;", "s++;", "s--;", "arr[own] = 1;", "arr[3] = arr[2] + 1;", "own++;", "arr[5] = x;")
	}
	for _, name := range []string{"f", "g"} {
		fmt.Fprintf(&b, "void *%s(void *a)\n{\n\tint r = 0;\n", name)
		for range 1 + r.IntN(4) {
			op := add()
			if r.IntN(3) == 0 {
				op = check()
			}
			switch r.IntN(8) {
			case 0:
				op = "if (__VERIFIER_nondet_int()) { " + op + " }"
			case 1:
				op = "for (int i = 0; i < 2; i++) { " + op + " }"
			case 2:
				op = "pthread_mutex_lock(&m); " + op + " pthread_mutex_unlock(&m);"
			}
			b.WriteString("\t" + op + "\n")
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	b.WriteString("int main(void)\n{\n\tpthread_t p;\n\tint r = 0;\n")
	if r.IntN(2) == 0 {
		b.WriteString("\tpthread_create(&p, 0, g, 0);\n")
	}
	extra := ""
	if r.IntN(4) == 0 {
		extra = "\t\tif (__VERIFIER_nondet_int())\n\t\t\tpthread_create(&p, 0, " + pick("f", "g") + ", 0);\n"
	}
	fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++) {\n\t\tpthread_create(&p, 0, f, 0);\n%s\t}\n\t%s\n\treturn 0;\n}\n", n, extra, check())
	return b.String()
}
