// check: --platform linux --timeout 20s
// expect: BOUNDED
// Each device of this class has room behind it for what the driver has of its own.
#include <linux/iio/iio.h>
#include <linux/module.h>
#include <linux/platform_device.h>

struct gauge {
	unsigned int level;
};

static int gauge_probe(struct platform_device *pdev)
{
	struct iio_dev *d = devm_iio_device_alloc(&pdev->dev, sizeof(struct gauge));
	struct gauge *g;

	if (!d)
		return -ENOMEM;
	g = iio_priv(d);
	g->level = 1; // norace
	return 0;
}

static struct platform_driver gauge_driver = {
	.driver = { .name = "gauge" },
	.probe = gauge_probe,
};
module_platform_driver(gauge_driver);
MODULE_LICENSE("GPL");
