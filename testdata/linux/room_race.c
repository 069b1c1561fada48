// check: --platform linux
// expect: BUG race
// What the driver has of its own is one for all devices, which are probed at the same time.
#include <linux/iio/iio.h>
#include <linux/module.h>
#include <linux/platform_device.h>

struct gauge {
	unsigned int level;
};

static struct gauge gauge_one;

static int gauge_probe(struct platform_device *pdev)
{
	struct iio_dev *d = devm_iio_device_alloc(&pdev->dev, sizeof(struct gauge *));
	struct gauge **g;

	if (!d)
		return -ENOMEM;
	g = iio_priv(d);
	*g = &gauge_one;
	(*g)->level = 1; // race!
	return 0;
}

static struct platform_driver gauge_driver = {
	.driver = { .name = "gauge" },
	.probe = gauge_probe,
};
module_platform_driver(gauge_driver);
MODULE_LICENSE("GPL");
