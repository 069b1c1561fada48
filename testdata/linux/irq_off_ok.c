// check: --platform linux --kernel none
// expect: PROVED
// A lock that the handler takes, too, with interrupts off so that it does not wait for itself.
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>

#define PULSE_IRQ 7

static DEFINE_SPINLOCK(pulse_lock);
static unsigned int pulses;

static irqreturn_t pulse_irq(int irq, void *data)
{
	spin_lock(&pulse_lock);
	pulses++; // norace
	spin_unlock(&pulse_lock);
	return IRQ_HANDLED;
}

static ssize_t pulse_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	unsigned long flags;
	unsigned int n;

	if (count < sizeof(n))
		return -EINVAL;
	spin_lock_irqsave(&pulse_lock, flags);
	n = pulses; // norace
	pulses = 0; // norace
	spin_unlock_irqrestore(&pulse_lock, flags);
	return copy_to_user(buf, &n, sizeof(n)) ? -EFAULT : sizeof(n);
}

static const struct file_operations pulse_fops = {
	.owner = THIS_MODULE,
	.read = pulse_read,
};

static struct miscdevice pulse_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "pulse",
	.fops = &pulse_fops,
};

static int __init pulse_init(void)
{
	int err = request_irq(PULSE_IRQ, pulse_irq, 0, "pulse", &pulse_dev);

	if (err)
		return err;
	err = misc_register(&pulse_dev);
	if (err)
		free_irq(PULSE_IRQ, &pulse_dev);
	return err;
}

static void __exit pulse_exit(void)
{
	misc_deregister(&pulse_dev);
	free_irq(PULSE_IRQ, &pulse_dev);
}

module_init(pulse_init);
module_exit(pulse_exit);
MODULE_LICENSE("GPL");
