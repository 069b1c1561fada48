// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Openers for which there is no clock are counted without a lock: only an error as a pointer leads there.
#include <linux/clk.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

static unsigned int tick_without;

static int tick_open(struct inode *inode, struct file *file)
{
	struct clk *clk = clk_get(NULL, "tick");

	if (IS_ERR(clk)) {
		tick_without++; // race!
		return -ENODEV;
	}
	file->private_data = clk;
	return 0;
}

static int tick_release(struct inode *inode, struct file *file)
{
	clk_put(file->private_data);
	return 0;
}

static const struct file_operations tick_fops = {
	.owner = THIS_MODULE,
	.open = tick_open,
	.release = tick_release,
};

static struct miscdevice tick_device = { .minor = MISC_DYNAMIC_MINOR, .name = "tick", .fops = &tick_fops };
module_misc_device(tick_device);
MODULE_LICENSE("GPL");
