// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// A poller counts before it says that it is done.
#include <linux/etherdevice.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct chute {
	struct napi_struct napi;
	unsigned int polls;
};

static struct net_device *chute_dev;

static int chute_poll(struct napi_struct *napi, int budget)
{
	struct chute *c = container_of(napi, struct chute, napi);

	c->polls++; // norace
	napi_complete_done(napi, 0);
	return 0;
}

static irqreturn_t chute_irq(int irq, void *data)
{
	struct chute *c = netdev_priv(data);

	napi_schedule(&c->napi);
	return IRQ_HANDLED;
}

static netdev_tx_t chute_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops chute_ops = { .ndo_start_xmit = chute_xmit };

static int __init chute_init(void)
{
	struct chute *c;

	chute_dev = alloc_etherdev(sizeof(*c));
	if (!chute_dev)
		return -ENOMEM;
	c = netdev_priv(chute_dev);
	chute_dev->netdev_ops = &chute_ops;
	netif_napi_add(chute_dev, &c->napi, chute_poll);
	napi_enable(&c->napi);
	if (request_irq(9, chute_irq, 0, "chute", chute_dev)) {
		free_netdev(chute_dev);
		return -EBUSY;
	}
	return 0;
}
module_init(chute_init);
MODULE_LICENSE("GPL");
