// check: --platform linux
// expect: PROVED
// Data that is constant is nobody's to write.
#include <linux/mod_devicetable.h>
#include <linux/property.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

struct model {
	int used;
};

static const struct model first = { 3 };
static int used;
static const struct of_device_id near_ids[] = { { .compatible = "near", .data = &first }, {} };
static struct device_driver near_driver = { .of_match_table = near_ids };
static struct device near_device = { .driver = &near_driver };
static DEFINE_MUTEX(near_lock);

static int near_open(struct inode *i, struct file *f)
{
	mutex_lock(&near_lock);
	used += first.used;
	mutex_unlock(&near_lock);
	return 0;
}
static ssize_t near_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	const struct model *model = device_get_match_data(&near_device);

	mutex_lock(&near_lock);
	if (model)
		used -= model->used;
	mutex_unlock(&near_lock);
	return n;
}

static const struct file_operations near_fops = {
	.owner = THIS_MODULE,
	.open = near_open,
	.write = near_write,
};

static struct miscdevice near_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "near", .fops = &near_fops };
module_misc_device(near_misc);
MODULE_LICENSE("GPL");
