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

// Threads that are waited for by a count of them: ok_*.c are proved, the others race in a way that data flow about counts could overlook.
func TestWaits(t *testing.T) {
	for _, path := range programs(t, "waits") {
		provesOK(t, path, verdict.Race)
	}
}

// Random programs that count their threads, against the interpreter: what is PROVED for any number of them does not race with one or two.
//
// 20 programs, 3,000 in the long run.
func TestDifferentialWaits(t *testing.T) {
	var c comparison
	dir := t.TempDir()
	for _, seed := range tooltest.Seeds(t, 1, 20, 3000) {
		c.fewOrMany(t, dir, seed, 5*time.Second, func(n int) string { return countedThreads(rand.New(rand.NewPCG(seed, 17)), n) })
	}
	c.log(t)
}

// countedThreads writes a program that starts so many threads, 0: any number, most of them counted, and waits for them most of the time; two kinds, one of which may be started by the other.
func countedThreads(r *rand.Rand, n int) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	rarely := func(is, not string) string {
		if r.IntN(12) == 0 {
			return not
		}
		return is
	}
	heap := r.IntN(2) == 0 // the count of f's threads is in an object
	var b strings.Builder
	b.WriteString("#include <heddle.h>\n#include <heddle_intrinsics.h>\n#include <stdatomic.h>\nstruct o { atomic_long n; int part; };\natomic_long all, more;\nint data;\n")
	use := func() string { return rarely(pick("s = data;", "s = data;", ""), "data++;") }
	count, arg := "all", "0"
	if heap {
		count, arg = "p->n", "p"
	}
	off := count + rarely("--;", pick("++;", "-- ; "+count+"++;", " = 0;", " -= 2;"))
	body := []string{use(), rarely("", "if (p) p->part++;"), off}
	if r.IntN(6) == 0 {
		body[1], body[2] = body[2], body[1]
	}
	loop := func(text string) string {
		if n == 0 {
			return "while (heddle_nondet_bool()) { " + text + " }"
		}
		return fmt.Sprintf("for (int i = 0; i < %d; i++) { %s }", n, text)
	}
	start := func(count, f, arg string) string {
		text := []string{count + rarely("++;", pick("+= 0;", "+= 2;", "--;")), "heddle_async(" + f + ", " + arg + ");"}
		if r.IntN(8) == 0 {
			text[0], text[1] = text[1], text[0]
		}
		return strings.Join(text, " ")
	}
	wait := func(count string) string {
		return rarely(pick("while ("+count+") ;", "while ("+count+" != 0) ;", "heddle_atomic { heddle_assume("+count+" == 0); }", "heddle_assume("+count+" == 0);"), pick("", "heddle_assume("+count+" != 0);", "heddle_assume("+count+" == 1);", "heddle_assume(more == 0);"))
	}
	fmt.Fprintf(&b, "void f(struct o *p)\n{\n\tint s;\n\t(void)p, (void)s;\n\t%s\n}\n", strings.Join(body, "\n\t"))
	// g starts f's threads, and is counted itself.
	inner := loop(start(count, "f", arg))
	after := wait(count)
	made := "struct o *p = " + rarely("__heddle_alloc(sizeof *p, 1);", "__heddle_alloc(sizeof *p, 0);")
	fmt.Fprintf(&b, "void g(void)\n{\n\tint s;\n\t%s\n\t(void)p, (void)s;\n\t%s\n\t%s\n\t%s\n\t%s\n}\n", made, inner, after, use(), rarely("more--;", ""))
	b.WriteString("int main(void)\n{\n\tint s;\n\t(void)s;\n")
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "\t%s\n\t%s\n", loop(start("more", "g", "")), wait("more"))
	} else {
		fmt.Fprintf(&b, "\t%s\n\t(void)p;\n\t%s\n\t%s\n", made, loop(start(count, "f", arg)), wait(count))
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "\t%s\n", use())
	}
	if r.IntN(4) == 0 {
		fmt.Fprintf(&b, "\t%s\n\t%s\n", start("all", "f", "0"), wait("all"))
	}
	b.WriteString("\tdata = 3;\n\treturn 0;\n}\n")
	return strings.ReplaceAll(b.String(), ", )", ")")
}
