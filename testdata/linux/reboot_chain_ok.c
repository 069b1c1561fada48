// check: --platform linux --rounds 1 --unwind 1
// expect: PROVED
// A machine is rebooted once, under the lock of its transitions.
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/reboot.h>

static unsigned int siren_calls;

static int siren_call(struct notifier_block *nb, unsigned long event, void *data)
{
	siren_calls++; // norace
	return NOTIFY_DONE;
}

static struct notifier_block siren = { .notifier_call = siren_call };

static int __init siren_init(void)
{
	return register_reboot_notifier(&siren);
}

static void __exit siren_exit(void)
{
	unregister_reboot_notifier(&siren);
}

module_init(siren_init);
module_exit(siren_exit);
MODULE_LICENSE("GPL");
