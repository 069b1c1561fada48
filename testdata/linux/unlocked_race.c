// check: --platform linux
// expect: BUG race
// A device that asks not to be locked sends at the same time.
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>
struct p { unsigned long sent; };
static struct net_device *dev;
static netdev_tx_t x(struct sk_buff *skb, struct net_device *d)
{
	struct p *p = netdev_priv(d);

	p->sent++; // race!
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}
static const struct net_device_ops ops = { .ndo_start_xmit = x };
static int __init i(void) { int err; dev = alloc_etherdev(sizeof(struct p)); if (!dev) return -ENOMEM; dev->netdev_ops = &ops; dev->features |= NETIF_F_LLTX; err = register_netdev(dev); if (err) free_netdev(dev); return err; }
static void __exit e(void) { unregister_netdev(dev); free_netdev(dev); }
module_init(i); module_exit(e);
MODULE_LICENSE("GPL");
