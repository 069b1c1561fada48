// check: --platform linux
// expect: BUG race
// Two writers of one queue, and no lock.
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_KFIFO(queue, unsigned char, 64);

static ssize_t kfifo_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	unsigned char b = 1;
	kfifo_in(&queue, &b, 1);
	return n;
}

static const struct file_operations kfifo_fops = {
	.owner = THIS_MODULE,
	.write = kfifo_write,
};

static struct miscdevice kfifo_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "kfifo", .fops = &kfifo_fops };
module_misc_device(kfifo_misc);
MODULE_LICENSE("GPL");
