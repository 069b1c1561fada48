// check: --platform linux
// expect: BUG race
// A ticket that one call left behind is used by all of them.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/sched.h>

struct ticket {
	int used;
};

struct ticket *take_ticket(void);

static struct ticket *left;

static ssize_t gate_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct ticket *t = READ_ONCE(left);

	current->pagefault_disabled++; // norace
	if (t)
		t->used++; // race!
	current->pagefault_disabled--; // norace
	return 0;
}

static const struct file_operations gate_fops = { .owner = THIS_MODULE, .read = gate_read };
static struct miscdevice gate = { .minor = MISC_DYNAMIC_MINOR, .name = "gate", .fops = &gate_fops };
static int __init gate_init(void)
{
	left = take_ticket();
	return misc_register(&gate);
}

static void __exit gate_exit(void)
{
	misc_deregister(&gate);
}
module_init(gate_init);
module_exit(gate_exit);
MODULE_LICENSE("GPL");
