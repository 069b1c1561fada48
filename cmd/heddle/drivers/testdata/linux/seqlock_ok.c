// check: --platform linux --property race --harness store,show --rounds 2 --unwind 2
// expect: PROVED
// What is read beside a writer is read again.
#include <linux/seqlock.h>

static DEFINE_SEQLOCK(lock);
static unsigned long value;

void store(unsigned long v)
{
	write_seqlock(&lock);
	value = v;
	write_sequnlock(&lock);
}

unsigned long show(void)
{
	unsigned long v;
	unsigned int start;

	do {
		start = read_seqbegin(&lock);
		v = value;
	} while (read_seqretry(&lock, start));
	return v;
}
