// check: --platform linux --timeout 20s
// expect: PROVED
// The core holds a lock while it sets the mode, stops a device behind its last packet, and looks for lost packets only while the device is open.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct wire {
	unsigned int modes;
	unsigned int sent;
	unsigned int lost;
};

static struct net_device *wire_dev;

static netdev_tx_t wire_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct wire *w = netdev_priv(dev);

	w->sent++; // norace
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static void wire_timeout(struct net_device *dev, unsigned int queue)
{
	struct wire *w = netdev_priv(dev);

	w->lost++; // norace
}

static void wire_mode(struct net_device *dev)
{
	struct wire *w = netdev_priv(dev);

	w->modes++; // norace
}

static int wire_open(struct net_device *dev)
{
	struct wire *w = netdev_priv(dev);

	w->modes = 0; // norace
	w->lost = 0;  // norace
	netif_start_queue(dev);
	return 0;
}

static int wire_stop(struct net_device *dev)
{
	struct wire *w = netdev_priv(dev);

	netif_stop_queue(dev);
	w->sent = 0; // norace
	w->lost = 0; // norace
	return 0;
}

static const struct net_device_ops wire_ops = {
	.ndo_open = wire_open,
	.ndo_stop = wire_stop,
	.ndo_start_xmit = wire_xmit,
	.ndo_tx_timeout = wire_timeout,
	.ndo_set_rx_mode = wire_mode,
};

static int __init wire_init(void)
{
	int err;

	wire_dev = alloc_etherdev(sizeof(struct wire));
	if (!wire_dev)
		return -ENOMEM;
	wire_dev->netdev_ops = &wire_ops;
	err = register_netdev(wire_dev);
	if (err)
		free_netdev(wire_dev);
	return err;
}

static void __exit wire_exit(void)
{
	unregister_netdev(wire_dev);
	free_netdev(wire_dev);
}

module_init(wire_init);
module_exit(wire_exit);
MODULE_LICENSE("GPL");
