// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// A HID device reports while an attribute is read. The kernel keeps reports and binding apart, attributes it does not.
#include <linux/device.h>
#include <linux/hid.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

struct probe_head {
	spinlock_t lock;
	unsigned int level;
};

static ssize_t level_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct probe_head *p = dev_get_drvdata(dev);
	unsigned int n;

	n = p->level; // race!
	return sysfs_emit(buf, "%u\n", n);
}
static DEVICE_ATTR_RO(level);

static int head_raw_event(struct hid_device *hdev, struct hid_report *report, u8 *data, int size)
{
	struct probe_head *p = hid_get_drvdata(hdev);

	spin_lock(&p->lock);
	p->level = size; // race!
	spin_unlock(&p->lock);
	return 0;
}

static int head_probe(struct hid_device *hdev, const struct hid_device_id *id)
{
	struct probe_head *p = devm_kzalloc(&hdev->dev, sizeof(*p), GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	spin_lock_init(&p->lock);
	hid_set_drvdata(hdev, p);
	if (device_create_file(&hdev->dev, &dev_attr_level))
		return -EIO;
	if (hid_hw_start(hdev, HID_CONNECT_HIDRAW)) {
		device_remove_file(&hdev->dev, &dev_attr_level);
		return -EIO;
	}
	return 0;
}

static void head_remove(struct hid_device *hdev)
{
	device_remove_file(&hdev->dev, &dev_attr_level);
	hid_hw_stop(hdev);
}

static const struct hid_device_id head_ids[] = { { HID_USB_DEVICE(0x1234, 0x0002) }, { } };

static struct hid_driver head_driver = {
	.name = "head",
	.id_table = head_ids,
	.probe = head_probe,
	.remove = head_remove,
	.raw_event = head_raw_event,
};
module_hid_driver(head_driver);
MODULE_LICENSE("GPL");
