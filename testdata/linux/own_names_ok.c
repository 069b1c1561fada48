// check: --platform linux
// expect: PROVED
// The handler and the work have names that a harness could have for its own: both are called all the same, and switch on what read counts, atomically.
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/workqueue.h>

static atomic_t count = ATOMIC_INIT(0);
static atomic_t on = ATOMIC_INIT(0);

static void w(struct work_struct *work)
{
	atomic_set(&on, 1);
}
static DECLARE_WORK(later, w);

static irqreturn_t h(int irq, void *dev)
{
	schedule_work(&later);
	return IRQ_HANDLED;
}

static ssize_t counter_read(struct file *f, char __user *to, size_t n, loff_t *at)
{
	if (atomic_read(&on))
		atomic_inc(&count);
	return 0;
}

static const struct file_operations counter_fops = {
	.owner = THIS_MODULE,
	.read = counter_read,
};

static struct miscdevice counter = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "counter",
	.fops = &counter_fops,
};

static int __init counter_init(void)
{
	int err = request_irq(5, h, 0, "counter", &counter);

	if (err)
		return err;
	err = misc_register(&counter);
	if (err)
		free_irq(5, &counter);
	return err;
}

static void __exit counter_exit(void)
{
	misc_deregister(&counter);
	free_irq(5, &counter);
	cancel_work_sync(&later);
}

module_init(counter_init);
module_exit(counter_exit);
MODULE_LICENSE("GPL");
