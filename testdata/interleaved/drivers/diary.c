// A log device. A read is answered at once, or pends until the worker or the cancel routine takes it. The harness hands over one request, which the driver makes ready
// for use, and a device that may be anything.
//
// BUG 1: an empty read is answered twice.  BUG 2: whether a pending read was cancelled is looked up in two steps.  BUG 3: a read that has to
// wait is completed, and can still be cancelled.  BUG 4: the read uses the request after it completed it.  BUG 5: the worker takes the pending read without asking whether it was cancelled.
#include "driver.h"

struct page { short lines; };
struct extension { char removed, verbose, data; short reads; struct irp *pending; struct page *page; };
struct device { struct extension *ext; };

static void reuse(struct irp *irp)
{
	irp->completed = 0;
	irp->cancelable = 0;
	irp->status = NEW;
}

static void diary_cancel(struct device *dev, struct irp *irp)
{
	TOUCH(irp);                     // interleaved! 2 5 sequential! 3
	irp->status = CANCELLED;
	COMPLETE(irp);                  // interleaved! 2 5
}

// The system cancels a request that has a cancel routine.
static void cancel(struct device *dev, struct irp *irp)
{
	if (clear_cancel(irp))
		diary_cancel(dev, irp);
}

static void diary_read(struct device *dev, struct irp *irp)
{
	struct extension *ext = dev->ext;
#ifdef CANCEL
	heddle_assert(!ext->removed);
#endif
	ext->reads++;
	TOUCH(irp);
	if (irp->length == 0) {
		irp->status = TOO_SMALL;
		COMPLETE(irp);
#if BUG == 4
		TOUCH(irp);                 // sequential! 4
		irp->length = 1;
#endif
#if BUG != 1
		return;
#else
		TOUCH(irp);                 // sequential! 1
#endif
	}
	irp->status = PENDING;
	set_cancel(irp);
	if (ext->verbose || ext->reads > 1)
		ext->page->lines++;
	if (!ext->data) {
		ext->pending = irp;
#if BUG == 3
		COMPLETE(irp);
#endif
		return;
	}
#if BUG == 2
	char mine = irp->cancelable;
	irp->cancelable = 0;
#elif BUG == 5
	clear_cancel(irp);
	char mine = 1;
#else
	char mine = clear_cancel(irp);
#endif
	if (mine) {
		TOUCH(irp);                 // interleaved! 2 5
		irp->status = DONE;
		COMPLETE(irp);              // interleaved! 2 5
	}
}

void test(struct device *dev, struct irp *irp)
{
	reuse(irp);
	heddle_async(diary_read, dev, irp);
	heddle_async(cancel, dev, irp);
}
