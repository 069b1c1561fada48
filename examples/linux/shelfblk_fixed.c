// SPDX-License-Identifier: GPL-2.0
/*
 * shelfblk: a small disk behind slow ports.
 *
 * A request tells the disk where it lies and which way its bytes go. A timer keeps an eye on how busy the disk is. A control call reports what was done, changes how much is let through
 * between two looks of the timer, or refuses further writes.
 */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>
#include <linux/errno.h>
#include <linux/hdreg.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/uaccess.h>

#define SHELF_SECTORS 2048
#define SHELF_PORT 0x168
#define SHELF_PORTS 8
#define SHELF_DEPTH 16
#define SHELF_PERIOD (HZ / 10)

struct shelf_status {
	__u64 reads;
	__u64 writes;
	__u64 errors;
	__u32 load;
	__u32 limit;
};

#define SHELF_STATUS _IOR('S', 1, struct shelf_status)
#define SHELF_LIMIT _IOW('S', 2, __u32)
#define SHELF_READONLY _IO('S', 3)

struct shelf {
	struct blk_mq_tag_set tags;
	struct gendisk *disk;
	struct timer_list timer;

	spinlock_t lock;
	u32 recent;
	u32 limit;
	u32 load;
	u64 reads;
	u64 writes;
	u64 errors;
	u32 users;
	bool readonly;
};

static struct shelf shelf;
static int shelf_major;

/* shelf_do tells the disk where a request lies, and which way its bytes go. */
static blk_status_t shelf_do(struct shelf *s, sector_t sector, bool write)
{
	blk_status_t status = BLK_STS_OK;
	unsigned long flags;

	spin_lock_irqsave(&s->lock, flags);
	if (s->recent >= s->limit) {
		status = BLK_STS_RESOURCE;
	} else if (sector >= SHELF_SECTORS || (write && s->readonly)) {
		s->errors++;
		status = BLK_STS_IOERR;
	} else if (write) {
		outl(sector | 1u << 31, SHELF_PORT);
		s->writes++;
		s->recent++;
	} else {
		outl(sector, SHELF_PORT);
		s->reads++;
		s->recent++;
	}
	spin_unlock_irqrestore(&s->lock, flags);
	return status;
}

static blk_status_t shelf_queue(struct blk_mq_hw_ctx *hctx, const struct blk_mq_queue_data *bd)
{
	struct request *rq = bd->rq;
	blk_status_t status;

	blk_mq_start_request(rq);
	status = shelf_do(&shelf, blk_rq_pos(rq), rq_data_dir(rq) == WRITE);
	if (status == BLK_STS_RESOURCE)
		return status;
	blk_mq_end_request(rq, status);
	return BLK_STS_OK;
}

/* shelf_tick lets requests through again, and remembers how many there were. */
static void shelf_tick(struct timer_list *t)
{
	struct shelf *s = &shelf;
	unsigned long flags;

	spin_lock_irqsave(&s->lock, flags);
	s->load = (s->load + s->recent) / 2;
	s->recent = 0;
	spin_unlock_irqrestore(&s->lock, flags);
	mod_timer(&s->timer, jiffies + SHELF_PERIOD);
}

static const struct blk_mq_ops shelf_mq_ops = {
	.queue_rq = shelf_queue,
};

static int shelf_open(struct block_device *bdev, fmode_t mode)
{
	spin_lock_irq(&shelf.lock);
	shelf.users++;
	spin_unlock_irq(&shelf.lock);
	return 0;
}

static void shelf_release(struct gendisk *disk, fmode_t mode)
{
	spin_lock_irq(&shelf.lock);
	shelf.users--;
	spin_unlock_irq(&shelf.lock);
}

static int shelf_getgeo(struct block_device *bdev, struct hd_geometry *geo)
{
	geo->heads = 4;
	geo->sectors = 16;
	geo->cylinders = SHELF_SECTORS / (4 * 16);
	geo->start = 0;
	return 0;
}

static int shelf_status(struct shelf_status __user *to)
{
	struct shelf_status st;

	memset(&st, 0, sizeof(st));
	spin_lock_irq(&shelf.lock);
	st.reads = shelf.reads;
	st.writes = shelf.writes;
	st.errors = shelf.errors;
	st.load = shelf.load;
	st.limit = shelf.limit;
	spin_unlock_irq(&shelf.lock);
	return copy_to_user(to, &st, sizeof(st)) ? -EFAULT : 0;
}

static int shelf_ioctl(struct block_device *bdev, fmode_t mode, unsigned int cmd, unsigned long arg)
{
	u32 limit;

	switch (cmd) {
	case SHELF_STATUS:
		return shelf_status((struct shelf_status __user *)arg);
	case SHELF_LIMIT:
		if (get_user(limit, (u32 __user *)arg))
			return -EFAULT;
		if (!limit)
			return -EINVAL;
		spin_lock_irq(&shelf.lock);
		shelf.limit = limit;
		spin_unlock_irq(&shelf.lock);
		return 0;
	case SHELF_READONLY:
		spin_lock_irq(&shelf.lock);
		shelf.readonly = true;
		spin_unlock_irq(&shelf.lock);
		return 0;
	}
	return -ENOTTY;
}

static const struct block_device_operations shelf_ops = {
	.owner = THIS_MODULE,
	.open = shelf_open,
	.release = shelf_release,
	.ioctl = shelf_ioctl,
	.getgeo = shelf_getgeo,
};

static int __init shelf_init(void)
{
	int err;

	if (!request_region(SHELF_PORT, SHELF_PORTS, "shelf"))
		return -EBUSY;
	spin_lock_init(&shelf.lock);
	timer_setup(&shelf.timer, shelf_tick, 0);
	shelf.limit = SHELF_DEPTH;

	shelf_major = register_blkdev(0, "shelf");
	if (shelf_major < 0) {
		err = shelf_major;
		goto no_major;
	}
	shelf.tags.ops = &shelf_mq_ops;
	shelf.tags.nr_hw_queues = 1;
	shelf.tags.queue_depth = SHELF_DEPTH;
	shelf.tags.numa_node = NUMA_NO_NODE;
	shelf.tags.flags = BLK_MQ_F_SHOULD_MERGE;
	err = blk_mq_alloc_tag_set(&shelf.tags);
	if (err)
		goto no_tags;
	shelf.disk = blk_mq_alloc_disk(&shelf.tags, &shelf);
	if (IS_ERR(shelf.disk)) {
		err = PTR_ERR(shelf.disk);
		goto no_disk;
	}
	shelf.disk->major = shelf_major;
	shelf.disk->first_minor = 0;
	shelf.disk->minors = 1;
	shelf.disk->fops = &shelf_ops;
	shelf.disk->private_data = &shelf;
	set_capacity(shelf.disk, SHELF_SECTORS);
	err = add_disk(shelf.disk);
	if (err)
		goto no_add;
	mod_timer(&shelf.timer, jiffies + SHELF_PERIOD);
	return 0;

no_add:
	put_disk(shelf.disk);
no_disk:
	blk_mq_free_tag_set(&shelf.tags);
no_tags:
	unregister_blkdev(shelf_major, "shelf");
no_major:
	release_region(SHELF_PORT, SHELF_PORTS);
	return err;
}

static void __exit shelf_exit(void)
{
	del_gendisk(shelf.disk);
	del_timer_sync(&shelf.timer);
	put_disk(shelf.disk);
	blk_mq_free_tag_set(&shelf.tags);
	unregister_blkdev(shelf_major, "shelf");
	release_region(SHELF_PORT, SHELF_PORTS);
}

module_init(shelf_init);
module_exit(shelf_exit);
MODULE_DESCRIPTION("A small disk behind slow ports");
MODULE_LICENSE("GPL");
