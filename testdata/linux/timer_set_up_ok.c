// check: --platform linux
// expect: PROVED
// As timer_set_up_race.c, with a lock.
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
	mutex_lock(&pulse_lock);
	timer_setup(&pulse, pulse_beat, 0); // norace
	mutex_unlock(&pulse_lock);
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
