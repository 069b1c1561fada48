// check: --platform linux
// expect: BOUNDED
// The kernel gives a disk back when nobody has it any more, and once.
#include <linux/blkdev.h>
#include <linux/module.h>
#include <linux/slab.h>

struct tray {
	struct mutex lock;
	int opens;
};

static struct gendisk *tray_disk;

static int tray_open(struct block_device *bdev, fmode_t mode)
{
	struct tray *t = bdev->bd_disk->private_data;

	mutex_lock(&t->lock);
	t->opens++; // norace
	mutex_unlock(&t->lock);
	return 0;
}

static void tray_free(struct gendisk *disk)
{
	kfree(disk->private_data);
}

static const struct block_device_operations tray_ops = {
	.owner = THIS_MODULE,
	.open = tray_open,
	.free_disk = tray_free,
};

static int __init tray_init(void)
{
	struct tray *t;
	int err;

	t = kzalloc(sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	mutex_init(&t->lock);
	tray_disk = blk_alloc_disk(NUMA_NO_NODE);
	if (!tray_disk) {
		kfree(t);
		return -ENOMEM;
	}
	tray_disk->fops = &tray_ops;
	tray_disk->private_data = t;
	err = add_disk(tray_disk);
	if (err)
		put_disk(tray_disk);
	return err;
}

static void __exit tray_exit(void)
{
	del_gendisk(tray_disk);
	put_disk(tray_disk);
}

module_init(tray_init);
module_exit(tray_exit);
MODULE_LICENSE("GPL");
