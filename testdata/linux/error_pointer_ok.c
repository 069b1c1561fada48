// check: --platform linux
// expect: PROVED
// Writers for which there is no clock are counted with a lock in hand.
#include <linux/clk.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

static unsigned int tick_without;
static DEFINE_MUTEX(tick_lock);

static ssize_t tick_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	struct clk *clk = clk_get(NULL, "tick");

	if (IS_ERR(clk)) {
		mutex_lock(&tick_lock);
		tick_without++;
		mutex_unlock(&tick_lock);
		return -ENODEV;
	}
	clk_put(clk);
	return count;
}

static ssize_t tick_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	bool without;

	mutex_lock(&tick_lock);
	without = tick_without;
	mutex_unlock(&tick_lock);
	return without ? -ENODEV : 0;
}

static const struct file_operations tick_fops = {
	.owner = THIS_MODULE,
	.write = tick_write,
	.read = tick_read,
};

static struct miscdevice tick_device = { .minor = MISC_DYNAMIC_MINOR, .name = "tick", .fops = &tick_fops };
module_misc_device(tick_device);
MODULE_LICENSE("GPL");
