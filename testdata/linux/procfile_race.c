// check: --platform linux
// expect: BUG race
// The level is freed while files in /proc may still be written: the entry is removed too late.
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

static DEFINE_MUTEX(lock);
static int *level;

static int procfile_show(struct seq_file *m, void *v)
{
	mutex_lock(&lock);
	seq_printf(m, "%d\n", *level);
	mutex_unlock(&lock);
	return 0;
}

static int procfile_open(struct inode *inode, struct file *file)
{
	return single_open(file, procfile_show, NULL);
}

static ssize_t procfile_write(struct file *file, const char __user *buf, size_t n, loff_t *pos)
{
	mutex_lock(&lock);
	*level = n;
	mutex_unlock(&lock);
	return n;
}

static const struct proc_ops procfile_ops = {
	.proc_open = procfile_open,
	.proc_read = seq_read,
	.proc_write = procfile_write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

static int __init procfile_init(void)
{
	level = kzalloc(sizeof(*level), GFP_KERNEL);
	if (!level)
		return -ENOMEM;
	if (!proc_create("level", 0600, NULL, &procfile_ops)) {
		kfree(level);
		return -ENOMEM;
	}
	return 0;
}
module_init(procfile_init);

static void __exit procfile_exit(void)
{
	kfree(level);
	remove_proc_entry("level", NULL);
}
module_exit(procfile_exit);
MODULE_LICENSE("GPL");
