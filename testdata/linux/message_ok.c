// check: --platform linux
// expect: PROVED
// A message over a bus is written into a buffer that all look at with the lock in hand; the byte behind it is not of the message.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/spi/spi.h>

static struct spi_device *dial_device;
static DEFINE_MUTEX(dial_lock);
static u8 dial_answer[5];

static ssize_t dial_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	u8 ask = 0x10;
	int failed;

	mutex_lock(&dial_lock);
	failed = spi_write_then_read(dial_device, &ask, 1, dial_answer, 4);
	mutex_unlock(&dial_lock);
	return failed ? failed : count;
}

static ssize_t dial_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	bool busy;

	mutex_lock(&dial_lock);
	busy = dial_answer[3] & 1;
	mutex_unlock(&dial_lock);
	return busy || dial_answer[4] ? -EBUSY : 0;
}

static const struct file_operations dial_fops = {
	.owner = THIS_MODULE,
	.write = dial_write,
	.read = dial_read,
};

static struct miscdevice dial_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "dial", .fops = &dial_fops };
module_misc_device(dial_misc);
MODULE_LICENSE("GPL");
