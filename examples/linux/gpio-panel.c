// SPDX-License-Identifier: GPL-2.0
/*
 * gpio-panel: sixteen lines of a front panel, behind the ports of an ISA card.
 *
 * The output register cannot be read back, so the driver keeps what it wrote. Inputs are latched by the card, which raises an interrupt; edges are counted, and a timer looks now and then
 * whether the card has forgotten its outputs, as it does when the panel is plugged in anew.
 */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#define PANEL_LINES 16
#define PANEL_IRQ 11
#define PANEL_PORT 0x300
#define PANEL_PORTS 16

#define PANEL_OUT (PANEL_PORT + 0x0)
#define PANEL_IN (PANEL_PORT + 0x2)
#define PANEL_DIR (PANEL_PORT + 0x4)
#define PANEL_EDGE (PANEL_PORT + 0x6)
#define PANEL_MASK (PANEL_PORT + 0x8)
#define PANEL_STATE (PANEL_PORT + 0xa)

#define PANEL_FORGOT 0x01
#define PANEL_PERIOD (5 * HZ)

struct panel {
	struct gpio_chip chip;
	struct timer_list timer;
	raw_spinlock_t lock;
	u16 out;
	u16 dir;
	u16 enabled;
	u32 edges;
	u32 spurious;
	u32 restored;
};

static struct panel panel;

/* panel_update changes bits of the outputs and tells the panel. */
static void panel_update(struct panel *p, u16 mask, u16 bits)
{
	p->out = (p->out & ~mask) | (bits & mask);
	outw(p->out, PANEL_OUT);
}

static int panel_get(struct gpio_chip *chip, unsigned int line)
{
	struct panel *p = &panel;
	unsigned long flags;
	int value;

	raw_spin_lock_irqsave(&p->lock, flags);
	if (p->dir & BIT(line))
		value = !!(p->out & BIT(line));
	else
		value = !!(inw(PANEL_IN) & BIT(line));
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return value;
}

static void panel_set(struct gpio_chip *chip, unsigned int line, int value)
{
	struct panel *p = &panel;
	unsigned long flags;

	raw_spin_lock_irqsave(&p->lock, flags);
	panel_update(p, BIT(line), value ? BIT(line) : 0);
	raw_spin_unlock_irqrestore(&p->lock, flags);
}

static void panel_set_multiple(struct gpio_chip *chip, unsigned long *mask, unsigned long *bits)
{
	struct panel *p = &panel;

	/*
	 * SEED: all lines at once looks like a single write, but what the others are is read first. A line that panel_set changes in between is set back.
	 */
	panel_update(p, *mask, *bits);
}

static int panel_get_direction(struct gpio_chip *chip, unsigned int line)
{
	struct panel *p = &panel;
	unsigned long flags;
	u16 dir;

	raw_spin_lock_irqsave(&p->lock, flags);
	dir = p->dir;
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return dir & BIT(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static void panel_set_direction(struct panel *p, unsigned int line, bool out)
{
	if (out)
		p->dir |= BIT(line);
	else
		p->dir &= ~BIT(line);
	outw(p->dir, PANEL_DIR);
}

static int panel_direction_input(struct gpio_chip *chip, unsigned int line)
{
	struct panel *p = &panel;
	unsigned long flags;

	raw_spin_lock_irqsave(&p->lock, flags);
	panel_set_direction(p, line, false);
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return 0;
}

static int panel_direction_output(struct gpio_chip *chip, unsigned int line, int value)
{
	struct panel *p = &panel;
	unsigned long flags;

	raw_spin_lock_irqsave(&p->lock, flags);
	panel_update(p, BIT(line), value ? BIT(line) : 0);
	panel_set_direction(p, line, true);
	raw_spin_unlock_irqrestore(&p->lock, flags);
	return 0;
}

static irqreturn_t panel_irq(int irq, void *data)
{
	struct panel *p = &panel;
	u16 pending;

	raw_spin_lock(&p->lock);
	pending = inw(PANEL_EDGE) & p->enabled;
	if (!pending) {
		p->spurious++;
		raw_spin_unlock(&p->lock);
		return IRQ_NONE;
	}
	p->edges += hweight32(pending);
	outw(pending, PANEL_EDGE);
	raw_spin_unlock(&p->lock);
	return IRQ_HANDLED;
}

static void panel_tick(struct timer_list *t)
{
	struct panel *p = &panel;
	unsigned long flags;

	raw_spin_lock_irqsave(&p->lock, flags);
	if (inw(PANEL_STATE) & PANEL_FORGOT) {
		outw(p->out, PANEL_OUT);
		outw(p->dir, PANEL_DIR);
		outw(p->enabled, PANEL_MASK);
		p->restored++;
	}
	raw_spin_unlock_irqrestore(&p->lock, flags);
	mod_timer(&p->timer, jiffies + PANEL_PERIOD);
}

static void panel_dbg_show(struct seq_file *seq, struct gpio_chip *chip)
{
	struct panel *p = &panel;
	u32 edges, spurious, restored;
	unsigned long flags;
	u16 out, dir;

	raw_spin_lock_irqsave(&p->lock, flags);
	out = p->out;
	dir = p->dir;
	edges = p->edges;
	spurious = p->spurious;
	restored = p->restored;
	raw_spin_unlock_irqrestore(&p->lock, flags);
	seq_printf(seq, "out %#06x, directions %#06x\n", out, dir);
	seq_printf(seq, "%u edges, %u interrupts for nothing, %u times restored\n", edges, spurious, restored);
}

static int __init panel_init(void)
{
	struct panel *p = &panel;
	int err;

	if (!request_region(PANEL_PORT, PANEL_PORTS, "gpio-panel"))
		return -EBUSY;
	raw_spin_lock_init(&p->lock);
	timer_setup(&p->timer, panel_tick, 0);
	p->enabled = 0xffff;
	p->chip.label = "panel";
	p->chip.owner = THIS_MODULE;
	p->chip.base = -1;
	p->chip.ngpio = PANEL_LINES;
	p->chip.get = panel_get;
	p->chip.set = panel_set;
	p->chip.set_multiple = panel_set_multiple;
	p->chip.get_direction = panel_get_direction;
	p->chip.direction_input = panel_direction_input;
	p->chip.direction_output = panel_direction_output;
	p->chip.dbg_show = panel_dbg_show;

	outw(0, PANEL_MASK);
	err = request_irq(PANEL_IRQ, panel_irq, 0, "gpio-panel", p);
	if (err)
		goto no_irq;
	err = gpiochip_add_data(&p->chip, p);
	if (err)
		goto no_chip;
	outw(0xffff, PANEL_MASK);
	mod_timer(&p->timer, jiffies + PANEL_PERIOD);
	return 0;

no_chip:
	free_irq(PANEL_IRQ, p);
no_irq:
	release_region(PANEL_PORT, PANEL_PORTS);
	return err;
}

static void __exit panel_exit(void)
{
	struct panel *p = &panel;

	del_timer_sync(&p->timer);
	gpiochip_remove(&p->chip);
	outw(0, PANEL_MASK);
	free_irq(PANEL_IRQ, p);
	release_region(PANEL_PORT, PANEL_PORTS);
}

module_init(panel_init);
module_exit(panel_exit);
MODULE_DESCRIPTION("Lines of a front panel");
MODULE_LICENSE("GPL");
