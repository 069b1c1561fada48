// check: --platform linux --rounds 2 --unwind 2
// expect: PROVED
// The functions that look at a PHY call the driver's access to it, in the thread that asks, which holds a lock.
#include <linux/device.h>
#include <linux/mii.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

struct cable {
	struct mutex lock;
	struct mii_if_info mii;
	unsigned int reads;
};

static struct cable *cable;

static int cable_mdio_read(struct net_device *dev, int phy, int reg)
{
	cable->reads++; // norace
	return 0;
}

static void cable_mdio_write(struct net_device *dev, int phy, int reg, int value)
{
}

static ssize_t link_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	int ok;

	mutex_lock(&cable->lock);
	ok = mii_link_ok(&cable->mii);
	mutex_unlock(&cable->lock);
	return sysfs_emit(buf, "%d\n", ok);
}
static DEVICE_ATTR_RO(link);

static int cable_probe(struct platform_device *pdev)
{
	return device_create_file(&pdev->dev, &dev_attr_link);
}

static struct platform_driver cable_driver = {
	.probe = cable_probe,
	.driver = { .name = "cable" },
};

static int __init cable_init(void)
{
	cable = kzalloc(sizeof(*cable), GFP_KERNEL);
	if (!cable)
		return -ENOMEM;
	mutex_init(&cable->lock);
	cable->mii.mdio_read = cable_mdio_read;
	cable->mii.mdio_write = cable_mdio_write;
	return platform_driver_register(&cable_driver);
}
module_init(cable_init);
MODULE_LICENSE("GPL");
