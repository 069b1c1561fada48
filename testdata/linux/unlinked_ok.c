// check: --platform linux
// expect: BOUNDED
// An entry is taken off a list and counted with the lock in hand.
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

struct entry { struct list_head link; };
static LIST_HEAD(entries);
static DEFINE_MUTEX(lock);
static unsigned long taken;

static ssize_t box_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct entry *e = kzalloc(sizeof(*e), GFP_KERNEL);

	if (!e)
		return -ENOMEM;
	mutex_lock(&lock);
	list_add_tail(&e->link, &entries);
	mutex_unlock(&lock);
	return count;
}

static ssize_t box_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct entry *e;

	mutex_lock(&lock);
	e = list_first_entry_or_null(&entries, struct entry, link);
	if (e) {
		list_del(&e->link);
		taken++; // norace
	}
	mutex_unlock(&lock);
	if (!e)
		return 0;
	kfree(e);
	return 0;
}

static const struct file_operations box_fops = {
	.owner = THIS_MODULE,
	.read = box_read,
	.write = box_write,
};

static struct miscdevice box_dev = { .minor = MISC_DYNAMIC_MINOR, .name = "box", .fops = &box_fops };

module_misc_device(box_dev);
MODULE_LICENSE("GPL");
