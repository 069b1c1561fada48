// check: --platform linux --rounds 2 --unwind 2
// expect: PROVED
// As text_made_race.c, with a lock.
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

static DEFINE_MUTEX(label_lock);
static char label[16];

static ssize_t label_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	mutex_lock(&label_lock);
	label[0] = buf[0]; // norace
	mutex_unlock(&label_lock);
	return count;
}

static ssize_t label_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	char *text;

	mutex_lock(&label_lock);
	text = kasprintf(GFP_KERNEL, "%s", label); // norace
	mutex_unlock(&label_lock);
	kfree(text);
	return 0;
}
static DEVICE_ATTR_RW(label);

static struct attribute *label_attrs[] = { &dev_attr_label.attr, NULL };
ATTRIBUTE_GROUPS(label);

static int label_probe(struct platform_device *pdev)
{
	return devm_device_add_groups(&pdev->dev, label_groups);
}

static struct platform_driver label_driver = { .probe = label_probe, .driver = { .name = "label" } };
module_platform_driver(label_driver);
MODULE_LICENSE("GPL");
