// check: --platform linux --kernel none --property race --harness submit,done
// expect: PROVED
// expect[explore]: UNKNOWN
// Who waits for a completion sees what was written before it was completed.
#include <linux/completion.h>
#include <linux/atomic.h>
#include <linux/errno.h>

static struct completion ready;
static atomic_t armed;
static int result;

int submit(void)
{
	if (atomic_cmpxchg(&armed, 0, 1) != 0)
		return -EBUSY;
	init_completion(&ready);
	atomic_set(&armed, 2);
	wait_for_completion(&ready);
	return result; // norace
}

void done(void)
{
	if (atomic_cmpxchg(&armed, 2, 3) != 2)
		return;
	result = 1; // norace
	complete(&ready);
}
