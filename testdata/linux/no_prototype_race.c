// check: --platform linux
// expect: BUG race
// A function without a prototype is called through a pointer that has one.
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/sched.h>
static int n;
static int bump()
{
	n++; // race!
	return 0;
}
static int none(void) { return 1; }
struct box { int (*act)(void); int x; };
static struct box box = { .act = none };
static ssize_t r(struct file *f, char __user *b, size_t c, loff_t *o) { if (c == 3) return box.act(); return 0; }
static const struct file_operations fops = { .owner = THIS_MODULE, .read = r };
static struct miscdevice m = { .minor = MISC_DYNAMIC_MINOR, .name = "x", .fops = &fops };
static int __init i(void) { box.act = bump; return misc_register(&m); }
static void __exit e(void) { misc_deregister(&m); }
module_init(i); module_exit(e);
MODULE_LICENSE("GPL");
