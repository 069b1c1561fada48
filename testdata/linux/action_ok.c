// check: --platform linux --rounds 2 --unwind 2
// expect: PROVED
// What is done when a device is gone comes after remove, which waits for the timer.
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/timer.h>

struct beacon {
	struct timer_list timer;
	unsigned int flashes;
};

static void beacon_tick(struct timer_list *t)
{
	struct beacon *b = from_timer(b, t, timer);

	b->flashes++; // norace
}

static void beacon_end(void *data)
{
	struct beacon *b = data;

	b->flashes = 0; // norace
}

static int beacon_probe(struct platform_device *pdev)
{
	struct beacon *b = devm_kzalloc(&pdev->dev, sizeof(*b), GFP_KERNEL);

	if (!b)
		return -ENOMEM;
	platform_set_drvdata(pdev, b);
	timer_setup(&b->timer, beacon_tick, 0);
	if (devm_add_action(&pdev->dev, beacon_end, b))
		return -ENOMEM;
	mod_timer(&b->timer, jiffies + HZ);
	return 0;
}

static int beacon_remove(struct platform_device *pdev)
{
	struct beacon *b = platform_get_drvdata(pdev);

	del_timer_sync(&b->timer);
	return 0;
}

static struct platform_driver beacon_driver = {
	.probe = beacon_probe,
	.remove = beacon_remove,
	.driver = { .name = "beacon" },
};
module_platform_driver(beacon_driver);
MODULE_LICENSE("GPL");
