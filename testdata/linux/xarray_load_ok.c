// check: --platform linux
// expect: PROVED
// Who looks something up takes no lock, and needs none: the array has it under RCU.
#include <linux/xarray.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_XARRAY(ids);
static int thing;

static int xarray_open(struct inode *i, struct file *f)
{
	return xa_load(&ids, 1) ? 0 : -ENODEV;
}
static ssize_t xarray_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	if (n > 1)
		xa_store(&ids, 1, &thing, GFP_KERNEL);
	else
		xa_erase(&ids, n);
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
