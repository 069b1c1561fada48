// check: --platform linux --kernel none --property race --harness get,set,try_set
// expect: BUG race
// A writer that gave up writes all the same.
#include <linux/spinlock.h>

static DEFINE_RWLOCK(lock);
static int value;

int get(void)
{
	unsigned long flags;
	int v;

	read_lock_irqsave(&lock, flags);
	v = value; // race!
	read_unlock_irqrestore(&lock, flags);
	return v;
}

void set(int v)
{
	write_lock(&lock);
	value = v; // race!
	write_unlock(&lock);
}

int try_set(int v)
{
	int got = write_trylock(&lock);
	value = v; // race!
	if (got)
		write_unlock(&lock);
	return 0;
}
