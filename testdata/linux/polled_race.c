// check: --platform linux --rounds 2 --unwind 1
// expect: BUG race
// The input core polls a device that was registered, and opens it; it holds a lock for opening alone.
#include <linux/input.h>
#include <linux/module.h>
#include <linux/mutex.h>

static DEFINE_MUTEX(panel_lock);
static struct input_dev *panel;
static unsigned int panel_keys;

static void panel_poll(struct input_dev *input)
{
	input_report_key(input, KEY_MAIL, panel_keys & 1); // race!
}

static int panel_open(struct input_dev *input)
{
	mutex_lock(&panel_lock);
	panel_keys = 2; // race!
	mutex_unlock(&panel_lock);
	return 0;
}

static int __init panel_init(void)
{
	panel = input_allocate_device();
	if (!panel)
		return -ENOMEM;
	panel->open = panel_open;
	if (input_setup_polling(panel, panel_poll)) {
		input_free_device(panel);
		return -ENOMEM;
	}
	panel_keys = 1; // norace
	if (input_register_device(panel)) {
		input_free_device(panel);
		return -EIO;
	}
	return 0;
}

static void __exit panel_exit(void)
{
	input_unregister_device(panel);
}

module_init(panel_init);
module_exit(panel_exit);
MODULE_LICENSE("GPL");
