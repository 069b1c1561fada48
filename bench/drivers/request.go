package drivers

import (
	"fmt"
	"math/rand"
)

// Request is the other shape of driver: what it has to get right is about a few fields, and it has many. One thread hands out a request, takes it back and completes it, another
// cancels it, a third only uses the device; whoever finds the request cancelable, under the device's lock, has to complete it, and nobody twice. In between all of them work on the
// fields of the device, some under the lock, some not, with branches on what they read. Of o.Lines nothing is used: there are as many lines as the fields need, each being used by two
// threads or three. Broken cancels without the lock.
func Request(o Options) string {
	g := &generator{rng: rand.New(rand.NewSource(o.Seed)), o: o}
	g.write(`#include <assert.h>
#include <pthread.h>

struct request { int completed, cancelable; };
struct device {
	pthread_mutex_t lock;
`)
	for i := range o.Fields {
		g.write("\tint f%d;\n", i)
	}
	g.write(`};

static struct device dev = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct request req;

extern int __VERIFIER_nondet_int(void);
`)
	lock, unlock := "pthread_mutex_lock(&dev.lock);", "pthread_mutex_unlock(&dev.lock);"
	if o.Broken {
		lock, unlock = "", ""
	}
	g.routine3("owner", 0, `	pthread_mutex_lock(&dev.lock);
	req.cancelable = 1;
	pthread_mutex_unlock(&dev.lock);
`, `	pthread_mutex_lock(&dev.lock);
	int mine = req.cancelable;
	req.cancelable = 0;
	pthread_mutex_unlock(&dev.lock);
`, `	if (mine) {
		assert(!req.completed);
		req.completed = 1;
	}
`)
	g.routine3("cancel", 1, "", fmt.Sprintf("\t%s\n\tint mine = req.cancelable;\n\treq.cancelable = 0;\n\t%s\n", lock, unlock), `	if (mine) {
		assert(!req.completed);
		req.completed = 1;
	}
`)
	g.routine3("ioctl", 2, "", "", "")
	g.main([][]string{{"owner(status)"}, {"cancel(status)"}, {"ioctl(status)"}})
	return g.b.String()
}

// routine3 writes a routine with some work before, between and behind three parts. Routine n leaves out every third field.
func (g *generator) routine3(name string, n int, parts ...string) {
	g.write("\nstatic int %s(int arg)\n{\n", name)
	var mine []int
	for i := range g.o.Fields {
		if i%3 != n {
			mine = append(mine, i)
		}
	}
	g.rng.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	for i, part := range parts {
		for range max(g.o.Uses, 1) {
			for _, f := range mine[i*len(mine)/3 : (i+1)*len(mine)/3] {
				g.work(f, mine[g.rng.Intn(len(mine))])
			}
		}
		g.write("%s", part)
	}
	g.write("\treturn arg;\n}\n")
}

// work uses a field or two.
func (g *generator) work(f, other int) {
	switch g.rng.Intn(4) {
	case 0:
		g.write("\tdev.f%d++;\n", f)
	case 1:
		g.write("\tif (dev.f%d > %d)\n\t\targ = dev.f%d;\n", f, g.rng.Intn(100), other)
	case 2:
		g.write("\tdev.f%d = arg & %d;\n", f, g.rng.Intn(256))
	default:
		g.write("\tpthread_mutex_lock(&dev.lock);\n\tif (dev.f%[1]d == 0)\n\t\tdev.f%[1]d = %[3]d;\n\telse\n\t\tdev.f%[2]d--;\n\tpthread_mutex_unlock(&dev.lock);\n", f, other, g.rng.Intn(10))
	}
}
