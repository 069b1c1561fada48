// A driver that uses what real headers make hard to read: choices by type, constants through byte swaps, sizes of rows, static branches, per-processor variables, assembly.
#include <linux/bitfield.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/etherdevice.h>
#include <linux/hrtimer.h>
#include <linux/hwmon.h>
#include <linux/i2c.h>
#include <linux/if_ether.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/jump_label.h>
#include <linux/kthread.h>
#include <linux/kref.h>
#include <linux/leds.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
#include <linux/percpu.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/rcupdate.h>
#include <linux/rtc.h>
#include <linux/seqlock.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/tty.h>
#include <linux/uaccess.h>
#include <linux/usb.h>
#include <linux/watchdog.h>
#include <linux/workqueue.h>

static const unsigned char rows[3][5];
static DEFINE_STATIC_KEY_FALSE(fast);
static DEFINE_PER_CPU(int, hits);
static DEFINE_SEQLOCK(seq);

struct many {
	struct device *dev;
	struct kref ref;
	struct work_struct work;
	struct list_head list;
	struct rcu_head rcu;
	void __iomem *base;
	int level;
	wait_queue_head_t queue;
};

static void many_release(struct kref *ref)
{
	kfree(container_of(ref, struct many, ref));
}

static void many_work(struct work_struct *w)
{
	struct many *m = container_of(w, struct many, work);

	m->level = FIELD_GET(GENMASK(7, 4), readl(m->base));
	wake_up_interruptible(&m->queue);
}

static int many_kind(struct sk_buff *skb)
{
	switch (skb->protocol) {
	case htons(ETH_P_IP):
		return 4;
	case cpu_to_be16(ETH_P_IPV6):
		return 6;
	}
	return 0;
}

static netdev_tx_t many_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev->stats.tx_packets += many_kind(skb);
	if (static_branch_unlikely(&fast))
		this_cpu_inc(hits);
	dev_kfree_skb(skb);
	return NETDEV_TX_OK;
}

static long many_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct many *m = file->private_data;
	unsigned int start;
	int v, i;

	if (get_user(v, (int __user *)arg))
		return -EFAULT;
	for (i = 0; i < ARRAY_SIZE(rows[v & 1]); i++)
		v += rows[1][i];
	do {
		start = read_seqbegin(&seq);
		v += m->level;
	} while (read_seqretry(&seq, start));
	if (wait_event_interruptible_timeout(m->queue, m->level > v, HZ) <= 0)
		return -ERESTARTSYS;
	return put_user(clamp(v, 0, (int)min_t(size_t, 7, sizeof(v))), (int __user *)arg);
}

static const struct file_operations many_fops = { .owner = THIS_MODULE, .unlocked_ioctl = many_ioctl };
static const struct net_device_ops many_netdev_ops = { .ndo_start_xmit = many_xmit };

static irqreturn_t many_irq(int irq, void *data)
{
	struct many *m = data;

	schedule_work(&m->work);
	return IRQ_HANDLED;
}

static int many_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct many *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	m->dev = &pdev->dev;
	kref_init(&m->ref);
	INIT_WORK(&m->work, many_work);
	init_waitqueue_head(&m->queue);
	if (fwnode_property_present(dev_fwnode(m->dev), "quick"))
		static_branch_enable(&fast);
	m->base = pci_iomap(pdev, 0, 0);
	pci_set_drvdata(pdev, m);
	return request_irq(pdev->irq, many_irq, IRQF_SHARED, "many", m);
}

static void many_remove(struct pci_dev *pdev)
{
	struct many *m = pci_get_drvdata(pdev);

	free_irq(pdev->irq, m);
	cancel_work_sync(&m->work);
	kref_put(&m->ref, many_release);
}

static const struct pci_device_id many_ids[] = { { PCI_DEVICE(0x1234, 0x5678) }, {} };
static struct pci_driver many_driver = { .name = "many", .id_table = many_ids, .probe = many_probe, .remove = many_remove };
module_pci_driver(many_driver);
MODULE_DEVICE_TABLE(pci, many_ids);
MODULE_LICENSE("GPL");
