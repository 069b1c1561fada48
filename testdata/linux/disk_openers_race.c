// check: --platform linux
// expect: BUG race
// A second one opens the disk while the first one has an ioctl.
#include <linux/blkdev.h>
#include <linux/module.h>

static struct gendisk *spool_disk;
static int spool_mode;

static int spool_open(struct block_device *bdev, fmode_t mode)
{
	spool_mode = 1; // race!
	return 0;
}

static int spool_ioctl(struct block_device *bdev, fmode_t mode, unsigned int cmd, unsigned long arg)
{
	return spool_mode; // race!
}

static void spool_release(struct gendisk *disk, fmode_t mode)
{
	if (disk_openers(disk) == 0)
		spool_mode = 0; // norace
}

static const struct block_device_operations spool_ops = {
	.owner = THIS_MODULE,
	.open = spool_open,
	.release = spool_release,
	.ioctl = spool_ioctl,
};

static int __init spool_init(void)
{
	int err;

	spool_disk = blk_alloc_disk(NUMA_NO_NODE);
	if (!spool_disk)
		return -ENOMEM;
	spool_disk->fops = &spool_ops;
	err = add_disk(spool_disk);
	if (err)
		put_disk(spool_disk);
	return err;
}

static void __exit spool_exit(void)
{
	del_gendisk(spool_disk);
	put_disk(spool_disk);
}

module_init(spool_init);
module_exit(spool_exit);
MODULE_LICENSE("GPL");
