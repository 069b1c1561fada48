// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Bonding asks for the link without the lock of network configuration.
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/module.h>
#include <linux/netdevice.h>

static struct net_device *plug_dev;
static unsigned int plug_asked;

static u32 plug_link(struct net_device *dev)
{
	plug_asked++; // race!
	return 1;
}

static int plug_reset(struct net_device *dev)
{
	plug_asked = 0; // race!
	return 0;
}

static netdev_tx_t plug_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct ethtool_ops plug_ethtool = { .nway_reset = plug_reset, .get_link = plug_link };
static const struct net_device_ops plug_ops = { .ndo_start_xmit = plug_xmit };

static int __init plug_init(void)
{
	int err;

	plug_dev = alloc_etherdev(0);
	if (!plug_dev)
		return -ENOMEM;
	plug_dev->netdev_ops = &plug_ops;
	plug_dev->ethtool_ops = &plug_ethtool;
	err = register_netdev(plug_dev);
	if (err)
		free_netdev(plug_dev);
	return err;
}
module_init(plug_init);
MODULE_LICENSE("GPL");
