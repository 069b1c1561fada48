// check: --platform linux --timeout 20s
// expect: BOUNDED
// A URB that is submitted once completes once, and one that is poisoned is submitted no more.
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/usb.h>

struct dial {
	spinlock_t lock;
	struct usb_device *udev;
	struct urb *urb;
	unsigned char data[8];
	unsigned int busy;
	unsigned int value;
};

static void dial_complete(struct urb *urb)
{
	struct dial *d = urb->context;
	unsigned long flags;

	d->value = urb->actual_length; // norace
	spin_lock_irqsave(&d->lock, flags);
	d->busy = 0; // norace
	spin_unlock_irqrestore(&d->lock, flags);
}

static ssize_t turn_store(struct device *dev, struct device_attribute *attr, const char *buf, size_t count)
{
	struct dial *d = dev_get_drvdata(dev);
	unsigned int busy;

	spin_lock_irq(&d->lock);
	busy = d->busy; // norace
	d->busy = 1;    // norace
	spin_unlock_irq(&d->lock);
	if (busy)
		return -EBUSY;
	d->value = 0; // norace
	if (usb_submit_urb(d->urb, GFP_KERNEL)) {
		spin_lock_irq(&d->lock);
		d->busy = 0; // norace
		spin_unlock_irq(&d->lock);
		return -EIO;
	}
	return count;
}
static DEVICE_ATTR_WO(turn);

static int dial_probe(struct usb_interface *intf, const struct usb_device_id *id)
{
	struct dial *d = kzalloc(sizeof(*d), GFP_KERNEL);
	int err = -ENOMEM;

	if (!d)
		return -ENOMEM;
	spin_lock_init(&d->lock);
	d->udev = interface_to_usbdev(intf);
	d->urb = usb_alloc_urb(0, GFP_KERNEL);
	if (!d->urb)
		goto fail;
	usb_fill_int_urb(d->urb, d->udev, usb_rcvintpipe(d->udev, 1), d->data, sizeof(d->data), dial_complete, d, 10);
	usb_set_intfdata(intf, d);
	err = device_create_file(&intf->dev, &dev_attr_turn);
	if (err)
		goto fail;
	return 0;
fail:
	usb_free_urb(d->urb);
	kfree(d);
	return err;
}

static void dial_disconnect(struct usb_interface *intf)
{
	struct dial *d = usb_get_intfdata(intf);

	usb_poison_urb(d->urb);
	device_remove_file(&intf->dev, &dev_attr_turn);
	usb_free_urb(d->urb);
	kfree(d); // norace
}

static const struct usb_device_id dial_ids[] = {
	{ USB_DEVICE(0x1234, 0x0002) },
	{ }
};
MODULE_DEVICE_TABLE(usb, dial_ids);

static struct usb_driver dial_driver = {
	.name = "dial",
	.probe = dial_probe,
	.disconnect = dial_disconnect,
	.id_table = dial_ids,
};
module_usb_driver(dial_driver);
MODULE_LICENSE("GPL");
