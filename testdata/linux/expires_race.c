// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// mod_timer sets when a timer expires under a lock of the kernel, which the driver does not have when it looks.
#include <linux/device.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/timer.h>

static struct timer_list bell;

static void bell_rings(struct timer_list *t)
{
}

static ssize_t later_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	mod_timer(&bell, jiffies + HZ); // race!
	return count;
}
static DEVICE_ATTR_WO(later);

static ssize_t left_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%lu\n", bell.expires - jiffies); // race!
}
static DEVICE_ATTR_RO(left);

static struct attribute *bell_attrs[] = { &dev_attr_later.attr, &dev_attr_left.attr, NULL };
ATTRIBUTE_GROUPS(bell);

static int bell_probe(struct platform_device *pdev)
{
	return devm_device_add_groups(&pdev->dev, bell_groups);
}

static struct platform_driver bell_driver = { .probe = bell_probe, .driver = { .name = "bell" } };

static int __init bell_init(void)
{
	timer_setup(&bell, bell_rings, 0);
	return platform_driver_register(&bell_driver);
}
module_init(bell_init);
MODULE_LICENSE("GPL");
