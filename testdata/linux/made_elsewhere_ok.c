// check: --platform linux --kernel none
// expect: UNKNOWN
// What another module makes for a device is another object for each: two probes write two of them.
#include <linux/device.h>
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/platform_device.h>

struct bridge {
	struct device *parent;
	unsigned int mode;
};

extern struct bridge *bridge_make(void);
extern void bridge_drop(struct bridge *bridge);

static int gate_probe(struct platform_device *pdev)
{
	struct bridge *b = bridge_make();

	if (!b)
		return -ENOMEM;
	b->parent = &pdev->dev; // norace
	b->mode = 1;            // norace
	platform_set_drvdata(pdev, b);
	return 0;
}

static int gate_remove(struct platform_device *pdev)
{
	struct bridge *b = platform_get_drvdata(pdev);

	b->mode = 0; // norace
	bridge_drop(b);
	return 0;
}

static struct platform_driver gate_driver = {
	.probe = gate_probe,
	.remove = gate_remove,
	.driver = { .name = "gate" },
};
module_platform_driver(gate_driver);
MODULE_LICENSE("GPL");
