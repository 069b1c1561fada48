// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The watchdog core stops the device without its lock when the machine reboots.
#include <linux/module.h>
#include <linux/watchdog.h>

static unsigned int bell_rings;

static int bell_start(struct watchdog_device *w)
{
	bell_rings++; // race!
	return 0;
}

static int bell_ping(struct watchdog_device *w)
{
	bell_rings++; // race!
	return 0;
}

static int bell_stop(struct watchdog_device *w)
{
	bell_rings = 0; // race!
	return 0;
}

static const struct watchdog_info bell_info = { .identity = "bell" };
static const struct watchdog_ops bell_ops = { .owner = THIS_MODULE, .start = bell_start, .ping = bell_ping, .stop = bell_stop };
static struct watchdog_device bell = { .info = &bell_info, .ops = &bell_ops };

static int __init bell_init(void)
{
	watchdog_stop_on_reboot(&bell);
	return watchdog_register_device(&bell);
}

static void __exit bell_exit(void)
{
	watchdog_unregister_device(&bell);
}

module_init(bell_init);
module_exit(bell_exit);
MODULE_LICENSE("GPL");
