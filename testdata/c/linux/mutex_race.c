// check: --platform linux --kernel none --property race --harness store,show
// expect: BUG race
// What mutex_lock_interruptible says is not looked at: the store happens without the lock, too.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(lock);
static int level;

int store(int v)
{
	int e = mutex_lock_interruptible(&lock);

	level = v; // race!
	if (!e)
		mutex_unlock(&lock);
	return 0;
}

int show(void)
{
	int v;

	mutex_lock(&lock);
	v = level; // race!
	mutex_unlock(&lock);
	return v;
}
