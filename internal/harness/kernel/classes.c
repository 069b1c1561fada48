/* More of what registering.c begins with: classes of devices, and what belongs to single buses. */

@part pcmcia_request_irq
int pcmcia_request_irq(struct pcmcia_device *p, irq_handler_t handler)
{
	return heddle_interrupt(p->irq, handler, 0, p->priv);
}

@part pcmcia_disable_device
void pcmcia_disable_device(struct pcmcia_device *p)
{
	@wait(interrupt handler)
}

@part serio_open
int serio_open(struct serio *serio, struct serio_driver *drv)
{
	if (__heddle_nondet_bool())
		return -12;
	serio->drv = drv;
	@given(drv->interrupt, bytes from a serio port, struct serio * = serio)
	return 0;
}

@part serio_close
void serio_close(struct serio *serio)
{
	@wait(bytes from a serio port)
	serio->drv = 0;
}

@part nvmem_register
struct nvmem_device *nvmem_register(const struct nvmem_config *c)
{
	return heddle_nvmem(c);
}

@part devm_nvmem_register
struct nvmem_device *devm_nvmem_register(struct device *dev, const struct nvmem_config *c)
{
	return heddle_nvmem(c);
}

@part devm_rtc_nvmem_register
int devm_rtc_nvmem_register(struct rtc_device *rtc, struct nvmem_config *c)
{
	return IS_ERR(heddle_nvmem(c)) ? -12 : 0;
}

@part =heddle_nvmem
static struct nvmem_device *heddle_nvmem(const struct nvmem_config *c)
{
	if (__heddle_nondet_bool())
		return (struct nvmem_device *)-12L;
	@calls(c, nvmem_config, void * = c->priv)
	return __heddle_alloc(8, 0);
}

@part nvmem_unregister
void nvmem_unregister(struct nvmem_device *nvmem)
{
	@wait(nvmem_config)
}

@part led_trigger_register
int led_trigger_register(struct led_trigger *trigger)
{
	if (__heddle_nondet_bool())
		return -17;
	heddle_triggers(trigger);
	return 0;
}

@part devm_led_trigger_register
int devm_led_trigger_register(struct device *dev, struct led_trigger *trigger)
{
	if (__heddle_nondet_bool())
		return -17;
	heddle_triggers(trigger);
	return 0;
}

@part led_trigger_unregister
void led_trigger_unregister(struct led_trigger *trigger)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_triggered == 0);
	__heddle_atomic_end();
}

/* A trigger is chosen for any number of LEDs, and given up again. */
@part =heddle_triggers
static unsigned int heddle_triggered;

static void heddle_trigger(struct led_trigger *trigger)
{
	struct led_classdev *led = __heddle_alloc(sizeof(*led), 0);
	struct device *dev = __heddle_alloc(sizeof(*dev), 0);
	int failed = 0;

	__heddle_fresh(led);
	__heddle_fresh(dev);
	led->dev = dev;
	led->trigger_data = 0;
	dev->driver_data = led;
	@call(failed, trigger, led_trigger.activate, struct led_classdev * = led)
	if (!failed) {
		@given(if trigger->groups, attribute in /sys, struct device * = dev)
		@wait(if trigger->groups, attribute in /sys)
		@call(failed, trigger, led_trigger.deactivate, struct led_classdev * = led)
	}
	__atomic_fetch_sub(&heddle_triggered, 1, __ATOMIC_SEQ_CST);
}

static void heddle_triggers(struct led_trigger *trigger)
{
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_triggered, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_trigger, trigger);
	}
}

@part __register_nmi_handler
int __register_nmi_handler(unsigned int type, struct nmiaction *a)
{
	if (__heddle_nondet_bool())
		return -22;
	@calls(a, nmiaction, struct nmiaction * = a)
	return 0;
}

@part unregister_nmi_handler
void unregister_nmi_handler(unsigned int type, const char *name)
{
	@wait(nmiaction)
}

@part tpmm_chip_alloc
struct tpm_chip *tpmm_chip_alloc(struct device *dev, const struct tpm_class_ops *ops)
{
	struct tpm_chip *chip;

	if (__heddle_nondet_bool())
		return (struct tpm_chip *)-12L;
	chip = __heddle_alloc(sizeof(*chip), 1);
	chip->ops = ops;
	chip->dev.parent = dev;
	dev->driver_data = chip;
	return chip;
}

@part tpm_chip_register
int tpm_chip_register(struct tpm_chip *chip)
{
	if (__heddle_nondet_bool())
		return -12;
	@calls(chip->ops, tpm_class_ops, struct tpm_chip * = chip)
	return 0;
}

@part tpm_chip_unregister
void tpm_chip_unregister(struct tpm_chip *chip)
{
	@wait(tpm_class_ops)
}

/* Nobody calls a line discipline here: what is in its struct is named as left out. */
@part tty_register_ldisc
int tty_register_ldisc(struct tty_ldisc_ops *ops)
{
	return __heddle_nondet_bool() ? -22 : 0;
}
