// check: --platform linux --kernel none --property race --harness get,set,try_set
// expect: PROVED
// Readers and writers, with interrupts off on this processor, and one that gives up.
#include <linux/spinlock.h>

static DEFINE_RWLOCK(lock);
static int value;

int get(void)
{
	unsigned long flags;
	int v;

	read_lock_irqsave(&lock, flags);
	v = value; // norace
	read_unlock_irqrestore(&lock, flags);
	return v;
}

void set(int v)
{
	write_lock(&lock);
	value = v; // norace
	write_unlock(&lock);
}

int try_set(int v)
{
	if (!write_trylock(&lock))
		return -EBUSY;
	value = v; // norace
	write_unlock(&lock);
	return 0;
}
