// check: --platform linux --rounds 1 --unwind 1
// expect: BUG race
// The clock can be read before probe is over: the lock of the device, which binding holds, is not the one of the clock.
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/rtc.h>
#include <linux/slab.h>

struct sundial {
	struct rtc_device *rtc;
	int offset;
};

static int sundial_read(struct device *dev, struct rtc_time *t)
{
	struct sundial *s = dev_get_drvdata(dev);

	t->tm_sec = s->offset; // race!
	return 0;
}

static const struct rtc_class_ops sundial_ops = { .read_time = sundial_read };

static int sundial_probe(struct platform_device *pdev)
{
	struct sundial *s = devm_kzalloc(&pdev->dev, sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	platform_set_drvdata(pdev, s);
	s->rtc = devm_rtc_allocate_device(&pdev->dev);
	if (IS_ERR(s->rtc))
		return PTR_ERR(s->rtc);
	s->rtc->ops = &sundial_ops;
	if (devm_rtc_register_device(s->rtc))
		return -EIO;
	s->offset = 5; // race!
	return 0;
}

static struct platform_driver sundial_driver = {
	.probe = sundial_probe,
	.driver = { .name = "sundial" },
};
module_platform_driver(sundial_driver);
MODULE_LICENSE("GPL");
