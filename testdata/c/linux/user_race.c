// check: --platform linux --kernel none --property race --harness set,get
// expect: BUG race
// copy_from_user writes what it is given, and get_user its variable.
#include <linux/uaccess.h>

static int limit;
static int range[2];

long set(unsigned long arg)
{
	if (copy_from_user(range, (void __user *)arg, sizeof(range))) // race!
		return -EFAULT;
	return get_user(limit, (int __user *)arg); // race!
}

long get(unsigned long arg)
{
	if (limit) // race!
		return -EINVAL;
	return copy_to_user((void __user *)arg, range, sizeof(range)) ? -EFAULT : 0; // race!
}
