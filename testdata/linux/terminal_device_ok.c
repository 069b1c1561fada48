// check: --platform linux --timeout 20s
// expect: BOUNDED
// A terminal with a file of its own is opened behind the registration of its device.
#include <linux/module.h>
#include <linux/tty.h>
#include <linux/tty_driver.h>

static struct tty_driver *gutter_driver;
static unsigned int gutter_lines[4];
static unsigned int gutter_width;

static int gutter_install(struct tty_driver *driver, struct tty_struct *tty)
{
	tty->driver_data = &gutter_lines[tty->index & 3]; // norace
	gutter_lines[tty->index & 3] = gutter_width; // norace
	return 0;
}

static int gutter_open(struct tty_struct *tty, struct file *file)
{
	return tty->driver_data ? 0 : -ENODEV; // norace
}

static void gutter_close(struct tty_struct *tty, struct file *file)
{
}

static int gutter_write(struct tty_struct *tty, const unsigned char *buf, int count)
{
	return tty->driver_data ? count : 0; // norace
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
	.install = gutter_install,
	.open = gutter_open,
	.close = gutter_close,
	.write = gutter_write,
	.hangup = gutter_hangup,
	.cleanup = gutter_cleanup,
};

static int __init gutter_init(void)
{
	int err;

	gutter_driver = tty_alloc_driver(4, TTY_DRIVER_REAL_RAW | TTY_DRIVER_DYNAMIC_DEV);
	if (IS_ERR(gutter_driver))
		return PTR_ERR(gutter_driver);
	tty_set_operations(gutter_driver, &gutter_ops);
	err = tty_register_driver(gutter_driver);
	if (err) {
		tty_driver_kref_put(gutter_driver);
		return err;
	}
	gutter_width = 3; // norace
	tty_register_device(gutter_driver, 1, NULL);
	return 0;
}

module_init(gutter_init);
MODULE_LICENSE("GPL");
