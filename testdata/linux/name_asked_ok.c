// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// wmi_has_guid reads its text under the lock of those who write it.
#include <linux/acpi.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

static char name[] = "no guid";
static DEFINE_MUTEX(name_lock);

static ssize_t name_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	mutex_lock(&name_lock);
	name[6] = 'e'; // norace
	mutex_unlock(&name_lock);
	return count;
}

static ssize_t name_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	mutex_lock(&name_lock);
	count = wmi_has_guid(name);
	mutex_unlock(&name_lock);
	return count;
}

static const struct file_operations name_fops = {
	.owner = THIS_MODULE,
	.read = name_read,
	.write = name_write,
};

static struct miscdevice name_device = { .minor = MISC_DYNAMIC_MINOR, .name = "name", .fops = &name_fops };

static int __init name_init(void)
{
	return misc_register(&name_device);
}

static void __exit name_exit(void)
{
	misc_deregister(&name_device);
}

module_init(name_init);
module_exit(name_exit);
MODULE_LICENSE("GPL");
