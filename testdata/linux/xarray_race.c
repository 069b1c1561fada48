// check: --platform linux
// expect: POSSIBLE race
// One function takes the lock of the array, the other leaves that to its caller.
#include <linux/xarray.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_XARRAY(ids);
static int thing;

static int xarray_open(struct inode *i, struct file *f)
{
	xa_store(&ids, 1, &thing, GFP_KERNEL);
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
