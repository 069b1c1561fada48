// check: --platform linux --property race --harness count,count,sum --rounds 2 --unwind 2
// expect: PROVED
// Each processor has its own copy.
#include <linux/percpu.h>

struct stats { unsigned long packets, bytes; };
static struct stats __percpu *stats;
static DEFINE_PER_CPU(unsigned long, drops);

void count(unsigned long n)
{
	struct stats *s = this_cpu_ptr(stats);

	s->packets++;
	s->bytes += n;
	this_cpu_inc(drops);
}

unsigned long sum(void)
{
	return this_cpu_read(drops);
}
