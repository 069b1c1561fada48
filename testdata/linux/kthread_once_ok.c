// check: --platform linux
// expect: BOUNDED
// Who starts a kernel thread waits for its word, and goes on with what it left: the thread runs once. It ran any number of times, and raced with who went on.
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>

static struct completion measured;
static int delay;

static int measure(void *unused)
{
	delay = 42;
	complete(&measured);
	return 0;
}

static int __init meter_init(void)
{
	struct task_struct *t;

	init_completion(&measured);
	t = kthread_run(measure, NULL, "meter");
	if (IS_ERR(t))
		return PTR_ERR(t);
	wait_for_completion(&measured);
	delay++;
	return 0;
}

static void __exit meter_exit(void)
{
}

module_init(meter_init);
module_exit(meter_exit);
MODULE_LICENSE("GPL");
