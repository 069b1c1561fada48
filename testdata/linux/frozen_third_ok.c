// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// The value is shown or the system goes to sleep, so that nobody shows it while it is taken away, and the timer has it to itself.
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/timer.h>

static int lamp_asleep;
static unsigned int lamp_level;
static struct timer_list lamp_timer;

static void lamp_tick(struct timer_list *t)
{
	lamp_level++; // norace
}

static int lamp_suspend(struct device *dev)
{
	WRITE_ONCE(lamp_asleep, 1);
	WRITE_ONCE(lamp_asleep, 0);
	return 0;
}

static ssize_t lamp_use(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	if (READ_ONCE(lamp_asleep))
		lamp_level++; // norace
	return 0;
}

static const struct file_operations lamp_fops = {
	.owner = THIS_MODULE,
	.read = lamp_use,
};
static struct miscdevice lamp_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "lamp", .fops = &lamp_fops };

static int lamp_probe(struct platform_device *pdev)
{
	timer_setup(&lamp_timer, lamp_tick, 0);
	if (misc_register(&lamp_misc))
		return -EIO;
	mod_timer(&lamp_timer, 1);
	return 0;
}

static const struct dev_pm_ops lamp_pm = { .suspend = lamp_suspend };

static struct platform_driver lamp_driver = {
	.probe = lamp_probe,
	.driver = { .name = "lamp", .pm = &lamp_pm },
};
module_platform_driver(lamp_driver);
MODULE_LICENSE("GPL");
