// check: --platform linux
// expect: PROVED
// Settings of a line are changed under RTNL, and the device is taken away behind all who work for it.
#include <linux/hdlc.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct towpath {
	unsigned int rate;
};

static struct net_device *towpath_dev;

static int towpath_open(struct net_device *dev)
{
	struct towpath *t = dev_to_hdlc(dev)->priv;

	t->rate++; // norace
	return 0;
}

static int towpath_wandev(struct net_device *dev, struct if_settings *settings)
{
	struct towpath *t = dev_to_hdlc(dev)->priv;

	t->rate++; // norace
	return 0;
}

static const struct net_device_ops towpath_ops = {
	.ndo_open = towpath_open,
	.ndo_siocwandev = towpath_wandev,
};

static struct towpath towpath_one;

static int __init towpath_init(void)
{
	int err;

	towpath_dev = alloc_hdlcdev(&towpath_one);
	if (!towpath_dev)
		return -ENOMEM;
	towpath_dev->netdev_ops = &towpath_ops;
	err = register_hdlc_device(towpath_dev);
	if (err)
		free_netdev(towpath_dev);
	return err;
}

static void __exit towpath_exit(void)
{
	unregister_hdlc_device(towpath_dev);
	towpath_one.rate = 0; // norace
	free_netdev(towpath_dev);
}

module_init(towpath_init);
module_exit(towpath_exit);
MODULE_LICENSE("GPL");
