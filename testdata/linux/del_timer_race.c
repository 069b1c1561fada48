// check: --platform linux --kernel none
// expect: BUG race
// del_timer does not wait: the timer may be running while its object is freed.
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

	l->blinks++; // race!
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
	del_timer(&lamp->timer);
	kfree(lamp); // race!
}

module_init(lamp_init);
module_exit(lamp_exit);
MODULE_LICENSE("GPL");
