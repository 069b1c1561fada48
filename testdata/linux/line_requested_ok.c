// check: --platform linux --rounds 1 --unwind 1
// expect: BOUNDED
// The interrupt core holds the lock of a line while it masks it.
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>

struct rack {
	struct gpio_chip chip;
	unsigned int used[8];
};

static void rack_mask(struct irq_data *data)
{
	struct rack *r = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	if (!irqd_to_hwirq(data))
		r->used[0]++; // norace
}

static void rack_other(struct irq_data *data)
{
	struct rack *r = gpiochip_get_data(irq_data_get_irq_chip_data(data));

	if (!irqd_to_hwirq(data))
		r->used[0] = 0; // norace
}

static struct irq_chip rack_irqs = { .name = "rack", .irq_mask = rack_mask, .irq_unmask = rack_other };

static int rack_probe(struct platform_device *pdev)
{
	struct rack *r = devm_kzalloc(&pdev->dev, sizeof(*r), GFP_KERNEL);

	if (!r)
		return -ENOMEM;
	r->chip.ngpio = 8;
	r->chip.irq.chip = &rack_irqs;
	return devm_gpiochip_add_data(&pdev->dev, &r->chip, r);
}

static struct platform_driver rack_driver = {
	.probe = rack_probe,
	.driver = { .name = "rack" },
};
module_platform_driver(rack_driver);
MODULE_LICENSE("GPL");
