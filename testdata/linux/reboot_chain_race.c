// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// A chain of notifiers that has no lock is called by several at once.
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/reboot.h>

extern struct atomic_notifier_head siren_chain;

static unsigned int siren_calls;

static int siren_call(struct notifier_block *nb, unsigned long event, void *data)
{
	siren_calls++; // race!
	return NOTIFY_DONE;
}

static struct notifier_block siren = { .notifier_call = siren_call };

static int __init siren_init(void)
{
	return atomic_notifier_chain_register(&siren_chain, &siren);
}

static void __exit siren_exit(void)
{
	atomic_notifier_chain_unregister(&siren_chain, &siren);
}

module_init(siren_init);
module_exit(siren_exit);
MODULE_LICENSE("GPL");
