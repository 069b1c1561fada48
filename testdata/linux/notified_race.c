// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// fasync_helper changes the list of those who are told (fs/fcntl.c); its lock is not the driver's, which looks at the list itself. This was proved.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>

static struct fasync_struct *told;

static int bell_fasync(int fd, struct file *file, int on)
{
	return fasync_helper(fd, file, on, &told); // race!
}

static ssize_t bell_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	if (told) // race!
		kill_fasync(&told, SIGIO, POLL_IN);
	return count;
}

static const struct file_operations bell_fops = {
	.owner = THIS_MODULE,
	.fasync = bell_fasync,
	.write = bell_write,
};

static struct miscdevice bell_device = { .minor = MISC_DYNAMIC_MINOR, .name = "bell", .fops = &bell_fops };

static int __init bell_init(void)
{
	return misc_register(&bell_device);
}

static void __exit bell_exit(void)
{
	misc_deregister(&bell_device);
}

module_init(bell_init);
module_exit(bell_exit);
MODULE_LICENSE("GPL");
