// SPDX-License-Identifier: GPL-2.0
/*
 * patrolwdt: a watchdog whose hardware has a short timeout.
 *
 * The card resets the machine when it was not spoken to for 1.6 seconds. Nobody wants a daemon that runs so often, so a timer speaks to the card as long as the daemon was heard of within
 * the heartbeat; then it stops, and the card does what it is there for.
 */
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/notifier.h>
#include <linux/reboot.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <linux/watchdog.h>

#define PATROL_PORT 0x2e8
#define PATROL_PORTS 4
#define PATROL_CONTROL (PATROL_PORT + 0)
#define PATROL_PING (PATROL_PORT + 1)
#define PATROL_STATE (PATROL_PORT + 2)

#define PATROL_ON 0x01
#define PATROL_WARN 0x02
#define PATROL_FIRED 0x80

#define PATROL_INTERVAL (HZ / 2)
#define PATROL_DEFAULT 30
#define PATROL_MIN 2
#define PATROL_MAX 3600

static bool nowayout = WATCHDOG_NOWAYOUT;
module_param(nowayout, bool, 0);
MODULE_PARM_DESC(nowayout, "the watchdog cannot be stopped once it was started");

static unsigned int heartbeat = PATROL_DEFAULT;
static unsigned long next_heartbeat;
static unsigned int pings;
static bool running;
static bool expect_close;
static unsigned long in_use;
static DEFINE_SPINLOCK(card_lock);

static void patrol_tick(struct timer_list *unused);
static DEFINE_TIMER(patrol_timer, patrol_tick);

/* Talking to the card, which has one register behind another. */
static void patrol_write(u8 value, unsigned int port)
{
	lockdep_assert_held(&card_lock);
	outb(value, port);
}

static void patrol_card_on(void)
{
	patrol_write(PATROL_ON, PATROL_CONTROL);
	patrol_write(0, PATROL_PING);
}

static void patrol_card_off(void)
{
	patrol_write(0, PATROL_CONTROL);
}

/* patrol_heard notes that the daemon lives. */
static void patrol_heard(void)
{
	unsigned long flags;

	spin_lock_irqsave(&card_lock, flags);
	next_heartbeat = jiffies + heartbeat * HZ;
	spin_unlock_irqrestore(&card_lock, flags);
}

static void patrol_tick(struct timer_list *unused)
{
	unsigned long flags;
	bool again = false;

	spin_lock_irqsave(&card_lock, flags);
	if (running && time_before(jiffies, next_heartbeat)) {
		patrol_write(0, PATROL_PING);
		pings++;
		again = true;
	}
	spin_unlock_irqrestore(&card_lock, flags);
	if (again)
		mod_timer(&patrol_timer, jiffies + PATROL_INTERVAL);
	else
		pr_crit("patrolwdt: nobody was heard of, the machine goes down\n");
}

static void patrol_start(void)
{
	unsigned long flags;

	spin_lock_irqsave(&card_lock, flags);
	if (!running) {
		running = true;
		patrol_card_on();
	}
	spin_unlock_irqrestore(&card_lock, flags);
	patrol_heard();
	mod_timer(&patrol_timer, jiffies + PATROL_INTERVAL);
}

static void patrol_stop(void)
{
	unsigned long flags;

	spin_lock_irqsave(&card_lock, flags);
	running = false;
	patrol_card_off();
	spin_unlock_irqrestore(&card_lock, flags);
	del_timer_sync(&patrol_timer);
}

static int patrol_set_heartbeat(int seconds)
{
	unsigned long flags;

	if (seconds < PATROL_MIN || seconds > PATROL_MAX)
		return -EINVAL;
	spin_lock_irqsave(&card_lock, flags);
	heartbeat = seconds;
	spin_unlock_irqrestore(&card_lock, flags);
	return 0;
}

static int patrol_get_heartbeat(void)
{
	unsigned long flags;
	int seconds;

	spin_lock_irqsave(&card_lock, flags);
	seconds = heartbeat;
	spin_unlock_irqrestore(&card_lock, flags);
	return seconds;
}

static int patrol_open(struct inode *inode, struct file *file)
{
	if (test_and_set_bit(0, &in_use))
		return -EBUSY;
	if (nowayout)
		__module_get(THIS_MODULE);
	patrol_start();
	return stream_open(inode, file);
}

static int patrol_release(struct inode *inode, struct file *file)
{
	unsigned long flags;
	bool stop;

	spin_lock_irqsave(&card_lock, flags);
	stop = expect_close;
	expect_close = false;
	spin_unlock_irqrestore(&card_lock, flags);
	if (stop) {
		patrol_stop();
	} else {
		pr_crit("patrolwdt: closed without a word, the watchdog stays on\n");
		patrol_heard();
	}
	clear_bit(0, &in_use);
	return 0;
}

static ssize_t patrol_file_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	unsigned long flags;
	char last = 0;

	if (!count)
		return 0;
	if (get_user(last, buf + count - 1))
		return -EFAULT;
	spin_lock_irqsave(&card_lock, flags);
	expect_close = !nowayout && last == 'V';
	spin_unlock_irqrestore(&card_lock, flags);
	patrol_heard();
	return count;
}

static const struct watchdog_info patrol_info = {
	.options = WDIOF_SETTIMEOUT | WDIOF_KEEPALIVEPING | WDIOF_MAGICCLOSE,
	.firmware_version = 1,
	.identity = "patrol",
};

static long patrol_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *to = (void __user *)arg;
	int __user *number = to;
	int value, err;

	switch (cmd) {
	case WDIOC_GETSUPPORT:
		return copy_to_user(to, &patrol_info, sizeof(patrol_info)) ? -EFAULT : 0;
	case WDIOC_GETSTATUS:
		return put_user(inb(PATROL_STATE) & PATROL_WARN ? 1 : 0, number);
	case WDIOC_GETBOOTSTATUS:
		return put_user(inb(PATROL_STATE) & PATROL_FIRED ? WDIOF_CARDRESET : 0, number);
	case WDIOC_SETOPTIONS:
		if (get_user(value, number))
			return -EFAULT;
		if (value & WDIOS_DISABLECARD)
			patrol_stop();
		if (value & WDIOS_ENABLECARD)
			patrol_start();
		return value & (WDIOS_DISABLECARD | WDIOS_ENABLECARD) ? 0 : -EINVAL;
	case WDIOC_KEEPALIVE:
		patrol_heard();
		return 0;
	case WDIOC_SETTIMEOUT:
		if (get_user(value, number))
			return -EFAULT;
		err = patrol_set_heartbeat(value);
		if (err)
			return err;
		patrol_heard();
		fallthrough;
	case WDIOC_GETTIMEOUT:
		return put_user(patrol_get_heartbeat(), number);
	}
	return -ENOTTY;
}

static const struct file_operations patrol_fops = {
	.owner = THIS_MODULE,
	.llseek = no_llseek,
	.open = patrol_open,
	.release = patrol_release,
	.write = patrol_file_write,
	.unlocked_ioctl = patrol_ioctl,
};

static struct miscdevice patrol_dev = {
	.minor = WATCHDOG_MINOR,
	.name = "watchdog",
	.fops = &patrol_fops,
};

static int patrol_reboot(struct notifier_block *nb, unsigned long code, void *unused)
{
	if (code == SYS_DOWN || code == SYS_HALT)
		patrol_stop();
	return NOTIFY_DONE;
}

static struct notifier_block patrol_notifier = {
	.notifier_call = patrol_reboot,
};

static int __init patrol_init(void)
{
	int err;

	if (!request_region(PATROL_PORT, PATROL_PORTS, "patrolwdt"))
		return -EBUSY;
	err = register_reboot_notifier(&patrol_notifier);
	if (err)
		goto no_notifier;
	err = misc_register(&patrol_dev);
	if (err)
		goto no_device;
	return 0;

no_device:
	unregister_reboot_notifier(&patrol_notifier);
no_notifier:
	release_region(PATROL_PORT, PATROL_PORTS);
	return err;
}

static void __exit patrol_exit(void)
{
	misc_deregister(&patrol_dev);
	unregister_reboot_notifier(&patrol_notifier);
	patrol_stop();
	release_region(PATROL_PORT, PATROL_PORTS);
}

module_init(patrol_init);
module_exit(patrol_exit);
MODULE_DESCRIPTION("A watchdog with a short timeout, and a timer that stretches it");
MODULE_LICENSE("GPL");
