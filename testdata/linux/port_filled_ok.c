// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// tty_insert_flip_char fills the buffer of a port, whose callers have to be kept apart (drivers/tty/tty_buffer.c): two writers of one file are, by a lock.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/tty.h>
#include <linux/tty_flip.h>

static struct tty_port port;
static DEFINE_SPINLOCK(port_lock);

static ssize_t port_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	spin_lock(&port_lock);
	tty_insert_flip_char(&port, 'x', TTY_NORMAL);
	spin_unlock(&port_lock);
	return count;
}

static const struct file_operations port_fops = {
	.owner = THIS_MODULE,
	.write = port_write,
};

static struct miscdevice port_device = { .minor = MISC_DYNAMIC_MINOR, .name = "port", .fops = &port_fops };

static int __init port_init(void)
{
	tty_port_init(&port);
	return misc_register(&port_device);
}

static void __exit port_exit(void)
{
	misc_deregister(&port_device);
	tty_port_destroy(&port);
}

module_init(port_init);
module_exit(port_exit);
MODULE_LICENSE("GPL");
