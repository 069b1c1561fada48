// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Which registers there are is asked without the lock of the map.
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/regmap.h>

static unsigned int leaf_asked;

static bool leaf_reg(struct device *dev, unsigned int reg)
{
	leaf_asked++; // race!
	return 0;
}

static int leaf_write(void *context, unsigned int reg, unsigned int value)
{
	leaf_asked = 0; // race!
	return 0;
}

static const struct regmap_config leaf_config = { .reg_bits = 8, .val_bits = 8, .volatile_reg = leaf_reg, .reg_write = leaf_write };
static struct platform_device *leaf_device;

static int leaf_probe(struct platform_device *pdev)
{
	return PTR_ERR_OR_ZERO(devm_regmap_init_mmio(&pdev->dev, NULL, &leaf_config));
}

static struct platform_driver leaf_driver = {
	.probe = leaf_probe,
	.driver = { .name = "leaf" },
};

static int __init leaf_init(void)
{
	int err = platform_driver_register(&leaf_driver);

	if (err)
		return err;
	leaf_device = platform_device_register_simple("leaf", -1, NULL, 0);
	return 0;
}

static void __exit leaf_exit(void)
{
	platform_device_unregister(leaf_device);
	platform_driver_unregister(&leaf_driver);
}

module_init(leaf_init);
module_exit(leaf_exit);
MODULE_LICENSE("GPL");
