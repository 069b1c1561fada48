// check: --platform linux --kernel none
// expect: BUG race
// Each device has a lock of its own, and all of them count in one variable.
#include <linux/device.h>
#include <linux/mutex.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

struct blinker {
	struct mutex lock;
	unsigned int level;
};

static unsigned int blinks;

static ssize_t level_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	struct blinker *b = dev_get_drvdata(dev);

	mutex_lock(&b->lock);
	b->level++; // norace
	blinks++; // race!
	mutex_unlock(&b->lock);
	return count;
}
static DEVICE_ATTR(level, 0200, NULL, level_store);

static int blinker_probe(struct platform_device *pdev)
{
	struct blinker *b = devm_kzalloc(&pdev->dev, sizeof(*b), GFP_KERNEL);

	if (!b)
		return -ENOMEM;
	mutex_init(&b->lock);
	platform_set_drvdata(pdev, b);
	return device_create_file(&pdev->dev, &dev_attr_level);
}

static int blinker_remove(struct platform_device *pdev)
{
	device_remove_file(&pdev->dev, &dev_attr_level);
	return 0;
}

static struct platform_driver blinker_driver = {
	.probe = blinker_probe,
	.remove = blinker_remove,
	.driver = { .name = "blinker" },
};
module_platform_driver(blinker_driver);
MODULE_LICENSE("GPL");
