// SPDX-License-Identifier: GPL-2.0
/*
 * relaynet: a small network card on the ISA bus, polled by NAPI.
 *
 * The transmitter hands frames to the card, which keeps a few of them; the poller takes note of those that it has sent. Received frames are read into new buffers. The card raises one
 * interrupt for everything; it is masked until the poller has found nothing more to do.
 */
#include <linux/etherdevice.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>

#define RELAY_RING 8
#define RELAY_FRAME 1536

#define RELAY_PORT 0x340
#define RELAY_PORTS 0x40
#define RELAY_IRQ 10

#define RELAY_CONTROL 0x00
#define RELAY_STATUS 0x04
#define RELAY_MASK 0x08
#define RELAY_TX_HEAD 0x0c
#define RELAY_RX_TAIL 0x10
#define RELAY_DATA 0x20

#define RELAY_ENABLE 0x01
#define RELAY_TX_DONE 0x01
#define RELAY_RX_DONE 0x02
#define RELAY_LINK 0x04
#define RELAY_ALL (RELAY_TX_DONE | RELAY_RX_DONE | RELAY_LINK)

struct relay {
	struct net_device *dev;
	struct napi_struct napi;

	/* Under lock: the transmitter and the poller. */
	spinlock_t lock;
	unsigned int tx_head;
	unsigned int tx_tail;
	u64 tx_packets;
	u64 tx_bytes;
	u64 tx_dropped;

	/* The poller's own, but for what is told about it. */
	unsigned int rx_tail;
	spinlock_t rx_lock;
	u64 rx_packets;
	u64 rx_bytes;
	u64 rx_dropped;

	/* Under RTNL. */
	unsigned int msg_level;
	bool promiscuous;
};

static u32 relay_read(unsigned int reg)
{
	return inl(RELAY_PORT + reg);
}

static void relay_write(unsigned int reg, u32 value)
{
	outl(value, RELAY_PORT + reg);
}

static unsigned int relay_tx_room(struct relay *r)
{
	return RELAY_RING - (r->tx_head - r->tx_tail);
}

static netdev_tx_t relay_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct relay *r = netdev_priv(dev);
	unsigned long flags;
	unsigned int length = skb->len;

	spin_lock_irqsave(&r->lock, flags);
	if (!relay_tx_room(r)) {
		r->tx_dropped++;
		netif_stop_queue(dev);
		spin_unlock_irqrestore(&r->lock, flags);
		return NETDEV_TX_BUSY;
	}
	r->tx_packets++;
	r->tx_bytes += length;
	outsl(RELAY_PORT + RELAY_DATA, skb->data, length / 4);
	r->tx_head++;
	relay_write(RELAY_TX_HEAD, r->tx_head);
	if (!relay_tx_room(r))
		netif_stop_queue(dev);
	spin_unlock_irqrestore(&r->lock, flags);
	dev_consume_skb_any(skb);
	return NETDEV_TX_OK;
}

/* relay_clean takes note of a frame that the card has sent. It returns false if there was none. */
static bool relay_clean(struct relay *r)
{
	unsigned long flags;
	bool sent = false;

	spin_lock_irqsave(&r->lock, flags);
	if (r->tx_tail != r->tx_head && relay_read(RELAY_TX_HEAD) != r->tx_tail) {
		r->tx_tail++;
		sent = true;
	}
	spin_unlock_irqrestore(&r->lock, flags);
	return sent;
}

/* relay_receive takes a frame from the card. It returns false if there was none. */
static bool relay_receive(struct relay *r)
{
	unsigned int length = relay_read(RELAY_STATUS) >> 16;
	struct sk_buff *skb;

	if (!length || length > RELAY_FRAME)
		return false;
	skb = napi_alloc_skb(&r->napi, length);
	spin_lock(&r->rx_lock);
	if (skb) {
		r->rx_packets++;
		r->rx_bytes += length;
	} else {
		r->rx_dropped++;
	}
	r->rx_tail++;
	relay_write(RELAY_RX_TAIL, r->rx_tail);
	spin_unlock(&r->rx_lock);
	if (skb) {
		insl(RELAY_PORT + RELAY_DATA, skb_put(skb, length), length / 4);
		skb->protocol = eth_type_trans(skb, r->dev);
		napi_gro_receive(&r->napi, skb);
	}
	return true;
}

static int relay_poll(struct napi_struct *napi, int budget)
{
	struct relay *r = container_of(napi, struct relay, napi);
	int done = 0;

	relay_clean(r);
	/*
	 * SEED: how much room there is is looked at without the lock, while the transmitter fills the last slot: the queue is woken, or stays stopped, by chance.
	 */
	if (relay_tx_room(r) > RELAY_RING / 2)
		netif_wake_queue(r->dev);
	while (done < budget && relay_receive(r))
		done++;
	if (done < budget && napi_complete_done(napi, done))
		relay_write(RELAY_MASK, RELAY_ALL);
	return done;
}

static irqreturn_t relay_irq(int irq, void *data)
{
	struct relay *r = data;
	u32 status = relay_read(RELAY_STATUS) & RELAY_ALL;

	if (!status)
		return IRQ_NONE;
	relay_write(RELAY_STATUS, status);
	if (status & RELAY_LINK)
		netif_carrier_on(r->dev);
	if (status & (RELAY_TX_DONE | RELAY_RX_DONE)) {
		relay_write(RELAY_MASK, 0);
		napi_schedule(&r->napi);
	}
	return IRQ_HANDLED;
}

static int relay_open(struct net_device *dev)
{
	struct relay *r = netdev_priv(dev);
	int err;

	spin_lock_irq(&r->lock);
	r->tx_head = 0;
	r->tx_tail = 0;
	spin_unlock_irq(&r->lock);
	spin_lock_bh(&r->rx_lock);
	r->rx_tail = 0;
	spin_unlock_bh(&r->rx_lock);

	err = request_irq(RELAY_IRQ, relay_irq, IRQF_SHARED, "relaynet", r);
	if (err)
		return err;
	napi_enable(&r->napi);
	relay_write(RELAY_MASK, RELAY_ALL);
	relay_write(RELAY_CONTROL, RELAY_ENABLE);
	netif_start_queue(dev);
	return 0;
}

static int relay_stop(struct net_device *dev)
{
	struct relay *r = netdev_priv(dev);

	netif_stop_queue(dev);
	relay_write(RELAY_MASK, 0);
	relay_write(RELAY_CONTROL, 0);
	free_irq(RELAY_IRQ, r);
	napi_disable(&r->napi);
	return 0;
}

static void relay_get_stats64(struct net_device *dev, struct rtnl_link_stats64 *stats)
{
	struct relay *r = netdev_priv(dev);
	unsigned long flags;

	spin_lock_irqsave(&r->lock, flags);
	stats->tx_packets = r->tx_packets;
	stats->tx_bytes = r->tx_bytes;
	stats->tx_dropped = r->tx_dropped;
	spin_unlock_irqrestore(&r->lock, flags);
	spin_lock_bh(&r->rx_lock);
	stats->rx_packets = r->rx_packets;
	stats->rx_bytes = r->rx_bytes;
	stats->rx_dropped = r->rx_dropped;
	spin_unlock_bh(&r->rx_lock);
}

static void relay_set_rx_mode(struct net_device *dev)
{
	struct relay *r = netdev_priv(dev);
	unsigned long flags;

	spin_lock_irqsave(&r->lock, flags);
	r->promiscuous = dev->flags & IFF_PROMISC;
	relay_write(RELAY_CONTROL, RELAY_ENABLE | r->promiscuous << 1);
	spin_unlock_irqrestore(&r->lock, flags);
}

static const struct net_device_ops relay_ops = {
	.ndo_open = relay_open,
	.ndo_stop = relay_stop,
	.ndo_start_xmit = relay_xmit,
	.ndo_get_stats64 = relay_get_stats64,
	.ndo_set_rx_mode = relay_set_rx_mode,
	.ndo_validate_addr = eth_validate_addr,
};

static struct net_device *relay_dev;

static int __init relay_init(void)
{
	struct net_device *dev;
	struct relay *r;
	int err;

	if (!request_region(RELAY_PORT, RELAY_PORTS, "relaynet"))
		return -EBUSY;
	dev = alloc_etherdev(sizeof(*r));
	if (!dev) {
		err = -ENOMEM;
		goto no_dev;
	}
	r = netdev_priv(dev);
	r->dev = dev;
	spin_lock_init(&r->lock);
	spin_lock_init(&r->rx_lock);
	dev->netdev_ops = &relay_ops;
	netif_napi_add(dev, &r->napi, relay_poll);
	relay_dev = dev;
	err = register_netdev(dev);
	if (err)
		goto no_register;
	return 0;

no_register:
	netif_napi_del(&r->napi);
	free_netdev(dev);
no_dev:
	release_region(RELAY_PORT, RELAY_PORTS);
	return err;
}

static void __exit relay_exit(void)
{
	struct relay *r = netdev_priv(relay_dev);

	unregister_netdev(relay_dev);
	netif_napi_del(&r->napi);
	free_netdev(relay_dev);
	release_region(RELAY_PORT, RELAY_PORTS);
}

module_init(relay_init);
module_exit(relay_exit);
MODULE_DESCRIPTION("A small network card");
MODULE_LICENSE("GPL");
