// check: --platform linux --kernel none
// expect: BUG race
// The reader looks at the sample before it has waited for it.
#include <linux/bitops.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define SAMPLE_IRQ 9
#define READY 0

static DECLARE_WAIT_QUEUE_HEAD(sample_wait);
static DEFINE_MUTEX(sample_lock);
static unsigned long state;
static unsigned int sample;

static irqreturn_t sample_irq(int irq, void *data)
{
	if (test_bit(READY, &state))
		return IRQ_HANDLED;
	sample++; // race!
	set_bit(READY, &state);
	wake_up_interruptible(&sample_wait);
	return IRQ_HANDLED;
}

static ssize_t sample_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	unsigned int v;

	if (count < sizeof(v))
		return -EINVAL;
	if (mutex_lock_interruptible(&sample_lock))
		return -ERESTARTSYS;
	v = sample; // race!
	if (wait_event_interruptible(sample_wait, test_bit(READY, &state))) {
		mutex_unlock(&sample_lock);
		return -ERESTARTSYS;
	}
	clear_bit(READY, &state);
	mutex_unlock(&sample_lock);
	return copy_to_user(buf, &v, sizeof(v)) ? -EFAULT : sizeof(v);
}

static const struct file_operations sample_fops = {
	.owner = THIS_MODULE,
	.read = sample_read,
};

static struct miscdevice sample_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "sample",
	.fops = &sample_fops,
};

static int __init sample_init(void)
{
	int err = request_irq(SAMPLE_IRQ, sample_irq, 0, "sample", &sample_dev);

	if (err)
		return err;
	err = misc_register(&sample_dev);
	if (err)
		free_irq(SAMPLE_IRQ, &sample_dev);
	return err;
}

static void __exit sample_exit(void)
{
	misc_deregister(&sample_dev);
	free_irq(SAMPLE_IRQ, &sample_dev);
}

module_init(sample_init);
module_exit(sample_exit);
MODULE_LICENSE("GPL");
