// check: --platform linux
// expect: BUG race
// Two devices may be resumed at the same time.
#include <linux/device.h>
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>

static DEFINE_MUTEX(lamp_lock);
static unsigned int lamp_suspends, lamp_resumes;

static int lamp_suspend(struct device *dev)
{
	mutex_lock(&lamp_lock);
	lamp_suspends++; // norace
	mutex_unlock(&lamp_lock);
	return 0;
}

static int lamp_resume(struct device *dev)
{
	lamp_resumes++; // race!
	return lamp_suspends ? 0 : -EIO; // norace
}

static SIMPLE_DEV_PM_OPS(lamp_pm_ops, lamp_suspend, lamp_resume);

static int lamp_probe(struct platform_device *pdev)
{
	return 0;
}

static int lamp_remove(struct platform_device *pdev)
{
	return 0;
}

static struct platform_driver lamp_driver = {
	.probe = lamp_probe,
	.remove = lamp_remove,
	.driver = { .name = "lamp", .pm = &lamp_pm_ops },
};
module_platform_driver(lamp_driver);
MODULE_LICENSE("GPL");
