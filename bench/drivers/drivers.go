// Package drivers writes C programs in the shape of device drivers, for benchmarks that need programs of any size.
//
// Input: a number of lines, of fields and of threads, and a seed. Output: plain C with pthreads, one file, correct: no assertion in it
// fails and nothing races, unless Broken asks for one mistake. The same options give the same text.
// Not for: tests of what C means; the programs use a small part of it.
//
// A program has one device with many fields, and routines of a dozen lines that use a few of them: under the device's lock, or as
// atomics. Each routine is called by one thread, in a row with others, so that the whole program is about as long when everything is
// inlined as it is written. Fields come in groups of five, used by the routines of all threads: two counters that are always equal
// under the lock, the fill and the last byte of a ring of four slots, and an atomic flag.
package drivers

import (
	"fmt"
	"math/rand"
	"strings"
)

// Options say what to write.
type Options struct {
	Lines   int // about
	Fields  int // of the device
	Uses    int // of Request: how often a routine uses each of its fields; 0: once
	Threads int // beside main
	Seed    int64
	Broken  bool // the first routine forgets the lock
}

// Source is the program.
func Source(o Options) string {
	g := &generator{rng: rand.New(rand.NewSource(o.Seed)), o: o, groups: max(o.Fields/fieldsPerGroup, 1)}
	g.head()
	calls := make([][]string, o.Threads)
	for n := 0; g.lines < o.Lines-8*o.Threads; n++ {
		t := n % o.Threads
		calls[t] = append(calls[t], g.routine(n))
	}
	g.main(calls)
	return g.b.String()
}

const fieldsPerGroup = 5

type generator struct {
	b      strings.Builder
	lines  int
	rng    *rand.Rand
	o      Options
	groups int
}

func (g *generator) write(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	g.lines += strings.Count(text, "\n")
	g.b.WriteString(text)
}

func (g *generator) head() {
	g.write(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct device {
	pthread_mutex_t lock;
`)
	for i := range g.groups {
		g.write("\tint count%[1]d, mirror%[1]d;\n\tunsigned char fill%[1]d, last%[1]d;\n\t_Atomic int flag%[1]d;\n", i)
	}
	g.write("};\n\nstatic struct device dev = {.lock = PTHREAD_MUTEX_INITIALIZER};\n")
	for i := range g.groups {
		g.write("static unsigned char ring%d[4];\n", i)
	}
	g.write("\nextern int __VERIFIER_nondet_int(void);\n")
}

// routine writes one routine and returns its call.
func (g *generator) routine(n int) string {
	group, other, kind := g.rng.Intn(g.groups), g.rng.Intn(g.groups), g.rng.Intn(4)
	if n < g.o.Threads {
		group, kind = 0, 0 // each thread begins with the same counters, so that the broken one meets others
	}
	lock, unlock := "pthread_mutex_lock(&d->lock);", "pthread_mutex_unlock(&d->lock);"
	if g.o.Broken && n == 0 {
		lock, unlock = "(void)d->lock;", ""
	}
	g.write("\nstatic int routine%d(struct device *d, int arg)\n{\n\tint status = 0;\n", n)
	switch kind {
	case 0: // both counters move together
		g.write(`	%[3]s
	if (arg > %[2]d && d->count%[1]d < 100) {
		d->count%[1]d++;
		d->mirror%[1]d++;
	} else if (d->count%[1]d > 0) {
		d->count%[1]d--;
		d->mirror%[1]d--;
		status = 1;
	}
	assert(d->count%[1]d == d->mirror%[1]d);
	%[4]s
`, group, g.rng.Intn(50), lock, unlock)
	case 1: // into the ring
		g.write(`	%[3]s
	if (d->fill%[1]d < 4) {
		d->last%[1]d = (unsigned char)(arg ^ %[2]d);
		ring%[1]d[d->fill%[1]d] = d->last%[1]d;
		d->fill%[1]d++;
	} else {
		status = -1;
	}
	assert(d->fill%[1]d <= 4);
	%[4]s
`, group, g.rng.Intn(256), lock, unlock)
	case 2: // out of the ring
		g.write(`	unsigned char last = %[2]d;
	%[3]s
	if (d->fill%[1]d > 0) {
		d->fill%[1]d--;
		last = ring%[1]d[d->fill%[1]d];
		ring%[1]d[d->fill%[1]d] = 0;
	}
	assert(d->fill%[1]d < 4);
	%[4]s
	status = last & 0x0f;
`, group, g.rng.Intn(256), lock, unlock)
	default: // the flag lets others through
		g.write(`	if (atomic_load(&d->flag%[1]d) == 0) {
		atomic_store(&d->flag%[1]d, arg & %[2]d);
		status = 2;
	}
	%[4]s
	switch (d->count%[3]d & 3) {
	case 0:
		status += 4;
		break;
	case 1:
		status -= arg;
		break;
	default:
		d->mirror%[3]d = d->count%[3]d;
	}
	%[5]s
`, group, 1+g.rng.Intn(7), other, lock, unlock)
	}
	g.write("\treturn status;\n}\n")
	return fmt.Sprintf("routine%d(&dev, status)", n)
}

func (g *generator) main(calls [][]string) {
	for t, list := range calls {
		g.write("\nstatic void *thread%d(void *unused)\n{\n\tint status = __VERIFIER_nondet_int();\n", t)
		for _, c := range list {
			g.write("\tstatus = %s;\n", c)
		}
		g.write("\treturn unused;\n}\n")
	}
	g.write("\nint main(void)\n{\n\tpthread_t id[%d];\n", g.o.Threads)
	for t := range g.o.Threads {
		g.write("\tpthread_create(&id[%[1]d], 0, thread%[1]d, 0);\n", t)
	}
	for t := range g.o.Threads {
		g.write("\tpthread_join(id[%d], 0);\n", t)
	}
	g.write("\treturn 0;\n}\n")
}
