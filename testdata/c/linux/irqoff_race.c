// check: --platform linux --kernel none --property race --harness handler,ioctl
// expect: BUG race
// Interrupts off are no lock: the handler runs on another processor.
#include <linux/interrupt.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);
static unsigned int seen;

irqreturn_t handler(int irq)
{
	spin_lock(&lock);
	seen++; // race!
	spin_unlock(&lock);
	return IRQ_HANDLED;
}

unsigned int ioctl(void)
{
	unsigned long flags;
	unsigned int n;

	local_irq_save(flags);
	n = seen; // race!
	local_irq_restore(flags);
	return n;
}
