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

// Objects of the heap, one for each of any number of requests: ok_*.c are proved, the others race in a way that a proof about one object could overlook.
//
// 4 of them, all in the long run.
func TestObjects(t *testing.T) {
	files := programs(t, "objects")
	for _, seed := range tooltest.Seeds(t, 1, 4, len(files)) {
		provesOK(t, files[seed*5%uint64(len(files))], verdict.Race)
	}
}

// Random programs about requests, against the interpreter: what is PROVED for any number of them does not race with one or two.
//
// 2 programs, 1,000 in the long run.
func TestDifferentialObjects(t *testing.T) {
	var c comparison
	dir := t.TempDir()
	for _, seed := range tooltest.Seeds(t, 1, 2, 1000) {
		c.fewOrMany(t, dir, seed, 10*time.Second, func(n int) string { return requests(rand.New(rand.NewPCG(seed, 13)), n) })
	}
	c.log(t)
}

// requests writes a program that makes so many requests, 0: any number, and gives each to threads of one or two kinds.
func requests(r *rand.Rand, n int) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	use := func(q string) string {
		return strings.ReplaceAll(pick("Q->data = 1;", "Q->data++;", "seen = Q->data;", "Q->more = Q->data;", "free(Q);", "Q->data = 2;", "Q->more++;"), "Q", q)
	}
	op := func(q string) string {
		a, z := r.IntN(3), r.IntN(3)
		body := use(q)
		text := ""
		switch r.IntN(9) {
		case 0:
			text = body
		case 1, 2:
			text = fmt.Sprintf("while (Q->state != %d) ; %s Q->state = %d;", a, body, z)
		case 3, 4:
			text = fmt.Sprintf("if (Q->state == %d) { %s }", a, body)
		case 5, 6:
			text = fmt.Sprintf("{ int old = %d; if (atomic_compare_exchange_strong(&Q->state, &old, %d)) { %s } }", a, z, body)
		case 7:
			text = "pthread_mutex_lock(&Q->lock); " + body + " pthread_mutex_unlock(&Q->lock);"
		default:
			text = fmt.Sprintf("Q->state = %d;", z)
		}
		return strings.ReplaceAll(text, "Q", q)
	}
	var b strings.Builder
	b.WriteString("#include <heddle.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstruct request { atomic_int state; int data, more; pthread_mutex_t lock; struct request *before; };\n")
	for _, f := range []string{"f", "g"} {
		fmt.Fprintf(&b, "void *%s(void *a)\n{\n\tstruct request *q = a;\n\tint seen;\n", f)
		for range 1 + r.IntN(2) {
			b.WriteString("\t" + op("q") + "\n")
		}
		if r.IntN(5) == 0 {
			b.WriteString("\tif (q->before) { " + op("q->before") + " }\n")
		}
		b.WriteString("\t(void)seen;\n\treturn 0;\n}\n")
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t;\n\tstruct request *last = 0;\n\tint seen;\n")
	if n == 0 {
		b.WriteString("\twhile (heddle_nondet_bool()) {\n")
	} else {
		fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++) {\n", n)
	}
	fmt.Fprintf(&b, "\t\tstruct request *q = malloc(sizeof *q);\n\t\tq->state = %d;\n\t\tq->data = q->more = 0;\n\t\tq->before = 0;\n\t\tpthread_mutex_init(&q->lock, 0);\n", r.IntN(3))
	if r.IntN(4) == 0 {
		b.WriteString("\t\tq->before = last;\n")
	}
	which := pick("q", "q", "q", "q", "(last ? last : q)")
	fmt.Fprintf(&b, "\t\tpthread_create(&t, 0, f, %s);\n", which)
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "\t\tpthread_create(&t, 0, %s, q);\n", pick("f", "g", "g"))
	case 1:
		b.WriteString("\t\tif (heddle_nondet_bool())\n\t\t\tpthread_create(&t, 0, g, q);\n")
	}
	for range r.IntN(3) {
		b.WriteString("\t\t" + op("q") + "\n")
	}
	b.WriteString("\t\tlast = q;\n\t}\n\t(void)seen;\n\treturn 0;\n}\n")
	return b.String()
}
