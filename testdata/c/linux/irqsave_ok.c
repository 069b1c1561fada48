// check: --platform linux --kernel none --property race --harness handler,ioctl
// expect: PROVED
// expect[explore]: UNKNOWN
// A spin lock, with interrupts off on this processor.
#include <linux/interrupt.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);
static unsigned int seen;

irqreturn_t handler(int irq)
{
	spin_lock(&lock);
	seen++; // norace
	spin_unlock(&lock);
	return IRQ_HANDLED;
}

unsigned int ioctl(void)
{
	unsigned long flags;
	unsigned int n;

	spin_lock_irqsave(&lock, flags);
	n = seen; // norace
	spin_unlock_irqrestore(&lock, flags);
	return n;
}
