// A mouse. A read waits for a movement; its cancel routine and the interrupt both want to complete it, and who clears the cancel routine first does. The request comes from
// outside as it is.
//
// BUG 1: an empty read is completed with its cancel routine still set.  BUG 2: the interrupt clears the cancel routine in two steps.
#include "driver.h"

struct moves { short x, y; struct irp *reader; };
struct extension { struct moves *moves; char started, surprise; };
struct device { struct extension *ext; };

static void mouse_cancel(struct device *dev, struct irp *irp)
{
	TOUCH(irp);                     // sequential! 1 interleaved! 2
	irp->status = CANCELLED;
	COMPLETE(irp);                  // interleaved! 2
}

static void cancel(struct device *dev, struct irp *irp)
{
	if (clear_cancel(irp))
		mouse_cancel(dev, irp);
}

// The interrupt completes what waits.
static void mouse_moved(struct device *dev, struct irp *irp)
{
	struct moves *m = dev->ext->moves;
	m->x++;
#if BUG == 2
	char mine = irp->cancelable;
	irp->cancelable = 0;
#else
	char mine = clear_cancel(irp);
#endif
	if (mine) {
		TOUCH(irp);                 // interleaved! 2
		irp->length = m->x;
		COMPLETE(irp);              // interleaved! 2
	}
}

static void mouse_read(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	irp->status = PENDING;
	ext->started = 1;
	if (irp->stack->length == 0) {
#if BUG == 1
		set_cancel(irp);
#else
		irp->cancelable = 0;
#endif
		irp->status = TOO_SMALL;
		COMPLETE(irp);
		return;
	}
	set_cancel(irp);
	mouse_moved(dev, irp);
}

static void mouse_ioctl(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	if (ext->surprise || irp->stack->major == 2) {
		ext->moves->x = 0;
		ext->moves->y = 0;
	}
	irp->status = DONE;
	COMPLETE(irp);
}

static void mouse_remove(struct device *dev)
{
	dev->ext->surprise = 1;
}

void test_read(struct device *dev, struct irp *irp)
{
	heddle_async(mouse_read, dev, irp);
	heddle_async(cancel, dev, irp);
}

void test_ioctl(struct device *dev, struct irp *irp)
{
	heddle_async(mouse_ioctl, dev, irp);
	heddle_async(mouse_remove, dev);
}
