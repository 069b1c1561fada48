// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// A timer that arms itself stays on its processor, and runs again when it has returned.
#include <linux/module.h>
#include <linux/timer.h>

static struct timer_list hop_timer;
static unsigned int hops;

static void hop(struct timer_list *t)
{
	mod_timer(t, 1);
	hops++; // norace
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
