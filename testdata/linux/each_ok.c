// check: --platform linux
// expect: PROVED
// What is called for each entry of a table counts under the lock that the reader holds, and the writer takes it.
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(each_lock);
static DEFINE_IDR(things);
static int total;

static int each_count(int id, void *thing, void *data)
{
	total++;
	return 0;
}

static ssize_t each_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	mutex_lock(&each_lock);
	idr_for_each(&things, each_count, NULL);
	mutex_unlock(&each_lock);
	return 0;
}

static ssize_t each_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	mutex_lock(&each_lock);
	total = 0;
	mutex_unlock(&each_lock);
	return n;
}

static const struct file_operations each_fops = {
	.owner = THIS_MODULE,
	.read = each_read,
	.write = each_write,
};

static struct miscdevice each_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "each", .fops = &each_fops };
module_misc_device(each_misc);
MODULE_LICENSE("GPL");
