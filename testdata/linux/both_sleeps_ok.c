// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// The function is called under the lock of the device: it is for the sleep of the system alone.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>

static unsigned int vane_turns;

static ssize_t turns_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", vane_turns); // norace
}
static DEVICE_ATTR_RO(turns);

static int vane_suspend(struct device *dev)
{
	vane_turns = 0; // norace
	return 0;
}

static int vane_probe(struct platform_device *pdev)
{
	return device_create_file(&pdev->dev, &dev_attr_turns);
}

static const struct dev_pm_ops vane_pm = {
	.suspend = vane_suspend,
};
static struct platform_driver vane_driver = {
	.probe = vane_probe,
	.driver = { .name = "vane", .pm = &vane_pm },
};
/* One device: two that are suspended at the same time would race. */
static struct platform_device *vane_device;

static int __init vane_init(void)
{
	int err = platform_driver_register(&vane_driver);

	if (err)
		return err;
	vane_device = platform_device_register_simple("vane", -1, NULL, 0);
	return 0;
}

static void __exit vane_exit(void)
{
	platform_device_unregister(vane_device);
	platform_driver_unregister(&vane_driver);
}

module_init(vane_init);
module_exit(vane_exit);
MODULE_LICENSE("GPL");
