// check: --platform linux
// expect: POSSIBLE race
// The terminal of a port is the one that the driver knows, under another lock (drivers/tty/tty_port.c:tty_port_tty_get).
#include <linux/tty.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static struct tty_port port;
static struct tty_struct terminal;
static DEFINE_MUTEX(near_lock);
static DEFINE_MUTEX(far_lock);
static int near_open(struct inode *i, struct file *f)
{
	mutex_lock(&near_lock);
	terminal.flags++;
	mutex_unlock(&near_lock);
	return 0;
}
static ssize_t near_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	struct tty_struct *tty = tty_port_tty_get(&port);

	mutex_lock(&far_lock);
	if (tty)
		tty->flags++;
	mutex_unlock(&far_lock);
	tty_kref_put(tty);
	return n;
}

static const struct file_operations near_fops = {
	.owner = THIS_MODULE,
	.open = near_open,
	.write = near_write,
};

static struct miscdevice near_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "near", .fops = &near_fops };

static int __init near_init(void)
{
	tty_port_init(&port);
	port.tty = &terminal;
	return misc_register(&near_misc);
}

module_init(near_init);
MODULE_LICENSE("GPL");
