// check: --platform linux
// expect: POSSIBLE race
// A number is given out and taken back in one table, and no lock.
#include <linux/idr.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_IDR(ids);
static int thing;

static int idr_open(struct inode *i, struct file *f)
{
	int id = idr_alloc(&ids, &thing, 0, 0, GFP_KERNEL);
	if (id < 0)
		return id;
	return 0;
}
static ssize_t idr_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	idr_remove(&ids, n);
	return n;
}

static const struct file_operations idr_fops = {
	.owner = THIS_MODULE,
	.open = idr_open,
	.write = idr_write,
};

static struct miscdevice idr_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "idr", .fops = &idr_fops };
module_misc_device(idr_misc);
MODULE_LICENSE("GPL");
