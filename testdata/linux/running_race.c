// check: --platform linux
// expect: BUG race
// While the device runs, ethtool counts beside the transmitter: RTNL does not cover that.
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>

struct pipe {
	spinlock_t lock;
	unsigned int uses;
};

static struct net_device *pipe_dev;

static netdev_tx_t pipe_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct pipe *p = netdev_priv(dev);

	spin_lock(&p->lock);
	p->uses++; // race!
	spin_unlock(&p->lock);
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static int pipe_nway_reset(struct net_device *dev)
{
	struct pipe *p = netdev_priv(dev);

	if (!netif_running(dev) || !netif_device_present(dev))
		return -EAGAIN;
	p->uses++; // race!
	return 0;
}

static int pipe_open(struct net_device *dev)
{
	netif_start_queue(dev);
	return 0;
}

static int pipe_stop(struct net_device *dev)
{
	netif_stop_queue(dev);
	return 0;
}

static const struct net_device_ops pipe_ops = {
	.ndo_open = pipe_open,
	.ndo_stop = pipe_stop,
	.ndo_start_xmit = pipe_xmit,
};

static const struct ethtool_ops pipe_ethtool_ops = {
	.nway_reset = pipe_nway_reset,
};

static int __init pipe_init(void)
{
	struct pipe *p;
	int err;

	pipe_dev = alloc_etherdev(sizeof(*p));
	if (!pipe_dev)
		return -ENOMEM;
	p = netdev_priv(pipe_dev);
	spin_lock_init(&p->lock);
	pipe_dev->netdev_ops = &pipe_ops;
	pipe_dev->ethtool_ops = &pipe_ethtool_ops;
	err = register_netdev(pipe_dev);
	if (err)
		free_netdev(pipe_dev);
	return err;
}

static void __exit pipe_exit(void)
{
	unregister_netdev(pipe_dev);
	free_netdev(pipe_dev);
}

module_init(pipe_init);
module_exit(pipe_exit);
MODULE_LICENSE("GPL");
