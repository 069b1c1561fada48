// check: --platform linux
// expect: PROVED
// Attributes that know their channel by what lies around them, of a cache that grows old. All of it is under the lock.
#include <linux/device.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

struct probe_attribute {
	struct device_attribute attr;
	unsigned int channel;
};

struct probes {
	struct mutex lock;
	unsigned char value[2];
	unsigned long read_at;
};

static void refresh(struct probes *p)
{
	if (time_after(jiffies, p->read_at + HZ)) { // norace
		p->value[0] = jiffies & 0xff; // norace
		p->value[1] = jiffies >> 8 & 0xff; // norace
		p->read_at = jiffies; // norace
	}
}

static ssize_t probe_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	unsigned int channel = container_of(attr, struct probe_attribute, attr)->channel; // norace
	struct probes *p = dev_get_drvdata(dev); // norace
	unsigned int n;

	mutex_lock(&p->lock);
	refresh(p);
	n = p->value[channel]; // norace
	mutex_unlock(&p->lock);
	return sysfs_emit(buf, "%u\n", n);
}

static struct probe_attribute first = { .attr = __ATTR(first, 0444, probe_show, NULL), .channel = 0 };
static struct probe_attribute others[] = { { .attr = __ATTR(second, 0444, probe_show, NULL), .channel = 1 } };

static struct attribute *probes_attrs[] = { &first.attr.attr, &others[0].attr.attr, NULL };
ATTRIBUTE_GROUPS(probes);

static int probes_probe(struct platform_device *dev)
{
	struct probes *p = devm_kzalloc(&dev->dev, sizeof(*p), GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	mutex_init(&p->lock);
	platform_set_drvdata(dev, p); // norace
	return devm_device_add_groups(&dev->dev, probes_groups);
}

static struct platform_driver probes_driver = {
	.driver = { .name = "probes" },
	.probe = probes_probe,
};
module_platform_driver(probes_driver);
MODULE_LICENSE("GPL");
