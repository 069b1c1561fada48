// check: --platform linux
// expect: PROVED
// Channels in an array of the device, and an index that somebody chooses: the lock is the device's, and covers all of them.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

struct channel {
	unsigned int level, changes;
};

struct mixer {
	struct mutex lock;
	struct channel channels[3];
	unsigned int last;
};

static ssize_t level_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	struct mixer *m = dev_get_drvdata(dev); // norace
	unsigned int i = buf[0] - '0';

	if (i >= ARRAY_SIZE(m->channels))
		return -EINVAL;
	mutex_lock(&m->lock);
	m->channels[i].level = buf[1]; // norace
	m->channels[i].changes++; // norace
	m->last = i; // norace
	mutex_unlock(&m->lock);
	return count;
}

static ssize_t level_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct mixer *m = dev_get_drvdata(dev); // norace
	unsigned int n;

	mutex_lock(&m->lock);
	n = m->channels[m->last].level; // norace
	mutex_unlock(&m->lock);
	return sysfs_emit(buf, "%u\n", n);
}
static DEVICE_ATTR_RW(level);

static struct attribute *mixer_attrs[] = { &dev_attr_level.attr, NULL };
ATTRIBUTE_GROUPS(mixer);

static int mixer_probe(struct platform_device *dev)
{
	struct mixer *m = devm_kzalloc(&dev->dev, sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	mutex_init(&m->lock);
	platform_set_drvdata(dev, m); // norace
	return devm_device_add_groups(&dev->dev, mixer_groups);
}

static struct platform_driver mixer_driver = {
	.driver = { .name = "mixer" },
	.probe = mixer_probe,
};
module_platform_driver(mixer_driver);
MODULE_LICENSE("GPL");
