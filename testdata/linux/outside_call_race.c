// check: --platform linux --kernel none
// expect: BUG race
// A function that the platform hands to the driver is called between two accesses: whatever it does, the count is not locked.
#include <linux/device.h>
#include <linux/mutex.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

struct buzzer_hooks {
	int (*sound)(unsigned int tone);
};
extern struct buzzer_hooks *buzzer_hooks;

struct buzzer {
	struct mutex lock;
	unsigned int tones;
};

static ssize_t tone_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	struct buzzer *b = dev_get_drvdata(dev);

	if (buzzer_hooks && buzzer_hooks->sound)
		buzzer_hooks->sound(count);
	b->tones++; // race!
	return count;
}
static DEVICE_ATTR(tone, 0200, NULL, tone_store);

static int buzzer_probe(struct platform_device *pdev)
{
	struct buzzer *b = devm_kzalloc(&pdev->dev, sizeof(*b), GFP_KERNEL);

	if (!b)
		return -ENOMEM;
	mutex_init(&b->lock);
	platform_set_drvdata(pdev, b);
	return device_create_file(&pdev->dev, &dev_attr_tone);
}

static int buzzer_remove(struct platform_device *pdev)
{
	device_remove_file(&pdev->dev, &dev_attr_tone);
	return 0;
}

static struct platform_driver buzzer_driver = {
	.probe = buzzer_probe,
	.remove = buzzer_remove,
	.driver = { .name = "buzzer" },
};
module_platform_driver(buzzer_driver);
MODULE_LICENSE("GPL");
