// check: --platform linux --kernel none --property race --harness first,second
// expect: PROVED
// A wait is over at a moment at which its condition holds.
#include <linux/wait.h>
#include <linux/atomic.h>

static DECLARE_WAIT_QUEUE_HEAD(queue);
static int full;
static int slot;

void first(void)
{
	if (READ_ONCE(full) == 0) {
		slot = 1; // norace
		WRITE_ONCE(full, 1);
		wake_up(&queue);
	}
}

int second(void)
{
	int v;

	if (wait_event_interruptible(queue, READ_ONCE(full) == 1))
		return -ERESTARTSYS;
	v = slot; // norace
	return v;
}
