// check: --platform linux --kernel none --property race --harness store,store --rounds 2 --unwind 2
// expect: BUG race
// A sequence counter keeps no other writer away.
#include <linux/seqlock.h>

static seqcount_t count;
static long value;

void store(long v)
{
	write_seqcount_begin(&count); // race!
	value = v;
	write_seqcount_end(&count); // race!
}
