// check: --platform linux --property memory
// expect: BUG null-deref
// What is kept over sleep may not be there.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/pm.h>
#include <linux/slab.h>

struct shade {
	int level;
	int *saved;
};

static int shade_probe(struct platform_device *pdev)
{
	struct shade *s = kzalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	platform_set_drvdata(pdev, s);
	return 0;
}

static int shade_remove(struct platform_device *pdev)
{
	struct shade *s = platform_get_drvdata(pdev);

	kfree(s->saved);
	kfree(s);
	return 0;
}

static int shade_suspend(struct device *dev)
{
	struct shade *s = dev_get_drvdata(dev);

	s->saved = kmalloc(sizeof(*s->saved), GFP_KERNEL);
	*s->saved = s->level; // null-deref!
	return 0;
}

static int shade_resume(struct device *dev)
{
	struct shade *s = dev_get_drvdata(dev);

	s->level = *s->saved;
	kfree(s->saved);
	s->saved = NULL;
	return 0;
}

static SIMPLE_DEV_PM_OPS(shade_pm, shade_suspend, shade_resume);

static struct platform_driver shade_driver = {
	.probe = shade_probe,
	.remove = shade_remove,
	.driver = { .name = "shade", .pm = &shade_pm },
};
module_platform_driver(shade_driver);
MODULE_LICENSE("GPL");
