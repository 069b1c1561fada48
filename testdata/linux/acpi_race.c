// check: --platform linux
// expect: BUG race
// An ACPI driver whose attribute belongs to every device that is bound. A notification counts beside it.
#include <linux/acpi.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/sysfs.h>

struct lid {
	spinlock_t lock;
	unsigned int moves;
};

static ssize_t moves_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct lid *l = acpi_driver_data(to_acpi_device(dev));
	unsigned int n;

	n = l->moves; // race!
	return sysfs_emit(buf, "%u\n", n);
}
static DEVICE_ATTR_RO(moves);

static struct attribute *lid_attrs[] = { &dev_attr_moves.attr, NULL };
ATTRIBUTE_GROUPS(lid);

static int lid_add(struct acpi_device *dev)
{
	struct lid *l = devm_kzalloc(&dev->dev, sizeof(*l), GFP_KERNEL);

	if (!l)
		return -ENOMEM;
	spin_lock_init(&l->lock);
	l->moves = 1; // norace
	dev->driver_data = l;
	return 0;
}

static void lid_notify(struct acpi_device *dev, u32 event)
{
	struct lid *l = acpi_driver_data(dev);

	spin_lock(&l->lock);
	l->moves++; // race!
	spin_unlock(&l->lock);
}

static const struct acpi_device_id lid_ids[] = { { "LID0001", 0 }, { } };

static struct acpi_driver lid_driver = {
	.name = "lid",
	.ids = lid_ids,
	.ops = { .add = lid_add, .notify = lid_notify },
	.drv = { .dev_groups = lid_groups },
};
module_acpi_driver(lid_driver);
MODULE_LICENSE("GPL");
