// check: --platform linux --kernel none
// expect: BUG race
// The work is cancelled before the interrupt that queues it: it runs again, and its object is freed.
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#define DIAL_IRQ 5

struct dial {
	struct work_struct work;
	unsigned int turns;
};

static struct dial *dial;

static void dial_work(struct work_struct *work)
{
	struct dial *d = container_of(work, struct dial, work);

	d->turns++; // race!
}

static irqreturn_t dial_irq(int irq, void *data)
{
	struct dial *d = data;

	schedule_work(&d->work);
	return IRQ_HANDLED;
}

static int __init dial_init(void)
{
	int err;

	dial = kzalloc(sizeof(*dial), GFP_KERNEL);
	if (!dial)
		return -ENOMEM;
	INIT_WORK(&dial->work, dial_work);
	err = request_irq(DIAL_IRQ, dial_irq, 0, "dial", dial);
	if (err)
		kfree(dial);
	return err;
}

static void __exit dial_exit(void)
{
	cancel_work_sync(&dial->work);
	free_irq(DIAL_IRQ, dial);
	kfree(dial); // race!
}

module_init(dial_init);
module_exit(dial_exit);
MODULE_LICENSE("GPL");
