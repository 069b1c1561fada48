// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// A function of the kernel fills the pointer that it is given: two at a time, and no lock.
#include <linux/device.h>
#include <linux/firmware.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>

static DEFINE_MUTEX(blob_lock);
static const struct firmware *blob;

static ssize_t load_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	int failed;

	failed = request_firmware(&blob, "blob.bin", dev); // race!
	return failed ? failed : count;
}
static DEVICE_ATTR_WO(load);

static struct attribute *blob_attrs[] = { &dev_attr_load.attr, NULL };
ATTRIBUTE_GROUPS(blob);

static int blob_probe(struct platform_device *pdev)
{
	return devm_device_add_groups(&pdev->dev, blob_groups);
}

static struct platform_driver blob_driver = { .probe = blob_probe, .driver = { .name = "blob" } };
module_platform_driver(blob_driver);
MODULE_LICENSE("GPL");
