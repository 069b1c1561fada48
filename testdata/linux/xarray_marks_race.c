// check: --platform linux
// expect: POSSIBLE race
// Both functions leave the lock of the array to their caller, who has none; who looks something up would race with neither.
#include <linux/xarray.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_XARRAY(ids);
static int thing;

static int xarray_open(struct inode *i, struct file *f)
{
	__xa_set_mark(&ids, 1, XA_MARK_0);
	return 0;
}
static ssize_t xarray_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	__xa_erase(&ids, n);
	return n;
}

static const struct file_operations xarray_fops = {
	.owner = THIS_MODULE,
	.open = xarray_open,
	.write = xarray_write,
};

static struct miscdevice xarray_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "xarray", .fops = &xarray_fops };
module_misc_device(xarray_misc);
MODULE_LICENSE("GPL");
