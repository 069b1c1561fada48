// check: --platform linux
// expect: PROVED
// Several queues send at the same time, each with the driver's lock; the network core waits for them before it stops the device, and stops them before it says that a packet was not sent.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct wires {
	spinlock_t lock;
	unsigned long sent;
	unsigned long lost;
};

static struct net_device *wires_dev;

static netdev_tx_t wires_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct wires *w = netdev_priv(dev);

	spin_lock(&w->lock);
	w->sent++; // norace
	spin_unlock(&w->lock);
	if (w->lost > 3) // norace
		netif_stop_queue(dev);
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static void wires_timeout(struct net_device *dev, unsigned int queue)
{
	struct wires *w = netdev_priv(dev);

	w->lost++; // norace
}

static int wires_open(struct net_device *dev)
{
	netif_tx_start_all_queues(dev);
	return 0;
}

static int wires_stop(struct net_device *dev)
{
	struct wires *w = netdev_priv(dev);

	netif_tx_stop_all_queues(dev);
	w->sent = 0; // norace
	w->lost = 0; // norace
	return 0;
}

static const struct net_device_ops wires_ops = {
	.ndo_open = wires_open,
	.ndo_stop = wires_stop,
	.ndo_start_xmit = wires_xmit,
	.ndo_tx_timeout = wires_timeout,
};

static int __init wires_init(void)
{
	struct wires *w;
	int err;

	wires_dev = alloc_etherdev_mq(sizeof(struct wires), 4);
	if (!wires_dev)
		return -ENOMEM;
	w = netdev_priv(wires_dev);
	spin_lock_init(&w->lock);
	wires_dev->netdev_ops = &wires_ops;
	err = register_netdev(wires_dev);
	if (err)
		free_netdev(wires_dev);
	return err;
}

static void __exit wires_exit(void)
{
	unregister_netdev(wires_dev);
	free_netdev(wires_dev);
}

module_init(wires_init);
module_exit(wires_exit);
MODULE_LICENSE("GPL");
