// check: --platform linux
// expect: PROVED
// Both functions take the lock of the queue themselves.
#include <linux/skbuff.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static struct sk_buff_head ids;


static int skb_open(struct inode *i, struct file *f)
{
	kfree_skb(skb_dequeue_tail(&ids));
	return 0;
}
static ssize_t skb_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	kfree_skb(skb_dequeue(&ids));
	return n;
}

static const struct file_operations skb_fops = {
	.owner = THIS_MODULE,
	.open = skb_open,
	.write = skb_write,
};

static struct miscdevice skb_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "skb", .fops = &skb_fops };
module_misc_device(skb_misc);
MODULE_LICENSE("GPL");
