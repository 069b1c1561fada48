// check: --platform linux --timeout 20s
// expect: BOUNDED
// NAPI polls behind napi_enable and before napi_disable: nobody schedules it before, although interrupts come, and who disables it waits.
#include <linux/etherdevice.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/netdevice.h>

struct sluice {
	struct napi_struct napi;
	unsigned int polls;
};

static struct net_device *sluice_dev;

static int sluice_poll(struct napi_struct *napi, int budget)
{
	struct sluice *s = container_of(napi, struct sluice, napi);

	s->polls++; // norace
	napi_complete_done(napi, 0);
	return 0;
}

static irqreturn_t sluice_irq(int irq, void *data)
{
	struct sluice *s = netdev_priv(data);

	if (napi_schedule_prep(&s->napi))
		__napi_schedule(&s->napi);
	return IRQ_HANDLED;
}

static int sluice_open(struct net_device *dev)
{
	struct sluice *s = netdev_priv(dev);

	if (request_irq(9, sluice_irq, 0, "sluice", dev))
		return -EBUSY;
	s->polls = 0; // norace
	napi_enable(&s->napi);
	return 0;
}

static int sluice_stop(struct net_device *dev)
{
	struct sluice *s = netdev_priv(dev);

	napi_disable(&s->napi);
	s->polls = 0; // norace
	free_irq(9, dev);
	return 0;
}

static netdev_tx_t sluice_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops sluice_ops = {
	.ndo_open = sluice_open,
	.ndo_stop = sluice_stop,
	.ndo_start_xmit = sluice_xmit,
};

static int __init sluice_init(void)
{
	struct sluice *s;
	int err;

	sluice_dev = alloc_etherdev(sizeof(*s));
	if (!sluice_dev)
		return -ENOMEM;
	s = netdev_priv(sluice_dev);
	sluice_dev->netdev_ops = &sluice_ops;
	netif_napi_add(sluice_dev, &s->napi, sluice_poll);
	err = register_netdev(sluice_dev);
	if (err)
		free_netdev(sluice_dev);
	return err;
}

static void __exit sluice_exit(void)
{
	unregister_netdev(sluice_dev);
	free_netdev(sluice_dev);
}

module_init(sluice_init);
module_exit(sluice_exit);
MODULE_LICENSE("GPL");
