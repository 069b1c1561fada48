// A network protocol. Reads wait in a list until a packet comes, one write is under way at a time, and a control request looks at both. Nothing is known about the list
// that the device has at the start, and the requests that come in may be on it already.
#include "driver.h"

struct extension { pthread_mutex_t lock; struct irp *reads, *writing; short packets, sent; char open; };
struct device { struct extension *ext; };

static void courier_read(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	irp->status = PENDING;
	pthread_mutex_lock(&ext->lock);
	irp->next = ext->reads;
	ext->reads = irp;
	pthread_mutex_unlock(&ext->lock);
}

// A packet has come: the last read gets it.
static void courier_receive(struct device *dev)
{
	struct extension *ext = dev->ext;
	pthread_mutex_lock(&ext->lock);
	ext->packets++;
	struct irp *irp = ext->reads;
	if (irp)
		ext->reads = irp->next;
	pthread_mutex_unlock(&ext->lock);
	if (!irp)
		return;
	TOUCH(irp);
	irp->length = 1;
	irp->status = DONE;
	COMPLETE(irp);
}

static void courier_write(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	if (irp->stack->length == 0) {
		irp->status = TOO_SMALL;
		COMPLETE(irp);
		return;
	}
	irp->status = PENDING;
	pthread_mutex_lock(&ext->lock);
	struct irp *old = ext->writing;
	ext->writing = irp;
	pthread_mutex_unlock(&ext->lock);
	if (old) { // it was lost on the way
		TOUCH(old);
		old->status = CANCELLED;
		COMPLETE(old);
	}
}

// The packet is out.
static void courier_sent(struct device *dev)
{
	struct extension *ext = dev->ext;
	pthread_mutex_lock(&ext->lock);
	struct irp *irp = ext->writing;
	ext->writing = 0;
	ext->sent++;
	pthread_mutex_unlock(&ext->lock);
	if (irp) {
		TOUCH(irp);
		irp->status = DONE;
		COMPLETE(irp);
	}
}

static void courier_ioctl(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
	TOUCH(irp);
	if (irp->stack->major == 1) {
		pthread_mutex_lock(&ext->lock);
		irp->length = ext->packets;
		ext->open = 0;
		struct irp *first = ext->reads;
		ext->reads = 0;
		pthread_mutex_unlock(&ext->lock);
		if (first) {
			TOUCH(first);
			first->status = CANCELLED;
			COMPLETE(first);
		}
	}
	irp->status = DONE;
	COMPLETE(irp);
}

void test_read(struct device *dev, struct irp *irp)
{
	heddle_async(courier_read, dev, irp);
	heddle_async(courier_receive, dev);
}

void test_write(struct device *dev, struct irp *irp)
{
	heddle_async(courier_write, dev, irp);
	heddle_async(courier_sent, dev);
}

void test_ioctl(struct device *dev, struct irp *irp)
{
	heddle_async(courier_ioctl, dev, irp);
	heddle_async(courier_receive, dev);
}
