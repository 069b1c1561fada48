// check: --platform linux --kernel none
// expect: PROVED
// del_timer_sync waits until the timer has ended.
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/timer.h>

struct lamp {
	struct timer_list timer;
	unsigned int blinks;
};

static struct lamp *lamp;

static void lamp_blink(struct timer_list *t)
{
	struct lamp *l = from_timer(l, t, timer);

	l->blinks++; // norace
}

static int __init lamp_init(void)
{
	lamp = kzalloc(sizeof(*lamp), GFP_KERNEL);
	if (!lamp)
		return -ENOMEM;
	timer_setup(&lamp->timer, lamp_blink, 0);
	mod_timer(&lamp->timer, jiffies + HZ);
	return 0;
}

static void __exit lamp_exit(void)
{
	del_timer_sync(&lamp->timer);
	kfree(lamp); // norace
}

module_init(lamp_init);
module_exit(lamp_exit);
MODULE_LICENSE("GPL");
