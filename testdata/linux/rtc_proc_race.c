// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The clock core calls proc without its lock.
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/rtc.h>
#include <linux/seq_file.h>

static unsigned int dial_read_count;

static int dial_read(struct device *dev, struct rtc_time *t)
{
	dial_read_count++; // race!
	t->tm_sec = 1;
	return 0;
}

static int dial_other(struct device *dev, struct seq_file *seq)
{
	dial_read_count = 0; // race!
	return 0;
}

static const struct rtc_class_ops dial_ops = { .read_time = dial_read, .proc = dial_other };

static struct platform_device *dial_device;

static int dial_probe(struct platform_device *pdev)
{
	struct rtc_device *rtc = devm_rtc_allocate_device(&pdev->dev);

	if (IS_ERR(rtc))
		return PTR_ERR(rtc);
	rtc->ops = &dial_ops;
	return devm_rtc_register_device(rtc);
}

static struct platform_driver dial_driver = {
	.probe = dial_probe,
	.driver = { .name = "dial" },
};

static int __init dial_init(void)
{
	int err = platform_driver_register(&dial_driver);

	if (err)
		return err;
	dial_device = platform_device_register_simple("dial", -1, NULL, 0);
	return 0;
}

static void __exit dial_exit(void)
{
	platform_device_unregister(dial_device);
	platform_driver_unregister(&dial_driver);
}

module_init(dial_init);
module_exit(dial_exit);
MODULE_LICENSE("GPL");
