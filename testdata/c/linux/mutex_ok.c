// check: --platform linux --kernel none --property race --harness store,show
// expect: PROVED
// A mutex, waited for with and without signals: mutex_lock_interruptible that fails holds nothing.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(lock);
static int level;

int store(int v)
{
	if (mutex_lock_interruptible(&lock))
		return -EINTR;
	level = v; // norace
	mutex_unlock(&lock);
	return 0;
}

int show(void)
{
	int v;

	mutex_lock(&lock);
	v = level; // norace
	mutex_unlock(&lock);
	return v;
}
