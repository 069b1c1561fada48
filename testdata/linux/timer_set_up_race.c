// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// To set up a timer writes it, with no lock of its own.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/timer.h>

static DEFINE_MUTEX(pulse_lock);
static struct timer_list pulse;

static void pulse_beat(struct timer_list *t)
{
}

static ssize_t renew_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	timer_setup(&pulse, pulse_beat, 0); // race!
	return count;
}
static DEVICE_ATTR_WO(renew);

static struct attribute *pulse_attrs[] = { &dev_attr_renew.attr, NULL };
ATTRIBUTE_GROUPS(pulse);

static int pulse_probe(struct platform_device *pdev)
{
	return devm_device_add_groups(&pdev->dev, pulse_groups);
}

static struct platform_driver pulse_driver = { .probe = pulse_probe, .driver = { .name = "pulse" } };
module_platform_driver(pulse_driver);
MODULE_LICENSE("GPL");
