// check: --platform linux --kernel none --property race --harness fill,look --rounds 2 --unwind 2
// expect: BUG race
// A lock that was made a reader's keeps other readers no longer away.
#include <linux/rwsem.h>

static DECLARE_RWSEM(sem);
static int before, after;

void fill(void)
{
	down_write(&sem);
	before++; // norace
	downgrade_write(&sem);
	after++; // race!
	up_read(&sem);
}

int look(void)
{
	int n;

	down_read(&sem);
	n = before + // norace
	    after; // race!
	up_read(&sem);
	return n;
}
