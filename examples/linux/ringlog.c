// SPDX-License-Identifier: GPL-2.0
/*
 * ringlog: a character device that keeps the last messages that were written to it.
 *
 * Writers append records, readers see each record once, from the oldest that is there when they open the device; the position of a file is the number of its next record. A reader that is too slow loses records.
 * Readers may wait, or poll. A control call clears the log, sets how many records are kept, or reports what has happened so far.
 */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/ioctl.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define RINGLOG_RECORDS 16
#define RINGLOG_TEXT 56

struct ringlog_record {
	u32 length;
	u32 number;
	char text[RINGLOG_TEXT];
};

struct ringlog_status {
	__u32 written;
	__u32 dropped;
	__u32 truncated;
	__u32 readers;
	__u32 keep;
};

#define RINGLOG_CLEAR _IO('R', 1)
#define RINGLOG_STATUS _IOR('R', 2, struct ringlog_status)
#define RINGLOG_KEEP _IOW('R', 3, __u32)

/* The log. Records number first to next - 1 are there. */
static struct ringlog_record *records;
static u32 first;
static u32 next;
static u32 keep = RINGLOG_RECORDS;
static u32 dropped;
static u32 truncated;
static u32 readers;
static DEFINE_MUTEX(log_lock);
static DECLARE_WAIT_QUEUE_HEAD(log_wait);

static bool ringlog_has(u32 number)
{
	bool has;

	mutex_lock(&log_lock);
	has = number != next;
	mutex_unlock(&log_lock);
	return has;
}

/* ringlog_drop takes the oldest records away until so many are left. */
static void ringlog_drop(u32 left)
{
	lockdep_assert_held(&log_lock);
	if (next - first > left) {
		dropped += next - first - left;
		first = next - left;
	}
}

static int ringlog_open(struct inode *inode, struct file *file)
{
	mutex_lock(&log_lock);
	file->f_pos = first;
	readers++;
	mutex_unlock(&log_lock);
	return 0;
}

static int ringlog_release(struct inode *inode, struct file *file)
{
	mutex_lock(&log_lock);
	readers--;
	mutex_unlock(&log_lock);
	return 0;
}

/* ringlog_take copies the record at a position, or the oldest one if that is gone. It returns false if there is none yet. */
static bool ringlog_take(u32 *at, struct ringlog_record *out)
{
	bool there = false;

	mutex_lock(&log_lock);
	if ((s32)(first - *at) > 0)
		*at = first;
	if (*at != next) {
		*out = records[*at % RINGLOG_RECORDS];
		++*at;
		there = true;
	}
	mutex_unlock(&log_lock);
	return there;
}

static ssize_t ringlog_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct ringlog_record record;
	u32 at = *ppos;
	ssize_t done;

	while (!ringlog_take(&at, &record)) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(log_wait, ringlog_has(at)))
			return -ERESTARTSYS;
	}
	done = min_t(size_t, count, record.length);
	if (copy_to_user(buf, record.text, done))
		return -EFAULT;
	*ppos = at;
	return done;
}

static ssize_t ringlog_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct ringlog_record record;
	struct ringlog_record *slot;

	if (!count)
		return 0;
	if (count > RINGLOG_TEXT) {
		count = RINGLOG_TEXT;
		/*
		 * SEED: two writers whose messages are too long count as one, and the status may show either: nobody holds the lock yet.
		 */
		truncated++;
	}
	memset(&record, 0, sizeof(record));
	if (copy_from_user(record.text, buf, count))
		return -EFAULT;
	record.length = count;

	if (mutex_lock_interruptible(&log_lock))
		return -ERESTARTSYS;
	if (!keep) {
		dropped++;
		mutex_unlock(&log_lock);
		return count;
	}
	ringlog_drop(keep - 1);
	record.number = next;
	slot = &records[next % RINGLOG_RECORDS];
	*slot = record;
	next++;
	mutex_unlock(&log_lock);
	wake_up_interruptible(&log_wait);
	return count;
}

static __poll_t ringlog_poll(struct file *file, poll_table *wait)
{
	__poll_t mask = EPOLLOUT | EPOLLWRNORM;

	poll_wait(file, &log_wait, wait);
	if (ringlog_has(file->f_pos))
		mask |= EPOLLIN | EPOLLRDNORM;
	return mask;
}

static long ringlog_status(struct ringlog_status __user *to)
{
	struct ringlog_status s;

	mutex_lock(&log_lock);
	s.written = next;
	s.dropped = dropped;
	s.truncated = truncated;
	s.readers = readers;
	s.keep = keep;
	mutex_unlock(&log_lock);
	return copy_to_user(to, &s, sizeof(s)) ? -EFAULT : 0;
}

static long ringlog_keep(u32 n)
{
	if (n > RINGLOG_RECORDS)
		return -EINVAL;
	mutex_lock(&log_lock);
	ringlog_drop(n);
	keep = n;
	mutex_unlock(&log_lock);
	return 0;
}

static long ringlog_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	u32 n;

	switch (cmd) {
	case RINGLOG_CLEAR:
		mutex_lock(&log_lock);
		ringlog_drop(0);
		mutex_unlock(&log_lock);
		return 0;
	case RINGLOG_STATUS:
		return ringlog_status((struct ringlog_status __user *)arg);
	case RINGLOG_KEEP:
		if (get_user(n, (u32 __user *)arg))
			return -EFAULT;
		return ringlog_keep(n);
	}
	return -ENOTTY;
}

static const struct file_operations ringlog_fops = {
	.owner = THIS_MODULE,
	.open = ringlog_open,
	.release = ringlog_release,
	.read = ringlog_read,
	.write = ringlog_write,
	.poll = ringlog_poll,
	.unlocked_ioctl = ringlog_ioctl,
	.llseek = no_llseek,
};

static struct miscdevice ringlog_dev = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "ringlog",
	.fops = &ringlog_fops,
};

static int __init ringlog_init(void)
{
	int err;

	records = kcalloc(RINGLOG_RECORDS, sizeof(*records), GFP_KERNEL);
	if (!records)
		return -ENOMEM;
	err = misc_register(&ringlog_dev);
	if (err) {
		pr_err("ringlog: no device: %d\n", err);
		kfree(records);
	}
	return err;
}

static void __exit ringlog_exit(void)
{
	misc_deregister(&ringlog_dev);
	kfree(records);
}

module_init(ringlog_init);
module_exit(ringlog_exit);
MODULE_DESCRIPTION("The last messages that were written");
MODULE_LICENSE("GPL");
