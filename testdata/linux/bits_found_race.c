// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The first bit of a map is looked for while another one is set, and no lock.
#include <linux/bitmap.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(seats_lock);
static DECLARE_BITMAP(seats, 128);

static ssize_t seats_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	mutex_lock(&seats_lock);
	__set_bit(count & 127, seats);
	mutex_unlock(&seats_lock);
	return count;
}

static ssize_t seats_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	return find_first_bit(seats, 128) < 128 ? 1 : 0;
}

static const struct file_operations seats_fops = {
	.owner = THIS_MODULE,
	.write = seats_write,
	.read = seats_read,
};

static struct miscdevice seats_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "seats", .fops = &seats_fops };
module_misc_device(seats_misc);
MODULE_LICENSE("GPL");
