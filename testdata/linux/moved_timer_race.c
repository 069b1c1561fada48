// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// A timer that arms itself on another processor runs there before it has returned here.
#include <linux/module.h>
#include <linux/timer.h>

static struct timer_list hop_timer;
static unsigned int hops;

static void hop(struct timer_list *t)
{
	add_timer_on(t, 1);
	hops++; // race!
}

static int __init hop_init(void)
{
	timer_setup(&hop_timer, hop, 0);
	mod_timer(&hop_timer, 1);
	return 0;
}

static void __exit hop_exit(void)
{
	del_timer_sync(&hop_timer);
}

module_init(hop_init);
module_exit(hop_exit);
MODULE_LICENSE("GPL");
