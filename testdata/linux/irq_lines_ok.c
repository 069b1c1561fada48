// check: --platform linux --rounds 2 --unwind 2
// expect: PROVED
// The kernel holds the lock of a line while it masks it; what two lines share has a lock of its own.
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

struct strip {
	struct gpio_chip chip;
	raw_spinlock_t lock;
	unsigned long masked;
};

static void strip_mask(struct irq_data *data)
{
	struct strip *s = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	raw_spin_lock(&s->lock);
	s->masked |= BIT(irqd_to_hwirq(data)); // norace
	raw_spin_unlock(&s->lock);
}

static struct irq_chip strip_irqs = { .name = "strip", .irq_mask = strip_mask };

static int strip_probe(struct platform_device *pdev)
{
	struct strip *s = devm_kzalloc(&pdev->dev, sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	raw_spin_lock_init(&s->lock);
	s->chip.ngpio = 8;
	s->chip.irq.chip = &strip_irqs;
	return devm_gpiochip_add_data(&pdev->dev, &s->chip, s);
}

static struct platform_driver strip_driver = {
	.probe = strip_probe,
	.driver = { .name = "strip" },
};
module_platform_driver(strip_driver);
MODULE_LICENSE("GPL");
