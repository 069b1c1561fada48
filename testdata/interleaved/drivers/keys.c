// A keyboard. Keys are collected in a buffer that a read empties; lights are set by a control request, which a power change may delay.
#include "driver.h"

struct buffer { short used, lost; struct irp *last; };
struct power { short state; struct stack *saved; };
struct extension { pthread_mutex_t lock; struct buffer *buffer; struct power *power; short lights; char down; };
struct device { struct extension *ext; };

static void keys_pressed(struct device *dev)
{
	struct extension *ext = dev->ext;
	pthread_mutex_lock(&ext->lock);
	struct buffer *b = ext->buffer;
	if (b->used == 8)
		b->lost++;
	else
		b->used++;
	ext->down = 1;
	pthread_mutex_unlock(&ext->lock);
}

static void keys_read(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	struct stack *stack = irp->stack;
	pthread_mutex_lock(&ext->lock);
	struct buffer *b = ext->buffer;
	if (ext->down && stack->length >= 1) {
		irp->length = b->used;
		b->used = 0;
		if (b->last)
			b->last->next = irp;
		ext->down = 0;
	}
	b->last = irp;
	pthread_mutex_unlock(&ext->lock);
	COMPLETE(irp);
}

static void keys_ioctl(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	struct stack *stack = irp->stack;
	switch (stack->major) {
	case 1:
		ext->lights = stack->length;
		break;
	case 2:
		irp->length = ext->lights;
		break;
	default:
		if (ext->power->state)
			ext->power->saved->length = ext->lights;
	}
	COMPLETE(irp);
}

static void keys_power(struct device *dev)
{
	struct power *p = dev->ext->power;
	p->state = 1;
	if (p->saved)
		dev->ext->lights = p->saved->length;
}

void test_read(struct device *dev, struct irp *irp)
{
	heddle_async(keys_read, dev, irp);
	heddle_async(keys_pressed, dev);
}

void test_ioctl(struct device *dev, struct irp *irp)
{
	heddle_async(keys_ioctl, dev, irp);
	heddle_async(keys_power, dev);
}
