package modular

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// One to three kinds of threads, with loops, against the interpreter: what is PROVED for any number of threads does not fail with one, two or three of each kind. Such programs hand over by flags, take locks of several makes, and
// now and then forget to.
//
// 5 programs, 3,000 in the long run.
func TestDifferentialInstances(t *testing.T) {
	var c comparison
	dir := t.TempDir()
	for _, seed := range tooltest.Seeds(t, 1, 5, 3000) {
		program := func(n int) string { return kindsOfThreads(rand.New(rand.NewPCG(seed, 11)), n) }
		src := program(0)
		p := compileText(t, dir, src)
		var few [3]*ir.Program
		for n := range few {
			few[n] = compileText(t, dir, program(n+1))
		}
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			word := ask(t, p, prop, 10*time.Second, src).Verdict
			fails, known := explored(few[0], prop, 4000) // with one of each it has to be known
			for n := 1; n < len(few) && !fails; n++ {
				fails, _ = explored(few[n], prop, 4000)
			}
			c.add(t, seed, prop, fails, known, word, src)
		}
	}
	c.log(t)
}

// kindsOfThreads writes a program that starts so many threads of each kind; 0: any number. A kind that is the only one of its name is started once either way, if chance has it.
func kindsOfThreads(r *rand.Rand, instances int) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\nint x, y;\natomic_int flag, word;\npthread_mutex_t m, k;\n")
	use := func() string {
		return pick("x = 1;", "x = 0;", "x = !x;", "y = x;", "r = x;", "x = 2;", "y = 1 - y;", "x = 1; assert(x == 1);", "x = 1; x = 0;", "assert(x < 3);", "assert(y <= 1);", "assert(x != 2);", "r = y; x = r & 1;", "assert(!x); x = 1; x = 0;")
	}
	op := func() string {
		body := use()
		if r.IntN(3) == 0 {
			body += " " + use()
		}
		a, z := r.IntN(3), r.IntN(3)
		switch r.IntN(14) {
		case 0:
			return body
		case 1, 2, 3, 4:
			return "pthread_mutex_lock(&m); " + body + " pthread_mutex_unlock(&m);"
		case 5:
			return "pthread_mutex_lock(&k); " + body + " pthread_mutex_unlock(&k);"
		case 6:
			return "pthread_mutex_lock(&m); pthread_mutex_lock(&k); " + body + " pthread_mutex_unlock(&k); pthread_mutex_unlock(&m);"
		case 7, 8:
			return fmt.Sprintf("while (flag != %d) ; %s flag = %d;", a, body, z)
		case 9, 10:
			return "while (atomic_exchange(&word, 1)) ; " + body + " word = 0;"
		case 11:
			return fmt.Sprintf("if (flag == %d) { %s }", a, body)
		case 12:
			return "if (pthread_mutex_trylock(&m) == 0) { " + body + " pthread_mutex_unlock(&m); }"
		default:
			return fmt.Sprintf("int old = %d; if (atomic_compare_exchange_strong(&flag, &old, %d)) { %s }", a, z, body)
		}
	}
	names := []string{"f", "g", "h"}[:1+r.IntN(3)]
	var once []bool
	for _, name := range names {
		fmt.Fprintf(&b, "void *%s(void *a)\n{\n\tint r = 0;\n\t(void)r;\n", name)
		loop := r.IntN(2) == 0
		if loop {
			b.WriteString("\twhile (heddle_nondet_bool()) {\n")
		}
		for range 1 + r.IntN(2) {
			b.WriteString("\t{ " + op() + " }\n")
		}
		if loop {
			b.WriteString("\t}\n")
		}
		b.WriteString("\treturn 0;\n}\n")
		once = append(once, r.IntN(3) == 0)
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t;\n")
	for i, name := range names {
		how := "while (heddle_nondet_bool())"
		switch {
		case once[i]:
			how = ""
		case instances > 0:
			how = fmt.Sprintf("for (int i = 0; i < %d; i++)", instances)
		}
		fmt.Fprintf(&b, "\t%s\n\t\tpthread_create(&t, 0, %s, 0);\n", how, name)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}
