/* Devices and other objects that the kernel makes, finds or fills for a driver: platform devices, interfaces and endpoints of USB, inputs, entries of tables, firmware, LEDs. */

@part platform_device_alloc
struct platform_device *platform_device_alloc(const char *name, int id)
{
	struct platform_device *d;

	if (__heddle_nondet_bool())
		return 0;
	d = __heddle_alloc(sizeof(*d), 1);
	d->name = name;
	d->id = id;
	return d;
}

@part platform_device_register_full
struct platform_device *platform_device_register_full(const struct platform_device_info *info)
{
	struct platform_device *d;

	if (__heddle_nondet_bool())
		return (struct platform_device *)-12L;
	d = __heddle_alloc(sizeof(*d), 1);
	d->name = info->name;
	d->id = info->id;
	d->dev.parent = info->parent;
	return d;
}

@part platform_device_register
int platform_device_register(struct platform_device *d)
{
	return __heddle_nondet_bool() ? -12 : 0;
}

@part platform_device_add
int platform_device_add(struct platform_device *d)
{
	return __heddle_nondet_bool() ? -12 : 0;
}

@part platform_device_add_data
int platform_device_add_data(struct platform_device *d, const void *data, size_t n)
{
	void *copy = 0;

	if (data) {
		copy = kmemdup(data, n, GFP_KERNEL);
		if (!copy)
			return -12;
	}
	d->dev.platform_data = copy;
	return 0;
}

@part platform_device_add_resources
int platform_device_add_resources(struct platform_device *d, const struct resource *res, unsigned int n)
{
	struct resource *copy = 0;

	if (res) {
		copy = kmemdup(res, n * sizeof(*res), GFP_KERNEL);
		if (!copy)
			return -12;
	}
	d->resource = copy;
	d->num_resources = n;
	return 0;
}

@part platform_device_del
void platform_device_del(struct platform_device *d)
{
	heddle_platform_gone();
}

@part platform_device_put
void platform_device_put(struct platform_device *d)
{
	heddle_platform_released(d);
}

/* Others may still refer to the device: then it is released later, or never. */
@part =heddle_platform_released
static void heddle_platform_released(struct platform_device *d)
{
	int result = 0;

	if (!d || __heddle_nondet_bool())
		return;
	@callback(result, &d->dev, device.release, struct device * = &d->dev)
}

/* Interfaces that have a file: a driver finds them again by their number. Two are enough, as all files of all devices are opened at any time. */
@part =heddle_usb_files
static struct usb_interface *heddle_usb_minors[2];

static void heddle_usb_files(struct usb_interface *intf)
{
	heddle_usb_minors[__heddle_nondet_bool()] = intf;
}

static void heddle_usb_no_files(struct usb_interface *intf)
{
	if (heddle_usb_minors[0] == intf)
		heddle_usb_minors[0] = 0;
	if (heddle_usb_minors[1] == intf)
		heddle_usb_minors[1] = 0;
}

/* heddle_usb_files has them. */
@part usb_find_interface
struct usb_interface *usb_find_interface(struct usb_driver *drv, int minor)
{
	return heddle_usb_minors[__heddle_nondet_bool()];
}

@part usb_find_common_endpoints
int usb_find_common_endpoints(struct usb_host_interface *alt, struct usb_endpoint_descriptor **a, struct usb_endpoint_descriptor **b, struct usb_endpoint_descriptor **c, struct usb_endpoint_descriptor **d)
{
	int missing = heddle_endpoint(a) + heddle_endpoint(b) + heddle_endpoint(c) + heddle_endpoint(d);

	return missing ? -6 : 0;
}

@part usb_find_common_endpoints_reverse
int usb_find_common_endpoints_reverse(struct usb_host_interface *alt, struct usb_endpoint_descriptor **a, struct usb_endpoint_descriptor **b, struct usb_endpoint_descriptor **c, struct usb_endpoint_descriptor **d)
{
	int missing = heddle_endpoint(a) + heddle_endpoint(b) + heddle_endpoint(c) + heddle_endpoint(d);

	return missing ? -6 : 0;
}

@part =heddle_endpoint
static int heddle_endpoint(struct usb_endpoint_descriptor **to)
{
	struct usb_endpoint_descriptor *e;

	if (!to)
		return 0;
	__heddle_linux_write(to, sizeof(*to));
	*to = 0;
	if (__heddle_nondet_bool())
		return 1;
	e = __heddle_alloc(sizeof(*e), 0);
	__heddle_fresh(e);
	*to = e;
	return 0;
}

@part usb_wait_anchor_empty_timeout
int usb_wait_anchor_empty_timeout(struct usb_anchor *a, unsigned int timeout)
{
	if (__heddle_nondet_bool())
		return 0;
	@wait(completion of a URB)
	return 1;
}

@part input_allocate_device
struct input_dev *input_allocate_device(void)
{
	return kzalloc(sizeof(struct input_dev), GFP_KERNEL);
}

@part devm_input_allocate_device
struct input_dev *devm_input_allocate_device(struct device *dev)
{
	struct input_dev *input = kzalloc(sizeof(struct input_dev), GFP_KERNEL);

	if (input)
		input->dev.parent = dev;
	return input;
}

@part input_free_device
void input_free_device(struct input_dev *dev)
{
	kfree(dev);
}

@part input_set_capability
/* Bits of a device are set plainly, here and by the two below. */
void input_set_capability(struct input_dev *dev, unsigned int type, unsigned int code)
{
	if (type == EV_KEY && code < KEY_CNT)
		__set_bit(code, dev->keybit);
	else if (type == EV_REL && code < REL_CNT)
		__set_bit(code, dev->relbit);
	else if (type == EV_ABS && code < ABS_CNT) {
		if (!dev->absinfo)
			dev->absinfo = kcalloc(ABS_CNT, sizeof(*dev->absinfo), GFP_KERNEL);
		__set_bit(code, dev->absbit);
	} else if (type == EV_MSC && code < MSC_CNT)
		__set_bit(code, dev->mscbit);
	else if (type == EV_SW && code < SW_CNT)
		__set_bit(code, dev->swbit);
	else if (type == EV_LED && code < LED_CNT)
		__set_bit(code, dev->ledbit);
	else if (type == EV_SND && code < SND_CNT)
		__set_bit(code, dev->sndbit);
	else if (type == EV_FF && code < FF_CNT)
		__set_bit(code, dev->ffbit);
	else if (type != EV_PWR)
		return;
	__set_bit(type, dev->evbit);
}

@part input_set_abs_params
void input_set_abs_params(struct input_dev *dev, unsigned int axis, int least, int most, int fuzz, int flat)
{
	if (axis >= ABS_CNT)
		return;
	__set_bit(EV_ABS, dev->evbit);
	__set_bit(axis, dev->absbit);
	if (!dev->absinfo)
		dev->absinfo = kcalloc(ABS_CNT, sizeof(*dev->absinfo), GFP_KERNEL);
	if (!dev->absinfo)
		return;
	dev->absinfo[axis].minimum = least;
	dev->absinfo[axis].maximum = most;
	dev->absinfo[axis].fuzz = fuzz;
	dev->absinfo[axis].flat = flat;
}

@part input_mt_init_slots
int input_mt_init_slots(struct input_dev *dev, unsigned int slots, unsigned int flags)
{
	if (!slots)
		return 0;
	if (dev->mt)
		return __heddle_nondet_bool() ? -22 : 0;
	if (slots > 1024 || __heddle_nondet_bool())
		return -12;
	dev->mt = __heddle_alloc(sizeof(*dev->mt) + slots * sizeof(dev->mt->slots[0]), 1);
	dev->mt->num_slots = slots;
	dev->mt->flags = flags;
	__set_bit(EV_ABS, dev->evbit);
	__set_bit(ABS_MT_SLOT, dev->absbit);
	__set_bit(ABS_MT_TRACKING_ID, dev->absbit);
	if (!dev->absinfo)
		dev->absinfo = kcalloc(ABS_CNT, sizeof(*dev->absinfo), GFP_KERNEL);
	if (dev->absinfo)
		dev->absinfo[ABS_MT_SLOT].maximum = slots - 1;
	if (flags & (INPUT_MT_POINTER | INPUT_MT_DIRECT)) {
		__set_bit(EV_KEY, dev->evbit);
		__set_bit(BTN_TOUCH, dev->keybit);
	}
	if (flags & (INPUT_MT_POINTER | INPUT_MT_DIRECT | INPUT_MT_SEMI_MT))
		__set_bit(flags & INPUT_MT_POINTER ? INPUT_PROP_POINTER : flags & INPUT_MT_DIRECT ? INPUT_PROP_DIRECT : INPUT_PROP_SEMI_MT, dev->propbit);
	return 0;
}

@part input_alloc_absinfo
void input_alloc_absinfo(struct input_dev *dev)
{
	if (!dev->absinfo)
		dev->absinfo = kcalloc(ABS_CNT, sizeof(*dev->absinfo), GFP_KERNEL);
}

@part input_setup_polling
int input_setup_polling(struct input_dev *dev, void (*poll)(struct input_dev *))
{
	if (__heddle_nondet_bool())
		return -12;
	dev->poller = (void *)poll; /* what input_register_device starts; nobody else looks */
	return 0;
}

@part input_ff_create
int input_ff_create(struct input_dev *dev, unsigned int n)
{
	if (__heddle_nondet_bool())
		return -12;
	dev->ff = __heddle_alloc(sizeof(*dev->ff), 1);
	dev->ff->max_effects = n;
	return 0;
}

@part input_ff_destroy
void input_ff_destroy(struct input_dev *dev)
{
	(void)dev;
}

@part input_event_from_user
int input_event_from_user(const char __user *from, struct input_event *to)
{
	if (__heddle_nondet_bool())
		return -14;
	__heddle_linux_write(to, sizeof(*to));
	return 0;
}

@part input_event_to_user
int input_event_to_user(char __user *to, const struct input_event *from)
{
	__heddle_linux_read(from, sizeof(*from));
	return __heddle_nondet_bool() ? -14 : 0;
}

@part i2c_match_id
const struct i2c_device_id *i2c_match_id(const struct i2c_device_id *id, const struct i2c_client *client)
{
	for (; id && id->name[0]; id++)
		if (__heddle_nondet_bool())
			return id;
	return 0;
}

@part pci_match_id
const struct pci_device_id *pci_match_id(const struct pci_device_id *id, struct pci_dev *dev)
{
	for (; id && (id->vendor || id->subvendor || id->class_mask); id++)
		if (__heddle_nondet_bool())
			return id;
	return 0;
}

@part dmi_first_match
const struct dmi_system_id *dmi_first_match(const struct dmi_system_id *list)
{
	for (; list->matches[0].slot; list++)
		if (__heddle_nondet_bool())
			return list;
	return 0;
}

@part dmi_check_system
int dmi_check_system(const struct dmi_system_id *list)
{
	int found = 0, last = 0;

	for (; list->matches[0].slot && !last; list++)
		if (__heddle_nondet_bool()) {
			found++;
			@callback(last, list, dmi_system_id.callback, struct dmi_system_id * = (void *)list)
		}
	return found;
}

@part request_firmware
int request_firmware(const struct firmware **to, const char *name, struct device *dev)
{
	struct firmware *f = kzalloc(sizeof(*f), GFP_KERNEL);

	*to = f;
	if (!f)
		return -2;
	f->size = __heddle_nondet_ulong() % 4097;
	f->data = __heddle_alloc(4096, 0);
	return 0;
}

@part release_firmware
void release_firmware(const struct firmware *f)
{
	kfree(f);
}

@part pcmcia_dev_present
struct pcmcia_device *pcmcia_dev_present(struct pcmcia_device *p)
{
	return __heddle_nondet_bool() ? p : 0;
}

@part devm_fwnode_gpiod_get_index
struct gpio_desc *devm_fwnode_gpiod_get_index(struct device *dev, struct fwnode_handle *child, const char *name, int index, enum gpiod_flags flags, const char *label)
{
	if (__heddle_nondet_bool())
		return (struct gpio_desc *)-2L;
	return __heddle_alloc(8, 0);
}

@part devm_gpiod_get_index
struct gpio_desc *devm_gpiod_get_index(struct device *dev, const char *name, unsigned int index, enum gpiod_flags flags)
{
	if (__heddle_nondet_bool())
		return (struct gpio_desc *)-2L;
	return __heddle_alloc(8, 0);
}

/* What a LED is set to; its own functions are called at any time from where it was registered on. */
@part led_set_brightness:vSi
void led_set_brightness(struct led_classdev *led, unsigned int value)
{
	__atomic_store_n((unsigned int *)&led->brightness, value, __ATOMIC_SEQ_CST);
}

@part led_set_brightness_nosleep:vSi
void led_set_brightness_nosleep(struct led_classdev *led, unsigned int value)
{
	__atomic_store_n((unsigned int *)&led->brightness, value, __ATOMIC_SEQ_CST);
}

@part led_blink_set_oneshot:vSIIi
void led_blink_set_oneshot(struct led_classdev *led, unsigned long *on, unsigned long *off, int invert)
{
	heddle_blink(on, off);
}

@part led_blink_set:vSII
void led_blink_set(struct led_classdev *led, unsigned long *on, unsigned long *off)
{
	heddle_blink(on, off);
}

@part led_trigger_blink_oneshot:vSIIi
void led_trigger_blink_oneshot(struct led_trigger *trigger, unsigned long *on, unsigned long *off, int invert)
{
	heddle_blink(on, off);
}

@part led_trigger_blink:vSII
void led_trigger_blink(struct led_trigger *trigger, unsigned long *on, unsigned long *off)
{
	heddle_blink(on, off);
}

/* A LED that already blinks is left alone; times that are not given are chosen. */
@part =heddle_blink
static void heddle_blink(unsigned long *on, unsigned long *off)
{
	if (__heddle_nondet_bool())
		return;
	__heddle_linux_read(on, sizeof(*on));
	__heddle_linux_read(off, sizeof(*off));
	if (!*on && !*off) {
		__heddle_linux_write(on, sizeof(*on));
		__heddle_linux_write(off, sizeof(*off));
	}
}

@part led_get_default_pattern
u32 *led_get_default_pattern(struct led_classdev *led, unsigned int *n)
{
	u32 *pattern = kmalloc(256, GFP_KERNEL);

	if (pattern)
		*n = __heddle_nondet_uint() % 65;
	return pattern;
}

@part led_trigger_register_simple
void led_trigger_register_simple(const char *name, struct led_trigger **to)
{
	*to = __heddle_nondet_bool() ? 0 : __heddle_alloc(sizeof(**to), 1);
}

@part dev_addr_mod
void dev_addr_mod(struct net_device *dev, unsigned int offset, const void *addr, size_t n)
{
	memcpy((char *)dev->dev_addr + offset, addr, n);
}

@part eth_mac_addr
int eth_mac_addr(struct net_device *dev, void *p)
{
	if (__heddle_nondet_bool())
		return -16;
	memcpy((char *)dev->dev_addr, ((struct sockaddr *)p)->sa_data, ETH_ALEN);
	return 0;
}

@part watchdog_init_timeout
int watchdog_init_timeout(struct watchdog_device *w, unsigned int timeout, struct device *dev)
{
	if (__heddle_nondet_bool())
		return -22;
	w->timeout = __heddle_nondet_uint();
	return 0;
}

@part dev_alloc_name
int dev_alloc_name(struct net_device *dev, const char *name)
{
	__heddle_fill_any(dev->name, sizeof(dev->name) - 1);
	return __heddle_nondet_int();
}

@part ethtool_convert_legacy_u32_to_link_mode
void ethtool_convert_legacy_u32_to_link_mode(unsigned long *to, u32 from)
{
	__heddle_linux_write(to, (__ETHTOOL_LINK_MODE_MASK_NBITS + 63) / 64 * 8);
}
