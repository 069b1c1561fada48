// check: --platform linux --kernel none --property race --harness store,store,show
// expect: PROVED
// expect[explore]: UNKNOWN
// Readers look beside the writer and look again; writers keep each other away.
#include <linux/seqlock.h>

struct position { long x, y; };
static DEFINE_SEQLOCK(lock);
static struct position here;

static long distance(const struct position *p)
{
	return p->x - p->y; // norace
}

void store(long v)
{
	write_seqlock(&lock);
	here.x = v; // norace
	here.y = v; // norace
	write_sequnlock(&lock);
}

long show(void)
{
	struct position seen;
	unsigned int start;
	long d;

	do {
		start = read_seqbegin(&lock);
		seen = here; // norace
		d = distance(&here);
	} while (read_seqretry(&lock, start));
	return seen.x + d;
}
