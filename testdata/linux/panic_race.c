// check: --platform linux
// expect: BUG race
// Notifiers of another chain are called beside everything.
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/panic_notifier.h>
#include <linux/timer.h>

static unsigned int panicking;
static ATOMIC_NOTIFIER_HEAD(ticker_chain);
static struct timer_list ticker;

static void ticks(struct timer_list *t)
{
	if (!panicking) // race!
		mod_timer(&ticker, jiffies + HZ);
}

static int at_panic(struct notifier_block *nb, unsigned long event, void *data)
{
	panicking = 1; // race!
	return NOTIFY_DONE;
}

static struct notifier_block panic_block = {
	.notifier_call = at_panic,
};

static int __init ticker_init(void)
{
	timer_setup(&ticker, ticks, 0);
	mod_timer(&ticker, jiffies + HZ);
	return atomic_notifier_chain_register(&ticker_chain, &panic_block);
}

module_init(ticker_init);
MODULE_LICENSE("GPL");
