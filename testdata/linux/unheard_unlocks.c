// check: --platform linux --kernel none
// expect: UNKNOWN
// As unheard_ok.c, but gate_event gives a lock back that it does not hold: what rests on the lock is not proved, and the rest is.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

struct firmware_note;
void firmware_hook(void *handler);

static DEFINE_MUTEX(lock);
static int mode, events;

static ssize_t gate_read(struct file *file, char __user *buf, size_t n, loff_t *pos)
{
	int m;

	mutex_lock(&lock);
	m = mode;
	mutex_unlock(&lock);
	return m & 1;
}

static ssize_t gate_write(struct file *file, const char __user *buf, size_t n, loff_t *pos)
{
	mutex_lock(&lock);
	mode = n;
	mutex_unlock(&lock);
	return n;
}

static void gate_event(struct firmware_note *note)
{
	events++;
	mutex_unlock(&lock);
}

static const struct file_operations gate_fops = { .owner = THIS_MODULE, .read = gate_read, .write = gate_write };
static struct miscdevice gate = { .minor = MISC_DYNAMIC_MINOR, .name = "gate", .fops = &gate_fops };

static int __init gate_init(void)
{
	void (*handler)(struct firmware_note *) = gate_event;

	firmware_hook((void *)handler);
	return misc_register(&gate);
}

static void __exit gate_exit(void) { misc_deregister(&gate); }
module_init(gate_init);
module_exit(gate_exit);
MODULE_LICENSE("GPL");
