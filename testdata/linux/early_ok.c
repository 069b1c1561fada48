// check: --platform linux --kernel none
// expect: PROVED
// The device is registered when everything that it needs is there.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

static DEFINE_MUTEX(store_lock);
static char *store;
static size_t used;

static ssize_t store_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	size_t n = count;

	mutex_lock(&store_lock);
	if (n > used) // norace
		n = used;
	if (copy_to_user(buf, store, n))
		n = -EFAULT;
	mutex_unlock(&store_lock);
	return n;
}

static const struct file_operations store_fops = {
	.owner = THIS_MODULE,
	.read = store_read,
};

static struct miscdevice store_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "store",
	.fops = &store_fops,
};

static int __init store_init(void)
{
	int err;

	store = kzalloc(64, GFP_KERNEL); // norace
	if (!store)
		return -ENOMEM;
	used = 64; // norace
	err = misc_register(&store_dev);
	if (err)
		kfree(store);
	return err;
}

static void __exit store_exit(void)
{
	misc_deregister(&store_dev);
	kfree(store); // norace
}

module_init(store_init);
module_exit(store_exit);
MODULE_LICENSE("GPL");
