// check: --platform linux
// expect: PROVED
// A directory without a parent leads to nothing of the driver.
#include <linux/kobject.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static struct kset whole;
static struct kobject *part;
static DEFINE_MUTEX(near_lock);

static int near_open(struct inode *i, struct file *f)
{
	mutex_lock(&near_lock);
	whole.kobj.state_in_sysfs = 1;
	mutex_unlock(&near_lock);
	return 0;
}
static ssize_t near_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	mutex_lock(&near_lock);
	whole.kobj.state_in_sysfs = 0;
	mutex_unlock(&near_lock);
	return n;
}

static const struct file_operations near_fops = {
	.owner = THIS_MODULE,
	.open = near_open,
	.write = near_write,
};

static struct miscdevice near_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "near", .fops = &near_fops };

static int __init near_init(void)
{
	part = kobject_create_and_add("near", NULL);
	if (!part)
		return -ENOMEM;
	return misc_register(&near_misc);
}

module_init(near_init);
MODULE_LICENSE("GPL");
