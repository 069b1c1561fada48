// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// Nothing is reported before probe has returned.
#include <linux/hid.h>
#include <linux/module.h>
#include <linux/slab.h>

struct knob {
	unsigned int turns;
};

static int knob_raw_event(struct hid_device *hdev, struct hid_report *report, u8 *data, int size)
{
	struct knob *k = hid_get_drvdata(hdev);

	k->turns = size; // norace
	return 0;
}

static int knob_probe(struct hid_device *hdev, const struct hid_device_id *id)
{
	struct knob *k = devm_kzalloc(&hdev->dev, sizeof(*k), GFP_KERNEL);

	if (!k)
		return -ENOMEM;
	hid_set_drvdata(hdev, k);
	if (hid_hw_start(hdev, HID_CONNECT_HIDRAW))
		return -EIO;
	k->turns = 0; // norace
	return 0;
}

static void knob_remove(struct hid_device *hdev)
{
	hid_hw_stop(hdev);
}

static const struct hid_device_id knob_ids[] = { { HID_USB_DEVICE(0x1234, 0x0003) }, { } };

static struct hid_driver knob_driver = {
	.name = "knob",
	.id_table = knob_ids,
	.probe = knob_probe,
	.remove = knob_remove,
	.raw_event = knob_raw_event,
};
module_hid_driver(knob_driver);
MODULE_LICENSE("GPL");
