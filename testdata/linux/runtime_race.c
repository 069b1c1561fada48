// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// A device that is being put to sleep with the system may be woken up at run time: nobody holds its lock for that.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/slab.h>

struct coil {
	unsigned int switched;
};

static int coil_suspend(struct device *dev)
{
	struct coil *c = dev_get_drvdata(dev);

	c->switched++; // race!
	return 0;
}

static int coil_runtime(struct device *dev)
{
	struct coil *c = dev_get_drvdata(dev);

	c->switched++; // race!
	return 0;
}

static int coil_probe(struct platform_device *pdev)
{
	struct coil *c = devm_kzalloc(&pdev->dev, sizeof(*c), GFP_KERNEL);

	if (!c)
		return -ENOMEM;
	platform_set_drvdata(pdev, c);
	return 0;
}

static const struct dev_pm_ops coil_pm = {
	.suspend = coil_suspend,
	.runtime_resume = coil_runtime,
};

static struct platform_driver coil_driver = {
	.probe = coil_probe,
	.driver = { .name = "coil", .pm = &coil_pm },
};
module_platform_driver(coil_driver);
MODULE_LICENSE("GPL");
