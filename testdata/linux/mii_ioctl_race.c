// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// Bonding reads registers of a PHY without the lock of network configuration.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/sockios.h>

static struct net_device *cord_dev;
static unsigned int cord_asked;

static int cord_ioctl(struct net_device *dev, struct ifreq *ifr, int cmd)
{
	if (cmd != SIOCGMIIREG)
		return -EOPNOTSUPP;
	cord_asked++; // race!
	return 0;
}

static int cord_private(struct net_device *dev, struct ifreq *ifr, void __user *data, int cmd)
{
	cord_asked = 0; // race!
	return 0;
}

static netdev_tx_t cord_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops cord_ops = { .ndo_start_xmit = cord_xmit, .ndo_eth_ioctl = cord_ioctl, .ndo_siocdevprivate = cord_private };

static int __init cord_init(void)
{
	int err;

	cord_dev = alloc_etherdev(0);
	if (!cord_dev)
		return -ENOMEM;
	cord_dev->netdev_ops = &cord_ops;
	err = register_netdev(cord_dev);
	if (err)
		free_netdev(cord_dev);
	return err;
}
module_init(cord_init);
MODULE_LICENSE("GPL");
