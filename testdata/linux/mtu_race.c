// check: --platform linux
// expect: BUG race
// The MTU of a device that is up is changed while the network core finds that a packet was not sent.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct span {
	unsigned int ring;
	unsigned int lost;
};

static struct net_device *span_dev;

static int span_mtu(struct net_device *dev, int mtu)
{
	struct span *s = netdev_priv(dev);

	s->ring = mtu; // race!
	return 0;
}

static void span_timeout(struct net_device *dev, unsigned int queue)
{
	struct span *s = netdev_priv(dev);

	s->lost += s->ring; // race!
}

static int span_open(struct net_device *dev)
{
	netif_start_queue(dev);
	return 0;
}

static int span_stop(struct net_device *dev)
{
	netif_stop_queue(dev);
	return 0;
}

static netdev_tx_t span_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops span_ops = {
	.ndo_open = span_open,
	.ndo_stop = span_stop,
	.ndo_start_xmit = span_xmit,
	.ndo_change_mtu = span_mtu,
	.ndo_tx_timeout = span_timeout,
};

static int __init span_init(void)
{
	int err;

	span_dev = alloc_etherdev(sizeof(struct span));
	if (!span_dev)
		return -ENOMEM;
	span_dev->netdev_ops = &span_ops;
	err = register_netdev(span_dev);
	if (err)
		free_netdev(span_dev);
	return err;
}

static void __exit span_exit(void)
{
	unregister_netdev(span_dev);
	free_netdev(span_dev);
}

module_init(span_init);
module_exit(span_exit);
MODULE_LICENSE("GPL");
