/* Objects that the kernel makes for drivers, as registering.c has what is registered with them: network devices, urbs, terminals, pages, disks, and devices of other classes. */

/* Devices of other classes, each with room for what the driver has of its own behind it: drivers/iio/industrialio-core.c:iio_device_alloc, drivers/spi/spi.c:__spi_alloc_controller,
   drivers/net/phy/mdio_bus.c:mdiobus_alloc_size, net/mac802154/main.c:ieee802154_alloc_hw, drivers/video/fbdev/core/fbsysfs.c:framebuffer_alloc, drivers/scsi/hosts.c:scsi_host_alloc,
   drivers/mmc/core/host.c:mmc_alloc_host, drivers/pci/probe.c:pci_alloc_host_bridge, drivers/comedi/drivers.c:comedi_alloc_devpriv, drivers/net/can/dev/dev.c:alloc_candev_mqs,
   drivers/net/wan/hdlc.c:alloc_hdlcdev. */

@part usb_alloc_urb
struct urb *usb_alloc_urb(int packets, gfp_t flags)
{
	return kzalloc(sizeof(struct urb) + packets * sizeof(struct usb_iso_packet_descriptor), flags);
}

@part usb_free_urb
void usb_free_urb(struct urb *urb)
{
	(void)urb; /* it may be on its way: whoever drops it last frees it, and nobody counts here */
}

@part alloc_etherdev_mqs
struct net_device *alloc_etherdev_mqs(int size, unsigned int txqs, unsigned int rxqs)
{
	return heddle_network_device(size, txqs);
}

@part devm_alloc_etherdev_mqs
struct net_device *devm_alloc_etherdev_mqs(struct device *parent, int size, unsigned int txqs, unsigned int rxqs)
{
	return heddle_network_device(size, txqs);
}

@part alloc_netdev_mqs
struct net_device *alloc_netdev_mqs(int size, const char *name, unsigned char assign, void (*setup)(struct net_device *), unsigned int txqs, unsigned int rxqs)
{
	struct net_device *dev = heddle_network_device(size, txqs);

	if (dev)
		setup(dev);
	return dev;
}

@part =heddle_network_device
/* What the driver has of its own lies behind the device, where netdev_priv looks for it. */
static struct net_device *heddle_network_device(int size, unsigned int txqs)
{
	struct net_device *dev = kzalloc(ALIGN(sizeof(*dev), NETDEV_ALIGN) + size, GFP_KERNEL);

	if (!dev)
		return 0;
	dev->_tx = __heddle_alloc(txqs * sizeof(*dev->_tx), 1);
	dev->dev_addr = __heddle_alloc(MAX_ADDR_LEN, 1);
	dev->flags = __heddle_nondet_uint(); /* as others set them */
	dev->num_tx_queues = txqs;
	dev->real_num_tx_queues = txqs;
	return dev;
}

@part free_netdev
void free_netdev(struct net_device *dev)
{
	kfree(dev->_tx);
	kfree(dev->dev_addr);
	kfree(dev);
}

@part iio_device_alloc
struct iio_dev *iio_device_alloc(struct device *parent, int room)
{
	return heddle_iio_device(parent, room);
}

@part devm_iio_device_alloc
struct iio_dev *devm_iio_device_alloc(struct device *parent, int room)
{
	return heddle_iio_device(parent, room);
}

@part =heddle_iio_device
static struct iio_dev *heddle_iio_device(struct device *parent, int room)
{
	struct iio_dev *d = kzalloc(ALIGN(sizeof(*d), 32) + room, GFP_KERNEL);

	if (!d)
		return 0;
	d->priv = (char *)d + ALIGN(sizeof(*d), 32);
	d->dev.parent = parent;
	mutex_init(&d->mlock);
	return d;
}

@part __spi_alloc_controller
struct spi_controller *__spi_alloc_controller(struct device *dev, unsigned int room, bool slave)
{
	return heddle_spi_controller(dev, room, slave);
}

@part __devm_spi_alloc_controller
struct spi_controller *__devm_spi_alloc_controller(struct device *dev, unsigned int room, bool slave)
{
	return heddle_spi_controller(dev, room, slave);
}

@part =heddle_spi_controller
static struct spi_controller *heddle_spi_controller(struct device *dev, unsigned int room, bool slave)
{
	struct spi_controller *c = kzalloc(ALIGN(sizeof(*c), 32) + room, GFP_KERNEL);

	if (!c)
		return 0;
	c->bus_num = -1;
	c->num_chipselect = 1;
	c->slave = slave;
	c->dev.parent = dev;
	c->dev.driver_data = (char *)c + ALIGN(sizeof(*c), 32);
	return c;
}

@part mdiobus_alloc_size
struct mii_bus *mdiobus_alloc_size(size_t room)
{
	return heddle_mii_bus(room);
}

@part devm_mdiobus_alloc_size
struct mii_bus *devm_mdiobus_alloc_size(struct device *dev, int room)
{
	return heddle_mii_bus(room);
}

@part =heddle_mii_bus
static struct mii_bus *heddle_mii_bus(size_t room)
{
	struct mii_bus *bus = kzalloc(ALIGN(sizeof(*bus), 32) + room, GFP_KERNEL);

	if (bus && room)
		bus->priv = (char *)bus + ALIGN(sizeof(*bus), 32);
	return bus;
}

@part ieee802154_alloc_hw
struct ieee802154_hw *ieee802154_alloc_hw(size_t room, const struct ieee802154_ops *ops)
{
	struct ieee802154_hw *hw = kzalloc(ALIGN(sizeof(*hw), 32) + room, GFP_KERNEL);

	if (!hw)
		return 0;
	hw->phy = __heddle_alloc(sizeof(*hw->phy), 1);
	hw->priv = (char *)hw + ALIGN(sizeof(*hw), 32);
	return hw;
}

@part framebuffer_alloc
struct fb_info *framebuffer_alloc(size_t room, struct device *dev)
{
	struct fb_info *info = kzalloc(ALIGN(sizeof(*info), 32) + room, GFP_KERNEL);

	if (!info)
		return 0;
	if (room)
		info->par = (char *)info + ALIGN(sizeof(*info), 32);
	info->device = dev;
	return info;
}

@part scsi_host_alloc
struct Scsi_Host *scsi_host_alloc(struct scsi_host_template *t, int room)
{
	struct Scsi_Host *host = kzalloc(sizeof(*host) + room, GFP_KERNEL);

	if (!host)
		return 0;
	host->host_lock = &host->default_lock;
	spin_lock_init(host->host_lock);
	host->hostt = t;
	return host;
}

@part mmc_alloc_host
struct mmc_host *mmc_alloc_host(int room, struct device *dev)
{
	struct mmc_host *host = kzalloc(sizeof(*host) + room, GFP_KERNEL);

	if (!host)
		return 0;
	host->parent = dev;
	spin_lock_init(&host->lock);
	return host;
}

@part devm_pci_alloc_host_bridge
struct pci_host_bridge *devm_pci_alloc_host_bridge(struct device *dev, size_t room)
{
	struct pci_host_bridge *bridge = kzalloc(sizeof(*bridge) + room, GFP_KERNEL);

	if (bridge)
		bridge->dev.parent = dev;
	return bridge;
}

@part comedi_alloc_devpriv
void *comedi_alloc_devpriv(struct comedi_device *dev, size_t size)
{
	dev->private = kzalloc(size, GFP_KERNEL);
	return dev->private;
}

@part alloc_candev_mqs
struct net_device *alloc_candev_mqs(int size, unsigned int echoes, unsigned int txqs, unsigned int rxqs)
{
	struct net_device *dev = heddle_network_device(ALIGN(size, NETDEV_ALIGN) + echoes * sizeof(struct sk_buff *), txqs);
	struct can_priv *priv;

	if (!dev)
		return 0;
	priv = netdev_priv(dev);
	priv->dev = dev;
	priv->echo_skb_max = echoes;
	priv->echo_skb = (void *)((char *)priv + ALIGN(size, NETDEV_ALIGN));
	priv->state = CAN_STATE_STOPPED;
	return dev;
}

@part alloc_hdlcdev
struct net_device *alloc_hdlcdev(void *priv)
{
	struct net_device *dev = heddle_network_device(sizeof(struct hdlc_device), 1);

	if (dev)
		dev_to_hdlc(dev)->priv = priv;
	return dev;
}

@part __tty_alloc_driver
struct tty_driver *__tty_alloc_driver(unsigned int lines, struct module *owner, unsigned long flags)
{
	struct tty_driver *d = kzalloc(sizeof(*d), GFP_KERNEL);

	if (!d)
		return (struct tty_driver *)-12L;
	d->num = lines;
	d->flags = flags;
	return d;
}

@part tty_register_driver
int tty_register_driver(struct tty_driver *d)
{
	unsigned int index, next = 0;

	if (__heddle_nondet_bool())
		return -12;
	if (heddle_terminals_later(d))
		return 0;
	while (__heddle_nondet_bool()) {
		index = __heddle_nondet_uint();
		__heddle_assume(index >= next && index < d->num);
		__heddle_spawn(0, heddle_terminal, d, index, (struct tty_port *)0);
		next = index + 1;
	}
	return 0;
}

@part tty_register_device
struct device *tty_register_device(struct tty_driver *d, unsigned index, struct device *parent)
{
	return heddle_terminal_device(d, index, 0, parent);
}

@part tty_register_device_attr
struct device *tty_register_device_attr(struct tty_driver *d, unsigned index, struct device *parent, void *data, const struct attribute_group **groups)
{
	return heddle_terminal_device(d, index, 0, parent);
}

@part tty_port_register_device
struct device *tty_port_register_device(struct tty_port *port, struct tty_driver *d, unsigned index, struct device *parent)
{
	return heddle_terminal_device(d, index, port, parent);
}

@part tty_port_register_device_attr
struct device *tty_port_register_device_attr(struct tty_port *port, struct tty_driver *d, unsigned index, struct device *parent, void *data, const struct attribute_group **groups)
{
	return heddle_terminal_device(d, index, port, parent);
}

@part =heddle_terminal_device
static struct device *heddle_terminal_device(struct tty_driver *d, unsigned int index, struct tty_port *port, struct device *parent)
{
	struct device *dev = kzalloc(sizeof(*dev), GFP_KERNEL);

	if (!dev || index >= d->num)
		return (struct device *)-12L;
	dev->parent = parent;
	if (heddle_terminals_later(d) && __heddle_nondet_bool())
		__heddle_spawn(0, heddle_terminal, d, index, port);
	return dev;
}

@part =heddle_terminal
struct heddle_terminal {
	struct tty_struct tty;
	unsigned long files;
	unsigned int held;
};

/* A terminal that is opened, used, and closed. */
static void heddle_terminal_file(struct tty_struct *tty, unsigned long *files)
{
	const struct tty_operations *ops = tty->ops;
	struct file *file = __heddle_alloc(sizeof(*file), 1);
	unsigned long *running = __heddle_alloc(sizeof(*running), 1);
	int failed = 0;

	@call(failed, ops, tty_operations.open, struct tty_struct * = tty, struct file * = file)
	if (!failed) {
		@calls(ops, tty_operations, struct tty_struct * = tty, counted exactly = running)
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
	}
	@call(failed, ops, tty_operations.close, struct tty_struct * = tty, struct file * = file)
	__atomic_fetch_sub(files, 1, __ATOMIC_SEQ_CST);
}

/* It is installed for who opens it first, others may open it meanwhile, and it is shut down behind the last who closes it. Then there may be another one of its number. Who hangs it up holds it a
   while longer: it is cleaned up when nobody does. */
static void heddle_terminal(struct tty_driver *d, unsigned int index, struct tty_port *port)
{
	struct heddle_terminal *o = __heddle_alloc(sizeof(*o), 1);
	struct tty_struct *tty = &o->tty;
	unsigned long *files = &o->files;
	unsigned int *held = &o->held;
	int failed = 0;

	tty->driver = d;
	tty->ops = d->ops;
	tty->index = index;
	@call(failed, d->ops, tty_operations.install, struct tty_driver * = d, struct tty_struct * = tty)
	if (failed) {
		if (__heddle_nondet_bool())
			__heddle_spawn(0, heddle_terminal, d, index, port);
		return;
	}
	if (!tty->port)
		tty->port = port;
	do {
		__atomic_fetch_add(files, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_terminal_file, tty, files);
	} while (__heddle_nondet_bool());
	@given(d->ops->hangup, tty_operations.hangup, struct tty_struct * = tty, counted = held)
	__heddle_atomic_begin();
	__heddle_assume(*files == 0);
	__heddle_atomic_end();
	@call(failed, d->ops, tty_operations.shutdown, struct tty_struct * = tty)
	@call(failed, d->ops, tty_operations.remove, struct tty_driver * = d, struct tty_struct * = tty)
	if (__heddle_nondet_bool())
		__heddle_spawn(0, heddle_terminal, d, index, port);
	__heddle_atomic_begin();
	__heddle_assume(*held == 0);
	__heddle_atomic_end();
	@call(failed, d->ops, tty_operations.cleanup, struct tty_struct * = tty)
}

/* Whether there is a file for each terminal of its own, made when its device is registered. */
static _Bool heddle_terminals_later(struct tty_driver *d)
{
	return d->flags & TTY_DRIVER_DYNAMIC_DEV && !(d->flags & TTY_DRIVER_DYNAMIC_ALLOC);
}

@part tty_unregister_driver
void tty_unregister_driver(struct tty_driver *d)
{
	@wait(tty_operations)
}

@part tty_driver_kref_put
void tty_driver_kref_put(struct tty_driver *d)
{
	(void)d;
}

@part tty_port_init
void tty_port_init(struct tty_port *port)
{
	mutex_init(&port->mutex);
}

@part tty_port_link_device
void tty_port_link_device(struct tty_port *port, struct tty_driver *d, unsigned index)
{
	(void)port;
}

@part tty_port_destroy
void tty_port_destroy(struct tty_port *port)
{
	(void)port;
}

@part tty_port_open
int tty_port_open(struct tty_port *port, struct tty_struct *tty, struct file *file)
{
	spin_lock(&port->lock);
	port->count++;
	spin_unlock(&port->lock);
	return __heddle_nondet_bool() ? -19 : 0;
}

@part tty_port_close
void tty_port_close(struct tty_port *port, struct tty_struct *tty, struct file *file)
{
	int count;

	spin_lock(&port->lock);
	count = port->count;
	if (count > 0)
		port->count = count - 1;
	spin_unlock(&port->lock);
	if (count == 1)
		heddle_port_shutdown(port);
}

@part tty_port_hangup
void tty_port_hangup(struct tty_port *port)
{
	spin_lock(&port->lock);
	port->count = 0;
	spin_unlock(&port->lock);
	heddle_port_shutdown(port);
}

@part =heddle_port_shutdown
static void heddle_port_shutdown(struct tty_port *port)
{
	int failed = 0;

	if (__heddle_nondet_bool())
		return; /* it was not initialized */
	mutex_lock(&port->mutex);
	@call(failed, port->ops, tty_port_operations.shutdown, struct tty_port * = port)
	mutex_unlock(&port->mutex);
}

@part alloc_pages
struct page *alloc_pages(gfp_t flags, unsigned int order)
{
	return kzalloc(sizeof(struct page) << order, flags);
}

@part __blk_mq_alloc_disk
struct gendisk *__blk_mq_alloc_disk(struct blk_mq_tag_set *set, void *data, struct lock_class_key *key)
{
	struct gendisk *disk = heddle_new_disk();

	if (!disk)
		return (struct gendisk *)-12L;
	disk->queue->tag_set = set;
	disk->queue->queuedata = data;
	return disk;
}

@part __blk_alloc_disk
struct gendisk *__blk_alloc_disk(int node, struct lock_class_key *key)
{
	return heddle_new_disk();
}

@part =heddle_new_disk
static struct gendisk *heddle_new_disk(void)
{
	struct gendisk *disk;

	if (__heddle_nondet_bool())
		return 0;
	disk = __heddle_alloc(sizeof(*disk), 1);
	disk->queue = __heddle_alloc(sizeof(*disk->queue), 1);
	disk->queue->disk = disk;
	disk->part0 = __heddle_alloc(sizeof(*disk->part0), 1);
	disk->part0->bd_disk = disk;
	return disk;
}

@part device_add_disk
int device_add_disk(struct device *parent, struct gendisk *disk, const struct attribute_group **groups)
{
	if (__heddle_nondet_bool())
		return -12;
	heddle_disk(disk);
	return 0;
}

@part =heddle_added_disks
/* A disk that was added, where no function that nothing defines can write. */
struct heddle_added {
	struct gendisk *disk;
	unsigned int openers;
	struct heddle_added *next;
};

static struct heddle_added *heddle_added_disks;

static void heddle_added_disks_add(struct heddle_added *added)
{
	__heddle_atomic_begin();
	added->next = heddle_added_disks;
	heddle_added_disks = added;
	__heddle_atomic_end();
}

@part =heddle_disk
static unsigned int heddle_requests;

@has blk_mq_ops
/* A request of its own, with what the driver has for each behind it. */
static void heddle_request(struct gendisk *disk)
{
	struct blk_mq_tag_set *set = disk->queue->tag_set;
	struct request *rq = __heddle_alloc(sizeof(*rq) + set->cmd_size, 1);
	struct blk_mq_queue_data *bd = __heddle_alloc(sizeof(*bd), 1);
	struct blk_mq_hw_ctx *hctx = __heddle_alloc(sizeof(*hctx), 1);
	int failed = 0;

	rq->q = disk->queue;
	rq->__sector = __heddle_nondet_ulong();
	rq->__data_len = __heddle_nondet_uint();
	rq->cmd_flags = __heddle_nondet_uint();
	bd->rq = rq;
	bd->last = __heddle_nondet_bool();
	hctx->queue = disk->queue;
	@call(failed, set->ops, blk_mq_ops.queue_rq, struct blk_mq_hw_ctx * = hctx, struct blk_mq_queue_data * = bd)
	__atomic_fetch_sub(&heddle_requests, 1, __ATOMIC_SEQ_CST);
}
@end

static unsigned int heddle_opening_disks;
static unsigned long heddle_owned;

/* A disk is opened, used and released; it counts who has it open, under the lock of both. */
static void heddle_disk_use(struct heddle_added *added, _Bool owned)
{
	struct gendisk *disk = added->disk;
	struct block_device *bdev = disk->part0;
	unsigned int *running = __heddle_alloc(sizeof(*running), 1);
	int failed = 0;

	@call(failed, disk->fops, block_device_operations.open, struct gendisk * = disk, struct block_device * = bdev, first = __atomic_fetch_add(&added->openers, 1, __ATOMIC_SEQ_CST), last = __atomic_fetch_add((int *)&bdev->bd_openers, !failed, __ATOMIC_SEQ_CST))
	__atomic_fetch_sub(&heddle_opening_disks, 1, __ATOMIC_SEQ_CST);
	if (!failed) {
		@given(disk->fops->ioctl, block_device_operations.ioctl, struct gendisk * = disk, struct block_device * = bdev, counted = running)
		@given(disk->fops->compat_ioctl, block_device_operations.compat_ioctl, struct gendisk * = disk, struct block_device * = bdev, counted = running)
		@given(disk->fops->getgeo, block_device_operations.getgeo, struct gendisk * = disk, struct block_device * = bdev, counted = running)
		@given(disk->fops->set_read_only, block_device_operations.set_read_only, struct gendisk * = disk, struct block_device * = bdev, counted = running)
		__heddle_atomic_begin();
		__heddle_assume(*running == 0);
		__heddle_atomic_end();
		@call(failed, disk->fops, block_device_operations.release, struct gendisk * = disk, struct block_device * = bdev, first = __atomic_fetch_sub((int *)&bdev->bd_openers, 1, __ATOMIC_SEQ_CST))
	}
	__atomic_fetch_sub(&added->openers, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_sub(&heddle_owned, owned, __ATOMIC_SEQ_CST);
}

static void heddle_disk(struct gendisk *disk)
{
	struct heddle_added *added = __heddle_alloc(sizeof(*added), 1);
	_Bool owned = disk->fops->owner != 0;

	added->disk = disk;
	heddle_added_disks_add(added);
@has blk_mq_ops
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_requests, 1, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_request, disk);
	}
@end
	while (__heddle_nondet_bool()) {
		__atomic_fetch_add(&heddle_opening_disks, 1, __ATOMIC_SEQ_CST);
		__atomic_fetch_add(&heddle_owned, owned, __ATOMIC_SEQ_CST);
		__heddle_spawn(0, heddle_disk_use, added, owned);
	}
	@calls(disk->fops, block_device_operations, struct gendisk * = disk, struct block_device * = disk->part0)
}

/* Who has a disk open keeps it, but nobody opens it any more, and nobody's request comes through. */
@part del_gendisk
void del_gendisk(struct gendisk *disk)
{
	__heddle_atomic_begin();
	__heddle_assume(heddle_requests == 0 && heddle_opening_disks == 0);
	__heddle_atomic_end();
	@wait(block_device_operations)
}

@part put_disk
void put_disk(struct gendisk *disk)
{
	heddle_put_disk(disk);
}

/* The driver's part of a disk that was added ends when nobody has it open any more. */
@part =heddle_put_disk
@has end of a disk
static void heddle_disk_ends(struct heddle_added *added)
{
	struct gendisk *disk = added->disk;
	int failed = 0;

	__heddle_atomic_begin();
	__heddle_assume(added->openers == 0);
	__heddle_atomic_end();
	@call(failed, disk->fops, block_device_operations.free_disk, struct gendisk * = disk)
}
@end

static void heddle_put_disk(struct gendisk *disk)
{
@has end of a disk
	struct heddle_added *added, *found = 0;

	__heddle_atomic_begin();
	for (added = heddle_added_disks; added; added = added->next)
		if (added->disk == disk)
			found = added;
	__heddle_atomic_end();
	if (found)
		__heddle_spawn(0, heddle_disk_ends, found);
@end
@unless block_device_operations.free_disk
	(void)disk;
@end
}

@part blk_mq_alloc_tag_set
int blk_mq_alloc_tag_set(struct blk_mq_tag_set *set)
{
	return __heddle_nondet_bool() ? -12 : 0;
}

@part blk_mq_free_tag_set
void blk_mq_free_tag_set(struct blk_mq_tag_set *set)
{
	(void)set;
}

@part __register_blkdev
int __register_blkdev(unsigned int major, const char *name, void (*probe)(dev_t))
{
	return __heddle_nondet_int();
}

@part unregister_blkdev
void unregister_blkdev(unsigned int major, const char *name)
{
	(void)major;
}

@part __napi_alloc_skb
struct sk_buff *__napi_alloc_skb(struct napi_struct *napi, unsigned int n, gfp_t flags)
{
	return __heddle_nondet_bool() ? 0 : heddle_skb();
}

@part __netdev_alloc_skb
struct sk_buff *__netdev_alloc_skb(struct net_device *dev, unsigned int n, gfp_t flags)
{
	return __heddle_nondet_bool() ? 0 : heddle_skb();
}

@part __alloc_skb
struct sk_buff *__alloc_skb(unsigned int n, gfp_t flags, int how, int node)
{
	return __heddle_nondet_bool() ? 0 : heddle_skb();
}

@part =heddle_skb
/* A packet that nobody else has, of any length. */
static struct sk_buff *heddle_skb(void)
{
	struct sk_buff *skb = __heddle_alloc(sizeof(*skb), 1);

	skb->head = __heddle_alloc(2048, 0);
	skb->data = skb->head;
	skb->len = __heddle_nondet_uint() % 2048;
	return skb;
}

@part skb_put
void *skb_put(struct sk_buff *skb, unsigned int n)
{
	(void)n;
	return skb->data;
}

@part get_current
/* Each thread is a task of its own, and remains one. */
struct task_struct *get_current(void)
{
	static __thread struct task_struct *heddle_task;

	if (!heddle_task) {
		heddle_task = __heddle_alloc(sizeof(*heddle_task), 0);
		__heddle_fresh(heddle_task);
	}
	return heddle_task;
}
