// check: --platform linux --kernel none
// expect: UNKNOWN
// Two writers hand one ring to a function of another driver, which may write it: nothing keeps them apart.
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

struct ring {
	unsigned int in;
	unsigned char data[16];
};

int ring_push(struct ring *ring, unsigned char byte);

static struct ring ring;
static DEFINE_MUTEX(ring_lock);

static ssize_t ring_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	ring_push(&ring, 1);
	return count;
}

static const struct file_operations ring_fops = {
	.owner = THIS_MODULE,
	.write = ring_write,
};

static struct miscdevice ring_device = { .minor = MISC_DYNAMIC_MINOR, .name = "ring", .fops = &ring_fops };

static int __init ring_init(void)
{
	return misc_register(&ring_device);
}
module_init(ring_init);

static void __exit ring_exit(void)
{
	misc_deregister(&ring_device);
}
module_exit(ring_exit);

MODULE_LICENSE("GPL");
