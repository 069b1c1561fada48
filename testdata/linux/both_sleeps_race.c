// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The function is also called at run time, without the lock of the device and while files are read.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>

static unsigned int vane_turns;

static ssize_t turns_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n", vane_turns); // race!
}
static DEVICE_ATTR_RO(turns);

static int vane_suspend(struct device *dev)
{
	vane_turns = 0; // race!
	return 0;
}

static int vane_probe(struct platform_device *pdev)
{
	return device_create_file(&pdev->dev, &dev_attr_turns);
}

static const struct dev_pm_ops vane_pm = {
	.suspend = vane_suspend,
	.runtime_suspend = vane_suspend,
};
static struct platform_driver vane_driver = {
	.probe = vane_probe,
	.driver = { .name = "vane", .pm = &vane_pm },
};
static int __init vane_init(void)
{
	int err = platform_driver_register(&vane_driver);

	if (err)
		return err;
	return 0;
}

static void __exit vane_exit(void)
{
	platform_driver_unregister(&vane_driver);
}

module_init(vane_init);
module_exit(vane_exit);
MODULE_LICENSE("GPL");
