// check: --platform linux
// expect: BUG race
// Netpoll is kept out where the network core opens and stops a device, and not where the driver itself does so to change the size of packets.
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

	f->level++; // race!
}

static netdev_tx_t flume_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static int flume_open(struct net_device *dev)
{
	struct flume *f = netdev_priv(dev);

	f->level = 0; // race!
	return 0;
}

static int flume_stop(struct net_device *dev)
{
	struct flume *f = netdev_priv(dev);

	f->level = 0; // race!
	return 0;
}

static int flume_change_mtu(struct net_device *dev, int mtu)
{
	flume_stop(dev);
	dev->mtu = mtu;
	return flume_open(dev);
}

static const struct net_device_ops flume_ops = {
	.ndo_open = flume_open,
	.ndo_stop = flume_stop,
	.ndo_start_xmit = flume_xmit,
	.ndo_change_mtu = flume_change_mtu,
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
