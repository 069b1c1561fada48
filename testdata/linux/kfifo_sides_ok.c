// check: --platform linux
// expect: PROVED
// One reader and one writer of a queue at a time need no lock between them.
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static DEFINE_KFIFO(queue, unsigned char, 64);
static DEFINE_MUTEX(readers);
static DEFINE_MUTEX(writers);

static ssize_t kfifo_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	unsigned char b = 1;

	mutex_lock(&writers);
	kfifo_in(&queue, &b, 1);
	mutex_unlock(&writers);
	return n;
}

static ssize_t kfifo_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	unsigned char b = 0;

	mutex_lock(&readers);
	n = kfifo_out(&queue, &b, 1);
	mutex_unlock(&readers);
	if (!n)
		return 0;
	return put_user(b, buf) ? -EFAULT : 1;
}

static const struct file_operations kfifo_fops = {
	.owner = THIS_MODULE,
	.read = kfifo_read,
	.write = kfifo_write,
};

static struct miscdevice kfifo_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "kfifo", .fops = &kfifo_fops };
module_misc_device(kfifo_misc);
MODULE_LICENSE("GPL");
