// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// input_set_capability sets bits of the device plainly (drivers/input/input.c): two writers of one file are kept apart by nobody. This was proved.
#include <linux/fs.h>
#include <linux/input.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

static struct input_dev *keys;

static ssize_t keys_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	input_set_capability(keys, EV_KEY, KEY_MAIL); // race!
	return count;
}

static const struct file_operations keys_fops = {
	.owner = THIS_MODULE,
	.write = keys_write,
};

static struct miscdevice keys_device = { .minor = MISC_DYNAMIC_MINOR, .name = "keys", .fops = &keys_fops };

static int __init keys_init(void)
{
	keys = input_allocate_device();
	if (!keys)
		return -ENOMEM;
	return misc_register(&keys_device);
}

static void __exit keys_exit(void)
{
	misc_deregister(&keys_device);
	input_free_device(keys);
}

module_init(keys_init);
module_exit(keys_exit);
MODULE_LICENSE("GPL");
