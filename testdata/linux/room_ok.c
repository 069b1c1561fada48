// check: --platform linux --timeout 20s
// expect: UNKNOWN
// Each device of this class has room behind it for what the driver has of its own. What the class calls is not known.
#include <linux/iio/iio.h>
#include <linux/module.h>
#include <linux/platform_device.h>

struct gauge {
	unsigned int level;
};

static int gauge_read(struct iio_dev *d, struct iio_chan_spec const *chan, int *val, int *val2, long mask)
{
	return -EINVAL;
}

static const struct iio_info gauge_info = {
	.read_raw = gauge_read,
};

static int gauge_probe(struct platform_device *pdev)
{
	struct iio_dev *d = devm_iio_device_alloc(&pdev->dev, sizeof(struct gauge));
	struct gauge *g;

	if (!d)
		return -ENOMEM;
	g = iio_priv(d);
	g->level = 1; // norace
	d->info = &gauge_info;
	return devm_iio_device_register(&pdev->dev, d);
}

static struct platform_driver gauge_driver = {
	.driver = { .name = "gauge" },
	.probe = gauge_probe,
};
module_platform_driver(gauge_driver);
MODULE_LICENSE("GPL");
