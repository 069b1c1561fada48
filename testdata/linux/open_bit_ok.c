// check: --platform linux --kernel none
// expect: PROVED
// A bit lets one process in at a time, and is cleared when it closes.
#include <linux/bitops.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/uaccess.h>

static unsigned long door_open;
static unsigned int visits;

static int door_open_file(struct inode *inode, struct file *file)
{
	if (test_and_set_bit(0, &door_open))
		return -EBUSY;
	visits++; // norace
	return 0;
}

static int door_release(struct inode *inode, struct file *file)
{
	visits |= 1; // norace
	clear_bit_unlock(0, &door_open);
	return 0;
}

static const struct file_operations door_fops = {
	.owner = THIS_MODULE,
	.open = door_open_file,
	.release = door_release,
};

static struct miscdevice door_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "door",
	.fops = &door_fops,
};

static int __init door_init(void)
{
	return misc_register(&door_dev);
}

static void __exit door_exit(void)
{
	misc_deregister(&door_dev);
}

module_init(door_init);
module_exit(door_exit);
MODULE_LICENSE("GPL");
