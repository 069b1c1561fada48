// check: --platform linux --rounds 2 --unwind 2
// expect: BUG race
// Who sets the address of a network device writes it: RTNL is held, but not by who sends.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>

struct card {
	spinlock_t lock;
	u8 seen;
};

static struct net_device *card_dev;

static netdev_tx_t card_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct card *c = netdev_priv(dev);
	unsigned long flags;
	u8 first;

	spin_lock_irqsave(&c->lock, flags);
	first = dev->dev_addr[0]; // race!
	c->seen = first;
	spin_unlock_irqrestore(&c->lock, flags);
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static int card_set_mac(struct net_device *dev, void *p)
{
	struct sockaddr *a = p;

	eth_hw_addr_set(dev, a->sa_data); // race!
	return 0;
}

static const struct net_device_ops card_ops = { .ndo_start_xmit = card_xmit, .ndo_set_mac_address = card_set_mac };

static int __init card_init(void)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct card));
	struct card *c;
	int err;

	if (!dev)
		return -ENOMEM;
	c = netdev_priv(dev);
	spin_lock_init(&c->lock);
	dev->netdev_ops = &card_ops;
	card_dev = dev;
	err = register_netdev(dev);
	if (err)
		free_netdev(dev);
	return err;
}

static void __exit card_exit(void)
{
	unregister_netdev(card_dev);
	free_netdev(card_dev);
}
module_init(card_init);
module_exit(card_exit);
MODULE_LICENSE("GPL");
