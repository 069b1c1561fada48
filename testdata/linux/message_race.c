// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// A message over a bus is written into a buffer that another reader looks at without the lock.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/spi/spi.h>

static struct spi_device *dial_device;
static DEFINE_MUTEX(dial_lock);
static u8 dial_answer[4];

static ssize_t dial_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	u8 ask = 0x10;
	int failed;

	mutex_lock(&dial_lock);
	failed = spi_write_then_read(dial_device, &ask, 1, dial_answer, sizeof(dial_answer)); // race!
	mutex_unlock(&dial_lock);
	return failed ? failed : count;
}

static ssize_t dial_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	return dial_answer[3] & 1 ? -EBUSY : 0; // race!
}

static const struct file_operations dial_fops = {
	.owner = THIS_MODULE,
	.write = dial_write,
	.read = dial_read,
};

static struct miscdevice dial_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "dial", .fops = &dial_fops };
module_misc_device(dial_misc);
MODULE_LICENSE("GPL");
