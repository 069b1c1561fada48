// A lamp with a dimmer. Two writes may come at the same time, each with a request of its own; the harness does not know that they are two.
#include "driver.h"

struct level { short now, goal; };
struct extension { struct level *level; struct irp *busy; char on; };
struct device { struct extension *ext; };

static void lamp_write(struct device *dev, struct irp *irp)
{
	struct level *l = dev->ext->level;
	TOUCH(irp);
	if (irp->status != NEW)
		return;
	irp->status = PENDING;
	TOUCH(irp);
	l->goal = irp->stack->length;
	TOUCH(irp);
	if (l->goal != l->now)
		l->now = l->goal;
	irp->status = DONE;
	COMPLETE(irp);
}

static void lamp_switch(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	if (irp->status != NEW)
		return;
	irp->status = PENDING;
	ext->on = irp->length > 0;
	TOUCH(irp);
	irp->status = DONE;
	COMPLETE(irp);
}

void test(struct device *dev, struct irp *irp1, struct irp *irp2)
{
	heddle_async(lamp_write, dev, irp1);
	heddle_async(lamp_switch, dev, irp2);
}
