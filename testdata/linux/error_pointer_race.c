// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Writers for which there is no clock are counted without a lock: only an error as a pointer leads there.
#include <linux/clk.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

static unsigned int tick_without;

static ssize_t tick_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	struct clk *clk = clk_get(NULL, "tick");

	if (IS_ERR(clk)) {
		tick_without++; // race!
		return -ENODEV;
	}
	clk_put(clk);
	return count;
}

static ssize_t tick_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	return tick_without ? -ENODEV : 0; // race!
}

static const struct file_operations tick_fops = {
	.owner = THIS_MODULE,
	.write = tick_write,
	.read = tick_read,
};

static struct miscdevice tick_device = { .minor = MISC_DYNAMIC_MINOR, .name = "tick", .fops = &tick_fops };
module_misc_device(tick_device);
MODULE_LICENSE("GPL");
