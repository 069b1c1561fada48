// check: --platform linux --kernel none --property race --harness store,show --rounds 2 --unwind 2
// expect: BUG race
// Written after the section has ended, and read before it has begun: neither is marked.
#include <linux/seqlock.h>

static DEFINE_SEQLOCK(lock);
static long value, changes;

void store(long v)
{
	write_seqlock(&lock);
	value = v; // norace
	write_sequnlock(&lock);
	changes++; // race!
}

long show(void)
{
	unsigned int start;
	long v, n = changes; // race!

	do {
		start = read_seqbegin(&lock);
		v = value; // norace
	} while (read_seqretry(&lock, start));
	return v + n;
}
