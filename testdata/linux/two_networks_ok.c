// check: --platform linux
// expect: PROVED
// Each of two devices is taken away before it is freed.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct twin {
	unsigned int seen;
};

static struct net_device *twin_one, *twin_other;

static netdev_tx_t twin_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct twin *t = netdev_priv(dev);

	t->seen++;
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops twin_ops = {
	.ndo_start_xmit = twin_xmit,
};

static struct net_device *twin_new(void)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct twin));

	if (dev)
		dev->netdev_ops = &twin_ops;
	return dev;
}

static int __init twin_init(void)
{
	int err = -ENOMEM;

	twin_one = twin_new();
	twin_other = twin_new();
	if (!twin_one || !twin_other)
		goto no_devices;
	err = register_netdev(twin_one);
	if (err)
		goto no_devices;
	err = register_netdev(twin_other);
	if (err)
		goto no_other;
	return 0;

no_other:
	unregister_netdev(twin_one);
no_devices:
	if (twin_one)
		free_netdev(twin_one);
	if (twin_other)
		free_netdev(twin_other);
	return err;
}

static void __exit twin_exit(void)
{
	unregister_netdev(twin_one);
	unregister_netdev(twin_other);
	free_netdev(twin_one);
	free_netdev(twin_other);
}

module_init(twin_init);
module_exit(twin_exit);
MODULE_LICENSE("GPL");
