// check: --platform linux
// expect: BUG race
// The urb is on its way when the rest of the device is made: its completion may be faster.
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/usb.h>

struct knob {
	struct usb_device *udev;
	struct urb *urb;
	unsigned char data[8];
	unsigned int scale;
	unsigned int value;
};

static void knob_complete(struct urb *urb)
{
	struct knob *k = urb->context;

	if (urb->status)
		return;
	k->value = k->scale; // race!
}

static int knob_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	struct knob *k = kzalloc(sizeof(*k), GFP_KERNEL);
	int err = -ENOMEM;

	if (!k)
		return -ENOMEM;
	k->udev = interface_to_usbdev(intf);
	k->urb = usb_alloc_urb(0, GFP_KERNEL);
	if (!k->urb)
		goto fail;
	usb_fill_int_urb(k->urb, k->udev, usb_rcvintpipe(k->udev, 1), k->data, sizeof(k->data), knob_complete, k, 10);
	usb_set_intfdata(intf, k);
	err = usb_submit_urb(k->urb, GFP_KERNEL);
	if (err)
		goto fail;
	k->scale = 4; // race!
	return 0;
fail:
	usb_free_urb(k->urb);
	kfree(k);
	return err;
}

static void knob_disconnect(struct usb_interface *intf)
{
	struct knob *k = usb_get_intfdata(intf);

	usb_kill_urb(k->urb);
	usb_free_urb(k->urb);
	kfree(k);
}

static const struct usb_device_id knob_ids[] = {
	{ USB_DEVICE(0x1234, 0x0001) },
	{ }
};
MODULE_DEVICE_TABLE(usb, knob_ids);

static struct usb_driver knob_driver = {
	.name = "knob",
	.probe = knob_probe,
	.disconnect = knob_disconnect,
	.id_table = knob_ids,
};
module_usb_driver(knob_driver);
MODULE_LICENSE("GPL");
