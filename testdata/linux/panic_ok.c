// check: --platform linux
// expect: UNKNOWN
// Panic stops all other processors before it calls its notifiers: nothing races with them. They are left out.
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/timer.h>

static unsigned int panicking;
static struct timer_list ticker;

static void ticks(struct timer_list *t)
{
	if (!panicking) // norace
		mod_timer(&ticker, jiffies + HZ);
}

static int at_panic(struct notifier_block *nb, unsigned long event, void *data)
{
	panicking = 1; // norace
	return NOTIFY_DONE;
}

static struct notifier_block panic_block = {
	.notifier_call = at_panic,
};

static int __init ticker_init(void)
{
	timer_setup(&ticker, ticks, 0);
	mod_timer(&ticker, jiffies + HZ);
	return atomic_notifier_chain_register(&panic_notifier_list, &panic_block);
}

module_init(ticker_init);
MODULE_LICENSE("GPL");
