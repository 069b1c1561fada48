// check: --platform linux
// expect: PROVED
// The ring is made ready under the lock that the transmitter takes.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>

struct ring {
	spinlock_t lock;
	unsigned int head;
	unsigned int size;
};

static struct net_device *ring_dev;

static netdev_tx_t ring_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct ring *r = netdev_priv(dev);
	unsigned long flags;

	spin_lock_irqsave(&r->lock, flags);
	if (r->head < r->size) // norace
		r->head++; // norace
	spin_unlock_irqrestore(&r->lock, flags);
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static int ring_open(struct net_device *dev)
{
	struct ring *r = netdev_priv(dev);

	spin_lock_irq(&r->lock);
	r->head = 0; // norace
	r->size = 16; // norace
	spin_unlock_irq(&r->lock);
	netif_start_queue(dev);
	return 0;
}

static int ring_stop(struct net_device *dev)
{
	netif_stop_queue(dev);
	return 0;
}

static const struct net_device_ops ring_ops = {
	.ndo_open = ring_open,
	.ndo_stop = ring_stop,
	.ndo_start_xmit = ring_xmit,
};

static int __init ring_init(void)
{
	struct ring *r;
	int err;

	ring_dev = alloc_etherdev(sizeof(*r));
	if (!ring_dev)
		return -ENOMEM;
	r = netdev_priv(ring_dev);
	spin_lock_init(&r->lock);
	ring_dev->netdev_ops = &ring_ops;
	err = register_netdev(ring_dev);
	if (err)
		free_netdev(ring_dev);
	return err;
}

static void __exit ring_exit(void)
{
	unregister_netdev(ring_dev);
	free_netdev(ring_dev);
}

module_init(ring_init);
module_exit(ring_exit);
MODULE_LICENSE("GPL");
