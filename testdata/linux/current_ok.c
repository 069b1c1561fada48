// check: --platform linux
// expect: PROVED
// Each call runs in a task of its own, and what another module gives to a call is not what it gives to another.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/sched.h>

struct ticket {
	int used;
};

struct ticket *take_ticket(void);

static ssize_t gate_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct ticket *t = take_ticket();

	current->pagefault_disabled++; // norace
	if (t)
		t->used++; // norace
	current->pagefault_disabled--; // norace
	return 0;
}

static const struct file_operations gate_fops = { .owner = THIS_MODULE, .read = gate_read };
static struct miscdevice gate = { .minor = MISC_DYNAMIC_MINOR, .name = "gate", .fops = &gate_fops };
module_misc_device(gate);
MODULE_LICENSE("GPL");
