// check: --platform linux --kernel none
// expect: PROVED
// The module cannot be unloaded while a file is open, so nobody writes to what its exit frees.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

static DEFINE_MUTEX(lock);
static unsigned int *total;

static ssize_t tally_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	mutex_lock(&lock);
	*total += count;
	mutex_unlock(&lock);
	return count;
}

static const struct file_operations tally_fops = {
	.owner = THIS_MODULE,
	.write = tally_write,
};

static struct miscdevice tally_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "tally",
	.fops = &tally_fops,
};

static int __init tally_init(void)
{
	int err;

	total = kzalloc(sizeof(*total), GFP_KERNEL);
	if (!total)
		return -ENOMEM;
	err = misc_register(&tally_dev);
	if (err)
		kfree(total);
	return err;
}

static void __exit tally_exit(void)
{
	misc_deregister(&tally_dev);
	kfree(total);
}

module_init(tally_init);
module_exit(tally_exit);
MODULE_LICENSE("GPL");
