// check: --platform linux --timeout 20s
// expect: BOUNDED
// No handler of a line runs between disable_irq, which waits for it, and enable_irq.
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

#define WEIR_IRQ 9

static unsigned int level;

static irqreturn_t weir_irq(int irq, void *data)
{
	level++; // norace
	return IRQ_HANDLED;
}

static DEFINE_MUTEX(weir_lock);

static long weir_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	mutex_lock(&weir_lock);
	disable_irq(WEIR_IRQ);
	level = 0; // norace
	enable_irq(WEIR_IRQ);
	mutex_unlock(&weir_lock);
	return 0;
}

static const struct file_operations weir_ops = {
	.owner = THIS_MODULE,
	.unlocked_ioctl = weir_ioctl,
};

static struct miscdevice weir_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "weir",
	.fops = &weir_ops,
};

static int __init weir_init(void)
{
	int err = request_irq(WEIR_IRQ, weir_irq, 0, "weir", &weir_misc);

	if (err)
		return err;
	err = misc_register(&weir_misc);
	if (err)
		free_irq(WEIR_IRQ, &weir_misc);
	return err;
}

static void __exit weir_exit(void)
{
	misc_deregister(&weir_misc);
	free_irq(WEIR_IRQ, &weir_misc);
}

module_init(weir_init);
module_exit(weir_exit);
MODULE_LICENSE("GPL");
