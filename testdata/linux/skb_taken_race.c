// check: --platform linux
// expect: POSSIBLE race
// What one thread puts into a queue the other takes out, both under the lock of the queue, and then both use it.
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/fs.h>

static struct sk_buff_head queue;

static int q_open(struct inode *i, struct file *f)
{
	struct sk_buff *skb = kzalloc(sizeof(*skb), GFP_KERNEL);

	if (!skb)
		return -ENOMEM;
	skb_queue_tail(&queue, skb);
	skb->priority = 1;
	return 0;
}

static ssize_t q_write(struct file *f, const char __user *buf, size_t n, loff_t *pos)
{
	struct sk_buff *skb;

	spin_lock(&queue.lock);
	skb = __skb_dequeue(&queue);
	spin_unlock(&queue.lock);
	if (skb)
		skb->priority = 2;
	return n;
}

static const struct file_operations q_fops = {
	.owner = THIS_MODULE,
	.open = q_open,
	.write = q_write,
};

static struct miscdevice q_misc = { .minor = MISC_DYNAMIC_MINOR, .name = "skb", .fops = &q_fops };

static int __init q_init(void)
{
	skb_queue_head_init(&queue);
	return misc_register(&q_misc);
}
module_init(q_init);

static void __exit q_exit(void)
{
	misc_deregister(&q_misc);
}
module_exit(q_exit);
MODULE_LICENSE("GPL");
