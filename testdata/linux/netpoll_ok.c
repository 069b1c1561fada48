// check: --platform linux --timeout 20s
// expect: BOUNDED
// Netpoll polls a device with a lock in hand that the network core takes to open and to stop it. Nobody polls before it is opened.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct flume {
	unsigned int level;
};

static struct net_device *flume_dev;

static void flume_poll_controller(struct net_device *dev)
{
	struct flume *f = netdev_priv(dev);

	f->level++; // norace
}

static netdev_tx_t flume_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static int flume_open(struct net_device *dev)
{
	struct flume *f = netdev_priv(dev);

	f->level = 0; // norace
	return 0;
}

static int flume_stop(struct net_device *dev)
{
	struct flume *f = netdev_priv(dev);

	f->level = 0; // norace
	return 0;
}

static const struct net_device_ops flume_ops = {
	.ndo_open = flume_open,
	.ndo_stop = flume_stop,
	.ndo_start_xmit = flume_xmit,
	.ndo_poll_controller = flume_poll_controller,
};

static int __init flume_init(void)
{
	int err;

	flume_dev = alloc_etherdev(sizeof(struct flume));
	if (!flume_dev)
		return -ENOMEM;
	flume_dev->netdev_ops = &flume_ops;
	err = register_netdev(flume_dev);
	if (err)
		free_netdev(flume_dev);
	return err;
}

static void __exit flume_exit(void)
{
	unregister_netdev(flume_dev);
	free_netdev(flume_dev);
}

module_init(flume_init);
module_exit(flume_exit);
MODULE_LICENSE("GPL");
