// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Who waits in this way is frozen where it waits: the device is put to sleep in the middle of the call.
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/freezer.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/timer.h>
#include <linux/wait.h>

static DECLARE_WAIT_QUEUE_HEAD(well_wait);
static int well_used, well_full;
static unsigned int well_level;
static struct timer_list well_timer;

static void well_tick(struct timer_list *t)
{
	well_level++; // race!
}

static ssize_t well_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	WRITE_ONCE(well_used, 1);
	wait_event_freezable(well_wait, READ_ONCE(well_full));
	WRITE_ONCE(well_used, 0);
	return 0;
}

static int well_suspend(struct device *dev)
{
	if (READ_ONCE(well_used))
		well_level++; // race!
	return 0;
}

static const struct file_operations well_fops = { .owner = THIS_MODULE, .read = well_read };
static struct miscdevice well_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "well", .fops = &well_fops };

static int well_probe(struct platform_device *pdev)
{
	timer_setup(&well_timer, well_tick, 0);
	if (misc_register(&well_misc))
		return -EIO;
	mod_timer(&well_timer, 1);
	return 0;
}

static const struct dev_pm_ops well_pm = { .suspend = well_suspend };

static struct platform_driver well_driver = {
	.probe = well_probe,
	.driver = { .name = "well", .pm = &well_pm },
};
module_platform_driver(well_driver);
MODULE_LICENSE("GPL");
