// check: --platform linux --kernel none
// expect: BOUNDED
// A reader is done with what it found before rcu_read_unlock: what is freed after a grace period is free of it.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

struct setting { int speed; struct rcu_head rcu; };
static struct setting __rcu *setting;
static DEFINE_MUTEX(lock);

static ssize_t speed_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct setting *s;
	int speed = 0;

	rcu_read_lock();
	s = rcu_dereference(setting);
	if (s)
		speed = s->speed;
	rcu_read_unlock();
	return put_user(speed, (int __user *)buf) ? -EFAULT : sizeof(speed);
}

static ssize_t speed_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct setting *s = kzalloc(sizeof(*s), GFP_KERNEL), *old;

	if (!s)
		return -ENOMEM;
	s->speed = count;
	mutex_lock(&lock);
	old = rcu_dereference_protected(setting, 1);
	rcu_assign_pointer(setting, s);
	mutex_unlock(&lock);
	if (old)
		kfree_rcu(old, rcu);
	return count;
}

static const struct file_operations speed_fops = {
	.owner = THIS_MODULE,
	.read = speed_read,
	.write = speed_write,
};

static struct miscdevice speed_dev = { .minor = MISC_DYNAMIC_MINOR, .name = "speed", .fops = &speed_fops };

static int __init speed_init(void)
{
	return misc_register(&speed_dev);
}

static void __exit speed_exit(void)
{
	misc_deregister(&speed_dev);
}

module_init(speed_init);
module_exit(speed_exit);
MODULE_LICENSE("GPL");
