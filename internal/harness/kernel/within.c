/* Functions of the kernel that call functions of the driver: there, in the same thread, or from there on. */

/* What the driver wants done when a device is unbound, or is not bound after all: the last first. The list hangs where the kernel keeps its own. */
@part =heddle_device_ends
struct heddle_action {
	void (*action)(void *);
	void *data;
	struct heddle_action *next;
};

static void heddle_device_does(struct device *dev, void (*action)(void *), void *data)
{
	struct heddle_action *a = __heddle_alloc(sizeof(*a), 1);

	a->action = action;
	a->data = data;
	a->next = (void *)dev->devres_head.next;
	dev->devres_head.next = (void *)a;
}

static void heddle_device_ends(struct device *dev)
{
	struct heddle_action *a;
	int result = 0;

	for (a = (void *)dev->devres_head.next; a; a = a->next) {
		@callback(result, a->action, action at the end of a device, void * = a->data)
	}
}

@part devm_add_action
int devm_add_action(struct device *dev, void (*action)(void *), void *data)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_device_does(dev, action, data);
	return 0;
}

@part __devm_add_action
int __devm_add_action(struct device *dev, void (*action)(void *), void *data, const char *name)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_device_does(dev, action, data);
	return 0;
}

/* A file whose text one function writes, under a lock of the file. It is counted with what runs in the file. */
@part single_open
int single_open(struct file *file, int (*show)(struct seq_file *, void *), void *data)
{
	struct seq_file *m;
	unsigned long *running = heddle_running(file);

	if (__heddle_nondet_bool())
		return -12;
	m = __heddle_alloc(sizeof(*m), 1);
	m->private = data;
	file->private_data = m;
	@given(show, sequence file, struct seq_file * = m, counted exactly = running)
	return 0;
}

@part debugfs_remove
void debugfs_remove(struct dentry *d)
{
	heddle_no_more_opens();
}

/* Behind try_to_freeze, where a task may be frozen. */
@part __refrigerator
bool __refrigerator(bool check)
{
	__heddle_may_freeze(3);
	return __heddle_nondet_bool();
}

/* Access to PHYs of network cards. */
@part =heddle_mii
static void heddle_mii(struct mii_if_info *mii)
{
	int value = 0;

	while (__heddle_nondet_bool()) {
		@callback(value, mii, mii_if_info.mdio_read, struct net_device * = mii->dev)
	}
}

@part =heddle_mii_writes
static void heddle_mii_writes(struct mii_if_info *mii)
{
	int value = 0;

	while (__heddle_nondet_bool()) {
		@callback(value, mii, mii_if_info.mdio_write, struct net_device * = mii->dev)
	}
}

@part mii_link_ok
int mii_link_ok(struct mii_if_info *mii)
{
	heddle_mii(mii);
	return __heddle_nondet_bool();
}

@part mii_check_link
void mii_check_link(struct mii_if_info *mii)
{
	heddle_mii(mii);
}

@part mii_check_gmii_support
int mii_check_gmii_support(struct mii_if_info *mii)
{
	heddle_mii(mii);
	return __heddle_nondet_bool();
}

@part mii_check_media
unsigned int mii_check_media(struct mii_if_info *mii, unsigned int print, unsigned int init)
{
	heddle_mii(mii);
	if (!mii->force_media) {
		if (init || !mii->advertising)
			mii->advertising = __heddle_nondet_int();
		mii->full_duplex = __heddle_nondet_bool();
	}
	return __heddle_nondet_bool();
}

@part mii_nway_restart
int mii_nway_restart(struct mii_if_info *mii)
{
	heddle_mii(mii);
	heddle_mii_writes(mii);
	return __heddle_nondet_bool() ? -22 : 0;
}

@part mii_ethtool_gset
void mii_ethtool_gset(struct mii_if_info *mii, struct ethtool_cmd *cmd)
{
	heddle_mii(mii);
	__heddle_linux_write(cmd, sizeof(*cmd));
	mii->full_duplex = __heddle_nondet_bool();
}

@part mii_ethtool_get_link_ksettings
void mii_ethtool_get_link_ksettings(struct mii_if_info *mii, struct ethtool_link_ksettings *cmd)
{
	heddle_mii(mii);
	__heddle_linux_write(cmd, sizeof(*cmd));
	mii->full_duplex = __heddle_nondet_bool();
}

@part mii_ethtool_sset
int mii_ethtool_sset(struct mii_if_info *mii, struct ethtool_cmd *cmd)
{
	__heddle_linux_read(cmd, sizeof(*cmd));
	if (heddle_mii_set(mii))
		return -22;
	mii->advertising = __heddle_nondet_int();
	mii->force_media = __heddle_nondet_bool();
	mii->full_duplex = __heddle_nondet_bool();
	return 0;
}

@part mii_ethtool_set_link_ksettings
int mii_ethtool_set_link_ksettings(struct mii_if_info *mii, const struct ethtool_link_ksettings *cmd)
{
	__heddle_linux_read(cmd, sizeof(*cmd));
	if (heddle_mii_set(mii))
		return -22;
	mii->advertising = __heddle_nondet_int();
	mii->force_media = __heddle_nondet_bool();
	mii->full_duplex = __heddle_nondet_bool();
	return 0;
}

@part =heddle_mii_set
static int heddle_mii_set(struct mii_if_info *mii)
{
	if (__heddle_nondet_bool())
		return -22;
	heddle_mii(mii);
	heddle_mii_writes(mii);
	return 0;
}

@part generic_mii_ioctl
int generic_mii_ioctl(struct mii_if_info *mii, struct mii_ioctl_data *data, int cmd, unsigned int *changed)
{
	if (__heddle_nondet_bool())
		return -95;
	heddle_mii(mii);
	heddle_mii_writes(mii);
	__heddle_linux_write(data, sizeof(*data));
	if (changed)
		*changed = __heddle_nondet_bool();
	mii->force_media = __heddle_nondet_bool();
	mii->full_duplex = __heddle_nondet_bool();
	mii->advertising = __heddle_nondet_int();
	return 0;
}

/* Maps of registers ask the driver which they may keep, when others read and write them. */
@part =heddle_register_map
static struct regmap *heddle_register_map(struct device *dev, const struct regmap_config *config)
{
	if (__heddle_nondet_bool())
		return (struct regmap *)-12L;
	@calls(config, regmap_config, struct device * = dev)
	return __heddle_alloc(8, 0);
}

@part __devm_regmap_init_i2c
struct regmap *__devm_regmap_init_i2c(struct i2c_client *client, const struct regmap_config *config, struct lock_class_key *key, const char *name)
{
	return heddle_register_map(&client->dev, config);
}

@part __regmap_init_i2c
struct regmap *__regmap_init_i2c(struct i2c_client *client, const struct regmap_config *config, struct lock_class_key *key, const char *name)
{
	return heddle_register_map(&client->dev, config);
}

@part __devm_regmap_init_mmio_clk
struct regmap *__devm_regmap_init_mmio_clk(struct device *dev, const char *clk, void __iomem *regs, const struct regmap_config *config, struct lock_class_key *key, const char *name)
{
	return heddle_register_map(dev, config);
}

@part regmap_exit
void regmap_exit(struct regmap *map)
{
	@wait(regmap_config)
}

/* The lock of a module whose functions are not called otherwise. */
@part kempld_get_mutex
void kempld_get_mutex(struct kempld_device_data *pld)
{
	mutex_lock(&pld->lock);
}

@part kempld_release_mutex
void kempld_release_mutex(struct kempld_device_data *pld)
{
	mutex_unlock(&pld->lock);
}

/* Clocks of PCs: an update is waited for with their lock in hand. */
@part mc146818_avoid_UIP:iFiV
bool mc146818_avoid_UIP(void (*callback)(unsigned char seconds, void *param), int timeout, void *param)
{
	return heddle_no_update(callback, param);
}

@part mc146818_avoid_UIP:iFV
bool mc146818_avoid_UIP(void (*callback)(unsigned char seconds, void *param), void *param)
{
	return heddle_no_update(callback, param);
}

@part =heddle_no_update
static bool heddle_no_update(void (*callback)(unsigned char, void *), void *param)
{
	spin_lock_irq(&rtc_lock);
	if (callback)
		callback(__heddle_nondet_uint(), param);
	spin_unlock_irq(&rtc_lock);
	return __heddle_nondet_bool();
}

@part hpet_register_irq_handler
int hpet_register_irq_handler(irqreturn_t (*handler)(int, void *))
{
	char *line;

	if (__heddle_nondet_bool())
		return -19;
	line = __heddle_alloc(2, 1);
	@given(handler, interrupt handler, object = line, void * = __heddle_alloc(8, 1))
	return 0;
}

@part acpi_install_fixed_event_handler
acpi_status acpi_install_fixed_event_handler(u32 event, acpi_event_handler handler, void *context)
{
	if (__heddle_nondet_bool())
		return 7;
	@given(handler, ACPI event, void * = context)
	return 0;
}

@part acpi_install_address_space_handler
acpi_status acpi_install_address_space_handler(acpi_handle device, acpi_adr_space_type space, acpi_adr_space_handler handler, acpi_adr_space_setup setup, void *context)
{
	if (__heddle_nondet_bool())
		return 7;
	@given(handler, ACPI address space, void * = context)
	@given(setup, ACPI address space, void * = context)
	return 0;
}

@part acpi_remove_address_space_handler
acpi_status acpi_remove_address_space_handler(acpi_handle device, acpi_adr_space_type space, acpi_adr_space_handler handler)
{
	return __heddle_nondet_bool() ? 7 : 0;
}

@part acpi_walk_resources
acpi_status acpi_walk_resources(acpi_handle device, char *name, acpi_walk_resource_callback f, void *context)
{
	struct acpi_resource *r;

	while (__heddle_nondet_bool()) {
		r = __heddle_alloc(sizeof(*r), 0);
		__heddle_fresh(r);
		if (f(r, context))
			break;
	}
	return __heddle_nondet_bool() ? 7 : 0;
}

@part acpi_resource_to_address64
acpi_status acpi_resource_to_address64(const struct acpi_resource *r, struct acpi_resource_address64 *to)
{
	if (__heddle_nondet_bool())
		return 7;
	__heddle_fresh(to);
	return 0;
}

@part pcmcia_loop_config
int pcmcia_loop_config(struct pcmcia_device *p, int (*f)(struct pcmcia_device *, void *), void *data)
{
	while (__heddle_nondet_bool())
		if (!f(p, data))
			return 0;
	return -19;
}

@part hid_hw_stop
void hid_hw_stop(struct hid_device *dev)
{
	@wait(HID report)
}

/* Interrupt lines of a chip with pins: the kernel holds the lock of a line around each call for it. Two lines are enough to see two calls. */
@part =heddle_lines
static void heddle_line(struct gpio_chip *gc, struct irq_data *data)
{
	data->chip_data = gc;
	data->chip = (void *)gc->irq.chip;
	data->common = __heddle_alloc(sizeof(*data->common), 1);
@unless irq_chip.irq_bus_lock
	@calls(gc->irq.chip, irq_chip, struct irq_data * = data)
@end
}

static void heddle_lines(struct gpio_chip *gc)
{
	struct irq_data *one = __heddle_alloc(sizeof(*one), 1), *other = __heddle_alloc(sizeof(*other), 1);
	unsigned int n = __heddle_nondet_uint(), m = __heddle_nondet_uint();

	one->hwirq = n < gc->ngpio ? n : 0;
	other->hwirq = m < gc->ngpio && m != one->hwirq ? m : !one->hwirq;
	heddle_line(gc, one);
	heddle_line(gc, other);
}
