// check: --platform linux --kernel none
// expect: BUG race
// Readers find the table by RCU; who replaces it frees the old one while they may still look at it.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

struct table {
	unsigned int gain;
};

static struct table __rcu *table;
static DEFINE_MUTEX(table_lock);

static ssize_t table_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct table *t;
	unsigned int gain = 0;

	if (count < sizeof(gain))
		return -EINVAL;
	rcu_read_lock();
	t = rcu_dereference(table);
	if (t)
		gain = t->gain; // race!
	rcu_read_unlock();
	return copy_to_user(buf, &gain, sizeof(gain)) ? -EFAULT : sizeof(gain);
}

static ssize_t table_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct table *t, *old;

	if (count != sizeof(t->gain))
		return -EINVAL;
	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	if (copy_from_user(&t->gain, buf, sizeof(t->gain))) {
		kfree(t);
		return -EFAULT;
	}
	mutex_lock(&table_lock);
	old = rcu_dereference_protected(table, 1);
	rcu_assign_pointer(table, t);
	mutex_unlock(&table_lock);
	kfree(old); // race!
	return count;
}

static const struct file_operations table_fops = {
	.owner = THIS_MODULE,
	.read = table_read,
	.write = table_write,
};

static struct miscdevice table_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "table",
	.fops = &table_fops,
};

static int __init table_init(void)
{
	struct table *t = kzalloc(sizeof(*t), GFP_KERNEL);
	int err;

	if (!t)
		return -ENOMEM;
	RCU_INIT_POINTER(table, t);
	err = misc_register(&table_dev);
	if (err)
		kfree(t);
	return err;
}

static void __exit table_exit(void)
{
	misc_deregister(&table_dev);
	kfree(rcu_dereference_protected(table, 1));
}

module_init(table_init);
module_exit(table_exit);
MODULE_LICENSE("GPL");
