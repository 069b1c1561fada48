// check: --platform linux
// expect: BUG race
// Who opens a terminal does so beside those who have it open.
#include <linux/module.h>
#include <linux/tty.h>
#include <linux/tty_driver.h>

static struct tty_driver *gutter_driver;
static unsigned int gutter_lines[4];

static int gutter_open(struct tty_struct *tty, struct file *file)
{
	tty->driver_data = &gutter_lines[tty->index & 3]; // race!
	return 0;
}

static void gutter_close(struct tty_struct *tty, struct file *file)
{
}

static int gutter_write(struct tty_struct *tty, const unsigned char *buf, int count)
{
	return tty->driver_data ? count : 0; // race!
}

static void gutter_hangup(struct tty_struct *tty)
{
	if (!tty->driver_data) // norace
		return;
}

static void gutter_cleanup(struct tty_struct *tty)
{
	tty->driver_data = NULL; // norace
}

static const struct tty_operations gutter_ops = {
	.open = gutter_open,
	.close = gutter_close,
	.write = gutter_write,
	.hangup = gutter_hangup,
	.cleanup = gutter_cleanup,
};

static int __init gutter_init(void)
{
	int err;

	gutter_driver = tty_alloc_driver(4, TTY_DRIVER_REAL_RAW);
	if (IS_ERR(gutter_driver))
		return PTR_ERR(gutter_driver);
	tty_set_operations(gutter_driver, &gutter_ops);
	err = tty_register_driver(gutter_driver);
	if (err)
		tty_driver_kref_put(gutter_driver);
	return err;
}

module_init(gutter_init);
MODULE_LICENSE("GPL");
