// check: --platform linux --kernel none --property assert
// expect: PROVED
// A function says that its callers hold the lock, and they do.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/spinlock.h>

struct meter {
	spinlock_t lock;
	unsigned int units;
};

static struct meter meter;

static void meter_add(struct meter *m, unsigned int n)
	__must_hold(&m->lock)
{
	m->units += n;
}

static ssize_t meter_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	spin_lock(&meter.lock);
	meter_add(&meter, 1);
	spin_unlock(&meter.lock);
	return count;
}

static long meter_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	spin_lock(&meter.lock);
	meter_add(&meter, arg);
	spin_unlock(&meter.lock);
	return 0;
}

static const struct file_operations meter_fops = {
	.owner = THIS_MODULE,
	.write = meter_write,
	.unlocked_ioctl = meter_ioctl,
};

static struct miscdevice meter_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "meter",
	.fops = &meter_fops,
};

static int __init meter_init(void)
{
	spin_lock_init(&meter.lock);
	return misc_register(&meter_dev);
}

static void __exit meter_exit(void)
{
	misc_deregister(&meter_dev);
}

module_init(meter_init);
module_exit(meter_exit);
MODULE_LICENSE("GPL");
