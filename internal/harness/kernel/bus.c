/* What buses have in common: a driver is registered with its bus, and any number of its devices are probed, used and removed, each by a thread of its own. The words in capitals stand for what
   a bus calls it; harness.buses has them. */

@part =heddle_BUS
static unsigned int heddle_BUS_bound;

static int heddle_BUS_probe(struct DRIVER *drv, struct DEVICE *d)
{
	int failed = 0;

	@call(failed, OPS, MEMBERS.PROBE, struct DEVICE * = d, struct device * = &d->dev)
	return failed;
}

static void heddle_BUS_remove(struct DRIVER *drv, struct DEVICE *d)
{
	int result = 0;

	@call(result, OPS, MEMBERS.REMOVE, struct DEVICE * = d, struct device * = &d->dev)
}

static struct DEVICE *heddle_BUS_new(void)
{
	struct DEVICE *d = __heddle_alloc(sizeof(*d), 0);

	__heddle_fresh(d);
	d->dev.driver_data = 0;
@has action at the end of a device
	d->dev.devres_head.next = 0;
@end
	return d;
}

static void heddle_BUS_others(struct DRIVER *drv, struct DEVICE *d, unsigned int *running)
{
	@calls(OPS, MEMBERS, struct DEVICE * = d, struct device * = &d->dev, bound = running)
	@calls(POWER, dev_pm_ops, struct DEVICE * = d, struct device * = &d->dev, bound = running)
	@given(if GROUPS, attribute in /sys, struct device * = &d->dev)
}

/* Attributes of the bus are taken back before a device is, and that waits. */
static void heddle_BUS_quiet(struct DRIVER *drv)
{
	@wait(if GROUPS, attribute in /sys)
}

static void heddle_BUS_device(struct DRIVER *drv)
{
	struct DEVICE *d = heddle_BUS_new();
	unsigned int *running;

	if (!heddle_BUS_probe(drv, d)) {
		running = heddle_bound();
		heddle_BUS_others(drv, d, running);
		heddle_BUS_quiet(drv);
		heddle_unbound(running);
		heddle_BUS_remove(drv, d);
	}
@has action at the end of a device
	heddle_device_ends(&d->dev);
@end
	__atomic_fetch_sub(&heddle_BUS_bound, 1, __ATOMIC_SEQ_CST);
}

static void heddle_BUS_devices(struct DRIVER *drv)
{
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_BUS_bound, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_BUS_device, drv);
	}
}

static void heddle_BUS_gone(void)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_BUS_bound == 0);
	__heddle_atomic_end();
}

@part REGISTER
int REGISTER(PARAMS)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_BUS_devices(drv);
	return 0;
}

@part TAKEBACK
void TAKEBACK(struct DRIVER *drv)
{
	heddle_BUS_gone();
}
