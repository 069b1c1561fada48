package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// The generated programs: any number of thread functions of about the same length, plain C with pthreads, free of races unless broken asks for one. Each thread function calls routines
// of its own, a dozen lines each, that do what threads do: work on their own numbers, count under a lock of a module, book on an account that is reached by a pointer and carries its lock, write to the
// element of their own, read what was set up before. Modules are used by several threads, so most pairs of thread functions share something. The creator sets up, starts
// one thread of each function, and a pool of three, in a loop, of every fifteenth; it joins all, and looks at the results.

type options struct {
	lines, threads int
	seed           int64
	broken         bool // one routine forgets its lock
}

type generator struct {
	b     strings.Builder
	lines int
	rng   *rand.Rand
	o     options
}

func source(o options) string {
	g := &generator{rng: rand.New(rand.NewSource(o.seed)), o: o}
	g.head()
	calls := make([][]string, o.threads)
	for n := 0; g.lines < o.lines-14*o.threads-4*g.modules(); n++ {
		t := n % o.threads
		calls[t] = append(calls[t], g.routine(n, t))
	}
	for t := range calls {
		g.thread(t, calls[t])
	}
	g.main()
	return g.b.String()
}

func (g *generator) write(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	g.lines += strings.Count(text, "\n")
	g.b.WriteString(text)
}

// modules is how many there are; three thread functions have one in common, in the mean.
func (g *generator) modules() int { return max(g.o.threads/3, 1) }

// pool reports whether there are several threads of a function.
func (g *generator) pool(t int) bool { return t%15 == 14 }

func (g *generator) head() {
	g.write(`#include <pthread.h>

extern int heddle_nondet_int(void);

struct account {
	pthread_mutex_t m;
	long balance;
	long moves;
};

struct job {
	int number;
	long total;
};

static const int scale[4] = { 1, 2, 4, 8 };
static int limit;
static struct job jobs[%d];

static int clamp(int v, int low, int high)
{
	if (v < low)
		return low;
	if (v > high)
		return high;
	return v;
}

static void book(struct account *a, long by)
{
	pthread_mutex_lock(&a->m);
	a->balance += by;
	a->moves++;
	pthread_mutex_unlock(&a->m);
}

`, g.o.threads)
	for i := range g.o.threads {
		if g.pool(i) {
			g.write("static pthread_t more%d[3];\nstatic struct job pool%d[3];\n", i, i)
		}
	}
	for m := range g.modules() {
		g.write("static pthread_mutex_t lock%d = PTHREAD_MUTEX_INITIALIZER;\nstatic long count%d, total%d;\nstatic struct account accounts%d[8], *main%d;\n", m, m, m, m, m)
	}
}

// routine writes one function of a thread and gives its name.
func (g *generator) routine(n, t int) string {
	name := fmt.Sprintf("step%d", n)
	module := (t/2 + g.rng.Intn(2)) % g.modules()
	if g.rng.Intn(12) == 0 {
		module = g.rng.Intn(g.modules())
	}
	g.write("\nstatic int %s(struct job *j, int v)\n{\n\tint i, sum = v;\n", name)
	g.write("\tint own[4];\n\tfor (i = 0; i < 4; i++)\n\t\town[i] = sum * scale[i] + %d;\n\tfor (i = 0; i < 4; i++)\n\t\tsum += clamp(own[i], 0, limit);\n", g.rng.Intn(50))
	switch kind := g.rng.Intn(6); {
	case n == 0 && g.o.broken:
		g.write("\tcount%d += sum;\n", module)
	case kind <= 1:
		g.write("\tpthread_mutex_lock(&lock%d);\n\tcount%d += sum;\n\tif (count%d > total%d)\n\t\ttotal%d = count%d;\n\tpthread_mutex_unlock(&lock%d);\n", module, module, module, module, module, module, module)
	case kind == 2:
		g.write("\tif (sum > %d) {\n\t\tbook(&accounts%d[sum & 7], sum);\n\t\tsum -= %d;\n\t}\n", g.rng.Intn(30), module, g.rng.Intn(9))
	case kind == 3:
		g.write("\tstruct account *a = main%d;\n\tpthread_mutex_lock(&a->m);\n\ta->balance -= sum;\n\ta->moves++;\n\tpthread_mutex_unlock(&a->m);\n", module)
	case kind == 4:
		g.write("\tj->total += sum;\n\tif (j->total < 0)\n\t\tj->total = 0;\n")
	default:
		g.write("\twhile (sum > %d) {\n\t\tsum -= clamp(sum, 1, limit + 1);\n\t\tif (sum == j->number)\n\t\t\tbreak;\n\t}\n", g.rng.Intn(30))
	}
	g.write("\treturn sum & %d;\n}\n", 255>>g.rng.Intn(4))
	return name
}

func (g *generator) thread(t int, calls []string) {
	g.write("\nstatic void *worker%d(void *arg)\n{\n\tstruct job *j = arg;\n\tint v = j->number;\n\tfor (int i = heddle_nondet_int(); i > 0; i--) {\n", t)
	for _, c := range calls {
		g.write("\t\tv = %s(j, v);\n", c)
	}
	g.write("\t}\n\treturn 0;\n}\n")
}

func (g *generator) main() {
	g.write("\nint main(void)\n{\n\tpthread_t t[%d];\n\tlong sum = 0;\n\tlimit = clamp(heddle_nondet_int(), 1, 1000);\n", g.o.threads)
	for m := range g.modules() {
		g.write("\tfor (int i = 0; i < 8; i++)\n\t\tpthread_mutex_init(&accounts%d[i].m, 0);\n\tmain%d = &accounts%d[%d];\n", m, m, m, g.rng.Intn(8))
	}
	for i := range g.o.threads {
		if g.pool(i) {
			g.write("\tfor (int i = 0; i < 3; i++) \n\t\tpool%d[i].number = i;\n", i)
			continue
		}
		g.write("\tjobs[%d].number = %d;\n", i, i)
	}
	for i := range g.o.threads {
		if g.pool(i) {
			g.write("\tfor (int i = 0; i < 3; i++)\n\t\tpthread_create(&more%d[i], 0, worker%d, &pool%d[i]);\n", i, i, i)
			continue
		}
		g.write("\tpthread_create(&t[%d], 0, worker%d, &jobs[%d]);\n", i, i, i)
	}
	for i := range g.o.threads {
		if g.pool(i) {
			g.write("\tfor (int i = 0; i < 3; i++)\n\t\tpthread_join(more%d[i], 0);\n", i)
			continue
		}
		g.write("\tpthread_join(t[%d], 0);\n\tsum += jobs[%d].total;\n", i, i)
	}
	for m := range g.modules() {
		g.write("\tsum += main%d->moves;\n\tpthread_mutex_destroy(&lock%d);\n", m, m)
	}
	g.write("\treturn sum > 0;\n}\n")
}
