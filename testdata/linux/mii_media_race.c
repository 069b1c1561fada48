// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// What a PHY says becomes a member of the driver's struct: who asks holds the driver's lock, or should.
#include <linux/device.h>
#include <linux/mii.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/platform_device.h>

static DEFINE_MUTEX(line_lock);
static struct mii_if_info line;

static int line_read(struct net_device *dev, int phy, int reg)
{
	return 0;
}

static void line_write(struct net_device *dev, int phy, int reg, int value)
{
}

static ssize_t look_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	mii_check_media(&line, 0, 0); // race!
	return count;
}
static DEVICE_ATTR_WO(look);

static ssize_t full_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	int full;

	mutex_lock(&line_lock);
	full = line.full_duplex; // race!
	mutex_unlock(&line_lock);
	return sysfs_emit(buf, "%d\n", full);
}
static DEVICE_ATTR_RO(full);

static struct attribute *line_attrs[] = { &dev_attr_look.attr, &dev_attr_full.attr, NULL };
ATTRIBUTE_GROUPS(line);

static int line_probe(struct platform_device *pdev)
{
	return devm_device_add_groups(&pdev->dev, line_groups);
}

static struct platform_driver line_driver = { .probe = line_probe, .driver = { .name = "line" } };

static int __init line_init(void)
{
	line.mdio_read = line_read;
	line.mdio_write = line_write;
	return platform_driver_register(&line_driver);
}
module_init(line_init);
MODULE_LICENSE("GPL");
